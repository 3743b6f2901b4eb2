"""``citeloom key``."""

import sys
from typing import Annotated

import typer

from citeloom.actions.user.api_keys import forget_key, host_of, keep_key
from citeloom.cli.console import print_message
from citeloom.cli.help import Program
from citeloom.visible import visible_line

_For = Annotated[
    str,
    typer.Argument(
        metavar="[PROVIDER|SERVICE|HOST]", help="The provider, service or host that the key is for."
    ),
]


def register(app: typer.Typer) -> None:
    keys = Program(help="Store or remove API keys for models, Semantic Scholar (s2) and OpenAlex.")
    keys.command("set", help="Store a key, entered at a prompt or read from standard input.")(set_)
    keys.command("remove", help="Remove a key.")(remove)
    app.add_typer(keys, name="key", no_args_is_help=True)


def set_(name: _For = "") -> None:
    """Keep a key."""
    host = host_of(name)
    if sys.stdin.isatty():
        value = typer.prompt(visible_line(f"Key for {host}"), hide_input=True, err=True)
    else:
        value = sys.stdin.readline()
    keep_key(host, value.strip())
    print_message(f"the key for {host} is in the system's keyring")


def remove(name: _For = "") -> None:
    """Remove a key."""
    host = host_of(name)
    had = forget_key(host)
    print_message(f"removed the key for {host}" if had else f"no key is stored for {host}")
