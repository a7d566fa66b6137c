//===- PtxOps.h - The PTX operations that the lowering emits ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows which intrinsic or which PTX text an operation of
// the machine is: accesses with predicate, ordering and scope, shuffles,
// barriers, calls of the device runtime. PTX ISA, chapter "Instruction set".
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PTX_PTXOPS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PTX_PTXOPS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera::ptxops {

/// The address spaces that we use.
inline constexpr unsigned kGlobalSpace =
    static_cast<unsigned>(mlir::NVVM::NVVMMemorySpace::Global);
inline constexpr unsigned kSharedSpace =
    static_cast<unsigned>(mlir::NVVM::NVVMMemorySpace::Shared);

/// How an access orders others; weak accesses have no scope.
struct Strength {
  tileaa::Ordering ordering = tileaa::Ordering::Weak;
  std::optional<tileaa::Scope> scope;
};

/// Reads a value of a scalar type through a pointer of the global (1) or shared
/// (3) address space. Where `predicate` is false, memory is not touched and the
/// result is `other`, or zero if that is null. A null predicate is true.
mlir::Value load(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
                 mlir::Value pointer, mlir::Value predicate, mlir::Value other,
                 Strength strength = {});

/// Writes a scalar through a pointer, as `load`.
void store(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
           mlir::Value pointer, mlir::Value predicate, Strength strength = {});

/// Changes a scalar in global memory in one step and returns what it was; of a
/// false predicate `other`, or zero if that is null. `compare` is that of cas.
/// Floats of 16 bits need `atom.add.noftz` (PTX ISA, "atom").
mlir::Value atomic(mlir::OpBuilder &builder, mlir::Location loc,
                   tileaa::AtomicMode mode, mlir::Value value,
                   mlir::Value compare, mlir::Value pointer,
                   mlir::Value predicate, mlir::Value other, Strength strength);

/// Reads `count` neighbours, of 16 bytes at most in all, or 32 where
/// the target has such accesses to global memory, by one access; the
/// pointer is a multiple of their bytes. Of a false predicate the results are
/// `others`, or zeros if that is empty.
llvm::SmallVector<mlir::Value> loadVector(mlir::OpBuilder &builder,
                                          mlir::Location loc, mlir::Type type,
                                          unsigned count, mlir::Value pointer,
                                          mlir::Value predicate,
                                          mlir::ValueRange others);

/// Writes neighbours, as `loadVector`.
void storeVector(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::ValueRange values, mlir::Value pointer,
                 mlir::Value predicate);

/// Begins to copy `bytes` (4, 8 or 16) from global to shared memory; both
/// addresses are multiples of them. The first `existing` are copied, an i32, or
/// all if it is an i1 that is true, and the rest becomes zero; a null value is
/// all. Where `predicate` is false nothing is done; a null predicate is true.
/// PTX ISA, "cp.async".
void copyAsync(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value to,
               mlir::Value from, int64_t bytes, mlir::Value existing,
               mlir::Value predicate);

/// \name mbarriers in shared memory and the bulk copies that they wait for
/// Where `predicate` is false nothing is done; a null predicate is true. PTX
/// ISA, "mbarrier" and "cp.async.bulk".
/// @{

/// Begins phase 0, which ends with so many arrivals.
void initMBarrier(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value barrier, unsigned arrivals,
                  mlir::Value predicate);
/// Lets bulk copies see the mbarriers that the thread has begun.
void publishMBarriers(mlir::OpBuilder &builder, mlir::Location loc);
/// The thread arrives; what it knows to have happened comes before.
void arrive(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value barrier,
            mlir::Value predicate);
/// Has the phase wait for bytes, too, before the thread arrives.
void expectBytes(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::Value barrier, int64_t bytes, mlir::Value predicate);
/// The thread waits until the phase of this parity, an i32, has ended.
void waitForPhase(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value barrier, mlir::Value parity);
/// Begins to copy from global to shared memory; addresses and bytes are
/// multiples of 16. The end counts as so many bytes of the mbarrier.
void copyBulk(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value to,
              mlir::Value from, int64_t bytes, mlir::Value barrier,
              mlir::Value predicate);
/// Has bulk copies come after accesses to shared memory that the thread knows
/// of.
void fenceForAsyncProxy(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value predicate);
/// @}

/// \name Accesses to the memory of several GPUs
/// The pointer is one of a multicast object. Floats may be as many as take 4, 8
/// or 16 bytes, the pointer being a multiple of these; all else is single. PTX
/// ISA, "multimem.ld_reduce, multimem.st, multimem.red".
/// @{

/// Reduces `count` neighbours over the GPUs. A single float of 16 bits is read
/// from the word that it is in. Predicate and `others` are as in `loadVector`.
llvm::SmallVector<mlir::Value>
multimemLoad(mlir::OpBuilder &builder, mlir::Location loc,
             tileaa::AtomicMode mode, mlir::Type type, unsigned count,
             mlir::Value pointer, mlir::Value predicate,
             mlir::ValueRange others, Strength strength);

/// Writes neighbours to each of the GPUs.
void multimemStore(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::ValueRange values, mlir::Value pointer,
                   mlir::Value predicate, Strength strength);

/// Changes neighbours on each of the GPUs, each in one step.
void multimemReduce(mlir::OpBuilder &builder, mlir::Location loc,
                    tileaa::AtomicMode mode, mlir::ValueRange values,
                    mlir::Value pointer, mlir::Value predicate,
                    Strength strength);
/// @}

/// The value of the lane with the number `lane`, an i32 from 0 to 31. All lanes
/// of the warp take part.
mlir::Value shuffle(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value value, mlir::Value lane);

/// The value of the lane whose number differs by XOR with `laneMask`. All lanes
/// of the warp take part.
mlir::Value shuffleXor(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value, unsigned laneMask);

/// Reads `count` matrices (1, 2 or 4) of 8 rows of 16 bytes from shared memory;
/// each lane has the address of a row. A lane gets a word of each matrix, or
/// with `isTransposed` two elements of 16 bits, one below the other. PTX ISA,
/// "ldmatrix".
llvm::SmallVector<mlir::Value> loadMatrices(mlir::OpBuilder &builder,
                                            mlir::Location loc,
                                            mlir::Value pointer, unsigned count,
                                            bool isTransposed);

/// lhs * rhs + acc by one instruction without scales. Operands and results are
/// f64, f32, s32, two f16 as a vector, or words of smaller elements as i32.
llvm::SmallVector<mlir::Value>
multiplyMatrices(mlir::OpBuilder &builder, mlir::Location loc,
                 const MatrixInstruction &form, MatrixElement lhsElement,
                 MatrixElement rhsElement, MatrixElement accElement,
                 mlir::ValueRange lhs, mlir::ValueRange rhs,
                 mlir::ValueRange acc);

/// The scale factors of a block: bytes of a word from `byte` on.
struct ScaleWord {
  mlir::Value word;
  unsigned byte;
};

/// lhs * rhs + acc by one instruction with scales, first those of `lhs`; f32 is
/// added to words of smaller elements. It is text, as the bytes of the scales
/// are values for LLVM's intrinsics, which take registers.
llvm::SmallVector<mlir::Value>
multiplyScaledMatrices(mlir::OpBuilder &builder, mlir::Location loc,
                       const MatrixInstruction &form, MatrixElement lhsElement,
                       MatrixElement rhsElement, mlir::ValueRange lhs,
                       mlir::ValueRange rhs, mlir::ValueRange acc,
                       llvm::ArrayRef<ScaleWord> scales);

/// The type of an element in memory, where less than a byte takes one.
mlir::Type getStoredType(mlir::Type element);

/// Bytes of an element in memory.
int64_t getStoredBytes(mlir::Type element);

/// The address so many bytes further, which an instruction adds by itself.
mlir::Value addBytes(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value pointer, int64_t bytes);

/// Makes an array of these elements, as they are stored, in global memory.
mlir::LLVM::GlobalOp makeGlobal(mlir::OpBuilder &builder, mlir::Location loc,
                                llvm::StringRef name,
                                mlir::DenseElementsAttr elements,
                                mlir::LLVM::Linkage linkage, int64_t alignment);

/// The address of an array in global memory.
mlir::Value getAddress(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::StringRef global);

/// Executes an instruction that has no operands, such as "griddepcontrol.wait".
void instruction(mlir::OpBuilder &builder, mlir::Location loc,
                 llvm::StringRef text);

/// All threads of the CTA wait for one another.
void barrier(mlir::OpBuilder &builder, mlir::Location loc);
/// The same for as many threads at a barrier of theirs, but for number 0, to
/// which all come.
void barrier(mlir::OpBuilder &builder, mlir::Location loc, unsigned number,
             unsigned threads);

/// All threads of the warp wait for one another.
void syncWarp(mlir::OpBuilder &builder, mlir::Location loc);

} // namespace tessera::ptxops

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PTX_PTXOPS_H
