//===- MachineWork.cpp - Work of machine instructions ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Opcodes are words of NVIDIA's "CUDA Binary Utilities", chapter "Instruction Set
// Reference", and of listings of nvdisasm where that has none.
//
//===----------------------------------------------------------------------===//

#include "MachineWork.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace tessera;
using namespace tessera::bound;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

namespace {
/// Opcodes that begin so have this class; longer beginnings stand first.
struct WorkRow {
  StringRef prefix;
  Work work;
  /// Instructions of the class that it counts as.
  unsigned count = 1;
};
} // namespace

static constexpr WorkRow works[] = {
    // One instruction that does two (sm_100 and later).
    {"FFMA2", Work::Float, 2},
    {"FADD2", Work::Float, 2},
    {"FMUL2", Work::Float, 2},
    {"FFMA", Work::Float},
    {"FADD", Work::Float},
    {"FMUL", Work::Float},
    {"FSET", Work::FloatCompare},
    {"FMNMX", Work::FloatCompare},
    {"HADD2.F32", Work::ConvertWiden},
    {"HFMA2", Work::Half2},
    {"HADD2", Work::Half2},
    {"HMUL2", Work::Half2},
    {"HSET", Work::Half2},
    {"HMNMX2", Work::Half2},
    {"DFMA", Work::Double},
    {"DADD", Work::Double},
    {"DMUL", Work::Double},
    {"DSETP", Work::Double},
    {"IADD", Work::IntegerAdd},
    {"VIADD", Work::IntegerAdd},
    {"LEA", Work::IntegerAdd},
    {"ISETP", Work::IntegerCompare},
    {"IMNMX", Work::IntegerCompare},
    {"VIMNMX", Work::IntegerCompare},
    {"IMAD", Work::IntegerMultiply},
    {"IDP", Work::IntegerMultiply},
    {"LOP", Work::Logic},
    {"PLOP", Work::Logic},
    {"SHF", Work::Shift},
    {"POPC", Work::BitCount},
    {"FLO", Work::BitCount},
    {"BREV", Work::BitCount},
    {"MUFU.EX2", Work::Exp2},
    {"MUFU", Work::Special},
    {"F2FP", Work::ConvertNarrow},
    {"I2FP", Work::ConvertInteger},
    {"I2I", Work::ConvertInteger},
    {"F2", Work::Convert32},
    {"I2F", Work::Convert32},
    {"FRND", Work::Convert32},
    {"LDSM", Work::LoadMatrix},
    {"STSM", Work::LoadMatrix},
    {"LDS", Work::LoadShared},
    {"ATOMS", Work::LoadShared},
    {"STS", Work::StoreShared},
    {"LDGSTS", Work::AsyncCopy},
    {"SHFL", Work::Shuffle},
    {"VOTE", Work::Vote},
    {"MATCH", Work::Vote},
    {"REDUX", Work::Redux},
    {"U", Work::UniformInteger},
    {"MOV", Work::Move},
    {"SEL", Work::Move},
    {"FSEL", Work::Move},
    {"PRMT", Work::Move},
    {"P2R", Work::Move},
    {"R2P", Work::Move},
    {"R2UR", Work::Move},
};

/// Prefixes of accesses to global memory, beside those of local memory.
static constexpr StringRef globalAccesses[] = {"LDG", "LD.",  "STG",
                                               "ST.", "ATOM", "RED."};

/// Bytes of a lane's access: "LDS.U.128", "LDG.E.U8".
static double findLaneBytes(StringRef opcode) {
  double bytes = 4;
  for (StringRef word : llvm::split(opcode, '.')) {
    StringRef digits = word.ltrim("USF");
    unsigned bits = 0;
    if (!digits.getAsInteger(10, bits) && bits >= 8 && bits <= 256)
      bytes = bits / 8.0;
  }
  return bytes;
}

/// Bytes of shared memory that a warp reads or writes.
static double findSharedBytes(StringRef opcode) {
  if (opcode.starts_with("LDSM") || opcode.starts_with("STSM"))
    return opcode.ends_with(".4") ? 512 : opcode.ends_with(".2") ? 256 : 128;
  return Capacities::threadsPerWarp * findLaneBytes(opcode);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
struct Product {
  MatrixUnit unit;
  MatrixElement element, sum;
  double m, n, k;
  /// True if A lies in shared memory.
  bool readsA = false;
};
} // namespace

