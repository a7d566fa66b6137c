//===- EmulatorCopyBench.cpp - Tensor copies in emulated PTX --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix of f16, 4096 wide, is copied by cp.async.bulk.tensor on one host
// thread: a block takes 64 rows, box by box through a ring of two buffers. The
// boxes have 64 columns in the 128-byte swizzle, or 256 without one. The rate
// counts each byte of the matrix once. The result is checked.
//
//===----------------------------------------------------------------------===//

#include "EmulatorLaunch.h"
#include "tessera/Emulator/TensorMap.h"

using namespace tessera::ptx;

static constexpr unsigned width = 4096, height = 1024, rowsOfBox = 64;
static constexpr size_t bytesOfMatrix = size_t(width) * height * 2;

static std::string number(uint64_t value) { return std::to_string(value); }

/// p0 names two maps, of the source and of the destination.
static std::string kernel(unsigned columnsOfBox) {
  std::string bytes = number(uint64_t(columnsOfBox) * rowsOfBox * 2);
  return R"(
.version 9.0
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 buffers[];
.shared .align 8 .b64 full[2];
.visible .entry k(.param .u64 p0) {
  .reg .pred %p;
  .reg .b32 %row, %column, %buffer, %full, %parity, %which, %t;
  .reg .b64 %from, %to;
  mov.u32 %t, %tid.x; setp.ne.u32 %p, %t, 0; @%p ret;
  ld.param.u64 %from, [p0]; add.u64 %to, %from, 128;
  mov.u32 %row, %ctaid.x; mul.lo.u32 %row, %row, )" +
         number(rowsOfBox) + R"(;
  mov.u32 %full, full; mov.u32 %which, 0;
  mbarrier.init.shared.b64 [%full], 1; mbarrier.init.shared.b64 [%full+8], 1;
  fence.mbarrier_init.release.cluster;
  mov.u32 %column, 0;
LOOP:
  // The store of the buffer's last use, two boxes ago.
  cp.async.bulk.wait_group.read 1;
  mov.u32 %buffer, buffers; and.b32 %t, %which, 1;
  mad.lo.u32 %buffer, %t, )" +
         bytes + R"(, %buffer;
  mov.u32 %full, full; mad.lo.u32 %full, %t, 8, %full;
  bfe.u32 %parity, %which, 1, 1;
  mbarrier.arrive.expect_tx.shared.b64 _, [%full], )" +
         bytes + R"(;
  cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
    [%buffer], [%from, {%column, %row}], [%full];
WAIT:
  mbarrier.try_wait.parity.shared.b64 %p, [%full], %parity; @!%p bra WAIT;
  cp.async.bulk.tensor.2d.global.shared::cta.bulk_group
    [%to, {%column, %row}], [%buffer];
  cp.async.bulk.commit_group;
  add.u32 %which, %which, 1; add.u32 %column, %column, )" +
         number(columnsOfBox) + R"(;
  setp.lt.u32 %p, %column, )" +
         number(width) + R"(; @%p bra LOOP;
  cp.async.bulk.wait_group 0;
  ret;
}
)";
}

static void copy(benchmark::State &state, unsigned columnsOfBox,
                 bool isSwizzled, bool isChecked) {
  auto program =
      llvm::cantFail(Program::parse(kernel(columnsOfBox), "copy.ptx"));
  GlobalMemory memory;
  std::vector<uint8_t> data(bytesOfMatrix);
  for (size_t i = 0; i != data.size(); ++i)
    data[i] = static_cast<uint8_t>(i * 2654435761u >> 24);
  uint64_t from = llvm::cantFail(memory.allocate(bytesOfMatrix, "from"));
  uint64_t to = llvm::cantFail(memory.allocate(bytesOfMatrix, "to"));
  uint64_t maps = llvm::cantFail(memory.allocate(2 * TensorMap::bytes, "maps"));
  llvm::cantFail(memory.write(from, data));
  TensorMap map;
  map.rank = 2;
  map.element = TensorMap::Element::F16;
  map.swizzle = isSwizzled ? 3 : 0;
  map.dims = {width, height, 1, 1, 1};
  map.strides = {uint64_t(width) * 2};
  map.box = {columnsOfBox, rowsOfBox, 1, 1, 1};
  for (uint64_t address : {from, to}) {
    map.address = address;
    llvm::cantFail(map.verify());
    llvm::cantFail(
        memory.write(maps + (address == to) * TensorMap::bytes, map.encode()));
  }
  LaunchConfig config =
      launchOf({height / rowsOfBox, 1, 1}, {32, 1, 1}, isChecked);
  config.dynamicSharedBytes = 2 * columnsOfBox * rowsOfBox * 2;
  if (!launchEachTime(state, program, maps, memory, config))
    return;
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(bytesOfMatrix));
  std::vector<uint8_t> result(bytesOfMatrix);
  llvm::cantFail(memory.read(to, result));
  if (result != data)
    state.SkipWithError("the copy is wrong");
}

static void copySwizzled(benchmark::State &state, bool isChecked) {
  copy(state, 64, /*isSwizzled=*/true, isChecked);
}
static void copyWide(benchmark::State &state, bool isChecked) {
  copy(state, 256, /*isSwizzled=*/false, isChecked);
}

BENCHMARK_CAPTURE(copySwizzled, plain, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(copySwizzled, checked, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(copyWide, plain, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(copyWide, checked, true)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
