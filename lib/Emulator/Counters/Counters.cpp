//===- Counters.cpp - Counts a launch's work, line by line ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "../Grid/LaunchState.h"
#include "../Machine/Report.h"
#include "../Matrix/Forms.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <tuple>

using namespace tessera::ptx;
using llvm::StringRef;

/// Calls `body` with the number of each lane of a mask.
template <typename Body> static void forEachLane(LaneMask mask, Body body) {
  for (; mask; mask &= mask - 1)
    body(static_cast<unsigned>(llvm::countr_zero(mask)));
}

//===----------------------------------------------------------------------===//
// Accesses to memory
//===----------------------------------------------------------------------===//

using Numbers = llvm::SmallVector<uint64_t, 4 * warpSize>;

static unsigned countDistinct(Numbers &numbers) {
  llvm::sort(numbers);
  return static_cast<unsigned>(std::unique(numbers.begin(), numbers.end()) -
                               numbers.begin());
}

unsigned tessera::ptx::countDistinctLines(const Request &request,
                                          unsigned bytes) {
  Numbers lines;
  forEachLane(request.lanes, [&](unsigned lane) {
    uint64_t first = request.addresses[lane] / bytes;
    uint64_t last = (request.addresses[lane] + request.size - 1) / bytes;
    for (uint64_t line = first; line <= last; ++line)
      lines.push_back(line);
  });
  return countDistinct(lines);
}

/// Counts sectors as the hardware lays local memory out: each word of the 32
/// lanes of a warp stands side by side, so that lanes that use the same offset
/// share sectors.
static unsigned countLocalSectors(const Request &request) {
  constexpr unsigned lanesPerSector = 8;
  Numbers sectors;
  forEachLane(request.lanes, [&](unsigned lane) {
    uint64_t first = request.addresses[lane] / 4;
    uint64_t last = (request.addresses[lane] + request.size - 1) / 4;
    for (uint64_t word = first; word <= last; ++word)
      sectors.push_back(word * (warpSize / lanesPerSector) +
                        lane / lanesPerSector);
  });
  return countDistinct(sectors);
}

/// Lanes served by one wavefront, as many as the banks are wide: a half of the
/// warp for 64 bits, a quarter for 128 bits.
static unsigned lanesAtOnce(const Request &request) {
  constexpr unsigned bankBytes = 128;
  return std::max(1u, std::min(warpSize, bankBytes / request.size));
}

constexpr unsigned banks = 32;

/// The greatest number of accessed words that lie in one bank.
static unsigned countUsesOfOneBank(llvm::ArrayRef<uint64_t> words) {
  std::array<unsigned, banks> uses = {};
  for (uint64_t word : words)
    ++uses[word % banks];
  return *llvm::max_element(uses);
}

Wavefronts tessera::ptx::countWavefronts(const Request &request) {
  Wavefronts result;
  Numbers all;
  unsigned step = lanesAtOnce(request);
  for (unsigned first = 0; first < warpSize; first += step) {
    LaneMask group = request.lanes & llvm::maskTrailingOnes<LaneMask>(step)
                                         << first;
    if (!group)
      continue;
    Numbers words;
    forEachLane(group, [&](unsigned lane) {
      uint64_t from = request.addresses[lane] / 4;
      uint64_t to = (request.addresses[lane] + request.size - 1) / 4;
      for (uint64_t word = from; word <= to; ++word)
        words.push_back(word);
    });
    // Lanes that read one word get it at once, and of lanes that write one
    // word, one wins; only atomic operations on one word are serialised.
    if (request.kind != Access::Atomic)
      words.resize(countDistinct(words));
    result.actual += countUsesOfOneBank(words);
    ++result.ideal;
    all.append(words);
  }
  if (request.kind != Access::Atomic)
    all.resize(countDistinct(all));
  if (!all.empty())
    result.least = countUsesOfOneBank(all);
  return result;
}

static Counter after(Counter counter, unsigned steps) {
  return static_cast<Counter>(static_cast<unsigned>(counter) + steps);
}

