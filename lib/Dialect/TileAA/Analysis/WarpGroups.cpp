//===- WarpGroups.cpp - Products that warp groups multiply ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine reads the factors of each instruction from shared memory: 64 rows
// of A and as many columns of B as the instruction has. With 64 columns the
// banks are busy for as long as the tensor cores, and with fewer they are what
// limits. Four warps that multiply 64 rows by mma.sync each read the columns or
// share them out and read rows twice, which is more.
//
// Descriptors take elements of other than 16 bits along K alone. Where only the
// right factor lies otherwise in memory, groups multiply the transposes, and take it
// from registers. Others are *restaged*: threads read them
// from the buffer that copies fill, and store them to another one. That is worth
// it as long as the banks are busy for at most twice the time that the instructions
// take, since mma.sync reaches little more than half their rate.
//
// Factors that become tf32 are rounded by tensor maps as they are copied. Without a map
// mma.sync, which rounds what it has read, is faster than threads that load, round and
// store what groups multiply, as these loads cannot run ahead.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "FactorLoad.h"
#include "TensorMemory.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/Occupancy.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// Registers of a thread that a sum may take: half of those that it has in a block of so
/// many warps, 128 of 255 or 32 of 64. Addresses and what is computed of the sum have the
/// others; ptxas refuses a product (C7602) whose sum leaves it none.
static int64_t getMostRegistersOfSum(unsigned warps) {
  return llvm::divideCeil(getMostRegistersPerThread(warps, /*blocks=*/1), 2);
}

/// Columns of an instruction whose sums are added to others: they take 64
/// registers beside the 128.
static constexpr int64_t kMostColumnsBesideSum = 128;

static const MatrixInstruction *findForm(MmaOp product,
                                         const TargetInfo &target) {
  MatrixElement lhs = getMatrixElement(product.getLhsFormat()),
                rhs = getMatrixElement(product.getRhsFormat());
  for (const MatrixInstruction *form : target.getMatrixInstructions())
    if (form->unit == MatrixUnit::Wgmma && product.getScales().empty() &&
        form->takes(lhs, rhs, getSumElement(product)))
      return form;
  return nullptr;
}

/// The dimension of the operand of a reshape that is dimension `dim` of its
/// result; nothing where others than those of extent 1 change.
static std::optional<unsigned> findReshaped(ReshapeOp reshape, unsigned dim) {
  auto from = cast<ShapedType>(reshape.getOperand().getType()).getShape(),
       to = cast<ShapedType>(reshape.getType()).getShape();
  auto isLong = [](int64_t extent) { return extent != 1; };
  if (!llvm::equal(llvm::make_filter_range(from, isLong),
                   llvm::make_filter_range(to, isLong)))
    return std::nullopt;
  auto number = llvm::count_if(to.take_front(dim), isLong);
  for (auto [at, extent] : llvm::enumerate(from))
    if (isLong(extent) && number-- == 0)
      return at;
  return std::nullopt;
}

/// True for a factor that is loaded and cannot be copied to where the machine
/// reads it, with dimension `dim` along K.
static bool isRestaged(Value factor, unsigned dim) {
  Operation *op = factor.getDefiningOp();
  for (; op && !isa<LoadOp>(op); op = op->getOperand(0).getDefiningOp()) {
    if (op->getNumOperands() != 1)
      return false;
    if (auto permute = dyn_cast<PermuteOp>(op)) {
      dim = permute.getPermutation()[dim];
    } else if (auto reshape = dyn_cast<ReshapeOp>(op)) {
      std::optional<unsigned> before = findReshaped(reshape, dim);
      if (!before)
        return true;
      dim = *before;
    }
  }
  auto load = dyn_cast_or_null<LoadOp>(op);
  return load && (load.getStrides().empty() ||
                  !matchPattern(load.getStrides()[dim], m_One()));
}

static int64_t countBytes(Value factor) {
  auto type = cast<RankedTensorType>(factor.getType());
  return type.getNumElements() * type.getElementTypeBitWidth() / 8;
}

