//===- BytecodeBench.cpp - Speed of reading and writing bytecode ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading (with verification) and writing of modules of growing size, beside
// MLIR's own bytecode on the same module in the same run, and of large
// constants. `ops` is the number of ops, `time/op` the time that each takes.
//
//===----------------------------------------------------------------------===//

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Program.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <benchmark/benchmark.h>
#include <numeric>

using namespace tessera;

namespace {

/// A step of a kernel with ops of many kinds: a loop that loads tiles and
/// multiplies them, elementwise arithmetic, a reduction, a branch, a store. `$`
/// stands for a suffix that makes its names unique.
constexpr llvm::StringLiteral kStep = R"(
  %zero$ = constant <i32: 0> : tile<i32>
  %one$ = constant <i32: 1> : tile<i32>
  %init$ = constant <f32: 0.0> : tile<64x64xf32>
  %x$, %y$, %z$ = get_tile_block_id : tile<i32>
  %a$ = make_tensor_view %p, shape = [%n, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>
  %b$ = make_partition_view %a$ : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf32, strides=[64,1]>>
  %t$ = make_token : token
  %sum$ = for %k$ in (%zero$ to %n, step %one$) : tile<i32> iter_values(%acc$ = %init$) -> (tile<64x64xf32>) {
    %l$, %t1$ = load_view_tko weak %b$[%k$, %zero$] token = %t$ : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %r$, %t2$ = load_view_tko weak %b$[%x$, %k$] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %m$ = mmaf %l$, %r$, %acc$ : tile<64x64xf32>, tile<64x64xf32>, tile<64x64xf32>
    continue %m$ : tile<64x64xf32>
  }
  %e0$ = mulf %sum$, %init$ rounding<nearest_even> : tile<64x64xf32>
  %e1$ = addf %e0$, %sum$ flush_to_zero : tile<64x64xf32>
  %e2$ = exp2 %e1$ flush_to_zero : tile<64x64xf32>
  %e3$ = fma %e0$, %e1$, %e2$ : tile<64x64xf32>
  %i0$ = addi %x$, %n overflow<no_signed_wrap> : tile<i32>
  %i1$ = muli %i0$, %one$ : tile<i32>
  %c$ = cmpi less_than %i1$, %n, signed : tile<i32> -> tile<i1>
  %red$ = reduce %e3$ dim=1 identities=[0.0 : f32] : tile<64x64xf32> -> tile<64xf32> (%u$: tile<f32>, %v$: tile<f32>) {
    %w$ = addf %u$, %v$ : tile<f32>
    yield %w$ : tile<f32>
  }
  %q0$ = reshape %red$ : tile<64xf32> -> tile<64x1xf32>
  %q1$ = broadcast %q0$ : tile<64x1xf32> -> tile<64x64xf32>
  %q2$ = maxf %q1$, %e3$ propagate_nan : tile<64x64xf32>
  %d$ = if %c$ -> (tile<64x64xf32>) {
    %f$ = divf %q2$, %e1$ rounding<approx> : tile<64x64xf32>
    yield %f$ : tile<64x64xf32>
  } else {
    yield %q1$ : tile<64x64xf32>
  }
  %s$ = store_view_tko weak %d$, %b$[%i1$, %zero$] token = %t$ : tile<64x64xf32>, partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> token
)";
constexpr unsigned kOpsOfStep = 30;

constexpr unsigned kOpsOfKernel = 1000;

/// The text of a kernel with `numOps` ops, rounded down to whole steps.
std::string textOfKernel(unsigned number, unsigned numOps) {
  std::string text = "entry @k" + std::to_string(number) +
                     "(%p: tile<ptr<f32>>, %n: tile<i32>) {";
  for (unsigned i = 0; i < numOps / kOpsOfStep; ++i)
    for (char c : kStep)
      text += c == '$' ? std::to_string(i) : std::string(1, c);
  return text + "return }\n";
}

using Module = mlir::OwningOpRef<mlir::ModuleOp>;

/// A module of kernels with up to a thousand ops each.
Module moduleOfKernels(mlir::MLIRContext *context, unsigned numOps) {
  std::string text = "cuda_tile.module @kernels {";
  for (unsigned done = 0; done < numOps; done += kOpsOfKernel)
    text += textOfKernel(done, std::min(numOps - done, kOpsOfKernel));
  return mlir::parseSourceString<mlir::ModuleOp>(text + "}", context);
}

/// A module with one kernel of any size.
Module moduleOfKernel(mlir::MLIRContext *context, unsigned numOps) {
  return mlir::parseSourceString<mlir::ModuleOp>(
      "cuda_tile.module @kernels {" + textOfKernel(0, numOps) + "}", context);
}

/// A module with a constant of `numElements` different floats; a power of two.
Module moduleOfConstant(mlir::MLIRContext *context, unsigned numElements) {
  Module module = mlir::parseSourceString<mlir::ModuleOp>(
      "cuda_tile.module @kernels { entry @k() { %0 = constant <f32: 0.0> : "
      "tile<" +
          std::to_string(numElements) + "xf32> } }",
      context);
  std::vector<float> values(numElements);
  std::iota(values.begin(), values.end(), 0.0f);
  module->walk([&](cuda_tile::ConstantOp op) {
    op.setValueAttr(llvm::cast<mlir::DenseIntOrFPElementsAttr>(
        mlir::DenseElementsAttr::get(op.getType(), llvm::ArrayRef(values))));
  });
  return module;
}

using MakeModule = Module (*)(mlir::MLIRContext *, unsigned);

struct Input {
  Input(MakeModule make, unsigned size)
      : context(mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<cuda_tile::CudaTileDialect>();
    module = make(&context, size);
    module->walk([&](cuda_tile::EntryOp entry) {
      entry.getBody().walk([&](mlir::Operation *) { ++numOps; });
    });
  }