void Counters::access(const Code &code, uint32_t pc, const Request &request) {
  CounterValues &line = at(code, pc);
  uint64_t bytes = uint64_t(llvm::popcount(request.lanes)) * request.size;
  auto pick = [&](Counter load, Counter store, Counter atomic) {
    return request.kind == Access::Load    ? load
           : request.kind == Access::Store ? store
                                           : atomic;
  };
  switch (request.space) {
  case Space::Generic:
  case Space::Global: {
    constexpr unsigned tagBytes = 128, sectorBytes = 32;
    Counter first =
        pick(Counter::GlobalLoadRequests, Counter::GlobalStoreRequests,
             Counter::GlobalAtomicRequests);
    ++line[first];
    line[after(first, 1)] += countDistinctLines(request, tagBytes);
    line[after(first, 2)] += countDistinctLines(request, sectorBytes);
    line[after(first, 3)] += bytes;
    forEachLane(request.lanes, [&](unsigned lane) {
      globalSectors.add(request.addresses[lane], request.size,
                        request.kind != Access::Load);
    });
    break;
  }
  case Space::Shared:
  case Space::SharedCluster: {
    Counter first =
        pick(Counter::SharedLoadRequests, Counter::SharedStoreRequests,
             Counter::SharedAtomicRequests);
    Wavefronts wavefronts = countWavefronts(request);
    ++line[first];
    line[after(first, 1)] += wavefronts.actual;
    line[after(first, 2)] += wavefronts.ideal;
    line[after(first, 3)] += bytes;
    line[Counter::SharedLeast] += wavefronts.least;
    break;
  }
  case Space::Local: {
    // There are no atomic operations on local memory.
    Counter first =
        pick(Counter::LocalLoadRequests, Counter::LocalStoreRequests,
             Counter::LocalStoreRequests);
    ++line[first];
    line[after(first, 1)] += countLocalSectors(request);
    line[after(first, 2)] += bytes;
    break;
  }
  case Space::Const:
    ++line[Counter::ConstRequests];
    line[Counter::ConstBytes] += bytes;
    break;
  case Space::Param:
    break;
  }
}

//===----------------------------------------------------------------------===//
// Kinds of instructions
//===----------------------------------------------------------------------===//

static InstructionClass classOfType(Type type) {
  switch (type) {
  case Type::F16:
  case Type::F16x2:
  case Type::BF16:
  case Type::BF16x2:
    return InstructionClass::Half;
  case Type::F32:
  case Type::F32x2:
  case Type::TF32:
    return InstructionClass::Single;
  case Type::F64:
    return InstructionClass::Double;
  default:
    return InstructionClass::Integer;
  }
}

static InstructionClass classOfAccess(Space space, bool isLoad) {
  using C = InstructionClass;
  switch (space) {
  case Space::Global:
    return isLoad ? C::LoadGlobal : C::StoreGlobal;
  case Space::Shared:
  case Space::SharedCluster:
    return isLoad ? C::LoadShared : C::StoreShared;
  case Space::Local:
    return isLoad ? C::LoadLocal : C::StoreLocal;
  case Space::Const:
    return C::LoadConst;
  case Space::Param:
    return isLoad ? C::LoadParam : C::StoreParam;
  case Space::Generic:
    return isLoad ? C::LoadGeneric : C::StoreGeneric;
  }
  return C::Other;
}

/// The space that the text names: for the decoder, parameters of functions are
/// in local memory.
static Space namedSpace(const Instruction &syntax) {
  for (StringRef modifier : syntax.modifiers) {
    std::optional<Space> space =
        llvm::StringSwitch<std::optional<Space>>(
            modifier.take_until([](char c) { return c == ':'; }))
            .Case("global", Space::Global)
            .Case("shared", Space::Shared)
            .Case("local", Space::Local)
            .Case("const", Space::Const)
            .Case("param", Space::Param)
            .Default(std::nullopt);
    if (space)
      return *space;
  }
  return Space::Generic;
}

static bool hasModifier(const Instruction &syntax, StringRef name) {
  return llvm::is_contained(syntax.modifiers, name);
}

/// The type of the operation: the last one that the text names, without those
/// of sources.
static Type namedType(const Instruction &syntax) {
  for (StringRef modifier : syntax.modifiers)
    if (std::optional<Type> type = parseType(modifier))
      return *type;
  return Type::None;
}

/// Classes that the opcode alone decides.
static std::optional<InstructionClass> classOfOpcode(StringRef opcode) {
  using C = InstructionClass;
  return llvm::StringSwitch<std::optional<C>>(opcode)
      .Cases({"rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh"},
             C::Special)
      .Cases({"cvt", "cvta"}, C::Conversion)
      .Cases({"mov", "prmt", "isspacep", "mapa", "getctarank"}, C::Move)
      .Cases({"shfl", "vote", "match", "redux", "activemask", "elect",
              "movmatrix"},
             C::Exchange)
      .Cases({"bar", "barrier", "mbarrier"}, C::Barrier)
      .Cases({"fence", "membar"}, C::Fence)
      .Cases({"bra", "brx", "call", "ret", "exit", "trap", "brkpt"}, C::Control)
      .Cases({"atom", "red"}, C::Atomic)
      .Case("mma", C::Matrix)
      .Case("ldmatrix", C::LoadShared)
      .Case("stmatrix", C::StoreShared)
      .Cases({"prefetch", "prefetchu", "applypriority", "discard",
              "createpolicy", "nanosleep", "griddepcontrol", "pmevent",
              "setmaxnreg", "alloca", "stacksave", "stackrestore",
              "clusterlaunchcontrol"},
             C::Other)
      .Default(std::nullopt);
}