/// Bytes that threads read of the factors of a product, and write back, where the
/// machine cannot read them as they are copied.
static int64_t countRestaged(MmaOp product) {
  if (getMatrixElementBits(getMatrixElement(product.getLhsFormat())) == 16)
    return 0;
  unsigned rank = cast<ShapedType>(product.getType()).getRank();
  int64_t bytes = 0;
  for (auto [factor, dim] : {std::pair(product.getLhs(), rank - 1),
                             std::pair(product.getRhs(), rank - 2)})
    if (isRestaged(factor, dim))
      bytes += 2 * countBytes(factor);
  return bytes;
}

/// True if threads round a factor, which instructions would take from shared memory as it
/// is.
static bool roundFirst(MmaOp product, MapCandidates &maps) {
  return maps.isRoundedByThreads(product.getLhs()) ||
         maps.isRoundedByThreads(product.getRhs());
}

/// True for a product whose right factor would be restaged, and whose left one is
/// copied to where the machine reads it. Its transpose has such a factor on the
/// left, where an instruction takes it from registers: threads read bytes across K
/// by `ldmatrix`, or words, and store nothing.
static bool isSwapped(MmaOp product, const MatrixInstruction &form) {
  if (getMatrixElementBits(getMatrixElement(product.getLhsFormat())) == 16)
    return false;
  unsigned rank = cast<ShapedType>(product.getType()).getRank();
  ProductShape shape = getProductShape(product);
  return shape.m >= form.m && shape.n % form.m == 0 &&
         findFactorLoad(product.getLhs()) &&
         !isRestaged(product.getLhs(), rank - 1) &&
         isRestaged(product.getRhs(), rank - 2);
}

/// The product as instructions see it.
static ProductShape getShapeOfInstructions(MmaOp product, bool isSwapped) {
  ProductShape shape = getProductShape(product);
  if (isSwapped)
    std::swap(shape.m, shape.n);
  return shape;
}

/// The same, where instructions may take what threads read from registers: each
/// group reads it, and writes nothing.
static int64_t countTurned(MmaOp product, bool isSwapped, int64_t width) {
  int64_t bytes = countRestaged(product);
  return isSwapped ? bytes / 2 * (getProductShape(product).m / width) : bytes;
}

/// True if the banks are busy for at most twice as long as instructions of all columns
/// take, with what groups that share them out read again and with what threads turn.
static bool isFed(const MatrixInstruction &form, MmaOp product, bool isSwapped,
                  int64_t width, const TargetInfo &target) {
  const MachineModel &model = MachineModel::of(target);
  MatrixElement factor = getMatrixElement(product.getLhsFormat());
  std::optional<MatrixTiming> timing =
      model.get(form, factor, getSumElement(product));
  if (!timing)
    return false;
  auto [batch, m, n, k] = getShapeOfInstructions(product, isSwapped);
  double rate = model.getMemory().sharedBytes.value;
  auto countCycles = [&, batch = batch, m = m, n = n, k = k](int64_t columns) {
    int64_t lines = columns + (isSwapped ? 0 : form.m);
    int64_t bits = lines * k * getMatrixElementBits(factor);
    return double(batch * (m / form.m) * (n / columns) * bits / 8) / rate;
  };
  double multiplied =
      2.0 * double(batch * m * n * k) / timing->opsPerCycle.value;
  double turned = double(countTurned(product, isSwapped, width)) / rate;
  return countCycles(width) + turned <=
         2 * std::max(multiplied, countCycles(n));
}

/// The columns of an instruction where groups share out rows first, unless that
/// makes more columns than `most`; 0 if they have not enough rows and columns for
/// all.
static int64_t getWidth(const MatrixInstruction &form, ProductShape shape,
                        int64_t groups, int64_t most) {
  int64_t ofRows = std::min(groups, shape.m / form.m);
  auto getColumns = [&] { return shape.n / (groups / ofRows); };
  while (ofRows > 1 && getColumns() > most)
    ofRows /= 2;
  return ofRows ? getColumns() : 0;
}