  mlir::MLIRContext context;
  Module module;
  size_t numOps = 0;
};

/// The two formats, by the same interface.
struct TileIR {
  static bool write(mlir::ModuleOp module, std::string &bytes) {
    llvm::raw_string_ostream os(bytes);
    return succeeded(writeBytecode(module, os, bytecode::v13_4));
  }
  using Result = mlir::OwningOpRef<mlir::Operation *>;
  static bool read(const std::string &bytes, mlir::MLIRContext *context,
                   Result &result) {
    result = readBytecode(llvm::MemoryBufferRef(bytes, "bench"), context);
    return bool(result);
  }
};
struct MLIR {
  static bool write(mlir::ModuleOp module, std::string &bytes) {
    llvm::raw_string_ostream os(bytes);
    return succeeded(mlir::writeBytecodeToFile(module, os));
  }
  using Result = mlir::Block;
  static bool read(const std::string &bytes, mlir::MLIRContext *context,
                   Result &result) {
    return succeeded(
        mlir::readBytecodeFile(llvm::MemoryBufferRef(bytes, "bench"), &result,
                               mlir::ParserConfig(context)));
  }
};

void report(benchmark::State &state, const Input &input, size_t bytes) {
  using benchmark::Counter;
  state.SetBytesProcessed(state.iterations() * bytes);
  state.counters["ops"] = double(input.numOps);
  state.counters["time/op"] =
      Counter(double(input.numOps),
              Counter::kIsIterationInvariantRate | Counter::kInvert);
}

template <typename Format>
void write(benchmark::State &state, MakeModule make) {
  Input input(make, state.range(0));
  std::string bytes;
  for (auto _ : state) {
    bytes.clear();
    if (!Format::write(*input.module, bytes))
      state.SkipWithError("not written");
  }
  report(state, input, bytes.size());
}

template <typename Format> void read(benchmark::State &state, MakeModule make) {
  Input input(make, state.range(0));
  std::string bytes;
  if (!Format::write(*input.module, bytes))
    state.SkipWithError("not written");
  for (auto _ : state) {
    auto result = std::make_unique<typename Format::Result>();
    if (!Format::read(bytes, &input.context, *result))
      state.SkipWithError("not read");
    // Destroying the module is no part of reading it.
    state.PauseTiming();
    result.reset();
    state.ResumeTiming();
  }
  report(state, input, bytes.size());
}

/// Reads into a new context each time: a context that already has a constant
/// would not store it again.
template <typename Format>
void readAnew(benchmark::State &state, MakeModule make) {
  Input input(make, state.range(0));
  std::string bytes;
  if (!Format::write(*input.module, bytes))
    state.SkipWithError("not written");
  for (auto _ : state) {
    state.PauseTiming();
    auto context = std::make_unique<mlir::MLIRContext>(
        mlir::MLIRContext::Threading::DISABLED);
    context->loadDialect<cuda_tile::CudaTileDialect>();
    auto result = std::make_unique<typename Format::Result>();
    state.ResumeTiming();
    if (!Format::read(bytes, context.get(), *result))
      state.SkipWithError("not read");
    state.PauseTiming();
    result.reset();
    context.reset();
    state.ResumeTiming();
  }
  report(state, input, bytes.size());
}

/// Measures the verifier's part of reading.
void verify(benchmark::State &state, MakeModule make) {
  Input input(make, state.range(0));
  for (auto _ : state)
    if (failed(mlir::verify(*input.module)))
      state.SkipWithError("not valid");
  report(state, input, 0);
}

void opCounts(benchmark::internal::Benchmark *bench) {
  bench->Arg(1)->Arg(100)->Arg(10000)->Arg(100000)->Unit(
      benchmark::kMicrosecond);
}
void opCount(benchmark::internal::Benchmark *bench) {
  bench->Arg(100000)->Unit(benchmark::kMicrosecond);
}
void elementCounts(benchmark::internal::Benchmark *bench) {
  bench->Arg(1 << 12)->Arg(1 << 20)->Iterations(100)->Unit(
      benchmark::kMicrosecond);
}

} // namespace

int main(int argc, char **argv) {
  using benchmark::RegisterBenchmark;
  opCounts(RegisterBenchmark("read", read<TileIR>, moduleOfKernels));
  opCounts(RegisterBenchmark("read MLIR", read<MLIR>, moduleOfKernels));
  opCounts(RegisterBenchmark("verify alone", verify, moduleOfKernels));
  opCounts(RegisterBenchmark("write", write<TileIR>, moduleOfKernels));
  opCounts(RegisterBenchmark("write MLIR", write<MLIR>, moduleOfKernels));
  opCount(RegisterBenchmark("read one kernel", read<TileIR>, moduleOfKernel));
  opCount(
      RegisterBenchmark("read MLIR one kernel", read<MLIR>, moduleOfKernel));
  opCount(RegisterBenchmark("verify one kernel alone", verify, moduleOfKernel));
  opCount(RegisterBenchmark("write one kernel", write<TileIR>, moduleOfKernel));
  opCount(
      RegisterBenchmark("write MLIR one kernel", write<MLIR>, moduleOfKernel));
  elementCounts(
      RegisterBenchmark("read f32", readAnew<TileIR>, moduleOfConstant));
  elementCounts(
      RegisterBenchmark("read MLIR f32", readAnew<MLIR>, moduleOfConstant));
  elementCounts(
      RegisterBenchmark("write f32", write<TileIR>, moduleOfConstant));
  elementCounts(
      RegisterBenchmark("write MLIR f32", write<MLIR>, moduleOfConstant));
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
