//===- InterpreterBench.cpp - Speed of the interpreter --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels with no checks, each check alone and all of them; then the price of
// an operation on a scalar and of each kind of operation on a tile. All run on
// one thread of the host, so that figures of one run compare.
//
// `bytes_per_second` counts the bytes that a kernel must read and write,
// `ops_per_second` the multiplications and additions of a matrix product,
// `items_per_second` elements of tiles, or operations on scalars.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Interpreter/Interpreter.h"
#include "tessera/Numerics/Convert.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <benchmark/benchmark.h>
#include <cmath>
#include <random>

using namespace tessera;
using namespace tessera::interp;
using numerics::Format;

namespace {

//===----------------------------------------------------------------------===//
// Running a kernel
//===----------------------------------------------------------------------===//

/// A module with one entry @k and the memory that it works on.
class Kernel {
public:
  explicit Kernel(const std::string &text)
      : context(mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<cuda_tile::CudaTileDialect>();
    outer = mlir::parseSourceString<mlir::ModuleOp>(
        "cuda_tile.module @m { " + text + " }", &context);
  }

  /// Passes an array of numbers between 1/16 and 16, or of integers from 1 on.
  void addArray(Format format, size_t count) {
    std::vector<uint8_t> bytes = numbers(format, count);
    uint64_t address = memory.allocate(bytes.size(), "array");
    (void)memory.write(address, bytes);
    arguments.push_back(Argument::pointer(address));
  }
  void addScalar(uint32_t value) {
    arguments.push_back(Argument::scalar(Format::I32, value));
  }

  /// Runs the kernel once for each iteration.
  void measure(benchmark::State &state, std::array<uint32_t, 3> grid,
               Checks checks) {
    LaunchConfig config;
    config.grid = grid;
    config.hostThreads = 1;
    config.stepLimit = ~uint64_t(0);
    config.checks = checks;
    if (!outer)
      return state.SkipWithError("the kernel is no program");
    mlir::Operation *module = &outer->getBody()->front();
    for (auto _ : state)
      if (failed(launch(module, "k", arguments, memory, config)))
        return state.SkipWithError("the kernel has failed");
  }

private:
  static std::vector<uint8_t> numbers(Format format, size_t count);

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> outer;
  GlobalMemory memory;
  std::vector<Argument> arguments;
};

std::vector<uint8_t> Kernel::numbers(Format format, size_t count) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-4, 4);
  unsigned size = numerics::storageBytes(format);
  std::vector<uint8_t> bytes(count * size);
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits =
        numerics::isFloat(format)
            ? numerics::convertFloat(
                  Format::F64, format,
                  llvm::bit_cast<uint64_t>(std::exp2(exponent(random))))
            : (random() & numerics::lowBits(numerics::bitWidth(format))) | 1;
    std::memcpy(bytes.data() + i * size, &bits, size);
  }
  return bytes;
}

using benchmark::Counter;

