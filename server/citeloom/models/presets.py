"""Providers by name: where they are, and which environment variable has their key."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

EDITOR = "editor"
"""The provider whose models the user's editor offers; they have no address."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """Where a provider's interface is documented otherwise than OpenAI's.

    Parameters
    ----------
    length
        The name of the most tokens that may be written.
    extra
        What else goes into the body of every request.
    context
        Tokens that it reads where nothing else is configured, if it cuts what is more off without
        a word; 0 where it says so, as it should.
    """

    length: str = "max_tokens"
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    context: int = 0


@dataclass(frozen=True, slots=True)
class Preset:
    """A provider with an OpenAI-compatible interface.

    ``address`` is its base address, empty where every user has another one; ``variable`` is the
    environment variable in which its own tools look for the key, empty where it wants none.
    """

    name: str
    title: str
    address: str
    variable: str
    dialect: Dialect = Dialect()

    @property
    def is_local(self) -> bool:
        """Tell whether it runs on the user's own machine."""
        return self.address.startswith("http://127.0.0.1")


PRESETS = {
    preset.name: preset
    for preset in (
        # https://platform.openai.com/docs/api-reference/chat/create: "max_tokens" is deprecated
        # there, and reasoning models refuse it.
        Preset(
            "openai",
            "OpenAI",
            "https://api.openai.com/v1",
            "OPENAI_API_KEY",
            Dialect(length="max_completion_tokens"),
        ),
        # https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
        Preset(
            "azure",
            "Azure OpenAI",
            "",
            "AZURE_OPENAI_API_KEY",
            Dialect(length="max_completion_tokens"),
        ),
        # Without the parameter a request may go to a provider that ignores the schema
        # (https://openrouter.ai/docs/features/structured-outputs).
        Preset(
            "openrouter",
            "OpenRouter",
            "https://openrouter.ai/api/v1",
            "OPENROUTER_API_KEY",
            Dialect(extra=MappingProxyType({"provider": {"require_parameters": True}})),
        ),
        # What it reads on machines with less than 24 GiB of video memory
        # (https://docs.ollama.com/context-length); it drops the rest silently.
        Preset("ollama", "Ollama", "http://127.0.0.1:11434/v1", "", Dialect(context=4096)),
        # https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
        Preset("llamacpp", "llama.cpp's server", "http://127.0.0.1:8080/v1", ""),
        # https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html
        Preset("vllm", "vLLM", "http://127.0.0.1:8000/v1", ""),
        # https://lmstudio.ai/docs/developer/openai-compat
        Preset("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1", ""),
        # https://code.visualstudio.com/api/extension-guides/ai/language-model
        Preset(EDITOR, "a model of your editor", "editor:", ""),
        Preset("custom", "another endpoint", "", ""),
    )
}
"""All presets by name."""


def local_presets() -> tuple[Preset, ...]:
    """Return the presets of programs that run on the user's own machine."""
    return tuple(preset for preset in PRESETS.values() if preset.is_local)
