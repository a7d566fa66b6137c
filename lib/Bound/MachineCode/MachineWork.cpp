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

/// Bytes of shared memory, or of the first cache, in a cycle of the SM.
constexpr double bytesOfWavefront = 128;

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

namespace {
/// A mnemonic, the first word of an opcode, and its class.
struct WorkRow {
  StringRef mnemonic;
  Work work;
  /// Instructions of the class that it counts as: two where one instruction of a
  /// newer GPU does what two did.
  unsigned count = 1;
};
} // namespace

static constexpr WorkRow works[] = {
    {"FFMA", Work::Float},
    {"FFMA2", Work::Float, 2},
    {"FADD", Work::Float},
    {"FADD2", Work::Float, 2},
    {"FMUL", Work::Float},
    {"FMUL2", Work::Float, 2},
    {"FSET", Work::FloatCompare},
    {"FSETP", Work::FloatCompare},
    {"FMNMX", Work::FloatCompare},
    {"FMNMX3", Work::FloatCompare, 2},
    {"HFMA2", Work::Half2},
    {"HADD2", Work::Half2},
    {"HMUL2", Work::Half2},
    {"HSET2", Work::Half2},
    {"HSETP2", Work::Half2},
    {"HMNMX2", Work::Half2},
    {"DFMA", Work::Double},
    {"DADD", Work::Double},
    {"DMUL", Work::Double},
    {"DSETP", Work::Double},
    {"IADD", Work::IntegerAdd},
    {"IADD3", Work::IntegerAdd},
    {"VIADD", Work::IntegerAdd},
    {"LEA", Work::IntegerAdd},
    {"ISETP", Work::IntegerCompare},
    {"IMNMX", Work::IntegerCompare},
    {"VIMNMX", Work::IntegerCompare},
    {"VIMNMX3", Work::IntegerCompare, 2},
    {"IMAD", Work::IntegerMultiply},
    {"IDP", Work::IntegerMultiply},
    {"LOP3", Work::Logic},
    {"PLOP3", Work::Logic},
    {"SHF", Work::Shift},
    {"SGXT", Work::Shift},
    {"BMSK", Work::Shift},
    {"POPC", Work::BitCount},
    {"FLO", Work::BitCount},
    {"BREV", Work::BitCount},
    {"MUFU", Work::Special},
    {"F2FP", Work::ConvertNarrow},
    {"I2FP", Work::ConvertInteger},
    {"I2I", Work::ConvertInteger},
    {"I2IP", Work::ConvertInteger},
    {"F2F", Work::Convert32},
    {"F2I", Work::Convert32},
    {"I2F", Work::Convert32},
    {"FRND", Work::Convert32},
    {"LDSM", Work::LoadMatrix},
    {"STSM", Work::LoadMatrix},
    {"LDS", Work::LoadShared},
    {"ATOMS", Work::LoadShared},
    {"STS", Work::StoreShared},
    {"LDG", Work::LoadGlobal},
    {"LD", Work::LoadGlobal},
    {"ATOM", Work::LoadGlobal},
    {"ATOMG", Work::LoadGlobal},
    {"RED", Work::StoreGlobal},
    {"REDG", Work::StoreGlobal},
    {"STG", Work::StoreGlobal},
    {"ST", Work::StoreGlobal},
    {"LDGSTS", Work::AsyncCopy},
    {"SHFL", Work::Shuffle},
    {"VOTE", Work::Vote},
    {"MATCH", Work::Vote},
    {"REDUX", Work::Redux},
    {"MOV", Work::Move},
    {"SEL", Work::Move},
    {"FSEL", Work::Move},
    {"PRMT", Work::Move},
    {"P2R", Work::Move},
    {"R2P", Work::Move},
    {"R2UR", Work::Move},
};

/// The class of an opcode, of which words behind the first may say more; null for
/// one that takes no more than its issue.
static std::optional<WorkRow> findClass(StringRef opcode) {
  StringRef mnemonic = opcode.split('.').first;
  const WorkRow *row = llvm::find_if(
      works, [&](const WorkRow &each) { return each.mnemonic == mnemonic; });
  if (row == std::end(works))
    return mnemonic.starts_with("U")
               ? std::optional(WorkRow{mnemonic, Work::UniformInteger})
               : std::nullopt;
  WorkRow found = *row;
  if (found.work == Work::Half2 && opcode.contains("BF16"))
    found.work = Work::BFloat2;
  if (opcode.starts_with("HADD2.F32"))
    found.work = Work::ConvertWiden;
  if (opcode.starts_with("MUFU.EX2"))
    found.work = Work::Exp2;
  if (found.work == Work::Convert32 && opcode.contains("F64"))
    found.work = Work::Convert64;
  return found;
}

/// True for an access by which blocks wait for one another: a load that stores of other
/// blocks are ordered with, "LDG.E.STRONG.GPU", or the exchange of a lock,
/// "ATOMG.E.CAS.STRONG.GPU".
static bool isFlag(StringRef opcode) {
  StringRef mnemonic = opcode.split('.').first;
  bool isLoad = mnemonic == "LD" || mnemonic == "LDG";
  return isLoad ? opcode.contains(".STRONG.")
                : mnemonic.starts_with("ATOM") && opcode.contains(".CAS");
}

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

