# ===- check_page.py - Whether a page stands by itself -----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Fails if a page of HTML is not well formed, runs a script or fetches anything.

usage: check_page.py FILE
"""

import html.parser
import sys

EMPTY = {"meta", "br"}


class Checker(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []
        self.ids = set()
        self.links = set()

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        assert tag not in ("script", "link", "img", "iframe"), tag
        for name, value in attributes:
            assert not name.startswith("on"), name
            assert name != "src", value
            assert "url(" not in (value or ""), value
        if "href" in names:
            assert names["href"].startswith("#"), names["href"]
            self.links.add(names["href"][1:])
        if "id" in names:
            self.ids.add(names["id"])
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()


text = open(sys.argv[1], encoding="utf-8").read()
checker = Checker()
checker.feed(text)
assert not checker.open, checker.open
assert checker.links <= checker.ids, checker.links - checker.ids
assert "http" not in text and "@import" not in text and "url(" not in text
