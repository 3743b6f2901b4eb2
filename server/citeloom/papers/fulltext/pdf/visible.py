"""Whether text can be seen on a page, asked of the page as it is drawn."""

from collections import Counter
from dataclasses import dataclass

import pypdfium2

Box = tuple[float, float, float, float]
"""Left, bottom, right and top in points."""

_SCALE = 1.5
_MOST_PIXELS = 4_000_000
_CONTRAST = 16
"""Of 255 steps of grey: text that stands out less from what is behind it cannot be read."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A page as it is drawn, one byte of grey for each pixel, rows from the top."""

    grey: bytes
    width: int
    height: int
    stride: int
    scale: float
    left: float
    top: float

    @classmethod
    def of(cls, page: pypdfium2.PdfPage, crop: Box) -> "Picture":
        """Draw a page."""
        left, bottom, right, top = crop
        area = max(1.0, (right - left) * (top - bottom))
        scale = min(_SCALE, (_MOST_PIXELS / area) ** 0.5)
        bitmap = page.render(scale=scale, grayscale=True, may_draw_forms=False)
        try:
            drawn = bytes(bitmap.buffer)
            return cls(drawn, bitmap.width, bitmap.height, bitmap.stride, scale, left, top)
        finally:
            bitmap.close()

    def shows(self, box: Box, grey: float) -> bool:
        """Tell whether something of that brightness can be told from its surroundings in a box.

        A box outside the page, of which there is no picture, counts as shown.
        """
        left = max(0, int((box[0] - self.left) * self.scale))
        right = min(self.width, int((box[2] - self.left) * self.scale) + 1)
        upper = max(0, int((self.top - box[3]) * self.scale))
        lower = min(self.height, int((self.top - box[1]) * self.scale) + 1)
        if left >= right or upper >= lower:
            return True
        rows = range(upper, lower)
        pixels = b"".join(
            self.grey[row * self.stride + left : row * self.stride + right] for row in rows
        )
        if max(pixels) - min(pixels) < _CONTRAST:
            return False
        behind = Counter(pixels).most_common(1)[0][0]
        return abs(behind - grey) >= _CONTRAST or behind < _CONTRAST
