//===- LoopsOfProducts.h - Loops whose registers are counted ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of one warp with a product of 64x64, whose sums are 128 registers of a
// thread, of a warp group, and with a product in tensor memory.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_DIALECT_TILEAS_LOOPSOFPRODUCTS_H
#define TESSERA_UNITTESTS_DIALECT_TILEAS_LOOPSOFPRODUCTS_H

#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

namespace tessera::tileas {

/// A product of a loop of one warp.
struct Product {
  const char *target = "sm_80", *element = "f16", *format = "f16", *sum = "f32",
             *part = "";
  /// None for multiply-adds.
  const char *instruction = "[16, 8, 16]";
  int64_t depth = 32;
  /// Threads hold the left factor, which is 64x32 f16 then.
  bool isLhsHeld = false;
  /// Where a copy of 1x64x32 f16 begins.
  const char *copied = nullptr;
  /// An iteration loads the number from which `%at` comes.
  bool isNumberLoaded = false;
};

/// Parses kernels with such loops, and estimates the registers of a thread of the loop
/// that was parsed last.
class LoopsOfProducts : public testing::Test {
protected:
  LoopsOfProducts();

  /// Parses a loop with a product.
  void parse(const Product &product);

  /// The estimate for a loop with this body.
  std::optional<RegisterEstimate> estimateOf(llvm::StringRef body);

  /// Parses the loops of a warp group.
  void parseGroup(bool holdsFactor, llvm::StringRef promoted);

  /// Parses the loop with a product of 8 rows.
  void parseFewRows();

  /// The use that threads make of the sum of a product in tensor memory.
  enum class InMemory { Stays, IsRead, IsReadBesideScaled };

  /// Parses the loop with such a product. Text behind it stands in a loop around it.
  void parseInMemory(InMemory sum, llvm::StringRef behind = "",
                     llvm::StringRef more = "");

  /// The estimate for the loop that scales a sum, with these ops on scores beside it.
  std::optional<RegisterEstimate> estimateScaled(llvm::StringRef ops);

  /// The registers of a product's fragments; -1 where it cannot be parsed.
  int64_t countFragments(const Product &product);
  int64_t countReads(const Product &product);

  /// Gives the kernel that was parsed last so many warps.
  void setWarps(unsigned warps);

  /// Puts a loop around the one that was parsed last.
  void putLoopAround();

  /// Estimates the loop that was parsed last, with its load ahead or not.
  RegisterEstimate estimate(bool isAhead = false, bool areDelayed = false,
                            int64_t longestPart = 0);

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::scf::ForOp loop;
  ProductOpInterface mma;
  LoadOp load;
};

} // namespace tessera::tileas

#endif // TESSERA_UNITTESTS_DIALECT_TILEAS_LOOPSOFPRODUCTS_H
