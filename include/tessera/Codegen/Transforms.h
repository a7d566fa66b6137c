//===- Transforms.h - What we do to LLVM IR ourselves -----------*- C++ -*-===//
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

/// Makes calls convergent that LLVM and MLIR leave without the attribute though
/// a warp makes them together: all inline assembly, as LLVM would copy a
/// barrier into both arms of a divergent branch, and the intrinsics of
/// mma.sync. Assembly with side effects also clobbers memory, so that no access
/// moves across it; assembly without is a function of its operands and touches
/// no memory.
void markConvergentCalls(llvm::Module &module);

/// Whether `module` declares a function of libdevice (`__nv_*`).
bool needsLibdevice(const llvm::Module &module);

/// Links into `module` the functions of the bitcode file `path` (libdevice)
/// that it calls, with internal linkage, and answers libdevice's questions
/// about the compilation (`__nvvm_reflect`): no flush of denormals, IEEE square
/// root and division, `__CUDA_ARCH__` = `cudaArch` (900 for compute
/// capability 9.0).
///
/// Flushing is a property of an operation, the answer one of a whole copy of
/// libdevice: an operation that wants flushing calls into a second copy, linked
/// under other names with the other answer. No operation asks for it yet.
llvm::Error linkLibdevice(llvm::Module &module, llvm::StringRef path,
                          unsigned cudaArch);

/// Runs the short list of LLVM passes for `level`. LLVM's own pipelines cost
/// more than linear time on straight-line tile code and gain little there.
void optimizeLLVM(llvm::Module &module, llvm::TargetMachine &machine,
                  unsigned level);

/// Freezes the conditions on which the loops of `function` end, if it has many:
/// LLVM's scalar evolution does not look through that. Of each loop it asks
/// what the conditions of all loops before it say, and of these the same, so
/// that its time grows with the square of their number, and its recursion
/// without bound.
void hideTripCounts(llvm::Function &function);

/// Gives each loop of `function` blocks of its own before it and behind it, if
/// it has many: `a: br b` between a loop that ends in a branch to the next one,
/// `b`, and that one. LLVM's passes over loops want them, and LoopSimplify,
/// which adds them, updates the dominator tree each time. Where loops follow
/// one another, so that all that comes after is dominated, that takes time that
/// grows with the square of their number.
void separateLoops(llvm::Function &function);

/// Keeps LLVM's instruction selection from taking `max` with -0 and `min` with
/// 1 for a saturation, which makes +0 of what is below.
void keepNegativeZeros(llvm::Function &function);

/// Where a block of `function` compares many numbers that lie at constant
/// distances, as the elements of a mask do or the rows of a copy with a border,
/// computes one difference and compares it with constants: that takes fewer
/// instructions, and one register in place of all the rows and columns.
void compareDistances(llvm::Function &function);

/// Computes anew what is cheap and used before and behind a loop of `function`,
/// but not in it, if the loop carries so much that registers are scarce: the
/// rows of a tile of attention, by which queries are loaded and results stored,
/// would take 20 registers from its products.
void recomputeAfterLoops(llvm::Function &function);

} // namespace tessera

#endif // TESSERA_CODEGEN_TRANSFORMS_H
