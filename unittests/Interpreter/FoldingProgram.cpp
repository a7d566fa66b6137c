//===- FoldingProgram.cpp - Kernels for the tests of folds ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldingProgram.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Pointers.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "tessera/Dialect/CudaTile/IR/TileModule.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/Format.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;
using numerics::Format;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string interp::tileText(size_t count, Format format) {
  return "tile<" + (count == 1 ? "" : std::to_string(count) + "x") +
         numerics::name(format).str() + ">";
}

std::string interp::tileText(ArrayRef<int64_t> shape, Format format) {
  std::string text = "tile<";
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + numerics::name(format).str() + ">";
}

std::string interp::constantText(Format format, ArrayRef<uint64_t> bits) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "constant <" << numerics::name(format) << ": ";
  if (bits.size() > 1)
    stream << '[';
  llvm::interleaveComma(bits, stream, [&](uint64_t element) {
    // The 13 low bits of the word of a tf32 are not part of its literal.
    stream << llvm::format_hex(format == Format::TF32 ? element >> 13 : element,
                               1);
  });
  if (bits.size() > 1)
    stream << ']';
  stream << "> : " << tileText(bits.size(), format);
  return text;
}

/// "tile<4xptr<f32>>".
static std::string pointerTile(const std::string &shape, Format format) {
  return "tile<" + shape + "ptr<" + numerics::name(format).str() + ">>";
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

std::string FoldingProgram::constant(Format format, ArrayRef<uint64_t> bits) {
  std::string name = "%c" + std::to_string(numConstants++);
  add(name + " = " + constantText(format, bits));
  return name;
}

std::string FoldingProgram::load(Format format, ArrayRef<uint64_t> bits) {
  std::string id = std::to_string(inputs.size());
  inputs.push_back({format, bits.vec()});
  add(pointersText("x" + id, format) + "%l" + id + ", %u" + id +
      " = load_ptr_tko weak %ox" + id + " : " +
      pointerTile(std::to_string(count) + "x", format) + " -> " +
      tileText(count, format) + ", token");
  return "%l" + id;
}

void FoldingProgram::compute(const std::string &op, Format format) {
  add("%r" + std::to_string(results.size()) + " = " + op);
  results.push_back(format);
}

/// Elements of 4 bits have no address of their own: they are stored as f32.
static Format storedAs(Format format) {
  return format == Format::F4E2M1FN ? Format::F32 : format;
}

std::string FoldingProgram::pointersText(const std::string &name,
                                         Format format) const {
  std::string n = std::to_string(count) + "x";
  std::string one = pointerTile("1x", format), all = pointerTile(n, format);
  return "%q" + name + " = reshape %p" + name + " : " +
         pointerTile("", format) + " -> " + one + "\n%b" + name +
         " = broadcast %q" + name + " : " + one + " -> " + all + "\n%o" + name +
         " = offset %b" + name + ", %iota : " + all + ", tile<" + n +
         "i32> -> " + all + "\n";
}

std::string FoldingProgram::getText() const {
  std::string n = std::to_string(count) + "x";
  std::string text = "%iota = iota : tile<" + n + "i32>\n" + body;
  for (auto [i, format] : llvm::enumerate(results)) {
    std::string id = std::to_string(i), value = "%r" + id;
    Format stored = storedAs(format);
    std::string element = numerics::name(stored).str();
    if (stored != format) {
      text += "%w" + id + " = ftof " + value + " : " + tileText(count, format) +
              " -> " + tileText(count, stored) + "\n";
      value = "%w" + id;
    }
    if (count == 1) {
      text += "%v" + id + " = reshape " + value + " : " + tileText(1, stored) +
              " -> tile<1x" + element + ">\n";
      value = "%v" + id;
    }
    text += pointersText(id, stored) + "%t" + id + " = store_ptr_tko weak %o" +
            id + ", " + value + " : " + pointerTile(n, stored) + ", tile<" + n +
            element + "> -> token\n";
  }
  return text;
}

FoldingProgram::Outcome FoldingProgram::run(bool canonicalize) const {
  Outcome outcome;
  Harness h;
  std::string parameters;
  std::vector<Argument> arguments;
  auto add = [&](const std::string &name, Format format) {
    parameters += (parameters.empty() ? "%p" : ", %p") + name + ": tile<ptr<" +
                  numerics::name(format).str() + ">>";
    arguments.push_back(h.array<uint64_t>(std::vector<uint64_t>(count, 0)));
  };
  for (auto [i, format] : llvm::enumerate(results))
    add(std::to_string(i), storedAs(format));
  for (auto &[format, bits] : inputs) {
    add("x" + std::to_string(arguments.size() - results.size()), format);
    std::vector<uint8_t> bytes;
    unsigned size = numerics::storageBytes(format);
    for (uint64_t element : bits)
      for (unsigned i = 0; i < size; ++i)
        bytes.push_back(element >> (8 * i) & 0xFF);
    EXPECT_TRUE(h.memory.write(arguments.back().getBits(), bytes));
  }
  if (!h.parseKernel(parameters, getText())) {
    ADD_FAILURE() << h.errors << getText();
    return outcome;
  }
  if (canonicalize) {
    PassManager passes(h.getModule()->getName());
    passes.addPass(createCanonicalizerPass());
    EXPECT_TRUE(succeeded(passes.run(h.getModule()))) << h.errors;
    h.getModule()->walk([&](Operation *op) {
      if (!cuda_tile::isTileModule(op) &&
          !isa<cuda_tile::EntryOpInterface, cuda_tile::ConstantOp,
               cuda_tile::IotaOp, cuda_tile::ReshapeOp, cuda_tile::BroadcastOp,
               cuda_tile::OffsetOp, cuda_tile::LoadPtrTkoOp,
               cuda_tile::StorePtrTkoOp, cuda_tile::ReturnOp>(op))
        outcome.leftovers += op->getName().stripDialect().str() + " ";
    });
  }
  outcome.isDefined = h.launch(arguments);
  outcome.errors = h.errors;
  for (Argument array : arguments)
    outcome.bytes.push_back(h.read<uint64_t>(array, count));
  return outcome;
}