static bool isSmallFloat(FactorFormat format) {
  return format == FactorFormat::E4M3 || format == FactorFormat::E5M2;
}

bool tileaa::isPromoted(MmaOp product) {
  bool isOneSum =
      isZero(product.getAcc()) && getProductShape(product).k <= kPromotedDepth;
  return isSmallFloat(product.getLhsFormat()) && !product.getFastAcc() &&
         !isOneSum;
}

/// Words of the factor that instructions take from registers, in all threads.
static int64_t countWordsBesideSum(MmaOp product, bool isSwapped) {
  constexpr int64_t bytesOfWord = 4;
  return isSwapped ? countBytes(product.getRhs()) / bytesOfWord : 0;
}

/// A kernel that calls functions has its products one by one: ptxas says so
/// (C7509).
static bool callsFunctions(MmaOp product) {
  auto entry = product->getParentOfType<EntryOpInterface>();
  return entry && entry
                      .walk([](Operation *op) {
                        return isa<PrintOp, AssertOp>(op)
                                   ? WalkResult::interrupt()
                                   : WalkResult::advance();
                      })
                      .wasInterrupted();
}

std::optional<GroupInstruction>
tileaa::chooseGroupInstruction(MmaOp product, const TargetInfo &target,
                               unsigned warps, MapCandidates &maps,
                               StringRef &reason) {
  reason = {};
  if (target.hasTcgen05())
    return chooseTensorInstruction(product, target, warps, reason);
  if (!target.hasWgmma())
    return std::nullopt;
  const MatrixInstruction *form = findForm(product, target);
  if (!form)
    return std::nullopt;
  reason = "takes tf32 as it lies in shared memory, and threads round it first";
  if (roundFirst(product, maps))
    return std::nullopt;
  bool swaps = isSwapped(product, *form);
  ProductShape shape = getShapeOfInstructions(product, swaps);
  reason = "has a lowering for sums of 32 bits alone";
  if (getMatrixElementBits(getSumElement(product)) != 32)
    return std::nullopt;
  reason = "multiplies blocks of 64 rows and 32 bytes of K";
  if (shape.m % form->m || shape.k % form->k)
    return std::nullopt;
  reason = "takes four warps";
  if (warps % kWarpsOfGroup)
    return std::nullopt;
  reason = "reads factors for too long, with so many groups or as much that "
           "threads have to turn";
  int64_t mostColumns =
      isPromoted(product) && !swaps ? kMostColumnsBesideSum : shape.n;
  int64_t width = getWidth(*form, shape, warps / kWarpsOfGroup, mostColumns);
  if (!form->n.contains(width) || !isFed(*form, product, swaps, width, target))
    return std::nullopt;
  reason = "leaves a thread too few registers beside its sum";
  int64_t threads = int64_t(warps) * Capacities::threadsPerWarp;
  int64_t sum = shape.batch * shape.m * shape.n;
  int64_t ofSum = getMostRegistersOfSum(warps);
  if (width > mostColumns || sum > ofSum * threads ||
      sum + countWordsBesideSum(product, swaps) >
          (ofSum + registers::kForAddresses) * threads)
    return std::nullopt;
  reason = "is slowed down by the functions that the kernel calls, to print or "
           "to assert";
  if (callsFunctions(product))
    return std::nullopt;
  reason = {};
  return GroupInstruction{form, width, swaps};
}

GroupForm tileaa::findGroupForm(MmaOp product, const TargetInfo &target,
                                MapCandidates &maps) {
  StringRef reason;
  for (unsigned warps = kWarpsOfGroup; warps <= Capacities::maxWarpsPerBlock;
       warps *= 2)
    if (auto found =
            chooseGroupInstruction(product, target, warps, maps, reason))
      return {found->form, warps,
              getShapeOfInstructions(product, found->isSwapped).m};
  return {};
}