void countRate(benchmark::State &state, const char *name, double perIteration) {
  state.counters[name] =
      Counter(perIteration, Counter::kIsIterationInvariantRate);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// c = a + b in f32, a tile of 1024 elements in each tile block.
void vectorAdd(benchmark::State &state, Checks checks) {
  constexpr unsigned count = 1 << 22;
  Kernel kernel(R"(
    entry @k(%pa: tile<ptr<f32>>, %pb: tile<ptr<f32>>, %pc: tile<ptr<f32>>, %n: tile<i32>) {
      %x, %y, %z = get_tile_block_id : tile<i32>
      %ta = make_tensor_view %pa, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
      %tb = make_tensor_view %pb, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
      %tc = make_tensor_view %pc, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
      %va = make_partition_view %ta : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
      %vb = make_partition_view %tb : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
      %vc = make_partition_view %tc : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
      %a, %t0 = load_view_tko weak %va[%x] : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
      %b, %t1 = load_view_tko weak %vb[%x] : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
      %c = addf %a, %b : tile<1024xf32>
      %t2 = store_view_tko weak %c, %vc[%x] : tile<1024xf32>, partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
      return
    })");
  for (int i = 0; i < 3; ++i)
    kernel.addArray(Format::F32, count);
  kernel.addScalar(count);
  kernel.measure(state, {count / 1024, 1, 1}, checks);
  countRate(state, "bytes_per_second", 3.0 * count * sizeof(float));
}

/// C = A * B of 1024 x 1024, f16 to f32, in tiles of 128 x 128 x 64.
void matmul(benchmark::State &state, Checks checks) {
  constexpr unsigned n = 1024;
  Kernel kernel(R"(
    entry @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
      %x, %y, %z = get_tile_block_id : tile<i32>
      %zero = constant <i32: 0> : tile<i32>
      %one = constant <i32: 1> : tile<i32>
      %sixteen = constant <i32: 16> : tile<i32>
      %init = constant <f32: 0.0> : tile<128x128xf32>
      %ta = make_tensor_view %pa, shape = [1024, 1024], strides = [1024, 1] : tensor_view<1024x1024xf16, strides=[1024,1]>
      %tb = make_tensor_view %pb, shape = [1024, 1024], strides = [1024, 1] : tensor_view<1024x1024xf16, strides=[1024,1]>
      %tc = make_tensor_view %pc, shape = [1024, 1024], strides = [1024, 1] : tensor_view<1024x1024xf32, strides=[1024,1]>
      %va = make_partition_view %ta : partition_view<tile=(128x64), tensor_view<1024x1024xf16, strides=[1024,1]>>
      %vb = make_partition_view %tb : partition_view<tile=(64x128), tensor_view<1024x1024xf16, strides=[1024,1]>>
      %vc = make_partition_view %tc : partition_view<tile=(128x128), tensor_view<1024x1024xf32, strides=[1024,1]>>
      %sum = for %k in (%zero to %sixteen, step %one) : tile<i32> iter_values(%acc = %init) -> (tile<128x128xf32>) {
        %a, %t0 = load_view_tko weak %va[%x, %k] : partition_view<tile=(128x64), tensor_view<1024x1024xf16, strides=[1024,1]>>, tile<i32> -> tile<128x64xf16>, token
        %b, %t1 = load_view_tko weak %vb[%k, %y] : partition_view<tile=(64x128), tensor_view<1024x1024xf16, strides=[1024,1]>>, tile<i32> -> tile<64x128xf16>, token
        %next = mmaf %a, %b, %acc : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
        continue %next : tile<128x128xf32>
      }
      %t2 = store_view_tko weak %sum, %vc[%x, %y] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<1024x1024xf32, strides=[1024,1]>>, tile<i32> -> token
      return
    })");
  kernel.addArray(Format::F16, n * n);
  kernel.addArray(Format::F16, n * n);
  kernel.addArray(Format::F32, n * n);
  kernel.measure(state, {n / 128, n / 128, 1}, checks);
  countRate(state, "ops_per_second", 2.0 * n * n * n);
}

