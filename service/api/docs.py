"""The page at /docs: one HTML document made from the API's own description, with nothing loaded from elsewhere.

The usual documentation pages fetch their scripts from a public network, which a server in a closed network has not.
"""

import json
import shlex
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

Json = Mapping[str, Any]

STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { border-top: 1px solid #8888; padding-top: 1rem; } h2 code { font-size: 1.1rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .25rem .75rem .25rem 0; }
td, th { border-bottom: 1px solid #8884; vertical-align: top; } code, pre { font: 14px ui-monospace, monospace; }
pre { background: #8882; padding: .75rem; overflow-x: auto; } .method { font-weight: bold; }
:root { color-scheme: light dark; }
"""


def render_docs(schema: Json, base_url: str) -> str:
    """The page for an OpenAPI document; what has an example, or needs none, is shown as a command for a shell."""
    info = schema["info"]
    parts = [
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1>",
        f"<p>{escape(info.get('summary', ''))}. The same as a document for programs: "
        '<a href="openapi.json">openapi.json</a>.</p>',
    ]
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            parts += _heading(path, method, operation)
            parts += _example(base_url.rstrip("/") + _filled_in(path, operation), method, operation)
            parts += _operation(schema, operation)
    body = "\n".join(parts)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>{escape(info["title"])}</title><style>{STYLE}</style></head>'
        f"<body>{body}</body></html>"
    )


def _heading(path: str, method: str, operation: Json) -> Iterator[str]:
    yield f'<h2><code><span class="method">{method.upper()}</span> {escape(path)}</code></h2>'
    for paragraph in operation.get("description", "").split("\n\n"):
        yield f"<p>{escape(paragraph)}</p>"


def _operation(schema: Json, operation: Json) -> Iterator[str]:
    body = operation.get("requestBody", {}).get("content", {})
    if "application/json" in body:
        yield from _fields(schema, body["application/json"]["schema"])
        yield f"<p>Read as {escape(', '.join(body))}.</p>"
    rows = "".join(_row(status, answer["description"]) for status, answer in operation["responses"].items())
    yield f"<table><tr><th>status</th><th>meaning</th></tr>{rows}</table>"


def _filled_in(path: str, operation: Json) -> str:
    """The path with an example for each parameter in it that has one."""
    for parameter in operation.get("parameters", ()):
        examples = parameter["schema"].get("examples", ())
        if parameter["in"] == "path" and examples:
            path = path.replace(f"{{{parameter['name']}}}", examples[0])
    return path


def _example(url: str, method: str, operation: Json) -> Iterator[str]:
    content = operation.get("requestBody", {}).get("content", {})
    body = content.get("application/json", {}).get("example")
    form = content.get("multipart/form-data", {}).get("example")
    if body is not None:
        text = shlex.quote(json.dumps(body, ensure_ascii=False))
        yield _command(f"curl -N {url} -H 'Content-Type: application/json' -d {text}")
    elif form is not None:
        yield _command(_upload(url, form))
    elif method == "get" and "{" not in url:
        yield _command(f"curl {url}")


def _upload(url: str, form: Json) -> str:
    """A form whose first field is the text of a file."""
    (file, text), *fields = form.items()
    parts = " ".join(f"-F {shlex.quote(f'{name}={value}')}" for name, value in fields)
    return f"printf %s {shlex.quote(text)} | curl -N {url} -F '{file}=@-;filename=example.txt' {parts}"


def _command(line: str) -> str:
    return f"<pre>{escape(line)}</pre>"


def _fields(schema: Json, reference: Json, prefix: str = "") -> Iterator[str]:
    """A table of the fields of a model, and of those of the models inside it."""
    model = _resolve(schema, reference)
    required = set(model.get("required", ()))
    yield "<table><tr><th>field</th><th>type</th><th>meaning</th></tr>"
    for name, field in model["properties"].items():
        marker = " (required)" if name in required else ""
        yield _row(f"{prefix}{name}{marker}", _type_of(field), field.get("description", ""))
    yield "</table>"
    for name, field in model["properties"].items():
        for choice in field.get("anyOf", [field]):
            if "$ref" in choice:
                yield from _fields(schema, choice, f"{prefix}{name}.")


def _resolve(schema: Json, reference: Json) -> Json:
    name = reference["$ref"].rsplit("/", 1)[-1]
    model: Json = schema["components"]["schemas"][name]
    return model


def _type_of(field: Json) -> str:
    names = [
        choice["$ref"].rsplit("/", 1)[-1] if "$ref" in choice else str(choice.get("type", "any"))
        for choice in field.get("anyOf", [field])
    ]
    return " or ".join(names)


def _row(*cells: str) -> str:
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
