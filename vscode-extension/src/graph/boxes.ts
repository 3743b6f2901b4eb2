// Boxes that must not lie on each other.

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A box by its middle and its size; `vx` and `vy` are how it moves in a simulation. */
export interface Body {
  x: number;
  y: number;
  readonly width: number;
  readonly height: number;
  vx?: number;
  vy?: number;
}

const GAP = 12;
/** Between boxes that have to be small. */
export const SMALL_GAP = 4;

/** Pushes boxes that overlap a part of the way apart; tells whether there were any. */
export function collide(bodies: readonly Body[], part: number, gap = GAP): boolean {
  let met = false;
  const widest = Math.max(0, ...bodies.map(({ width }) => width)) + gap;
  const sorted = [...bodies].sort((one, other) => one.x - other.x);
  for (const [number, one] of sorted.entries()) {
    for (let second = number + 1; second < sorted.length; second++) {
      const other = sorted[second];
      // What comes later lies even further to the right, but for a push in this very round.
      if (!other || other.x - one.x > 2 * widest) break;
      const right = other.x - one.x;
      const wide = (one.width + other.width) / 2 + gap - Math.abs(right);
      if (wide <= 0) continue;
      const down = other.y - one.y;
      const high = (one.height + other.height) / 2 + gap - Math.abs(down);
      if (high <= 0) continue;
      met = true;
      // The shorter way out; boxes in one place go apart as they come.
      if (wide < high) {
        const by = ((right < 0 ? -1 : 1) * wide * part) / 2;
        one.x -= by;
        other.x += by;
      } else {
        const by = ((down < 0 ? -1 : 1) * high * part) / 2;
        one.y -= by;
        other.y += by;
      }
    }
  }
  return met;
}

export interface Line {
  readonly source: Body;
  readonly target: Body;
}

/** Pushes boxes a part of the way out of lines between others, and those lines out of them. */
export function clear(lines: readonly Line[], bodies: readonly Body[], part: number): void {
  for (const { source, target } of lines) {
    const [right, down] = [target.x - source.x, target.y - source.y];
    const length = Math.hypot(right, down);
    if (!length) continue;
    const [across, along] = [-down / length, right / length];
    for (const body of bodies) {
      if (body === source || body === target) continue;
      const share = ((body.x - source.x) * right + (body.y - source.y) * down) / length ** 2;
      if (share < 0 || share > 1) continue;
      const off = (body.x - source.x) * across + (body.y - source.y) * along;
      const room = (Math.abs(across) * body.width + Math.abs(along) * body.height) / 2 + GAP / 2;
      if (Math.abs(off) >= room) continue;
      const by = ((off < 0 ? -1 : 1) * (room - Math.abs(off)) * part) / 2;
      body.x += by * across;
      body.y += by * along;
      for (const [end, near] of [
        [source, 1 - share],
        [target, share],
      ] as const) {
        end.x -= by * across * near;
        end.y -= by * along * near;
      }
    }
  }
}

/** Moves boxes until no two overlap, and onto whole numbers. */
export function separate(bodies: readonly Body[], gap = GAP): void {
  // Where pushing alone does not do it, there is not enough room.
  for (let tries = 0; collide(bodies, 1.02, gap); tries++) {
    if (tries % 50 !== 49) continue;
    for (const body of bodies) {
      body.x *= 1.1;
      body.y *= 1.1;
    }
  }
  for (const body of bodies) {
    body.x = Math.round(body.x);
    body.y = Math.round(body.y);
  }
}

/** Puts boxes into full rows, near to where they were: as many as a page of that shape can show. */
export function pack(bodies: readonly Body[], shape: number): void {
  const area = bodies.reduce(
    (sum, { width, height }) => sum + (width + SMALL_GAP) * (height + SMALL_GAP),
    0,
  );
  const longest = Math.sqrt(area * shape) + SMALL_GAP;
  const rows: Body[][] = [];
  let long = Number.POSITIVE_INFINITY;
  for (const body of [...bodies].sort((one, other) => one.y - other.y)) {
    if (long + body.width > longest) {
      rows.push([]);
      long = 0;
    }
    rows.at(-1)?.push(body);
    long += body.width + SMALL_GAP;
  }
  let top = 0;
  for (const row of rows) {
    const high = Math.max(...row.map(({ height }) => height));
    let left = -row.reduce((sum, { width }) => sum + width + SMALL_GAP, -SMALL_GAP) / 2;
    for (const body of row.sort((one, other) => one.x - other.x)) {
      [body.x, body.y] = [Math.round(left + body.width / 2), Math.round(top + high / 2)];
      left += body.width + SMALL_GAP;
    }
    top += high + SMALL_GAP;
  }
}

/** Puts boxes into rows that begin at a place and are at most so wide. */
export function grid(bodies: readonly Body[], left: number, top: number, width: number): void {
  let [x, y, high] = [left, top, 0];
  for (const one of bodies) {
    if (x > left && x + one.width > left + width) {
      x = left;
      y += high + GAP;
      high = 0;
    }
    one.x = Math.round(x + one.width / 2);
    one.y = Math.round(y + one.height / 2);
    x += one.width + GAP;
    high = Math.max(high, one.height);
  }
}