/// The types of the factors and of the sum of a product's opcode.
static void findTypes(StringRef opcode, Product &product) {
  auto has = [&](StringRef word) { return opcode.contains(word); };
  product.sum =
      has("F16") && !has("F32") ? MatrixElement::F16 : MatrixElement::F32;
  if (opcode.starts_with("DMMA"))
    product.element = product.sum = MatrixElement::F64;
  else if (opcode.starts_with("IMMA") || opcode.starts_with("IGMMA"))
    product.element = MatrixElement::S8, product.sum = MatrixElement::S32;
  else if (opcode.starts_with("OMMA"))
    product.element = MatrixElement::E2M1;
  else if (opcode.starts_with("Q"))
    product.element = MatrixElement::E4M3;
  else if (has("TF32"))
    product.element = MatrixElement::TF32;
  else
    product.element = has("BF16") ? MatrixElement::BF16 : MatrixElement::F16;
}

/// "HMMA.16816.F32": m is 8 or 16, n is 8, k is what is left.
static std::optional<Product> readWarpProduct(StringRef opcode) {
  StringRef shape = opcode.split('.').second;
  shape.consume_front("SP.");
  Product product{MatrixUnit::MmaSync, {}, {}, 16, 8, 0};
  unsigned k = 0;
  if (!shape.consume_front("168")) {
    product.m = 8;
    if (!shape.consume_front("88"))
      return std::nullopt;
  }
  if (shape.consumeInteger(10, k))
    return std::nullopt;
  product.k = k;
  findTypes(opcode, product);
  return product;
}

/// "HGMMA.64x128x16.F32", whose A is a descriptor or registers.
static std::optional<Product> readGroupProduct(StringRef opcode,
                                               StringRef operands) {
  StringRef shape = opcode.split('.').second;
  unsigned m, n, k;
  if (shape.consumeInteger(10, m) || !shape.consume_front("x") ||
      shape.consumeInteger(10, n) || !shape.consume_front("x") ||
      shape.consumeInteger(10, k))
    return std::nullopt;
  Product product{MatrixUnit::Wgmma, {}, {}, double(m), double(n), double(k)};
  // Behind the sum stands a descriptor of both factors, or registers of A.
  product.readsA = operands.split(',').second.ltrim().starts_with("gdesc");
  findTypes(opcode, product);
  return product;
}

/// tcgen05.mma names its shape and types in a descriptor alone (PTX ISA,
/// "Instruction descriptor"): N / 8 in bits 17 to 22, M / 16 in bits 24 to 28,
/// the type of A in bits 7 to 9. A step of k is 32 bytes.
static Product readThreadProduct(StringRef opcode, uint32_t descriptor) {
  Product product{MatrixUnit::Tcgen05,
                  MatrixElement::F16,
                  MatrixElement::F32,
                  double(descriptor >> 24 & 31) * 16,
                  double(descriptor >> 17 & 63) * 8,
                  16};
  constexpr unsigned tf32 = 2;
  if (opcode.starts_with("UTCQMMA"))
    product.element = MatrixElement::E4M3;
  else if (opcode.starts_with("UTCOMMA"))
    product.element = MatrixElement::E2M1;
  else if (opcode.starts_with("UTCIMMA"))
    product.element = MatrixElement::S8, product.sum = MatrixElement::S32;
  else if ((descriptor >> 7 & 7) == tf32)
    product.element = MatrixElement::TF32;
  product.k = 32 * 8.0 / getMatrixElementBits(product.element);
  // Both CTAs of a pair do half of what the one issues.
  if (opcode.contains("2CTA"))
    product.m /= 2;
  return product;
}

/// The rate of a product by one unit, in operations per cycle and SM; 0 if the
/// target has none.
static double findRate(MatrixUnit unit, const Product &product,
                       const TargetInfo &target, const Board &board) {
  double best = 0;
  for (const MatrixInstruction *form : target.getMatrixInstructions())
    if (form->unit == unit &&
        form->takes(product.element, product.element, product.sum))
      if (auto timing =
              MachineModel::of(target).get(*form, product.element, product.sum))
        best = std::max(best, double(timing->opsPerCycle.value));
  bool isHalved = product.sum == MatrixElement::F32 &&
                  board.halvedInF32.contains(product.element);
  return isHalved ? best / 2 : best;
}