/// The softmax of each of 1024 rows of 1024 f32, 16 rows in a tile block.
void softmax(benchmark::State &state, Checks checks) {
  constexpr unsigned n = 1024;
  Kernel kernel(R"(
    entry @k(%pa: tile<ptr<f32>>, %pb: tile<ptr<f32>>) {
      %x, %y, %z = get_tile_block_id : tile<i32>
      %zero = constant <i32: 0> : tile<i32>
      %ta = make_tensor_view %pa, shape = [1024, 1024], strides = [1024, 1] : tensor_view<1024x1024xf32, strides=[1024,1]>
      %tb = make_tensor_view %pb, shape = [1024, 1024], strides = [1024, 1] : tensor_view<1024x1024xf32, strides=[1024,1]>
      %va = make_partition_view %ta : partition_view<tile=(16x1024), tensor_view<1024x1024xf32, strides=[1024,1]>>
      %vb = make_partition_view %tb : partition_view<tile=(16x1024), tensor_view<1024x1024xf32, strides=[1024,1]>>
      %a, %t0 = load_view_tko weak %va[%x, %zero] : partition_view<tile=(16x1024), tensor_view<1024x1024xf32, strides=[1024,1]>>, tile<i32> -> tile<16x1024xf32>, token
      %max = reduce %a dim=1 identities=[0xFF800000 : f32] : tile<16x1024xf32> -> tile<16xf32> (%u: tile<f32>, %v: tile<f32>) {
        %w = maxf %u, %v : tile<f32>
        yield %w : tile<f32>
      }
      %max1 = reshape %max : tile<16xf32> -> tile<16x1xf32>
      %maxima = broadcast %max1 : tile<16x1xf32> -> tile<16x1024xf32>
      %d = subf %a, %maxima : tile<16x1024xf32>
      %e = exp %d : tile<16x1024xf32>
      %sum = reduce %e dim=1 identities=[0.0 : f32] : tile<16x1024xf32> -> tile<16xf32> (%u: tile<f32>, %v: tile<f32>) {
        %w = addf %u, %v : tile<f32>
        yield %w : tile<f32>
      }
      %sum1 = reshape %sum : tile<16xf32> -> tile<16x1xf32>
      %sums = broadcast %sum1 : tile<16x1xf32> -> tile<16x1024xf32>
      %r = divf %e, %sums : tile<16x1024xf32>
      %t1 = store_view_tko weak %r, %vb[%x, %zero] : tile<16x1024xf32>, partition_view<tile=(16x1024), tensor_view<1024x1024xf32, strides=[1024,1]>>, tile<i32> -> token
      return
    })");
  kernel.addArray(Format::F32, n * n);
  kernel.addArray(Format::F32, n * n);
  kernel.measure(state, {n / 16, 1, 1}, checks);
  state.SetItemsProcessed(state.iterations() * n * n);
}

