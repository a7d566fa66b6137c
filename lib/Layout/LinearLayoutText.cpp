//===- LinearLayoutText.cpp - Layouts as text -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file holds the text form of layouts:
//
//   layout ::= `{` (in (`,` in)*)? `}` `->` `[` (out (`,` out)*)? `]`
//   in     ::= name `:` `[` (basis (`,` basis)*)? `]`
//   basis  ::= `[` (number (`,` number)*)? `]`
//   out    ::= name `:` number                       (a size, a power of two)
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/LinearLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tessera {

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void LinearLayout::print(raw_ostream &os) const {
  os << '{';
  interleaveComma(inDims, os, [&](const InDim &dim) {
    os << dim.first << ": [";
    interleaveComma(dim.second, os, [&](const Basis &basis) {
      os << '[';
      interleaveComma(basis, os);
      os << ']';
    });
    os << ']';
  });
  os << "} -> [";
  interleaveComma(outDims, os, [&](const OutDim &dim) {
    os << dim.first << ": " << (int64_t(1) << dim.second);
  });
  os << ']';
}

raw_ostream &operator<<(raw_ostream &os, const LinearLayout &layout) {
  layout.print(os);
  return os;
}

std::string LinearLayout::toString() const {
  // The first column holds inputs as "lane 16", the others coordinates, each
  // right under its title and as wide as the widest entry.
  std::vector<std::vector<std::string>> rows(1, {"input"});
  for (const OutDim &out : outDims)
    rows.front().push_back(out.first.getName().str());
  for (const auto &[name, bases] : inDims) {
    // A dimension of size 1 has no bits, but is there.
    if (bases.empty())
      rows.emplace_back(outDims.size() + 1, "-").front() = name.getName().str();
    for (const auto &[bit, basis] : enumerate(bases)) {
      rows.push_back({(name.getName() + " " + Twine(int64_t(1) << bit)).str()});
      for (int32_t coord : basis)
        rows.back().push_back(std::to_string(coord));
    }
  }
  rows.push_back({"size"});
  for (const OutDim &out : outDims)
    rows.back().push_back(std::to_string(int64_t(1) << out.second));

  std::vector<size_t> widths(outDims.size() + 1, 0);
  for (const auto &row : rows)
    for (const auto &[column, cell] : enumerate(row))
      widths[column] = std::max(widths[column], cell.size());
  std::string text;
  raw_string_ostream os(text);
  for (const auto &row : rows) {
    os << left_justify(row.front(), widths[0]);
    for (const auto &[cell, width] :
         zip(ArrayRef(row).drop_front(), ArrayRef(widths).drop_front()))
      os << "  " << right_justify(cell, width);
    os << '\n';
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {

class LayoutParser {
public:
  explicit LayoutParser(StringRef text) : whole(text), rest(text) {}

  Error parse(std::vector<LinearLayout::InDim> &ins,
              std::vector<LinearLayout::OutDim> &outs) {
    if (Error error = parseList("{", "}", [&] { return parseInDim(ins); }))
      return error;
    if (Error error = expect("->"))
      return error;
    if (Error error = parseList("[", "]", [&] { return parseOutDim(outs); }))
      return error;
    rest = rest.ltrim();
    return rest.empty() ? Error::success()
                        : fail("unexpected text after the layout");
  }

private:
  Error fail(const Twine &message) const {
    return createStringError("layout, column " +
                             Twine(whole.size() - rest.size() + 1) + ": " +
                             message);
  }

  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  Error expect(StringRef token) {
    return consume(token) ? Error::success() : fail("expected '" + token + "'");
  }

  /// A list of elements between `open` and `close`, separated by commas.
  template <typename ElementParser>
  Error parseList(StringRef open, StringRef close, ElementParser parseElement) {
    if (Error error = expect(open))
      return error;
    if (consume(close))
      return Error::success();
    do {
      if (Error error = parseElement())
        return error;
    } while (consume(","));
    return consume(close) ? Error::success()
                          : fail("expected ',' or '" + close + "'");
  }

  Error parseName(StringRef &name) {
    rest = rest.ltrim();
    name = rest.take_while([](char c) { return isAlnum(c) || c == '_'; });
    if (name.empty() || isDigit(name.front()))
      return fail("expected the name of a dimension");
    rest = rest.drop_front(name.size());
    return expect(":");
  }

  Error parseNumber(int32_t &number) {
    rest = rest.ltrim();
    StringRef spelling = rest.take_while(isDigit);
    if (spelling.empty())
      return fail("expected a number");
    if (spelling.getAsInteger(10, number))
      return fail("the number " + spelling + " does not fit in 31 bits");
    rest = rest.drop_front(spelling.size());
    return Error::success();
  }

  Error parseInDim(std::vector<LinearLayout::InDim> &ins) {
    StringRef name;
    if (Error error = parseName(name))
      return error;
    auto &bases =
        ins.emplace_back(Dim::get(name), std::vector<LinearLayout::Basis>())
            .second;
    return parseList("[", "]", [&] {
      LinearLayout::Basis &basis = bases.emplace_back();
      return parseList("[", "]",
                       [&] { return parseNumber(basis.emplace_back()); });
    });
  }

  Error parseOutDim(std::vector<LinearLayout::OutDim> &outs) {
    StringRef name;
    if (Error error = parseName(name))
      return error;
    StringRef before = rest;
    int32_t size = 0;
    if (Error error = parseNumber(size))
      return error;
    if (size <= 0 || !isPowerOf2_32(size)) {
      rest = before.ltrim();
      return fail("the size " + Twine(size) + " is not a power of two");
    }
    outs.emplace_back(Dim::get(name), Log2_32(size));
    return Error::success();
  }

  StringRef whole, rest;
};

} // namespace

Expected<LinearLayout> LinearLayout::parse(StringRef text) {
  std::vector<InDim> ins;
  std::vector<OutDim> outs;
  if (Error error = LayoutParser(text).parse(ins, outs))
    return error;
  Expected<LinearLayout> layout = fromBases(ins, outs);
  if (!layout)
    return createStringError("layout: " + llvm::toString(layout.takeError()));
  return layout;
}

} // namespace tessera
