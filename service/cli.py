"""The command line: `dragoman serve`, `dragoman translate`, `dragoman models`, `dragoman bench`."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from service import __version__
from service.commands.bench import bench
from service.commands.documents import is_document
from service.commands.models import list_models
from service.commands.serve import serve
from service.commands.translate import TranslateCommand, translate
from service.settings import Settings, SettingsError, flag_name, load_settings, variable_name
from service.text.formats.registry import SUFFIXES

FIELDS: Final = tuple(Settings.model_fields)
ENGINE_FIELDS: Final = ("bundles", "device", "workers", "threads", "max_rows")
LOCAL_FIELDS: Final = (*ENGINE_FIELDS, "num_beams", "max_text_chars")
USAGE_ERROR: Final = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status: 0 fine, 1 it failed, 2 it was called wrongly, 130 interrupted."""
    options = _parser().parse_args(arguments)
    overrides = {name: value for name in FIELDS if (value := getattr(options, name, None)) is not None}
    try:
        settings = load_settings(overrides)
    except SettingsError as error:
        print(f"dragoman: {error}", file=sys.stderr)
        return USAGE_ERROR
    try:
        return _run(options, settings)
    except KeyboardInterrupt:
        return 130


def _run(options: argparse.Namespace, settings: Settings) -> int:
    match options.command:
        case "serve":
            return serve(settings)
        case "translate":
            return translate(_translate_command(options), settings)
        case "bench":
            return bench(settings)
    return list_models(settings)


def _translate_command(options: argparse.Namespace) -> TranslateCommand:
    """What is given without --file is a text, unless it is the name of a file of a known kind.

    A single word like that is meant as one even if there is none: it would come back as it is.
    """
    named = None if options.text is None else Path(options.text)
    is_meant = options.output or options.columns or len((options.text or "").split()) == 1
    is_file = named is not None and is_document(named) and bool(is_meant or named.is_file())
    return TranslateCommand(
        text=None if is_file else options.text,
        file=named if is_file else options.file,
        output=options.output,
        columns=tuple(options.columns.split(",")) if options.columns else (),
        source=options.source,
        target=options.target,
        model=options.model,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dragoman", description="Translation and text generation with ONNX models.")
    parser.add_argument("--version", action="version", version=f"dragoman {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_serve(commands)
    _add_translate(commands)
    _add_models(commands)
    _add_bench(commands)
    return parser


def _add_serve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "serve",
        help="start the HTTP server",
        description="Start the HTTP server. Every setting is a flag or an environment variable; the flag wins.",
    )
    _add_settings(parser, FIELDS)


def _add_translate(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "translate",
        help="translate a text, a file or standard input, without a server",
        description="Translate a text, a file or standard input, without a server. Standard input is translated line "
        f"by line; of files of a known kind ({', '.join(SUFFIXES)}) all but the text stays as it is.",
    )
    text = parser.add_mutually_exclusive_group()
    text.add_argument("text", nargs="?", help="the text, or a file of a known kind; without it, standard input is read")
    text.add_argument("--file", type=Path, help="a file; one of no known kind is translated line by line")
    parser.add_argument("-o", "--output", type=Path, help="where a file of a known kind goes; by default it is printed")
    parser.add_argument("--columns", help="of a table, the columns to translate, by their names, separated by commas")
    parser.add_argument("--source", help="language of the text; by default it is detected among those of the bundles")
    parser.add_argument("--target", help="language to translate into; may be left out where there is only one")
    parser.add_argument("--model", help="bundle to use; stands for --source and --target where it has one pair")
    _add_settings(parser, LOCAL_FIELDS)


def _add_models(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "models",
        help="list the bundles",
        description="List the bundles: languages, precision, size and measured quality.",
    )
    _add_settings(parser, ("bundles",))


def _add_bench(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "bench",
        help="measure how fast this machine is with the bundles",
        description="Translate a few sentences for a few seconds, 1, 8 and 32 at a time: a table on standard error, "
        "and a line of JSON on standard output.",
    )
    _add_settings(parser, ENGINE_FIELDS)


def _add_settings(parser: argparse.ArgumentParser, fields: Iterable[str]) -> None:
    """A flag for each setting; its text is parsed and checked where the environment's is."""
    group = parser.add_argument_group("settings")
    for name in fields:
        field = Settings.model_fields[name]
        default = ",".join(map(str, field.default)) if isinstance(field.default, tuple) else field.default
        shown = "" if default is None else f" (default: {default})"
        group.add_argument(
            flag_name(name),
            dest=name,
            metavar=name.rsplit("_", 1)[-1].upper(),
            help=f"{field.description}{shown} [{variable_name(name)}]".replace("%", "%%"),
        )