/// A loop that adds and multiplies scalars.
void scalarLoop(benchmark::State &state, Checks checks) {
  constexpr unsigned trips = 1 << 16, opsOfTrip = 4;
  Kernel kernel(R"(
    entry @k(%n: tile<i32>) {
      %zero = constant <i32: 0> : tile<i32>
      %one = constant <i32: 1> : tile<i32>
      %r = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%v = %zero) -> (tile<i32>) {
        %x = muli %v, %i : tile<i32>
        %y = addi %x, %one : tile<i32>
        %z = xori %y, %i : tile<i32>
        continue %z : tile<i32>
      }
      return
    })");
  kernel.addScalar(trips);
  kernel.measure(state, {1, 1, 1}, checks);
  state.SetItemsProcessed(state.iterations() * trips * opsOfTrip);
  state.counters["time/op"] = Counter(
      trips * opsOfTrip, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

void addWithChecks(const char *name,
                   void (*fn)(benchmark::State &, Checks checks)) {
  auto add = [&](const char *checks, Checks value) {
    benchmark::RegisterBenchmark(
        (std::string(name) + "/" + checks).c_str(),
        [=](benchmark::State &state) { fn(state, value); })
        ->Unit(benchmark::kMillisecond);
  };
  add("none", Checks::none());
  for (auto [check, member] :
       {std::pair("memory", &Checks::memory), std::pair("race", &Checks::race),
        std::pair("assume", &Checks::assume),
        std::pair("init", &Checks::init)}) {
    Checks one = Checks::none();
    one.*member = true;
    add(check, one);
  }
  add("all", Checks());
}

//===----------------------------------------------------------------------===//
// Single operations
//===----------------------------------------------------------------------===//

/// `text` is the operation on the tiles %a and %b of 64 x 64 elements of each
/// of the types in turn, all written T; %c is a mask. E stands for the type of
/// an element.
struct Operation {
  const char *name;
  const char *types;
  const char *text;
};

constexpr Operation operations[] = {
    {"addf", "f16 bf16 f32 f64", "addf %a, %b : T"},
    {"addf zero", "f16 f32", "addf %a, %b rounding<zero> : T"},
    {"addf ftz", "f32", "addf %a, %b flush_to_zero : T"},
    {"mulf", "f16 bf16 f32 f64", "mulf %a, %b : T"},
    {"divf", "f16 bf16 f32 f64", "divf %a, %b : T"},
    {"divf approx", "f32", "divf %a, %b rounding<approx> : T"},
    {"fma", "f16 bf16 f32 f64", "fma %a, %b, %a : T"},
    {"remf", "f16 f32", "remf %a, %b : T"},
    {"sqrt", "f16 f32 f64", "sqrt %a : T"},
    {"negf", "f32", "negf %a : T"},
    {"floor", "f16 f32", "floor %a : T"},
    {"maxf", "f16 bf16 f32 f64", "maxf %a, %b : T"},
    {"cmpf", "f16 f32 f64",
     "cmpf less_than ordered %a, %b : T -> tile<64x64xi1>"},
    {"exp", "f16 f32 f64", "exp %a : T"},
    {"exp2 ftz", "f32", "exp2 %a flush_to_zero : T"},
    {"tanh", "f32", "tanh %a : T"},
    {"log", "f32", "log %a : T"},
    {"rsqrt", "f32", "rsqrt %a : T"},
    {"sin", "f32", "sin %a : T"},
    {"pow", "f32", "fpowf %a, %b : T"},
    {"addi", "i8 i16 i32 i64", "addi %a, %b : T"},
    {"muli", "i8 i32 i64", "muli %a, %b : T"},
    {"mulhii", "i32 i64", "mulhii %a, %b : T"},
    {"divi", "i8 i32 i64", "divi %a, %b signed : T"},
    {"remi", "i32", "remi %a, %b unsigned : T"},
    {"andi", "i32", "andi %a, %b : T"},
    {"shli", "i8 i32 i64", "shli %a, %b : T"},
    {"shri", "i32", "shri %a, %b signed : T"},
    {"maxi", "i8 i32 i64", "maxi %a, %b signed : T"},
    {"cmpi", "i8 i32 i64",
     "cmpi less_than %a, %b, signed : T -> tile<64x64xi1>"},
    {"exti", "i8 i16 i32", "exti %a signed : T -> tile<64x64xi64>"},
    {"trunci", "i16 i32 i64", "trunci %a : T -> tile<64x64xi8>"},
    {"ftof f32", "f8E4M3FN f16 bf16 f64", "ftof %a : T -> tile<64x64xf32>"},
    {"ftof f16", "f8E4M3FN bf16 f32 f64", "ftof %a : T -> tile<64x64xf16>"},
    {"ftof bf16", "f16 f32", "ftof %a : T -> tile<64x64xbf16>"},
    {"ftof f8E4M3FN", "f16 f32", "ftof %a : T -> tile<64x64xf8E4M3FN>"},
    {"ftoi i32", "f16 f32 f64", "ftoi %a signed : T -> tile<64x64xi32>"},
    {"itof f32", "i8 i32 i64", "itof %a signed : T -> tile<64x64xf32>"},
    {"itof f16", "i32", "itof %a signed : T -> tile<64x64xf16>"},
    {"mmaf", "f16 f32 f64", "mmaf %a, %b, %a : T, T, T"},
    {"select", "i8 f16 f32 f64", "select %c, %a, %b : tile<64x64xi1>, T"},
    {"broadcast dim 0", "f32",
     "broadcast %row : tile<1x64xE> -> tile<64x64xE>"},
    {"broadcast dim 1", "f32",
     "broadcast %column : tile<64x1xE> -> tile<64x64xE>"},
    {"permute", "i8 f16 f32 f64", "permute %a [1, 0] : T -> T"},
    {"cat", "f32", "cat %a, %b dim = 1 : T, T -> tile<64x128xE>"},
    {"reduce dim 0", "f16 f32",
     "reduce %a dim=0 identities=[0.0 : E] : T -> tile<64xE> "
     "(%u: tile<E>, %v: tile<E>) { %w = addf %u, %v : tile<E> yield %w : "
     "tile<E> }"},
    {"reduce dim 1", "f16 f32",
     "reduce %a dim=1 identities=[0.0 : E] : T -> tile<64xE> "
     "(%u: tile<E>, %v: tile<E>) { %w = addf %u, %v : tile<E> yield %w : "
     "tile<E> }"},
    {"reduce to one", "f32",
     "reduce %flat dim=0 identities=[0.0 : E] : tile<4096xE> -> tile<E> "
     "(%u: tile<E>, %v: tile<E>) { %w = addf %u, %v : tile<E> yield %w : "
     "tile<E> }"},
    {"scan dim 1", "f32",
     "scan %a dim=1 reverse=false identities=[0.0 : E] : T -> T "
     "(%u: tile<E>, %v: tile<E>) { %w = addf %u, %v : tile<E> yield %w : "
     "tile<E> }"},
};

/// The text with T and E replaced, wherever they are whole words.
std::string instantiate(llvm::StringRef text, llvm::StringRef element) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    bool begins = i == 0 || text[i - 1] == 'x' || text[i - 1] == '<' ||
                  !llvm::isAlnum(text[i - 1]);
    bool ends = i + 1 == text.size() || !llvm::isAlnum(text[i + 1]);
    if (begins && ends && text[i] == 'T')
      result += "tile<64x64x" + element.str() + ">";
    else if (begins && ends && text[i] == 'E')
      result += element;
    else
      result += text[i];
  }
  return result;
}

