//===- PtxOps.h - The PTX operations that the lowering emits ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place that knows the intrinsic or PTX text of a machine operation:
// accesses with predicate, ordering and scope, shuffles, barriers, calls of the
// device runtime. See PTX ISA, chapter "Instruction set".
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PTX_PTXOPS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PTX_PTXOPS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera::ptxops {

/// The address spaces in use.
inline constexpr unsigned kGlobalSpace =
    static_cast<unsigned>(mlir::NVVM::NVVMMemorySpace::Global);
inline constexpr unsigned kSharedSpace =
    static_cast<unsigned>(mlir::NVVM::NVVMMemorySpace::Shared);

/// The memory ordering of an access; weak accesses have no scope.
struct Strength {
  tileaa::Ordering ordering = tileaa::Ordering::Weak;
  std::optional<tileaa::Scope> scope;
};

/// Reads a value of a scalar type through a pointer of the global (1) or shared
/// (3) address space. If `predicate` is false, memory is not touched and the
/// result is `other`, or zero if that is null. A null predicate is true.
mlir::Value load(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
                 mlir::Value pointer, mlir::Value predicate, mlir::Value other,
                 Strength strength = {});

/// Writes a scalar through a pointer. Spaces and predicate are those of `load`.
void store(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
           mlir::Value pointer, mlir::Value predicate, Strength strength = {});

/// Changes a scalar in global memory atomically and returns its old value. If
/// the predicate is false, memory is not touched and the result is `other`, or
/// zero if that is null. `compare` is the expected value of cas. Floats of 16
/// bits need `atom.add.noftz` (PTX ISA, "atom").
mlir::Value atomic(mlir::OpBuilder &builder, mlir::Location loc,
                   tileaa::AtomicMode mode, mlir::Value value,
                   mlir::Value compare, mlir::Value pointer,
                   mlir::Value predicate, mlir::Value other, Strength strength);

/// Reads `count` neighbours by one access, of at most 16 bytes in all, or 32 if
/// the target has such accesses to global memory. The pointer is aligned to
/// that size. If the predicate is false the results are `others`, or zeros if
/// that is empty.
llvm::SmallVector<mlir::Value> loadVector(mlir::OpBuilder &builder,
                                          mlir::Location loc, mlir::Type type,
                                          unsigned count, mlir::Value pointer,
                                          mlir::Value predicate,
                                          mlir::ValueRange others);

/// Writes neighbours, under the conditions of `loadVector`.
void storeVector(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::ValueRange values, mlir::Value pointer,
                 mlir::Value predicate);

/// Starts an asynchronous copy of `bytes` (4, 8 or 16) from global to shared
/// memory; both addresses are aligned to that size. `existing` is the number of
/// bytes that are copied (i32), the others become zero; or an i1 that is true
/// if all are copied. Null copies all. If `predicate` is false nothing happens;
/// a null predicate is true. PTX ISA, "cp.async".
void copyAsync(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value to,
               mlir::Value from, int64_t bytes, mlir::Value existing,
               mlir::Value predicate);

/// \name mbarriers in shared memory and the copies that they wait for
/// If `predicate` is false nothing happens; a null predicate is true. PTX ISA,
/// "mbarrier" and "cp.async.bulk".
/// @{

/// Initializes an mbarrier with phase 0, which ends after `arrivals` arrivals.
void initMBarrier(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value barrier, unsigned arrivals,
                  mlir::Value predicate);
/// Makes mbarriers that the thread has initialized visible to bulk copies.
void publishMBarriers(mlir::OpBuilder &builder, mlir::Location loc);
/// The thread arrives, with release semantics.
void arrive(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value barrier,
            mlir::Value predicate);
/// The same at the other mbarrier of two that lie in aligned 16 bytes.
void arriveAtOther(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value barrier, mlir::Value predicate);
/// Makes the phase wait for all copies by `copyAsync` that the thread has
/// begun. The thread does not arrive.
void expectCopies(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value barrier);
/// Adds bytes to those that the phase waits for, before the thread arrives.
void expectBytes(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::Value barrier, int64_t bytes, mlir::Value predicate);
/// The same, and the thread arrives.
void arriveExpecting(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value barrier, int64_t bytes, mlir::Value predicate);
/// A phase of an mbarrier that a thread waits for, and its parity (an i32).
struct PhaseWait {
  mlir::Value barrier, parity;
};
/// Blocks the thread until these phases have ended: asleep by `try_wait` where
/// `sleeps`, by asking again and again otherwise.
void waitForPhases(mlir::OpBuilder &builder, mlir::Location loc,
                   llvm::ArrayRef<PhaseWait> phases, bool sleeps);
/// The facts in a tensor map of a tensor and its boxes, the dimension whose
/// elements are neighbours first (PTX ISA, "tensormap.replace").
struct TensorMapFields {
  mlir::Value base;
  /// An i64 for each dimension; strides in bytes, for all but the first.
  llvm::SmallVector<mlir::Value> extents, strides;
  llvm::SmallVector<int64_t> box;
  int64_t elementBytes;
  /// By the numbers of the instruction: 0 none, 1 to 3 32, 64 and 128 bytes.
  int swizzle;
  /// The swizzle leaves 32 bytes side by side, and not 16.
  bool hasWideAtoms = false;
  /// Elements are f32, of which the copies make tf32.
  bool rounds = false;
};
/// The bytes of a tensor map, which are aligned to as many.
inline constexpr int64_t kTensorMapBytes = 128;
/// Writes a tensor map to global memory, and makes it known to those of the
/// device who acquire it.
void makeTensorMap(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value map, const TensorMapFields &fields);
/// Lets the thread begin copies by a tensor map that has been made before, by
/// the order of memory.
void acquireTensorMap(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value map, mlir::Value predicate);
/// Who has a copy of a box: the same place of so many CTAs of the cluster. Each one's
/// mbarrier is told of its own bytes, or that of the first one of its pair is.
struct BoxReceivers {
  unsigned ctas = 1;
  bool tellsFirst = false;
};
/// Starts to copy a box to shared memory, from the element at these positions
/// (i32) of the map's tensor.
void copyBox(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value to,
             mlir::Value map, mlir::ValueRange positions, mlir::Value barrier,
             mlir::Value predicate, BoxReceivers receivers);
/// Starts to copy four rows of a matrix to shared memory, from this column (i32) on, one
/// behind the other (PTX ISA, "Tensors", tile::gather4).
void copyRows(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value to,
              mlir::Value map, mlir::Value column, mlir::ValueRange rows,
              mlir::Value barrier);
/// True in the first CTA of the cluster.
mlir::Value isFirstCTA(mlir::OpBuilder &builder, mlir::Location loc);
/// The address of the same place in the shared memory of the CTA of this rank (i32).
mlir::Value mapToCTA(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value address, mlir::Value rank);
/// Arrives at the mbarrier at this place of all `ctas` CTAs of the cluster.
void arriveAtPeers(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value barrier, unsigned ctas);
/// Waits for the end of a phase whose arrivals come from other CTAs of the cluster.
void waitForPeers(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value barrier, mlir::Value parity);
/// Waits for all threads of the cluster, behind what each has written.
void clusterBarrier(mlir::OpBuilder &builder, mlir::Location loc);
/// Starts a bulk copy from global to shared memory; addresses and bytes are
/// multiples of 16. Its completion counts as `bytes` bytes of the mbarrier.
void copyBulk(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value to,
              mlir::Value from, int64_t bytes, mlir::Value barrier,
              mlir::Value predicate);
/// Asks for the work of a block that has not begun. The answer, 16 bytes, counts as a
/// bulk copy of as many. PTX ISA, "clusterlaunchcontrol".
void askForBlock(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value to,
                 mlir::Value barrier, mlir::Value predicate);
/// The four parts of an answer: true if it names a block (an i1), and the coordinates of
/// that (i32). No other fence is needed before the async proxy overwrites the answer.
llvm::SmallVector<mlir::Value>
readAnswer(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value answer);
/// True if this thread is the one that is elected of its warp, all threads of
/// which are here (`elect.sync`). ptxas knows that what only it does is done once.
mlir::Value electLane(mlir::OpBuilder &builder, mlir::Location loc);
/// Orders later bulk copies after earlier accesses to shared memory that the
/// thread has observed.
void fenceForAsyncProxy(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value predicate);
/// @}

/// \name Accesses to the memory of several GPUs
/// The pointer must point into a multicast object. Floats may be vectors of 4,
/// 8 or 16 bytes, with the pointer aligned to that size; other types are
/// scalars. PTX ISA, "multimem.ld_reduce, multimem.st, multimem.red".
/// @{

/// Reduces `count` neighbours over the GPUs. A single float of 16 bits is
/// extracted from its aligned word. Predicate and `others` are as in
/// `loadVector`.
llvm::SmallVector<mlir::Value>
multimemLoad(mlir::OpBuilder &builder, mlir::Location loc,
             tileaa::AtomicMode mode, mlir::Type type, unsigned count,
             mlir::Value pointer, mlir::Value predicate,
             mlir::ValueRange others, Strength strength);

/// Writes neighbours to each of the GPUs.
void multimemStore(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::ValueRange values, mlir::Value pointer,
                   mlir::Value predicate, Strength strength);

/// Changes neighbours on each of the GPUs, each atomically.
void multimemReduce(mlir::OpBuilder &builder, mlir::Location loc,
                    tileaa::AtomicMode mode, mlir::ValueRange values,
                    mlir::Value pointer, mlir::Value predicate,
                    Strength strength);
/// @}

/// The value of lane number `lane`, an i32 from 0 to 31. All lanes of the warp
/// take part.
mlir::Value shuffle(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value value, mlir::Value lane);

/// The value of the lane whose number differs by XOR with `laneMask`. All lanes
/// of the warp take part.
mlir::Value shuffleXor(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value, unsigned laneMask);

/// The words of all lanes of the warp, which take part, reduced by one instruction.
mlir::Value reduceWarp(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value word, mlir::NVVM::ReduxKind kind);

/// Reads `count` matrices (1, 2 or 4) of 8 rows of 16 bytes from shared memory;
/// each lane gives the address of a row. A lane gets a word of each matrix, or
/// with `isTransposed` two elements of 16 bits, one below the other. PTX ISA,
/// "ldmatrix".
llvm::SmallVector<mlir::Value> loadMatrices(mlir::OpBuilder &builder,
                                            mlir::Location loc,
                                            mlir::Value pointer, unsigned count,
                                            bool isTransposed);

/// lhs * rhs + acc by one instruction without scales. Operands and results are
/// f64, f32, s32, vectors of two f16, or words of smaller elements as i32.
llvm::SmallVector<mlir::Value>
multiplyMatrices(mlir::OpBuilder &builder, mlir::Location loc,
                 const MatrixInstruction &form, MatrixElement lhsElement,
                 MatrixElement rhsElement, MatrixElement accElement,
                 mlir::ValueRange lhs, mlir::ValueRange rhs,
                 mlir::ValueRange acc);

/// The scale factors of a block: bytes of a word, starting with `byte`.
struct ScaleWord {
  mlir::Value word;
  unsigned byte;
};

/// lhs * rhs + acc by one instruction with scales, first those of `lhs`; words
/// of smaller elements are multiplied and added to f32. It is inline PTX,
/// because LLVM's intrinsics take the byte selectors in registers.
llvm::SmallVector<mlir::Value>
multiplyScaledMatrices(mlir::OpBuilder &builder, mlir::Location loc,
                       const MatrixInstruction &form, MatrixElement lhsElement,
                       MatrixElement rhsElement, mlir::ValueRange lhs,
                       mlir::ValueRange rhs, mlir::ValueRange acc,
                       llvm::ArrayRef<ScaleWord> scales);

/// \name Products of a warp group
/// All four warps execute these with equal descriptors. PTX ISA, "Asynchronous
/// Warpgroup Level Matrix Instructions". The accumulators are values that each
/// op takes and gives: so no use of one stands between a product and the wait.
/// @{

/// A descriptor of these words, in which LLVM does not look: of a sum with a constant
/// it would make one with a constant for both words.
mlir::Value joinWords(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value low, int32_t high);

/// An instruction of a warp group with `width` columns. A factor is outer-major
/// where its elements do not lie side by side along K.
struct GroupProductForm {
  const MatrixInstruction *instruction;
  int64_t width;
  MatrixElement lhsElement, rhsElement;
  bool isLhsOuterMajor = false, isRhsOuterMajor = false;
};

/// The factors of one instruction: descriptors (i64), or words (i32) of `lhs`
/// in registers.
struct GroupFactors {
  llvm::SmallVector<mlir::Value> lhsWords;
  mlir::Value lhsDescriptor, rhsDescriptor;
};

/// The instructions of a warp group from the fence before products to the commit
/// behind them, in as few ops as possible: LLVM takes time for each register of each
/// op, and nothing may come between them for the sums anyway, of which a thread may
/// have 128.
class GroupProducts {
public:
  /// Products change `sums`, f32 or i32. Registers of `given` stay as they are, and
  /// are values of their own from here on: so nothing computes them anew behind the
  /// fence. The instructions only read `taken`, which stay the same values: a word
  /// that later iterations of a loop need, too, is not copied. All that computes
  /// any of these stands before the fence.
  GroupProducts(mlir::OpBuilder &builder, mlir::Location loc,
                mlir::ValueRange sums, mlir::ValueRange given,
                mlir::ValueRange taken);

  /// Adds lhs * rhs to the sums from number `first` on, or replaces them by it if
  /// not `isAdded`, by one instruction.
  void multiply(const GroupProductForm &form, const GroupFactors &factors,
                size_t first, bool isAdded);
  /// Ends the group.
  void commit();
  /// Waits until no group is under way.
  void wait();

  /// Ends all of it. Returns the sums, which are not to be used before a wait, and
  /// behind them what was given.
  llvm::SmallVector<mlir::Value> end();

private:
  /// The most instructions of one op. Their descriptors are all there before it, in
  /// four of the 63 uniform registers each instruction.
  static constexpr unsigned kMostAtOnce = 8;

  /// The name of an operand in the text.
  std::string take(mlir::Value value, llvm::StringRef constraint);
  /// Emits the op that has been collected.
  void emit();

  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::SmallVector<mlir::Value> inPlace, others;
  /// The operands that words and descriptors are: those in place, and others.
  llvm::DenseMap<mlir::Value, size_t> given, taken;
  std::string text, constraints;
  unsigned numInstructions = 0;
};

/// Waits until at most `pending` groups are under way, and gives the
/// accumulators `acc` of the others. Registers of `words`, which these may read
/// until then, are those of no other value before.
llvm::SmallVector<mlir::Value>
waitForGroupProducts(mlir::OpBuilder &builder, mlir::Location loc,
                     unsigned pending, mlir::ValueRange acc,
                     mlir::ValueRange words = {});

/// Copies of the values behind the ops before it. LLVM joins a sum with what it
/// becomes in the next iteration; where that is in use still it copies the sum,
/// and would do so between product and wait.
llvm::SmallVector<mlir::Value> moveRegisters(mlir::OpBuilder &builder,
                                             mlir::Location loc,
                                             mlir::ValueRange values);
/// @}

/// \name Tensor memory
/// An address is an i32: lane times 2^16 plus column. PTX ISA, "TensorCore 5th
/// Generation Family Instructions".
/// @{

/// Allocates columns, and writes where they begin to shared memory; no other
/// allocation of the block follows. All threads of one warp execute it. Both CTAs
/// of a pair, as `ctas` says here and below, allocate together.
void allocateTensorMemory(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value place, int64_t columns, unsigned ctas);
/// Frees them; all threads of the same warp execute it.
void freeTensorMemory(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value address, int64_t columns, unsigned ctas);

/// Orders what the thread does in tensor memory before or behind a barrier at
/// which it meets others.
void fenceTensorMemory(mlir::OpBuilder &builder, mlir::Location loc,
                       bool isBefore);

/// The scales of a factor of one instruction: the address of their first column
/// (i32), and the first byte of its words.
struct TensorScaleOperand {
  mlir::Value address;
  unsigned byte = 0;
};

/// The factors of one instruction, by their descriptors (i64), and their types
/// and that of the sum. Scales have no address where the form takes none.
struct TensorFactors {
  mlir::Value lhsDescriptor, rhsDescriptor;
  /// Where the left one lies in tensor memory, in place of its descriptor; or null.
  mlir::Value lhsAddress;
  MatrixElement lhsElement, rhsElement, sum;
  bool isLhsOuterMajor = false, isRhsOuterMajor = false;
  TensorScaleOperand lhsScales, rhsScales;
};

/// Begins to copy 32 rows of 16 bytes, named by a descriptor (i64), to the
/// lanes of each quarter of tensor memory, and to four columns from an address
/// on. One thread executes it; its products behind it wait for it.
void beginScaleCopy(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value address, mlir::Value descriptor);

/// Begins lhs * rhs, added to what stands at an address if `adds`, an i1,
/// holds; null is true. One thread executes it, of a pair one of the first CTA for
/// the rows of both.
void beginTensorProduct(mlir::OpBuilder &builder, mlir::Location loc,
                        const MatrixInstruction &form, int64_t width,
                        const TensorFactors &factors, mlir::Value address,
                        mlir::Value adds, unsigned ctas);

/// Arrives at an mbarrier when all products that the thread has begun are over; for
/// a pair at that of each CTA.
void commitTensorProducts(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value barrier, unsigned ctas);

/// The address of tensor memory that is `columns` columns behind another.
mlir::Value addTensorColumns(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value address, int64_t columns);

/// Begins to read `count` registers of a thread from an address on, which is the same
/// for all threads of a warp: fragments of 16 rows and `count` * 2 columns, or a row of
/// `count` columns in each lane. They are not to be used before a wait.
llvm::SmallVector<mlir::Value>
loadTensorMemory(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::Type element, size_t count, mlir::Value address,
                 bool hasRowInLane);
/// Begins to write them.
void storeTensorMemory(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::ValueRange values, mlir::Value address,
                       bool hasRowInLane);
/// Begins to write pairs of 16 bits in words: 16 rows of as many columns as there
/// are words of a thread, times two, or a row in each lane.
void storePairsToTensorMemory(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::ValueRange words, mlir::Value address,
                              bool hasRowInLane);

/// Waits for all that the warp has begun to read, and gives these values.
llvm::SmallVector<mlir::Value> waitForTensorLoads(mlir::OpBuilder &builder,
                                                  mlir::Location loc,
                                                  mlir::ValueRange values);
/// Waits for all that the warp has begun to write.
void waitForTensorStores(mlir::OpBuilder &builder, mlir::Location loc);
/// @}

/// The type of an element in memory: a byte, if the element has fewer bits.
mlir::Type getStoredType(mlir::Type element);

/// Size in bytes of an element in memory.
int64_t getStoredBytes(mlir::Type element);

/// The address `bytes` bytes further. Access instructions fold the offset
/// (`takeAddress`).
mlir::Value addBytes(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value pointer, int64_t bytes);

/// Makes a global array of these elements in their stored form.
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

/// Keeps ptxas from moving instructions across. The PTX ISA does not limit how
/// far it moves them; in practice it moves none across `pmevent`, which is
/// emitted here with no event.
void keepApart(mlir::OpBuilder &builder, mlir::Location loc);

/// Changes the number of registers of each thread of a warp group, all of whose
/// warps execute it; more than it has only when others have given them back.
/// PTX ISA, "setmaxnreg".
void setRegisters(mlir::OpBuilder &builder, mlir::Location loc,
                  unsigned registers, bool isIncrease);

/// All threads of the CTA wait for one another.
void barrier(mlir::OpBuilder &builder, mlir::Location loc);
/// The same for as many threads at a barrier of theirs.
void barrier(mlir::OpBuilder &builder, mlir::Location loc, unsigned number,
             unsigned threads);

/// True if a condition is true for any of as many threads, which wait for one
/// another as at `barrier`.
mlir::Value barrierOr(mlir::OpBuilder &builder, mlir::Location loc,
                      unsigned number, unsigned threads, mlir::Value condition);

/// The pointer of the one lane of the warp that has one, where it is null in
/// all others; all of them take part.
mlir::Value joinLanes(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value pointer);

/// Among as many threads, those for which `waits` is true, whole warps, wait
/// for the others at one of `numbers` barriers, a power of two, from `first`
/// on, a multiple of it: that of the turn. PTX ISA, "barrier.cta".
void waitForOthers(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value turn, unsigned numbers, unsigned first,
                   unsigned threads, mlir::Value waits);

/// The threads of a warp come to a barrier of as many threads; if it `waits`, until all
/// others have come.
void passBarrier(mlir::OpBuilder &builder, mlir::Location loc, unsigned number,
                 unsigned threads, bool waits);

/// All threads of the warp wait for one another.
void syncWarp(mlir::OpBuilder &builder, mlir::Location loc);

} // namespace tessera::ptxops

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PTX_PTXOPS_H