/// Transfers to and from tensor memory count as asynchronous copies.
static InstructionClass classOfTensorCore(const Instruction &syntax) {
  StringRef what = syntax.modifiers.empty() ? "" : syntax.modifiers.front();
  if (what == "mma")
    return InstructionClass::Matrix;
  if (what.starts_with("fence") || what.starts_with("wait"))
    return InstructionClass::Fence;
  bool isAllocation = what.ends_with("alloc") || what.starts_with("relinquish");
  return isAllocation ? InstructionClass::Other : InstructionClass::AsyncCopy;
}

InstructionClass tessera::ptx::classify(const Instruction &syntax) {
  StringRef opcode = syntax.opcode;
  if (opcode == "cp") // and bulk reductions
    return InstructionClass::AsyncCopy;
  if ((opcode == "red" || opcode == "clusterlaunchcontrol") &&
      hasModifier(syntax, "async"))
    return InstructionClass::AsyncCopy;
  if (opcode == "wmma") {
    if (hasModifier(syntax, "mma"))
      return InstructionClass::Matrix;
    return classOfAccess(namedSpace(syntax), hasModifier(syntax, "load"));
  }
  if (opcode == "wgmma")
    return hasModifier(syntax, "mma_async") ? InstructionClass::Matrix
           : hasModifier(syntax, "fence")   ? InstructionClass::Fence
                                            : InstructionClass::AsyncCopy;
  if (opcode == "tcgen05")
    return classOfTensorCore(syntax);
  if (opcode == "multimem")
    return hasModifier(syntax, "red")
               ? InstructionClass::Atomic
               : classOfAccess(Space::Global, !hasModifier(syntax, "st"));
  if (std::optional<InstructionClass> kind = classOfOpcode(opcode))
    return *kind;
  if (opcode == "ld" || opcode == "ldu")
    return classOfAccess(namedSpace(syntax), true);
  if (opcode == "st")
    return classOfAccess(namedSpace(syntax), false);
  return classOfType(namedType(syntax));
}