void runOperation(benchmark::State &state, const Operation &operation,
                  llvm::StringRef element) {
  constexpr unsigned trips = 256;
  std::string text = R"(
    entry @k(%pa: tile<ptr<E>>, %pb: tile<ptr<E>>, %n: tile<i32>) {
      %zero = constant <i32: 0> : tile<i32>
      %one = constant <i32: 1> : tile<i32>
      %ta = make_tensor_view %pa, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xE, strides=[64,1]>
      %tb = make_tensor_view %pb, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xE, strides=[64,1]>
      %va = make_partition_view %ta : partition_view<tile=(64x64), tensor_view<64x64xE, strides=[64,1]>>
      %vb = make_partition_view %tb : partition_view<tile=(64x64), tensor_view<64x64xE, strides=[64,1]>>
      %a, %t0 = load_view_tko weak %va[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xE, strides=[64,1]>>, tile<i32> -> T, token
      %b, %t1 = load_view_tko weak %vb[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xE, strides=[64,1]>>, tile<i32> -> T, token
      %lanes = iota : tile<4096xi32>
      %bits = trunci %lanes : tile<4096xi32> -> tile<4096xi1>
      %c = reshape %bits : tile<4096xi1> -> tile<64x64xi1>
      %flat = reshape %a : T -> tile<4096xE>
      %row = extract %a[%zero, %zero] : T -> tile<1x64xE>
      %column = extract %a[%zero, %zero] : T -> tile<64x1xE>
      for %i in (%zero to %n, step %one) : tile<i32> {
        %r = OPERATION
      }
      return
    })";
  size_t hole = text.find("OPERATION");
  text.replace(hole, std::strlen("OPERATION"), operation.text);
  Kernel kernel(instantiate(text, element));
  Format format = *numerics::formatNamed(element);
  kernel.addArray(format, 4096);
  kernel.addArray(format, 4096);
  kernel.addScalar(trips);
  kernel.measure(state, {1, 1, 1}, Checks::none());
  state.SetItemsProcessed(state.iterations() * trips * 4096);
}

} // namespace

int main(int argc, char **argv) {
  addWithChecks("vector add", vectorAdd);
  addWithChecks("matmul", matmul);
  addWithChecks("softmax", softmax);
  addWithChecks("scalar loop", scalarLoop);
  for (const Operation &operation : operations)
    for (llvm::StringRef element : llvm::split(operation.types, ' '))
      benchmark::RegisterBenchmark(
          (std::string(operation.name) + "/" + element.str()).c_str(),
          [&operation, element](benchmark::State &state) {
            runOperation(state, operation, element);
          })
          ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
