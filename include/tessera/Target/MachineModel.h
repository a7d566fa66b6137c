//===- MachineModel.h - Throughputs and latencies of GPUs -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine model says for each GPU and each class of instruction which pipe
// executes it, how many of them it takes in a cycle, and when the result is
// there. Every figure comes with its source, and with how sure it is. The
// scheduler, the costs of layouts and predicted times all use it. The figures
// stand in lib/Target/MachineModel.cpp alone.
//
// A multiprocessor (SM) has four partitions, each with a scheduler that issues
// one warp instruction a cycle, and each with the arithmetic pipes. Accesses to
// memory share one unit of the SM. Throughputs are given as the CUDA C++
// Programming Guide gives them, in results of threads for each cycle and SM:
//
//   64 results a cycle = 2 warp instructions of 32 threads a cycle and SM
//                      = a pipe of a partition is busy for 2 cycles with one
//
// A throughput that is not published is estimated from above, so that a time
// derived from it stays a lower bound.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_MACHINEMODEL_H
#define TESSERA_TARGET_MACHINEMODEL_H

#include "tessera/Target/MatrixInstruction.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera {

/// Units that execute instructions, as Nsight Compute divides them (Kernel
/// Profiling Guide, "Pipelines").
enum class Pipe : uint8_t {
  FMA,     ///< f32 arithmetic, integer products; f16x2 but for 7.5 and 8.0
  ALU,     ///< integers, logic, comparisons, packing of narrow floats
  Half,    ///< f16x2 where it has a pipe of its own
  Double,  ///< f64
  Special, ///< XU: transcendental functions and slow conversions
  Tensor,  ///< matrix instructions
  Memory,  ///< LSU, one for the SM: memory of all kinds, shuffles
  Control, ///< CBU: branches and barriers
  Uniform, ///< what is the same for all lanes of a warp
};
constexpr unsigned numPipes = unsigned(Pipe::Uniform) + 1;
/// "fma", "tensor", ...
llvm::StringRef getPipeName(Pipe pipe);
/// True if each of the four partitions has such a pipe, false if the SM has
/// one.
bool isPipeOfPartition(Pipe pipe);

/// Classes of instructions; those of a class take the same time, except matrix
/// instructions.
enum class Work : uint8_t {
  Float,           ///< add, mul, fma of f32
  FloatCompare,    ///< min, max, setp of f32
  Half2,           ///< add, mul, fma of f16x2
  BFloat2,         ///< add, mul, fma of bf16x2
  Double,          ///< add, mul, fma of f64
  IntegerAdd,      ///< add, sub of i32
  IntegerCompare,  ///< min, max, setp of i32
  IntegerMultiply, ///< mul, mad of i32
  Logic,           ///< and, or, xor, lop3
  Shift,           ///< shl, shr, shf
  BitCount,        ///< popc, clz, bfind, brev
  Move,            ///< mov, selp, prmt
  Special,         ///< rcp, rsqrt, sin, cos, lg2, tanh
  Exp2,            ///< ex2
  ConvertInteger,  ///< between i32 and narrower integers
  ConvertNarrow,   ///< f32 to f16, bf16, and between those and 8 bits or less
  ConvertWiden,    ///< f16 and bf16 to f32
  Convert32,       ///< between i32 and f32
  Convert64,       ///< from and to types of 64 bits
  LoadMatrix,      ///< ldmatrix, stmatrix: of 8x8 elements of 16 bits
  LoadShared,
  StoreShared,
  LoadGlobal,
  StoreGlobal,
  AsyncCopy, ///< cp.async
  Shuffle,
  Vote,
  Redux,
  Barrier, ///< bar.sync, per warp
  Branch,
  UniformInteger, ///< integer arithmetic in the uniform datapath
};
constexpr unsigned numWorks = unsigned(Work::UniformInteger) + 1;
/// "f32", "load.shared", ...
llvm::StringRef getWorkName(Work work);

/// The confidence in a figure.
enum class Basis : uint8_t {
  Published, ///< by the maker: a guide, a white paper, a data sheet
  Measured,  ///< in a published microbenchmark
  Estimated, ///< from a similar GPU, or the most that there can be
};
llvm::StringRef getBasisName(Basis basis);

/// A number with its source.
struct Figure {
  unsigned value;
  Basis basis;
  llvm::StringRef source;
};

/// The timing of a class of instructions.
struct WorkTiming {
  Pipe pipe;
  /// Results of threads for each cycle and SM.
  Figure perCycle;
  /// Cycles from the issue of an instruction to the issue of one that needs its
  /// result. For loads: if the data is in the nearest cache.
  Figure latency;

  /// Number of cycles for which one warp instruction occupies its pipe: the
  /// pipe of a partition, or of the SM if it has only one.
  double getCyclesOnPipe() const {
    unsigned pipes = isPipeOfPartition(pipe) ? 4 : 1;
    return double(Capacities::threadsPerWarp * pipes) / perCycle.value;
  }
};

/// The timing of a form of matrix instructions.
struct MatrixTiming {
  /// Operations for each cycle and SM, two for a product that is added.
  Figure opsPerCycle;
  Figure latency;

  /// Number of cycles for which an m x n x k product of one warp occupies the
  /// tensor pipe of its partition.
  double getCyclesOnPipe(uint64_t m, uint64_t n, uint64_t k) const {
    return 2.0 * double(m * n * k) * 4 / opsPerCycle.value;
  }
};

/// Throughputs and latencies of memory: bytes for each cycle and SM, and cycles
/// from the issue of a load. `copyLatency` are those from the beginning of an
/// asynchronous copy from device memory until its first bytes are there, while
/// all SMs copy.
struct MemoryTiming {
  Figure sharedBytes, l1Bytes, l2Bytes;
  Figure sharedLatency, l1Latency, l2Latency, dramLatency, copyLatency;
};

/// Partitions of an SM, each of which issues one instruction a cycle (white
/// papers from Volta on).
constexpr unsigned partitionsPerSM = 4;

class MachineModel {
public:
  /// The model of a GPU of the table; there is one for each.
  static const MachineModel &of(const TargetInfo &target);

  WorkTiming get(Work work) const;
  /// The timing of one form of matrix instructions for these types of elements.
  /// Nothing for types that the form does not take.
  std::optional<MatrixTiming> get(const MatrixInstruction &form,
                                  MatrixElement a,
                                  MatrixElement accumulator) const;
  MemoryTiming getMemory() const;
  /// Bytes that an SM has to have asked for to keep memory busy: what its port
  /// to the L2 cache takes in the latency of device memory (Little's law).
  int64_t getBytesInFlight() const;

  /// One row of the table; see MachineModel.cpp.
  struct Row;

private:
  explicit MachineModel(const Row &row) : row(row) {}

  const Row &row;
};

} // namespace tessera

#endif // TESSERA_TARGET_MACHINEMODEL_H