/// Reads "16816", the numbers of a shape in a row, of which m is 8 or 16 and n
/// is 8, or "64x128x16".
static bool readShape(StringRef word, Product &product) {
  unsigned m = 16, n = 8, k = 0;
  if (word.contains('x')) {
    if (word.consumeInteger(10, m) || !word.consume_front("x") ||
        word.consumeInteger(10, n) || !word.consume_front("x"))
      return false;
  } else if (!word.consume_front("168")) {
    m = 8;
    if (!word.consume_front("88"))
      return false;
  }
  if (word.getAsInteger(10, k))
    return false;
  product.m = m;
  product.n = n;
  product.k = k;
  return true;
}

/// A product by a warp or a warp group: "QMMA.SF.16832.F32.E4M3.E4M3",
/// "HGMMA.64x128x16.F32".
static std::optional<Product> readProduct(MatrixUnit unit, StringRef opcode,
                                          StringRef operands) {
  Product product{unit, {}, {}, 0, 0, 0};
  if (llvm::none_of(llvm::split(opcode, '.'),
                    [&](StringRef word) { return readShape(word, product); }))
    return std::nullopt;
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

/// Adds the work of a product; false if the target has none like it.
static bool addProduct(const Product &product, const TargetInfo &target,
                       const Board &board, MachineWork &work) {
  double rate = findRate(product.unit, product, target, board);
  if (rate == 0)
    return false;
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
  return true;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

namespace {
/// Walks the code of a kernel in the order of its text, with the constants that
/// registers hold on the way.
class WorkFinder {
public:
  WorkFinder(const MachineKernel &kernel, const TargetInfo &target,
             const Board &board)
      : code(kernel.code), target(target), board(board),
        model(MachineModel::of(target)),
        tellsLeader(llvm::any_of(code, [](const MachineInstruction &each) {
          StringRef opcode = each.opcode;
          return opcode.starts_with("UTMA") && opcode.contains("2CTA");
        })) {}

  std::optional<std::vector<MachineWork>> find();

private:
  /// The work of an instruction; nothing for a product that is not known.
  std::optional<MachineWork> find(const MachineInstruction &instruction) const;
  std::optional<Product> findProduct(StringRef opcode,
                                     StringRef operands) const;
  bool addWait(StringRef opcode, StringRef operands, MachineWork &work) const;
  bool addCopy(StringRef opcode, StringRef operands, MachineWork &work) const;
  void addClass(StringRef opcode, MachineWork &work) const;
  void keepConstant(const MachineInstruction &instruction);

  llvm::ArrayRef<MachineInstruction> code;
  const TargetInfo &target;
  const Board &board;
  const MachineModel &model;
  /// True if copies of both CTAs of a pair tell the mbarriers of the first.
  bool tellsLeader;
  /// By register: the number that it was given last, if that is known.
  llvm::StringMap<uint32_t> constants;
};
} // namespace

/// The number that an instruction moves: "MOV R4, 0x8000", or "HFMA2 R4, -RZ,
/// RZ, 2, 0", the two halves of which are numbers of f16.
std::optional<uint32_t> bound::readMovedConstant(StringRef opcode,
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

/// The register behind one, "UR11" behind "UR10".
static std::string nextRegister(StringRef reg) {
  StringRef prefix = reg.take_until(llvm::isDigit);
  unsigned number = 0;
  if (reg.drop_front(prefix.size()).getAsInteger(10, number))
    return "";
  return (prefix + llvm::Twine(number + 1)).str();
}

void WorkFinder::keepConstant(const MachineInstruction &instruction) {
  StringRef opcode = instruction.opcode, operands = instruction.operands;
  StringRef reg = operands.split(',').first.trim();
  std::optional<uint32_t> number = readMovedConstant(opcode, operands);
  auto source = constants.find(operands.rsplit(',').second.trim());
  if (!number && opcode.contains("MOV") && source != constants.end())
    number = source->second;
  if (number)
    constants[reg] = *number;
  else
    constants.erase(reg);
  if (opcode.contains("64"))
    constants.erase(nextRegister(reg));
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

std::optional<Product> WorkFinder::findProduct(StringRef opcode,
                                               StringRef operands) const {
  StringRef mnemonic = opcode.split('.').first;
  if (mnemonic.starts_with("UTC")) {
    // A tile of 128 x 128 where the text does not tell.
    constexpr uint32_t usual = 16 << 17 | 8 << 24;
    auto descriptor =
        constants.find(operands.split("idesc[").second.split(']').first);
    return readThreadProduct(
        opcode, descriptor == constants.end() ? usual : descriptor->second);
  }
  return readProduct(mnemonic.ends_with("GMMA") ? MatrixUnit::Wgmma
                                                : MatrixUnit::MmaSync,
                     opcode, operands);
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
    first.consume_front("SB");
    work.scoreboard = number(first) % numScoreboards;
    work.left = number(second);
  } else if (opcode.starts_with("LDGDEPBAR")) {
    work.kind = MachineKind::CommitCopies;
  } else if (opcode.starts_with("BAR.ARV")) {
    work.kind = MachineKind::ArriveBarrier;
  } else if (opcode.starts_with("BAR.")) {
    work.kind = MachineKind::Barrier;
    work.latency = model.get(Work::Barrier).latency.value;
  } else {
    return false;
  }
  return true;
}

/// Adds the work of what goes on by itself, bulk copies, mbarriers and tensor
/// memory; false for other instructions.
bool WorkFinder::addCopy(StringRef opcode, StringRef operands,
                         MachineWork &work) const {
  StringRef mnemonic = opcode.split('.').first;
  if (mnemonic.starts_with("UTMA") || mnemonic.starts_with("UBLK")) {
    work.kind = MachineKind::BulkCopy;
    return true;
  }
  if (mnemonic == "LDTM" || mnemonic == "STTM")
    work.kind = MachineKind::TensorMemory;
  else if (mnemonic != "SYNCS" && !mnemonic.starts_with("UTC") &&
           !mnemonic.starts_with("UCGA"))
    return false;
  work.latency = model.getMemory().sharedLatency.value;
  if (mnemonic == "UTCBAR")
    work.kind = MachineKind::CommitProducts;
  else if (opcode.starts_with("SYNCS.PHASECHK"))
    work.kind = MachineKind::WaitPhase;
  else if (opcode.starts_with("SYNCS.ARRIVE"))
    work.kind = MachineKind::ArrivePhase;
  // The last word says where an arrival has its count and its bytes: ".A0TR" has the
  // bytes in a register, and ".ART0" the count. The leader of a pair expects the bytes
  // of both CTAs.
  constexpr StringRef arrive = "SYNCS.ARRIVE.TRANS64";
  if (opcode == arrive ||
      (opcode.starts_with(arrive) && opcode.ends_with("TR")))
    work.expectedBytes = constants.lookup(operands.rsplit(',').second.trim()) /
                         (tellsLeader ? 2.0 : 1.0);
  return true;
}

void WorkFinder::addClass(StringRef opcode, MachineWork &work) const {
  StringRef mnemonic = opcode.split('.').first;
  bool isLocal = mnemonic == "LDL" || mnemonic == "STL";
  std::optional<WorkRow> row = findClass(isLocal ? "LDG" : opcode);
  if (!row)
    return;
  WorkTiming timing = model.get(row->work);
  work.pipe = timing.pipe;
  work.latency = timing.latency.value;
  work.cycles = row->count * timing.getCyclesOnPipe();
  if (!isPipeOfPartition(timing.pipe))
    work.cycles *= partitionsPerSM;
  double bytes = Capacities::threadsPerWarp * findLaneBytes(opcode);
  double wavefronts = std::max(1.0, bytes / bytesOfWavefront);
  switch (row->work) {
  case Work::LoadMatrix:
  case Work::LoadShared:
  case Work::StoreShared:
    work.sharedBytes = findSharedBytes(opcode);
    work.cycles *= std::max(1.0, work.sharedBytes / bytesOfWavefront);
    work.latency = model.getMemory().sharedLatency.value;
    break;
  case Work::LoadGlobal:
  case Work::StoreGlobal:
  case Work::AsyncCopy:
    work.kind = isLocal                        ? MachineKind::Local
                : row->work == Work::AsyncCopy ? MachineKind::AsyncCopy
                : isFlag(opcode)               ? MachineKind::Flag
                                               : MachineKind::Global;
    work.bytes = isLocal ? 0 : bytes;
    work.cycles *= wavefronts;
    // The player adds what lies behind the first cache.
    work.latency = model.getMemory().l1Latency.value;
    break;
  default:
    break;
  }
}

std::optional<MachineWork>
WorkFinder::find(const MachineInstruction &instruction) const {
  MachineWork work;
  StringRef opcode = instruction.opcode, operands = instruction.operands;
  if (instruction.isDead())
    return work;
  if (opcode.split('.').first.ends_with("MMA")) {
    std::optional<Product> product = findProduct(opcode, operands);
    if (!product || !addProduct(*product, target, board, work))
      return std::nullopt;
    work.endsGroup = operands.contains("gsb0");
    return work;
  }
  if (!addWait(opcode, operands, work) && !addCopy(opcode, operands, work))
    addClass(opcode, work);
  return work;
}

std::optional<std::vector<MachineWork>> WorkFinder::find() {
  std::vector<MachineWork> works;
  for (const MachineInstruction &each : code) {
    std::optional<MachineWork> work = find(each);
    if (!work)
      return std::nullopt;
    works.push_back(*work);
    keepConstant(each);
  }
  return works;
}

std::optional<std::vector<MachineWork>>
bound::findWork(const MachineKernel &kernel, const TargetInfo &target,
                const Board &board) {
  return WorkFinder(kernel, target, board).find();
}
