//===- Transforms.h - Our own passes on LLVM IR -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_TRANSFORMS_H
#define TESSERA_CODEGEN_TRANSFORMS_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace tessera {

/// Marks calls as convergent that a warp makes together, though LLVM and MLIR
/// leave them without the attribute: all inline assembly, because LLVM would
/// otherwise copy a barrier into both arms of a divergent branch, and the
/// intrinsics of mma.sync. Assembly with side effects also clobbers memory, so
/// that no access moves across it. Assembly without is a function of its
/// operands and touches no memory.
void markConvergentCalls(llvm::Module &module);

/// True if `module` declares a function of libdevice (`__nv_*`).
bool needsLibdevice(const llvm::Module &module);

/// Links into `module` the functions of the bitcode file `path` (libdevice)
/// that it calls, with internal linkage, and answers libdevice's questions
/// about the compilation (`__nvvm_reflect`): no flush of denormals, IEEE square
/// root and division, `__CUDA_ARCH__` = `cudaArch` (900 for compute
/// capability 9.0).
///
/// Flushing is a property of an operation, but the answer holds for a whole
/// copy of libdevice. An operation with flushing would therefore need a second
/// copy, linked under other names with the other answer. No operation needs it
/// yet.
llvm::Error linkLibdevice(llvm::Module &module, llvm::StringRef path,
                          unsigned cudaArch);

/// Runs the short list of LLVM passes for `level`. LLVM's own pipelines cost
/// more than linear time on straight-line tile code and gain little there.
void optimizeLLVM(llvm::Module &module, llvm::TargetMachine &machine,
                  unsigned level);

/// Freezes the conditions on which the loops of `function` end, if it has many
/// loops: LLVM's scalar evolution does not look through `freeze`. For each loop
/// it would look at the exit conditions of all loops before it, and recursively
/// at theirs, so that its time grows with the square of their number and its
/// recursion without bound.
void hideTripCounts(llvm::Function &function);

/// Gives each loop of `function` blocks of its own before and after it, if it
/// has many loops: for example a block `a: br b` between a loop and the loop
/// that begins at `b`. LLVM's passes over loops need such blocks. LoopSimplify
/// would add them, but updates the dominator tree for each; in a row of loops,
/// where each dominates all that follow, that takes time that grows with the
/// square of their number.
void separateLoops(llvm::Function &function);

/// Keeps LLVM's instruction selection from taking `max` with -0 followed by
/// `min` with 1 for a saturation (`.sat`), which would give +0 instead of -0
/// for values below 0.
void keepNegativeZeros(llvm::Function &function);

/// Converts floats to fewer bits before a loop of `function` goes on, where it would carry
/// the wider ones and carries so much that registers are scarce.
void narrowCarried(llvm::Function &function);

/// Converts bytes, and fields of few bits in them, to f16 and bf16 by the bits of a
/// significand, where `function` has two of them converted together.
void convertFields(llvm::Function &function);

/// Divides integers by a reciprocal that is made in front of a loop of `function`, where the
/// loop divides by what it does not change.
void shareReciprocals(llvm::Function &function);

/// Extends the factors of products of 64 bits in innermost loops of `function` beside them,
/// where both were numbers of 32 bits: one instruction then does all of it.
void extendFactors(llvm::Function &function);

/// Compares differences with constants in blocks of `function` that compare
/// many numbers at constant distances, such as the elements of a mask, or the
/// rows of a copy with a border. One difference then serves all comparisons:
/// fewer instructions, and one register in place of all rows and columns.
void compareDistances(llvm::Function &function);

/// Has accesses to global memory whose addresses differ by a constant share one
/// address, from which each takes an offset.
void shareAddresses(llvm::Function &function);

/// Recomputes after a loop of `function` cheap values that are used before and
/// after it, but not in it, if the loop carries so much that registers are
/// scarce. In attention, for example, the rows by which queries are loaded and
/// results stored would take 20 registers from the products.
void recomputeAfterLoops(llvm::Function &function);

/// Computes what the arms of a branch of `function` are joined for in each of them, where
/// they give many values and no more registers are taken by that.
void combineInArms(llvm::Function &function);

/// Has accesses to small arrays on the stack choose among their elements, which are in
/// registers then.
void promoteArrays(llvm::Function &function);

/// Has a warp of `function` that computes numbers in a quick way, and votes whether to compute
/// them again, add them up in front of that branch, and again where it goes there.
void sumInBranches(llvm::Function &function);

/// Computes in each block of `function` what one instruction uses right in front of it,
/// where no register is taken for longer by that.
void postponeChains(llvm::Function &function);

} // namespace tessera

#endif // TESSERA_CODEGEN_TRANSFORMS_H