static void addProduct(const Product &product, const TargetInfo &target,
                       const Board &board, MachineWork &work) {
  double rate = findRate(product.unit, product, target, board);
  if (rate == 0)
    return;
  work.pipe = Pipe::Tensor;
  work.operations = 2 * product.m * product.n * product.k;
  for (MatrixUnit unit :
       {MatrixUnit::MmaSync, MatrixUnit::Wgmma, MatrixUnit::Tcgen05})
    work.peak = std::max(work.peak, findRate(unit, product, target, board));
  switch (product.unit) {
  case MatrixUnit::MmaSync: {
    work.kind = MachineKind::Product;
    work.cycles = work.operations * partitionsPerSM / rate;
    const MatrixInstruction *form = target.chooseMmaSync(
        product.element, product.element, product.sum, int64_t(product.k));
    if (form)
      if (auto timing =
              MachineModel::of(target).get(*form, product.element, product.sum))
        work.latency = timing->latency.value;
    break;
  }
  case MatrixUnit::Wgmma: {
    work.kind = MachineKind::GroupProduct;
    // All four partitions multiply, and wait for B and A from shared memory.
    double elements =
        product.n * product.k + (product.readsA ? product.m * product.k : 0);
    double bytes = elements * getMatrixElementBits(product.element) / 8;
    work.cycles = std::max(
        work.operations / rate,
        bytes / MachineModel::of(target).getMemory().sharedBytes.value);
    break;
  }
  case MatrixUnit::Tcgen05:
    work.kind = MachineKind::ThreadProduct;
    work.cycles = work.operations / rate;
    break;
  }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

namespace {
/// The code of a kernel, of which each instruction may ask for constants.
class WorkFinder {
public:
  WorkFinder(const MachineKernel &kernel, const TargetInfo &target,
             const Board &board)
      : code(kernel.code), target(target), board(board),
        model(MachineModel::of(target)),
        isPair(llvm::any_of(code, [](const MachineInstruction &each) {
          return StringRef(each.opcode).contains("2CTA");
        })) {}

  MachineWork find(uint32_t at) const;

private:
  std::optional<Product> findProduct(uint32_t at) const;
  bool addWait(StringRef opcode, StringRef operands, MachineWork &work) const;
  void addAccess(StringRef opcode, MachineWork &work) const;
  void addClass(StringRef opcode, MachineWork &work) const;
  /// The number that the instructions ahead of one leave in a register, as the
  /// text has them; nothing if that is no number.
  std::optional<uint32_t> findConstant(StringRef reg, uint32_t before) const;

  llvm::ArrayRef<MachineInstruction> code;
  const TargetInfo &target;
  const Board &board;
  const MachineModel &model;
  /// True if two CTAs multiply together.
  bool isPair;
};
} // namespace

/// The number that an instruction moves: "MOV R4, 0x8000", or "HFMA2 R4, -RZ,
/// RZ, 2, 0", the two halves of which are numbers of f16.
static std::optional<uint32_t> readMovedConstant(StringRef opcode,
                                                 StringRef operands) {
  StringRef last = operands.rsplit(',').second.trim();
  uint32_t number = 0;
  if (opcode.contains("MOV") && last.consume_front("0x") &&
      !last.getAsInteger(16, number))
    return number;
  if (opcode.contains("MOV") && (last == "RZ" || last == "URZ"))
    return 0;
  llvm::SmallVector<StringRef> words;
  operands.split(words, ',');
  if (!opcode.starts_with("HFMA2") || words.size() < 5)
    return std::nullopt;
  for (StringRef word : llvm::ArrayRef(words).take_back(2)) {
    double value = 0;
    if (word.trim().getAsDouble(value))
      return std::nullopt;
    llvm::APFloat half(value);
    bool losesInfo = false;
    half.convert(llvm::APFloat::IEEEhalf(), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
    number = number << 16 | uint32_t(half.bitcastToAPInt().getZExtValue());
  }
  return number;
}

std::optional<uint32_t> WorkFinder::findConstant(StringRef reg,
                                                 uint32_t before) const {
  for (uint32_t at = before; at-- != 0;) {
    const MachineInstruction &each = code[at];
    StringRef operands = each.operands;
    if (operands.split(',').first.trim() != reg)
      continue;
    if (auto number = readMovedConstant(each.opcode, operands))
      return number;
    StringRef source = operands.rsplit(',').second.trim();
    bool isCopy = StringRef(each.opcode).contains("MOV") && source != reg &&
                  (source.starts_with("R") || source.starts_with("UR"));
    if (!isCopy)
      return std::nullopt;
    reg = source;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

std::optional<Product> WorkFinder::findProduct(uint32_t at) const {
  StringRef opcode = code[at].opcode, operands = code[at].operands;
  StringRef name = opcode.split('.').first;
  if (name.starts_with("UTC") && name.ends_with("MMA")) {
    StringRef reg = operands.split("idesc[").second.split(']').first;
    // A tile of 128 x 128 where the text does not tell.
    constexpr uint32_t usual = 16 << 17 | 8 << 24;
    return readThreadProduct(opcode, findConstant(reg, at).value_or(usual));
  }
  if (name.ends_with("GMMA"))
    return readGroupProduct(opcode, operands);
  if (name.ends_with("MMA") && name.size() == 4)
    return readWarpProduct(opcode);
  return std::nullopt;
}

/// Adds the work of barriers and waits; false for other instructions.
bool WorkFinder::addWait(StringRef opcode, StringRef operands,
                         MachineWork &work) const {
  auto number = [](StringRef text) {
    unsigned value = 0;
    (void)text.trim().getAsInteger(0, value);
    return value;
  };
  auto [first, second] = operands.split(',');
  if (opcode.starts_with("WARPGROUP.DEPBAR")) {
    work.kind = MachineKind::WaitProducts;
    work.left = number(second);
  } else if (opcode.starts_with("DEPBAR.LE")) {
    work.kind = MachineKind::WaitScoreboard;
    work.scoreboard = number(first.drop_front(2)) % 6;
    work.left = number(second);
  } else if (opcode.starts_with("LDGDEPBAR")) {
    work.kind = MachineKind::CommitCopies;
  } else if (opcode.starts_with("BAR.") && !opcode.contains("ARV")) {
    work.kind = MachineKind::Barrier;
    work.latency = model.get(Work::Barrier).latency.value;
  } else {
    return false;
  }
  return true;
}

void WorkFinder::addAccess(StringRef opcode, MachineWork &work) const {
  bool isLocal = opcode.starts_with("LDL") || opcode.starts_with("STL");
  bool isGlobal = llvm::any_of(
      globalAccesses, [&](StringRef each) { return opcode.starts_with(each); });
  if (!isLocal && !isGlobal)
    return;
  double bytes = Capacities::threadsPerWarp * findLaneBytes(opcode);
  work.pipe = Pipe::Memory;
  work.kind = isLocal ? MachineKind::Local : MachineKind::Global;
  if (opcode.starts_with("LDGSTS"))
    work.kind = MachineKind::AsyncCopy;
  if (isGlobal)
    work.bytes = bytes;
  work.cycles = std::max(1.0, bytes / 128) * partitionsPerSM;
  // The player adds what lies behind the first cache.
  work.latency = model.getMemory().l1Latency.value;
}

void WorkFinder::addClass(StringRef opcode, MachineWork &work) const {
  const WorkRow *row = llvm::find_if(works, [&](const WorkRow &each) {
    return opcode.starts_with(each.prefix);
  });
  if (row == std::end(works))
    return;
  Work kind = row->work;
  if (kind == Work::Half2 && opcode.contains("BF16"))
    kind = Work::BFloat2;
  if (kind == Work::Convert32 && opcode.contains("F64"))
    kind = Work::Convert64;
  WorkTiming timing = model.get(kind);
  work.pipe = timing.pipe;
  work.latency = timing.latency.value;
  work.cycles = row->count * timing.getCyclesOnPipe();
  if (!isPipeOfPartition(timing.pipe))
    work.cycles *= partitionsPerSM;
  bool isShared = llvm::is_contained(
      {Work::LoadMatrix, Work::LoadShared, Work::StoreShared}, kind);
  if (isShared) {
    work.cycles *= std::max(1.0, findSharedBytes(opcode) / 128);
    work.latency = model.getMemory().sharedLatency.value;
  }
}

MachineWork WorkFinder::find(uint32_t at) const {
  MachineWork work;
  const MachineInstruction &instruction = code[at];
  StringRef opcode = instruction.opcode, operands = instruction.operands;
  if (instruction.isDead())
    return work;
  if (std::optional<Product> product = findProduct(at)) {
    addProduct(*product, target, board, work);
    work.endsGroup = operands.contains("gsb0");
    return work;
  }
  if (addWait(opcode, operands, work))
    return work;
  if (opcode.starts_with("UTMALDG") || opcode.starts_with("UTMASTG") ||
      opcode.starts_with("UTMAREDG") || opcode.starts_with("UBLKCP")) {
    work.kind = MachineKind::BulkCopy;
    return work;
  }
  if (opcode.starts_with("SYNCS") || opcode.starts_with("UTC") ||
      opcode.starts_with("UCGA")) {
    // The leader of a pair expects the bytes of both CTAs.
    if (opcode == "SYNCS.ARRIVE.TRANS64")
      work.expectedBytes =
          findConstant(operands.rsplit(',').second.trim(), at).value_or(0) /
          (isPair ? 2.0 : 1.0);
    work.latency = model.getMemory().sharedLatency.value;
    return work;
  }
  if (opcode.starts_with("LDTM") || opcode.starts_with("STTM")) {
    work.kind = MachineKind::TensorMemory;
    work.latency = model.getMemory().sharedLatency.value;
    return work;
  }
  addAccess(opcode, work);
  if (!work.pipe)
    addClass(opcode, work);
  return work;
}

std::vector<MachineWork> bound::findWork(const MachineKernel &kernel,
                                         const TargetInfo &target,
                                         const Board &board) {
  WorkFinder finder(kernel, target, board);
  std::vector<MachineWork> works;
  for (uint32_t at = 0; at != kernel.code.size(); ++at)
    works.push_back(finder.find(at));
  return works;
}
