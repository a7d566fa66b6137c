//===- Page.cpp - The form of pages ---------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Page.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera;
using namespace tessera::report;
using llvm::StringRef;

/// Colours follow the reader's choice of light or dark; nothing is fetched, and
/// no script runs.
static constexpr llvm::StringLiteral style = R"(
:root { color-scheme: light dark; --ground: #fcfcfd; --card: #ffffff;
  --ink: #1b2028; --faint: #5b6472; --line: #d9dde4; --band: #0b5fa512;
  --accent: #0b5fa5; --copy: #8a5a00; --wait: #7d8693; --use: #0f7a4b;
  --bad: #b3261e; --load: #0b5fa52e; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171c;
  --card: #1b2027; --ink: #e6e9ee; --faint: #9aa4b2; --line: #333b46;
  --band: #7fb8ee1c; --accent: #7fb8ee; --copy: #a87414; --wait: #5c6675;
  --use: #1d8f5c; --bad: #ff8a80; --load: #7fb8ee3a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: clamp(.7rem, 2vw, 2rem); max-width: 125rem;
  background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .3rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .2rem; overflow-wrap: anywhere; }
h3 { font-size: 1.02rem; margin: 1.6rem 0 .5rem; }
p, li, dd { max-width: 80ch; overflow-wrap: anywhere; }
section { display: grid; gap: 0 2.5rem; align-items: start;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 56rem), 1fr)); }
section > * { min-width: 0; }
.whole { grid-column: 1 / -1; }
.verdict { background: var(--card); border: 1px solid var(--line);
  border-left: .3rem solid var(--accent); border-radius: 8px;
  padding: .2rem 1rem; margin: .8rem 0; font-size: 1.05rem; }
.verdict p, .verdict li { max-width: 100ch; overflow-wrap: anywhere; }
.share { background: linear-gradient(to right, var(--load) var(--share),
  transparent 0); }
pre { font: 12px/1.4 ui-monospace, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; margin: .3rem 0; }
.legend dl { display: grid; gap: .3rem 1rem; margin: .6rem 0;
  grid-template-columns: max-content 1fr; }
.legend dt { display: flex; gap: .45rem; align-items: center; }
.legend dd { margin: 0; color: var(--faint); }
.swatch { width: .9rem; height: .9rem; border-radius: 2px; flex: none; }
a { color: var(--accent); }
code { font: 13px/1.4 ui-monospace, monospace; }
td code { white-space: nowrap; }
.stack td code { white-space: normal; overflow-wrap: break-word; }
details code { overflow-wrap: anywhere; }
.faint { color: var(--faint); }
.bad { color: var(--bad); font-weight: 600; }
.figures { display: grid; gap: .6rem; margin: .8rem 0;
  grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); }
.figures div { background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; padding: .5rem .7rem; }
.figures b { display: block; font-size: 1.15rem; font-weight: 650; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th { text-align: left; font-weight: 600; color: var(--faint); }
th, td { padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
td.number, th.number { text-align: right; white-space: nowrap; }
svg { display: block; width: 100%; height: auto; margin: .4rem 0; }
.wide svg { min-width: 40rem; }
svg text { font: 12px ui-monospace, monospace; fill: var(--ink); }
svg text.small { font-size: 11px; fill: var(--faint); }
svg text.light { fill: #fff; pointer-events: none; }
svg text.dark { fill: #111; pointer-events: none; }
.cell { stroke: var(--ground); stroke-width: .6; }
.box { stroke: var(--ground); stroke-width: 1; rx: 2px; }
.stage { stroke: #ffffff90; stroke-dasharray: 4 3; }
.limit { stroke: var(--bad); stroke-width: 2; }
.layouts { display: grid; gap: 1.2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
details summary { cursor: pointer; color: var(--accent); }
@media (max-width: 40rem) { table { font-size: 12.5px; }
  td code { font-size: 12px; } .legend dl { grid-template-columns: 1fr; }
  .stack tr { display: block; border-bottom: 1px solid var(--line);
    padding: .5rem 0; }
  .stack td { display: block; border: 0; padding: .1rem 0; text-align: left; }
  .stack td code { overflow-wrap: anywhere; }
  .stack th { display: none; } }
)";

void report::beginPage(llvm::raw_ostream &os, StringRef title) {
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"
        "\n<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">\n<title>"
     << title << "</title>\n<style>" << style
     << "</style>\n</head>\n<body>\n<h1>" << title << "</h1>\n";
}

void report::endPage(llvm::raw_ostream &os) { os << "</body>\n</html>\n"; }

Table::Table(llvm::raw_ostream &os, std::initializer_list<StringRef> columns)
    : os(os) {
  os << "<div class=\"wide\"><table><tr>";
  for (StringRef name : columns) {
    isNumber.push_back(name.consume_front("#"));
    os << (isNumber.back() ? "<th class=\"number\">" : "<th>") << name
       << "</th>";
  }
  os << "</tr>\n";
}

Table::~Table() { os << "</table></div>\n"; }

void Table::add(std::initializer_list<std::string> cells) {
  os << "<tr>";
  for (auto [cell, number] : llvm::zip(cells, isNumber))
    os << (number ? "<td class=\"number\">" : "<td>") << cell << "</td>";
  os << "</tr>\n";
}
