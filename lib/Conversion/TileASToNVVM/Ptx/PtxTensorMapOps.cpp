//===- PtxTensorMapOps.cpp - Tensor maps, and copies by them --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxAsm.h"

using namespace mlir;
using namespace tessera;
using ptxops::createAsm;
using ptxops::createPredicated;

namespace {

/// Writes the fields of a map in global memory, one instruction for each.
class FieldWriter {
public:
  FieldWriter(OpBuilder &builder, Location loc, Value map)
      : builder(builder), loc(loc), map(map) {}

  void clear() {
    std::string text;
    for (int64_t at = 0; at < ptxops::kTensorMapBytes; at += 16)
      text += "st.global.v2.b64 [$0+" + std::to_string(at) + "], {$1, $1};\n\t";
    Value zero =
        LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
    createAsm(builder, loc, Type(), {map, zero}, text, "l,l");
  }

  /// `ordinal` is the number of a dimension, as text that ends in a comma.
  void write(StringRef field, const Twine &ordinal, Value value) {
    bool isWide = value.getType().getIntOrFloatBitWidth() == 64;
    createAsm(builder, loc, Type(), {map, value},
              getText(field, ordinal, isWide ? "b64" : "b32") + "$1;",
              isWide ? "l,l" : "l,r");
  }
  void write(StringRef field, const Twine &ordinal, int64_t number) {
    createAsm(builder, loc, Type(), map,
              getText(field, ordinal, "b32") + std::to_string(number) + ";",
              "l");
  }

private:
  static std::string getText(StringRef field, const Twine &ordinal,
                             StringRef type) {
    return ("tensormap.replace.tile." + field + ".global.b1024." + type +
            " [$0], " + ordinal)
        .str();
  }

  OpBuilder &builder;
  Location loc;
  Value map;
};

/// The number of tf32, to which copies round, or of an unsigned integer of the
/// size. Elements outside of a tensor are zero for all types alike.
int getElementNumber(const ptxops::TensorMapFields &fields) {
  constexpr int tf32 = 11;
  if (fields.rounds)
    return tf32;
  switch (fields.elementBytes) {
  case 1:
    return 0;
  case 2:
    return 1;
  case 4:
    return 2;
  default:
    return 4;
  }
}

} // namespace

void ptxops::makeTensorMap(OpBuilder &builder, Location loc, Value map,
                           const TensorMapFields &fields) {
  FieldWriter writer(builder, loc, map);
  writer.clear();
  Value base =
      LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), fields.base);
  writer.write("global_address", "", base);
  writer.write("rank", "", int64_t(fields.box.size()) - 1);
  for (auto [k, extent] : llvm::enumerate(fields.extents)) {
    std::string ordinal = std::to_string(k) + ", ";
    writer.write("box_dim", ordinal, fields.box[k]);
    writer.write(
        "global_dim", ordinal,
        LLVM::TruncOp::create(builder, loc, builder.getI32Type(), extent));
    writer.write("element_stride", ordinal, 1);
  }
  for (auto [k, stride] : llvm::enumerate(fields.strides))
    writer.write("global_stride", std::to_string(k) + ", ", stride);
  writer.write("elemtype", "", getElementNumber(fields));
  writer.write("interleave_layout", "", 0);
  writer.write("swizzle_mode", "", fields.swizzle);
  if (fields.hasWideAtoms)
    writer.write("swizzle_atomicity", "", 1);
  writer.write("fill_mode", "", 0);
  createAsm(builder, loc, Type(), {},
            "fence.proxy.tensormap::generic.release.gpu;", "");
}

void ptxops::acquireTensorMap(OpBuilder &builder, Location loc, Value map,
                              Value predicate) {
  createPredicated(builder, loc, map, "l", predicate,
                   "fence.proxy.tensormap::generic.acquire.gpu [$0], " +
                       Twine(ptxops::kTensorMapBytes) + ";");
}

Value ptxops::joinLanes(OpBuilder &builder, Location loc, Value pointer) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Value bits = LLVM::PtrToIntOp::create(builder, loc, i64, pointer);
  Value half =
      LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(32));
  auto join = [&](Value word) -> Value {
    Value low = LLVM::TruncOp::create(builder, loc, i32, word);
    Value joined = reduceWarp(builder, loc, low, NVVM::ReduxKind::OR);
    return LLVM::ZExtOp::create(builder, loc, i64, joined);
  };
  Value low = join(bits);
  Value high = join(LLVM::LShrOp::create(builder, loc, bits, half));
  high = LLVM::ShlOp::create(builder, loc, high, half);
  Value joined = LLVM::OrOp::create(builder, loc, low, high);
  return LLVM::IntToPtrOp::create(builder, loc, pointer.getType(), joined);
}

void ptxops::copyBox(OpBuilder &builder, Location loc, Value to, Value map,
                     ValueRange positions, Value barrier, Value predicate,
                     BoxReceivers receivers) {
  if (receivers.tellsFirst)
    barrier = mapToCTA(
        builder, loc, barrier,
        LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0)));
  SmallVector<Value> operands{to, map, barrier};
  llvm::append_range(operands, positions);
  std::string list, constraints = "r,l,r";
  for (size_t k = 0; k < positions.size(); ++k) {
    list += (k ? ", $" : "$") + std::to_string(3 + k);
    constraints += ",r";
  }
  // ptxas for sm_120, whose CTAs have no shared memory but their own, tests each
  // address of the cluster, and calls a function for that of another CTA.
  std::string form, mask, space = "shared::cta";
  if (receivers.ctas > 1) {
    space = "shared::cluster";
    Value all = ptxops::makeCTAMask(builder, loc, receivers.ctas);
    mask = ", $" + std::to_string(operands.size());
    operands.push_back(all);
    constraints += ",h";
    form = ".multicast::cluster";
  }
  if (receivers.tellsFirst) {
    space = "shared::cluster";
    form += ".cta_group::2";
  }
  createPredicated(builder, loc, operands, constraints, predicate,
                   "cp.async.bulk.tensor." + Twine(positions.size()) + "d." +
                       space + ".global.tile.mbarrier::complete_tx::bytes" +
                       form + " [$0], [$1, {" + list + "}], [$2]" + mask + ";");
}

void ptxops::copyRows(OpBuilder &builder, Location loc, Value to, Value map,
                      Value column, ValueRange rows, Value barrier) {
  SmallVector<Value> operands{to, map, barrier, column};
  llvm::append_range(operands, rows);
  createPredicated(
      builder, loc, operands, "r,l,r,r,r,r,r,r", /*predicate=*/Value(),
      "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4"
      ".mbarrier::complete_tx::bytes [$0], [$1, {$3, $4, $5, $6, $7}], [$2];");
}
