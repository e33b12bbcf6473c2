"""Checks that the tools of the book find what is wrong: planted mistakes, and comments of each form."""

import pathlib
import tempfile

import comments
import links
import reference
import stage

HEADER = """#pragma once
// Says what it is.

#include <string>

// A lamp.
struct lamp {
    int watts;  // at most 60,
                // or 100
    // --- use ---
    // Turns it on: see owns<T>().
    void on();
};
"""


def expect(what, found, wanted):
    if found != wanted:
        raise SystemExit(f"docs: self-test: {what}: found {found!r}, wanted {wanted!r}")


def comments_become_doxygens():
    out = "\n".join(comments.converted(HEADER.split("\n")))
    for part in ("/*! \\file\n\\verbatim\nSays what it is.\n\\endverbatim */",
                 "/*! \\verbatim\nA lamp.\n\\endverbatim */\nstruct lamp {",
                 "int watts;\n/*!< \\verbatim\nat most 60,\nor 100\n\\endverbatim */",
                 "/// \\name use\n///@{\n/*! \\verbatim\nTurns it on: see owns<T>().\n",
                 "void on();\n///@}\n};"):
        expect(f"the comment {part!r}", part in out, True)
    expect("an inline namespace", comments.converted(["namespace setpoint { inline namespace v0 { namespace a {", "}}}  // namespace setpoint::v0::a"]),
           ["namespace setpoint::a {", "}  // namespace setpoint::a"])
    expect("a string", comments.converted(['x = "a // b";']), ['x = "a // b";'])


def texts_become_markdown():
    expect("a type in a text", reference.escaped("owns<T>() and `owns<T>()`"), "owns&lt;T&gt;() and `owns<T>()`")
    expect("code in a comment", reference.paragraphs("So:\n\n    f();\n\nEnd"), "So:\n\n```cpp\nf();\n```\n\nEnd")


def anchors_are_githubs():
    expect("anchors", links.anchors_of("# A page\n\n## `x` of /debug/y, again\n\n```\n# no heading\n```\n## Twice\n## Twice\n"),
           {"a-page", "x-of-debugy-again", "twice", "twice-1"})


def links_are_found():
    found = [m.group(2) for m in stage.LINK.finditer("[a](b.md#c) ![d](e.svg) [`f[1]`](g.md)")]
    expect("links", found, ["b.md#c", "e.svg", "g.md"])


def planted_mistakes_are_found():
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder)
        (site / "a.html").write_text('<h1 id="x">A</h1><a href="b.html#y">b</a><a href="gone.html">g</a>'
                                     '<script src="https://e.example/x.js"></script>'
                                     '<a href="https://e.example/">may be left</a><a href="#x">here</a>')
        (site / "b.html").write_text('<link rel="stylesheet" href="//e.example/x.css"><img src="gone.png">')
        (site / "c.css").write_text('@import url("https://e.example/font.css");')
        problems, count = links.site_problems(site)
        expect("problems", problems, ["a.html: b.html#y: b.html has no #y", "a.html: gone.html: there is no gone.html",
                                      "a.html: fetches https://e.example/x.js", "b.html: fetches //e.example/x.css",
                                      "b.html: gone.png: there is no gone.png", "c.css: fetches https://e.example/font.css"])
        expect("links", count, 4)


def run():
    for test in (comments_become_doxygens, texts_become_markdown, anchors_are_githubs, links_are_found, planted_mistakes_are_found):
        test()
