import json
import re
import shlex
from html import unescape

from service.api.docs import render_docs

BODY = {"application/json": {"schema": {"$ref": "#/components/schemas/Outer"}, "example": {"q": "it's ä"}}}
SCHEMA = {
    "info": {"title": "T & Co", "version": "1", "summary": "Does <things>"},
    "paths": {
        "/do": {
            "post": {
                "description": "First.\n\nSecond <b>.",
                "requestBody": {"content": BODY},
                "responses": {"200": {"description": "Fine"}},
            }
        },
        "/see": {"get": {"responses": {"200": {"description": "Seen"}}}},
        "/see/{what}/{how}": {
            "get": {
                "parameters": [
                    {"name": "what", "in": "path", "schema": {"type": "string", "examples": ["this"]}},
                    {"name": "how", "in": "path", "schema": {"type": "string"}},
                ],
                "responses": {"200": {"description": "Seen"}},
            }
        },
        "/see/{what}": {
            "get": {
                "parameters": [
                    {"name": "what", "in": "path", "schema": {"type": "string", "examples": ["this"]}},
                    {"name": "why", "in": "query", "schema": {"type": "string", "examples": ["that"]}},
                ],
                "responses": {"200": {"description": "Seen"}},
            }
        },
        "/send": {
            "post": {
                "requestBody": {"content": {"multipart/form-data": {"example": {"file": "It's", "target": "d e"}}}},
                "responses": {"200": {"description": "Sent"}},
            }
        },
    },
    "components": {
        "schemas": {
            "Outer": {
                "required": ["q"],
                "properties": {
                    "q": {"type": "string", "description": "The text"},
                    "more": {"anyOf": [{"$ref": "#/components/schemas/Inner"}, {"type": "null"}]},
                },
            },
            "Inner": {"properties": {"k": {"type": "integer", "description": "A number"}}},
        }
    },
}


def test_the_page_shows_every_route_with_its_fields_and_answers() -> None:
    page = render_docs(SCHEMA, "http://host/")
    for text in ("POST", "/do", "GET", "/see", "q (required)", "The text", "more.k", "A number", "Fine", "Seen"):
        assert text in page


def test_nothing_in_the_description_becomes_markup() -> None:
    page = render_docs(SCHEMA, "http://host/")
    assert "T &amp; Co" in page
    assert "<things>" not in page
    assert "<b>" not in page


def test_nothing_is_loaded_from_elsewhere() -> None:
    page = render_docs(SCHEMA, "http://host/")
    assert re.findall(r'(?:src|href)="([^"]*)"', page) == ["openapi.json"]


def commands() -> list[list[str]]:
    page = render_docs(SCHEMA, "http://host/")
    return [shlex.split(unescape(part.partition("</pre>")[0])) for part in page.split("<pre>")[1:]]


def test_an_example_is_a_command_that_a_shell_reads_as_it_is_meant() -> None:
    command = commands()[0]
    assert command[:3] == ["curl", "-N", "http://host/do"]
    assert json.loads(command[-1]) == {"q": "it's ä"}


def test_what_needs_no_body_is_shown_where_nothing_is_left_to_fill_in() -> None:
    assert commands()[1:3] == [["curl", "http://host/see"], ["curl", "http://host/see/this"]]


def test_a_file_is_sent_without_there_being_one() -> None:
    assert commands()[3] == [
        *("printf", "%s", "It's", "|", "curl", "-N", "http://host/send"),
        *("-F", "file=@-;filename=example.txt", "-F", "target=d e"),
    ]
