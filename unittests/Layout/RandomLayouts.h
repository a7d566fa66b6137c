//===- RandomLayouts.h - Layouts for property tests -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Seeded random layouts, and coordinates of inputs and outputs computed without
// any code of the library, for brute force.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_LAYOUT_RANDOMLAYOUTS_H
#define TESSERA_UNITTESTS_LAYOUT_RANDOMLAYOUTS_H

#include "tessera/Layout/TileMaps.h"
#include <map>
#include <ostream>
#include <random>
#include <set>

namespace tessera {

inline void PrintTo(Dim dim, std::ostream *os) { *os << dim.getName().str(); }

inline void PrintTo(const LinearLayout &layout, std::ostream *os) {
  *os << '\n' << layout.toString();
}

namespace testing_support {

/// Named coordinates.
using Point = std::map<Dim, int64_t>;

/// The coordinates of a flattened value; the first dimension is lowest.
template <typename Dims> Point unflatten(const Dims &dims, uint64_t flat) {
  Point point;
  for (const auto &[name, bits] : dims) {
    point[name] = flat & ((uint64_t(1) << bits) - 1);
    flat >>= bits;
  }
  return point;
}

template <typename Dims>
uint64_t flatten(const Dims &dims, const Point &point) {
  uint64_t flat = 0;
  int shift = 0;
  for (const auto &[name, bits] : dims) {
    flat |= uint64_t(point.at(name)) << shift;
    shift += bits;
  }
  return flat;
}

inline std::vector<LinearLayout::OutDim> insOf(const LinearLayout &layout) {
  std::vector<LinearLayout::OutDim> dims;
  for (const auto &[name, bases] : layout.getInDims())
    dims.emplace_back(name, bases.size());
  return dims;
}

inline std::vector<LinearLayout::OutDim> outsOf(const LinearLayout &layout) {
  return layout.getOutDims().vec();
}

/// The image of an input by the definition: exclusive or of bases.
inline Point image(const LinearLayout &layout, const Point &in) {
  Point out;
  for (size_t i = 0; i < layout.getOutDims().size(); ++i) {
    int64_t coord = 0;
    for (const auto &[name, bases] : layout.getInDims())
      for (size_t bit = 0; bit < bases.size(); ++bit)
        if (in.at(name) >> bit & 1)
          coord ^= bases[bit][i];
    out[layout.getOutDims()[i].first] = coord;
  }
  return out;
}

/// All inputs with their images, flattened.
inline std::vector<uint64_t> enumerateImages(const LinearLayout &layout) {
  auto ins = insOf(layout);
  auto outs = outsOf(layout);
  std::vector<uint64_t> images;
  for (int64_t in = 0; in < layout.getTotalInDimSize(); ++in)
    images.push_back(flatten(outs, image(layout, unflatten(ins, in))));
  return images;
}

class LayoutGenerator {
public:
  explicit LayoutGenerator(unsigned seed) : engine(seed) {}

  /// A number below `bound`; the same one on every host.
  unsigned below(unsigned bound) { return engine() % bound; }

  template <typename Range> void shuffle(Range &range) {
    for (size_t i = range.size(); i > 1; --i)
      std::swap(range[i - 1], range[below(i)]);
  }

  /// Some of `names`, in any order, with up to `maxBits` bits each.
  std::vector<LinearLayout::OutDim> dims(std::vector<Dim> names,
                                         unsigned maxBits) {
    shuffle(names);
    names.erase(names.begin() + below(names.size() + 1), names.end());
    std::vector<LinearLayout::OutDim> result;
    for (Dim name : names)
      result.emplace_back(name, below(maxBits + 1));
    return result;
  }

  std::vector<LinearLayout::OutDim> ins() {
    return dims({kRegister, kLane, kWarp, kBlock, kOffset}, 2);
  }
  std::vector<LinearLayout::OutDim> outs() {
    return dims({dimName(0), dimName(1), dimName(2)}, 3);
  }

  /// Bases that are zero, a unit vector, or anything.
  LinearLayout layout(const std::vector<LinearLayout::OutDim> &ins,
                      const std::vector<LinearLayout::OutDim> &outs) {
    unsigned style = below(3);
    int outBits = 0;
    for (const auto &out : outs)
      outBits += out.second;
    std::vector<LinearLayout::InDim> bases;
    for (const auto &[name, bits] : ins) {
      auto &dim = bases.emplace_back(name, std::vector<LinearLayout::Basis>());
      for (int bit = 0; bit < bits; ++bit) {
        uint64_t flat = 0;
        unsigned kind = style == 2 ? below(3) : style;
        if (kind == 0)
          flat = engine() & ((uint64_t(1) << outBits) - 1);
        else if (kind == 1 && outBits != 0)
          flat = uint64_t(1) << below(outBits);
        auto &basis = dim.second.emplace_back();
        Point point = unflatten(outs, flat);
        for (const auto &out : outs)
          basis.push_back(point[out.first]);
      }
    }
    return llvm::cantFail(LinearLayout::fromBases(bases, outs));
  }

  LinearLayout layout() {
    auto in = ins();
    return layout(in, outs());
  }

  /// A surjective layout: every output bit has an input bit of its own, plus
  /// sums of others; further input bits are random.
  LinearLayout onto(bool oneToOne) {
    for (;;) {
      auto in = ins(), out = outs();
      int inBits = 0, outBits = 0;
      for (const auto &dim : in)
        inBits += dim.second;
      for (const auto &dim : out)
        outBits += dim.second;
      if (oneToOne ? inBits != outBits : inBits < outBits)
        continue;
      for (int tries = 0; tries < 8; ++tries) {
        LinearLayout result = layout(in, out);
        std::vector<uint64_t> images = enumerateImages(result);
        if (std::set<uint64_t>(images.begin(), images.end()).size() ==
            uint64_t(1) << outBits)
          return result;
      }
    }
  }

private:
  std::mt19937_64 engine;
};

} // namespace testing_support
} // namespace tessera

#endif // TESSERA_UNITTESTS_LAYOUT_RANDOMLAYOUTS_H
