//===- MachineModelTest.cpp - Consistency of the model --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/MachineModel.h"
#include "tessera/Target/Boards.h"
#include "tessera/Target/Occupancy.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include <set>

using namespace llvm;
using namespace tessera;
using ::testing::HasSubstr;

namespace {

const TargetInfo &get(StringRef name) { return *lookupTarget(name); }

const MachineModel &modelOf(StringRef name) {
  return MachineModel::of(get(name));
}

template <typename Fn> void forEachWork(Fn fn) {
  for (unsigned i = 0; i != numWorks; ++i)
    fn(static_cast<Work>(i));
}

void expectSound(const Figure &figure) {
  EXPECT_GT(figure.value, 0u);
  EXPECT_FALSE(figure.source.empty());
}

TEST(MachineModel, EveryClassHasAPipeAndFigures) {
  for (const TargetInfo &target : allTargets())
    forEachWork([&](Work work) {
      SCOPED_TRACE((target.getName() + " " + getWorkName(work)).str());
      WorkTiming timing = MachineModel::of(target).get(work);
      expectSound(timing.perCycle);
      expectSound(timing.latency);
      EXPECT_LT(unsigned(timing.pipe), numPipes);
      // A partition issues at most one warp instruction a cycle.
      EXPECT_LE(timing.perCycle.value, 128u);
      // No result is ready before its pipe has taken the instruction.
      EXPECT_GE(timing.latency.value, 4u);
    });
}

TEST(MachineModel, BytesInFlightAreThoseOfTheLatency) {
  // 64 bytes a cycle for 466 cycles.
  EXPECT_EQ(modelOf("sm_80").getBytesInFlight(), 29824);
  for (const TargetInfo &target : allTargets()) {
    int64_t bytes = MachineModel::of(target).getBytesInFlight();
    EXPECT_GE(bytes, 16 << 10);
    EXPECT_LE(bytes, 36 << 10);
  }
}

TEST(MachineModel, NamesAreDistinct) {
  std::set<std::string> works, pipes;
  forEachWork([&](Work work) { works.insert(getWorkName(work).str()); });
  for (unsigned i = 0; i != numPipes; ++i)
    pipes.insert(getPipeName(static_cast<Pipe>(i)).str());
  EXPECT_EQ(works.size(), numWorks);
  EXPECT_EQ(pipes.size(), numPipes);
}

TEST(MachineModel, EveryMatrixInstructionHasARate) {
  for (const TargetInfo &target : allTargets())
    for (const MatrixInstruction *form : target.getMatrixInstructions())
      for (unsigned a = 0; a != numMatrixElements; ++a)
        for (unsigned sum = 0; sum != numMatrixElements; ++sum) {
          auto operand = static_cast<MatrixElement>(a);
          auto accumulator = static_cast<MatrixElement>(sum);
          if (!form->takes(operand, operand, accumulator))
            continue;
          SCOPED_TRACE((target.getName() + " " + getMatrixElementName(operand) +
                        " m" + Twine(form->m) + "k" + Twine(form->k))
                           .str());
          std::optional<MatrixTiming> timing =
              MachineModel::of(target).get(*form, operand, accumulator);
          ASSERT_TRUE(timing.has_value());
          expectSound(timing->opsPerCycle);
          expectSound(timing->latency);
        }
}

TEST(MachineModel, VariantsOfAGpuShareAModel) {
  EXPECT_EQ(&modelOf("sm_90"), &modelOf("sm_90a"));
  EXPECT_EQ(&modelOf("sm_120"), &modelOf("sm_120f"));
  EXPECT_NE(&modelOf("sm_80"), &modelOf("sm_86"));
}

TEST(MachineModel, LevelsOfMemoryAreFartherAndSlower) {
  for (const TargetInfo &target : allTargets()) {
    SCOPED_TRACE(target.getName().str());
    MemoryTiming memory = MachineModel::of(target).getMemory();
    for (const Figure &figure :
         {memory.sharedBytes, memory.l1Bytes, memory.l2Bytes,
          memory.sharedLatency, memory.l1Latency, memory.l2Latency,
          memory.dramLatency, memory.copyLatency})
      expectSound(figure);
    EXPECT_LT(memory.sharedLatency.value, memory.l1Latency.value);
    EXPECT_LT(memory.l1Latency.value, memory.l2Latency.value);
    EXPECT_LT(memory.l2Latency.value, memory.dramLatency.value);
    EXPECT_LE(memory.dramLatency.value, memory.copyLatency.value);
    EXPECT_GE(memory.sharedBytes.value, memory.l1Bytes.value);
    EXPECT_GE(memory.l1Bytes.value, memory.l2Bytes.value);
  }
}

TEST(MachineModel, CyclesOnPipes) {
  // 64 results a cycle are 16 of a partition: two cycles for 32 threads.
  EXPECT_EQ(modelOf("sm_80").get(Work::Float).getCyclesOnPipe(), 2);
  EXPECT_EQ(modelOf("sm_86").get(Work::Float).getCyclesOnPipe(), 1);
  EXPECT_EQ(modelOf("sm_86").get(Work::Special).getCyclesOnPipe(), 8);
  EXPECT_EQ(modelOf("sm_89").get(Work::Double).getCyclesOnPipe(), 64);
  // One pipe for the SM.
  EXPECT_EQ(modelOf("sm_80").get(Work::Shuffle).getCyclesOnPipe(), 1);
}

const MatrixInstruction &mma(StringRef gpu, MatrixElement a, MatrixElement sum,
                             unsigned depth) {
  return *get(gpu).chooseMmaSync(a, a, sum, depth);
}

TEST(MachineModel, CyclesOfProducts) {
  using E = MatrixElement;
  auto cycles = [](StringRef gpu, E a, E sum, unsigned depth) {
    const MatrixInstruction &form = mma(gpu, a, sum, depth);
    return modelOf(gpu).get(form, a, sum)->getCyclesOnPipe(form.m, 8, form.k);
  };
  // 16 x 8 x 16 are 4096 operations; a partition of GA100 does 512 a cycle.
  EXPECT_EQ(cycles("sm_80", E::F16, E::F32, 16), 8);
  EXPECT_EQ(cycles("sm_86", E::F16, E::F32, 16), 16);
  EXPECT_EQ(cycles("sm_75", E::F16, E::F32, 8), 8);
  EXPECT_EQ(cycles("sm_89", E::E4M3, E::F32, 32), 16);
  // 8 x 8 x 4 are 512 operations; a partition does 32 a cycle.
  EXPECT_EQ(cycles("sm_80", E::F64, E::F64, 4), 16);
}

TEST(MachineModel, PackedFp4IsTwiceAsFastAsBytes) {
  using E = MatrixElement;
  const TargetInfo &target = get("sm_120");
  const MatrixInstruction *packed =
      target.chooseScaledMmaSync(E::E2M1, E::E2M1, 32);
  const MatrixInstruction *bytes =
      target.chooseScaledMmaSync(E::E4M3, E::E4M3, 32);
  const MachineModel &model = MachineModel::of(target);
  EXPECT_EQ(model.get(*packed, E::E2M1, E::F32)->opsPerCycle.value, 4096u);
  EXPECT_EQ(model.get(*bytes, E::E4M3, E::F32)->opsPerCycle.value, 2048u);
  EXPECT_EQ(model.get(*bytes, E::E2M1, E::F32)->opsPerCycle.value, 2048u);
}

TEST(MachineModel, WhatNoGuideSaysIsAnEstimate) {
  EXPECT_EQ(modelOf("sm_80").get(Work::Float).perCycle.basis, Basis::Published);
  using E = MatrixElement;
  auto latency = [](E element, E sum) {
    const MatrixInstruction &form = mma("sm_80", element, sum, 32);
    return modelOf("sm_80").get(form, element, sum)->latency.basis;
  };
  EXPECT_EQ(latency(E::F16, E::F32), Basis::Measured);
  EXPECT_EQ(latency(E::S8, E::S32), Basis::Estimated);
  for (StringRef gpu : {"sm_87", "sm_88", "sm_107", "sm_110"})
    EXPECT_EQ(modelOf(gpu).get(Work::Float).perCycle.basis, Basis::Estimated);
}

//===----------------------------------------------------------------------===//
// Boards
//===----------------------------------------------------------------------===//

TEST(Boards, PeaksFollowFromTheModel) {
  unsigned count = 0;
  for (const Board &board : allBoards())
    for (const PublishedPeak &peak : board.peaks) {
      SCOPED_TRACE((board.name + " " + getMatrixElementName(peak.operand) +
                    " to " + getMatrixElementName(peak.accumulator))
                       .str());
      std::optional<double> found =
          getPeak(board, peak.operand, peak.accumulator);
      ASSERT_TRUE(found.has_value());
      EXPECT_NEAR(*found * 1e-12 / peak.teraOps, 1, 0.01);
      ++count;
    }
  EXPECT_GT(count, 50u);
}

TEST(Boards, HaveSoundFigures) {
  std::set<std::string> keys;
  for (const Board &board : allBoards()) {
    SCOPED_TRACE(board.name.str());
    ASSERT_NE(lookupTarget(board.target), nullptr);
    EXPECT_EQ(targetOfBoard(StringRef(board.keys).split(' ').first),
              board.target);
    EXPECT_LE(board.sms, Capacities::maxSMs);
    EXPECT_GT(board.sms, 0u);
    EXPECT_LE(board.tensorClockMHz, board.clockMHz);
    EXPECT_GT(board.dramGBPerSecond, 0);
    EXPECT_GT(board.l2MiB, 0u);
    EXPECT_FALSE(board.source.empty());
    for (StringRef key : split(board.keys, ' '))
      EXPECT_TRUE(keys.insert(key.str()).second) << key.str();
  }
}

TEST(Boards, MostTargetsHaveOneThatStandsForThem) {
  for (const TargetInfo &target : allTargets()) {
    const Board *board = defaultBoard(target);
    // No board with these GPUs has been published.
    StringRef base = target.getName().rtrim("af");
    EXPECT_EQ(board == nullptr, base == "sm_88" || base == "sm_107")
        << target.getName().str();
    if (board)
      EXPECT_TRUE(target.getName().starts_with(board->target));
  }
  EXPECT_EQ(defaultBoard(get("sm_90a"))->name, "H100 SXM");
}

TEST(Boards, AreFoundByName) {
  auto find = [](StringRef name, StringRef target) {
    Expected<const Board *> board = requireBoard(name, get(target));
    return board ? (*board)->name.str() : toString(board.takeError());
  };
  EXPECT_EQ(find("", "sm_80"), "A100 SXM 80GB");
  EXPECT_EQ(find("h200", "sm_90"), "H200 SXM");
  EXPECT_EQ(find("NVIDIA GeForce RTX 4090", "sm_89"), "GeForce RTX 4090");
  EXPECT_EQ(find("RTX 5060 Ti", "sm_120f"), "GeForce RTX 5060 Ti");
  EXPECT_THAT(find("h100", "sm_80"), HasSubstr("bears sm_90, but the kernel"));
  EXPECT_THAT(find("rtx 5060", "sm_120"), HasSubstr("are not known"));
  EXPECT_THAT(find("", "sm_88"), HasSubstr("no board with sm_88"));
  EXPECT_THAT(find("x", "sm_107"), HasSubstr("none is known"));
}

// The warps that an SM holds at once keep all its pipes busy: the model and the
// occupancy must agree on the number of partitions.
TEST(MachineModel, AgreesWithOccupancy) {
  for (const TargetInfo &target : allTargets()) {
    const Capacities &capacities = target.getCapacities();
    // A warp with all registers: each partition holds an equal share.
    Occupancy one = computeOccupancy(capacities, {1, 255, 0});
    EXPECT_EQ(one.blocks % partitionsPerSM, 0u) << target.getName().str();
    Occupancy small = computeOccupancy(capacities, {1, 16, 0});
    EXPECT_EQ(small.blocks, capacities.maxBlocksPerSM);
    EXPECT_EQ(capacities.getMaxWarpsPerSM() % partitionsPerSM, 0u);
    Occupancy shared = computeOccupancy(
        capacities, {1, 16, capacities.maxSharedBytesPerBlock});
    EXPECT_EQ(shared.blocks, 1u);
  }
}

} // namespace