uint64_t tessera::ptx::matrixOperations(const Instruction &syntax) {
  // A warp does a quarter of the product of a warp group.
  bool isGroup = syntax.opcode == "wgmma" && hasModifier(syntax, "mma_async");
  if (syntax.opcode != "mma" && !isGroup &&
      !(syntax.opcode == "wmma" && hasModifier(syntax, "mma")))
    return 0;
  for (StringRef shape : syntax.modifiers) {
    uint64_t m, n, k;
    if (shape.consume_front("m") && !shape.consumeInteger(10, m) &&
        shape.consume_front("n") && !shape.consumeInteger(10, n) &&
        shape.consume_front("k") && !shape.getAsInteger(10, k)) {
      // mma.m8n8k4 of f16 is four products.
      bool isFour = m == 8 && k == 4 && !hasModifier(syntax, "f64");
      return (isFour ? 4 : 1) * 2 * m * n * k / (isGroup ? 4 : 1);
    }
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// The sum of a launch
//===----------------------------------------------------------------------===//

void Counters::add(const Counters &other) {
  if (other.log) {
    if (!log)
      log.emplace();
    for (const LoggedEvent &event : other.log->events)
      log->add(event);
    log->isCut |= other.log->isCut;
  }
  globalSectors.add(other.globalSectors);
  for (auto [mine, theirs] : llvm::zip(values, other.values)) {
    if (mine.empty())
      mine.resize(theirs.size());
    for (size_t i = 0; i != theirs.size(); ++i)
      mine[i] += theirs[i];
  }
}

static bool waitsForBlock(const Inst &inst) {
  return inst.control == Control::Barrier &&
         static_cast<BarrierOp>(inst.operation) != BarrierOp::Arrive;
}

static bool isOnIntegers(const Instruction &syntax) {
  return llvm::any_of(syntax.modifiers, [](StringRef modifier) {
    return llvm::is_contained({"s8", "u8", "s4", "u4", "b1"}, modifier);
  });
}

/// The counter of a product of warp groups, by the kind of its factors. Their
/// types come last, and both are of one family.
static std::optional<Counter> counterOfGroupKind(const Instruction &syntax) {
  if (syntax.opcode != "wgmma")
    return std::nullopt;
  Type factor = Type::None;
  for (StringRef modifier : syntax.modifiers)
    factor = parseType(modifier).value_or(factor);
  std::optional<MatrixFamily> family = familyOf(factor);
  if (!family)
    return std::nullopt;
  switch (*family) {
  case MatrixFamily::Half:
  case MatrixFamily::Bfloat:
    return Counter::WgmmaF16;
  case MatrixFamily::Tf32:
    return Counter::WgmmaTf32;
  case MatrixFamily::Fp8:
    return Counter::WgmmaF8;
  case MatrixFamily::Byte:
    return Counter::WgmmaI8;
  case MatrixFamily::Bit:
    return Counter::WgmmaB1;
  default:
    return std::nullopt;
  }
}

/// Derives counters from the number of executions of an instruction.
static void derive(CounterLine &line, const Instruction &syntax,
                   const Inst &inst) {
  uint64_t runs = line.values[Counter::InstructionsOn];
  if (waitsForBlock(inst))
    line.values[Counter::BarrierWaits] = runs;
  // Operations of tcgen05 are counted as they run.
  if (line.kind != InstructionClass::Matrix)
    return;
  uint64_t operations = runs * matrixOperations(syntax);
  line.values[isOnIntegers(syntax) ? Counter::MatrixIops
                                   : Counter::MatrixFlops] += operations;
  if (std::optional<Counter> kind = counterOfGroupKind(syntax))
    line.values[*kind] += operations;
}

/// The functions' numbers, in the order of their definitions in the text;
/// declarations may be in another order.
static std::vector<size_t> functionsByPlace(const Image &image) {
  std::vector<size_t> order(image.codes.size());
  std::iota(order.begin(), order.end(), 0);
  auto place = [&](size_t number) {
    const SourceLocation &at = image.codes[number].syntax->location;
    return std::tuple(at.line, at.column, number);
  };
  llvm::sort(order, [&](size_t a, size_t b) { return place(a) < place(b); });
  return order;
}

/// Sets the place of the source, and where the functions around it are inlined.
static void addSource(CounterLine &line, const Module &module,
                      const SourcePlace &place) {
  auto nameOf = [&](const SourcePlace &each) {
    auto file = module.sourceFiles.find(each.file);
    return file == module.sourceFiles.end() ? std::string() : file->second;
  };
  line.sourceFile = nameOf(place);
  if (line.sourceFile.empty())
    return;
  line.sourceLine = place.line;
  for (int32_t caller = place.caller; caller >= 0;
       caller = module.callers[size_t(caller)].caller) {
    const SourcePlace &each = module.callers[size_t(caller)];
    line.callers.push_back({nameOf(each), each.line});
  }
}

CounterLine tessera::ptx::describeCounted(const Image &image, const Code &code,
                                          uint32_t pc) {
  CounterLine line;
  line.function = code.syntax->name;
  line.text = instructionText(code, pc);
  line.kind = InstructionClass::Control;
  const auto &instructions = code.syntax->instructions;
  if (pc < instructions.size()) {
    const Instruction &syntax = instructions[pc];
    line.line = syntax.location.line;
    line.column = syntax.location.column;
    line.kind = classify(syntax);
    addSource(line, *image.module, syntax.source);
  } else if (!instructions.empty()) {
    // The return that ends every function is located at its end.
    line.line = instructions.back().location.line + 1;
  }
  return line;
}

std::vector<CounterLine> Counters::lines() const {
  std::vector<CounterLine> lines;
  for (size_t number : functionsByPlace(image)) {
    const Code &code = image.codes[number];
    for (auto [pc, value] : llvm::enumerate(values[number])) {
      if (!value[Counter::Instructions])
        continue;
      CounterLine line =
          describeCounted(image, code, static_cast<uint32_t>(pc));
      line.values = value;
      if (pc < code.syntax->instructions.size())
        derive(line, code.syntax->instructions[pc], code.instructions[pc]);
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

EventLog Counters::events() const {
  // Places of lines(), which has those that have run.
  llvm::DenseMap<std::pair<uint64_t, uint32_t>, uint32_t> places;
  for (size_t number : functionsByPlace(image))
    for (auto [pc, value] : llvm::enumerate(values[number]))
      if (value[Counter::Instructions])
        places.try_emplace({number, uint32_t(pc)}, uint32_t(places.size()));
  EventLog result = log.value_or(EventLog());
  for (LoggedEvent &event : result.events)
    if (event.kind == LoggedEvent::Kind::Issue) {
      event.line = places.lookup({event.home, event.line});
      event.home = 0;
    }
  return result;
}
