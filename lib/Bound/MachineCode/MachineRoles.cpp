//===- MachineRoles.cpp - Loops of machine code that do the work ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineRoles.h"
#include "MachineAddress.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <set>
#include <tuple>

using namespace tessera;
using namespace tessera::bound;
using llvm::StringRef;
using ptx::LoopNest;

StringRef bound::getMachineTaskName(MachineTask task) {
  static constexpr StringRef names[] = {"products", "arithmetic", "copies",
                                        "memory",   "readers",    "everything"};
  return names[unsigned(task)];
}

//===----------------------------------------------------------------------===//
// The way through a loop
//===----------------------------------------------------------------------===//

namespace {
/// The value of a way: operations of products, then bytes, then as few
/// instructions as there are.
using Value = std::tuple<double, double, int64_t>;

/// By predicate: its value where an instruction stands, as a branch behind it tells.
using Predicates = std::map<StringRef, bool>;

/// A way from a block on.
struct Way {
  Value value;
  Predicates predicates;
  /// The instructions of the block that run.
  std::vector<uint32_t> body;
  /// -1 at its end.
  int next = -1;
};

/// The worth of a way through code.
using Weigh = llvm::function_ref<Value(llvm::ArrayRef<uint32_t>)>;

class WayFinder {
public:
  WayFinder(const LoopNest &nest, llvm::ArrayRef<MachineInstruction> code,
            Weigh weigh)
      : nest(nest), code(code), weigh(weigh) {}

  /// The best way through these blocks from `head`, by this latch back to it; to
  /// the end of the code if there is none.
  std::vector<uint32_t> find(const llvm::BitVector &blocks, unsigned head,
                             std::optional<unsigned> latch) const;

private:
  Way makeWay(unsigned block, bool isTaken, const Way *behind) const;

  const LoopNest &nest;
  llvm::ArrayRef<MachineInstruction> code;
  Weigh weigh;
};
} // namespace

static Value add(const Value &a, const Value &b) {
  return {std::get<0>(a) + std::get<0>(b), std::get<1>(a) + std::get<1>(b),
          std::get<2>(a) + std::get<2>(b)};
}

static Value weigh(llvm::ArrayRef<MachineWork> works,
                   llvm::ArrayRef<uint32_t> body) {
  Value value;
  for (uint32_t at : body)
    value = add(value, {works[at].operations,
                        works[at].bytes + works[at].expectedBytes, -1});
  return value;
}

/// The predicate of a guard, "@!P2", and the value with which its instruction runs.
static std::pair<StringRef, bool> readGuard(StringRef guard) {
  return {guard.ltrim("@!"), !guard.contains('!')};
}

/// Forgets the predicates that an instruction sets, as in front of it they are others.
static void forgetResults(const MachineInstruction &instruction,
                          Predicates &predicates) {
  if (StringRef(instruction.opcode).starts_with("R2P"))
    predicates.clear();
  auto [first, others] = StringRef(instruction.operands).split(',');
  auto [second, rest] = others.split(',');
  for (StringRef result : {first, second, rest.split(',').first})
    predicates.erase(result.trim());
}

/// The way from a block whose branch is taken, or is not, to another. Code for both sides
/// often stands in front of the branch, under its predicate, and perhaps blocks before:
///
///   @!P2 LDG.E.128 R4, ...   // not where the branch is not taken
///   @!P2 BRA `(.L_x_2)
Way WayFinder::makeWay(unsigned block, bool isTaken, const Way *behind) const {
  const ptx::BasicBlock &range = nest.getBlocks()[block];
  Way way;
  if (behind)
    way.predicates = behind->predicates;
  for (uint32_t at = range.end; at-- != range.begin;) {
    const MachineInstruction &each = code[at];
    StringRef opcode = each.opcode;
    auto [predicate, value] = readGuard(each.guard);
    bool isBranch = at + 1 == range.end && !predicate.empty() &&
                    (opcode.starts_with("BRA") || opcode.starts_with("EXIT"));
    if (isBranch)
      way.predicates[predicate] = value == isTaken;
    auto known = way.predicates.find(predicate);
    if (isBranch || known == way.predicates.end() || known->second == value)
      way.body.push_back(at);
    forgetResults(each, way.predicates);
  }
  std::reverse(way.body.begin(), way.body.end());
  way.value = weigh(way.body);
  if (behind)
    way.value = add(way.value, behind->value);
  return way;
}

std::vector<uint32_t> WayFinder::find(const llvm::BitVector &blocks,
                                      unsigned head,
                                      std::optional<unsigned> latch) const {
  llvm::SmallVector<unsigned> order(blocks.set_bits());
  llvm::sort(order,
             [&](unsigned a, unsigned b) { return !nest.isBackEdge(a, b); });
  llvm::DenseMap<unsigned, Way> ways;
  for (unsigned block : llvm::reverse(order)) {
    const auto &successors = nest.getBlocks()[block].successors;
    std::optional<Way> best;
    auto offer = [&](int next, unsigned to, const Way *behind) {
      Way way = makeWay(block, /*isTaken=*/to != block + 1, behind);
      way.next = next;
      if (!best || way.value > best->value)
        best = std::move(way);
    };
    if (latch ? block == *latch : successors.empty())
      offer(-1, latch ? head : block + 1, /*behind=*/nullptr);
    for (unsigned next : successors)
      if (auto way = ways.find(next);
          way != ways.end() && !nest.isBackEdge(block, next))
        offer(int(next), next, &way->second);
    if (best)
      ways[block] = std::move(*best);
  }
  std::vector<uint32_t> body;
  if (!ways.contains(head))
    return body;
  for (int block = int(head); block >= 0; block = ways[block].next)
    llvm::append_range(body, ways[block].body);
  return body;
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

namespace {
class RoleFinder {
public:
  RoleFinder(const MachineKernel &kernel, llvm::ArrayRef<MachineWork> works,
             unsigned warps)
      : kernel(kernel), works(works), warps(warps), nest(findLoops(kernel)) {}

  std::vector<MachineRole> find();

private:
  using Body = std::vector<uint32_t>;

  void findBodies();
  Body findBest(const ptx::NaturalLoop &loop, Weigh weigh,
                llvm::function_ref<bool(const Body &)> isWanted) const;
  Body findWhole(Weigh weigh) const;
  Value weighWork(llvm::ArrayRef<uint32_t> body) const;
  Value weighReads(llvm::ArrayRef<uint32_t> body) const;
  bool readsShared(const Body &body) const {
    return std::get<0>(weighReads(body)) > 0;
  }
  bool isOfLanes(const ptx::NaturalLoop &loop) const;
  bool has(const Body &body, llvm::ArrayRef<MachineKind> kinds) const;
  std::optional<MachineTask> findTask(const Body &body) const;
  /// The loop with this task that does most of it, of those with an instruction of a
  /// kind, if one is given; null if there is none.
  const Body *findMost(MachineTask task,
                       std::optional<MachineKind> kind = std::nullopt) const;
  std::vector<MachineRole> findHelpers(const Body &main) const;
  const Body *findArithmetic(const Body &products) const;
  const Body *findProducts() const;
  Body findReadingLoop() const;
  std::vector<MachineRole> findWithoutProducts() const;
  unsigned countLeft(unsigned others) const;

  const MachineKernel &kernel;
  llvm::ArrayRef<MachineWork> works;
  unsigned warps;
  LoopNest nest;
  /// The bodies of innermost loops that work.
  std::vector<Body> bodies;
};
} // namespace

bool RoleFinder::has(const Body &body,
                     llvm::ArrayRef<MachineKind> kinds) const {
  return llvm::any_of(body, [&](uint32_t at) {
    return llvm::is_contained(kinds, works[at].kind);
  });
}

/// The task of a loop; nothing for one that only waits, as for what another block stores.
std::optional<MachineTask> RoleFinder::findTask(const Body &body) const {
  if (llvm::any_of(body, [&](uint32_t at) { return works[at].operations > 0; }))
    return MachineTask::Products;
  if (has(body, MachineKind::TensorMemory))
    return MachineTask::Arithmetic;
  if (has(body, {MachineKind::BulkCopy, MachineKind::AsyncCopy}))
    return MachineTask::Copies;
  if (has(body, MachineKind::Global))
    return MachineTask::Memory;
  return std::nullopt;
}

Value RoleFinder::weighWork(llvm::ArrayRef<uint32_t> body) const {
  return weigh(works, body);
}

/// By reads of shared memory, in place of products.
Value RoleFinder::weighReads(llvm::ArrayRef<uint32_t> body) const {
  auto reads = llvm::count_if(body, [&](uint32_t at) {
    return StringRef(kernel.code[at].opcode).starts_with("LDS");
  });
  return {double(reads), 0, -int64_t(body.size())};
}

/// The best of the wanted ways through a loop; empty if there is none. A loop that spins has the header of the one that works
/// where its wait stands first.
RoleFinder::Body
RoleFinder::findBest(const ptx::NaturalLoop &loop, Weigh weigh,
                     llvm::function_ref<bool(const Body &)> isWanted) const {
  WayFinder ways(nest, kernel.code, weigh);
  Body best;
  for (unsigned latch : nest.getBlocks()[loop.header].predecessors) {
    if (!loop.blocks[latch])
      continue;
    Body body = ways.find(loop.blocks, loop.header, latch);
    if (isWanted(body) && (best.empty() || weigh(body) > weigh(best)))
      best = std::move(body);
  }
  return best;
}

/// The best way through all of the code.
RoleFinder::Body RoleFinder::findWhole(Weigh weigh) const {
  llvm::BitVector all(unsigned(nest.getBlocks().size()));
  for (unsigned block : nest.getOrder())
    all.set(block);
  return WayFinder(nest, kernel.code, weigh)
      .find(all, 0, /*latch=*/std::nullopt);
}

/// True for a loop over the lanes of a warp whose operands differ, as ptxas puts one
/// around each instruction of one thread. It runs once for a single lane.
bool RoleFinder::isOfLanes(const ptx::NaturalLoop &loop) const {
  const ptx::BasicBlock &header = nest.getBlocks()[loop.header];
  StringRef last = kernel.code[header.end - 1].opcode;
  return loop.blocks.count() == 1 && last.starts_with("BRA.U.ANY");
}

/// A loop counts as innermost if no loop inside of it works: one that spins for
/// an mbarrier does not.
void RoleFinder::findBodies() {
  std::vector<bool> isOuter(nest.getLoops().size());
  for (size_t index = nest.getLoops().size(); index-- != 0;) {
    const ptx::NaturalLoop &loop = nest.getLoops()[index];
    Body body = findBest(
        loop, [&](auto body) { return weighWork(body); },
        [&](const Body &body) { return findTask(body).has_value(); });
    bool works = !body.empty() && !isOfLanes(loop);
    if (works && !isOuter[index])
      bodies.push_back(std::move(body));
    if ((works || isOuter[index]) && loop.parent >= 0)
      isOuter[loop.parent] = true;
  }
}

const RoleFinder::Body *
RoleFinder::findMost(MachineTask task, std::optional<MachineKind> kind) const {
  const Body *best = nullptr;
  for (const Body &body : bodies)
    if (findTask(body) == task && (!kind || has(body, *kind)) &&
        (!best || weigh(works, body) > weigh(works, *best)))
      best = &body;
  return best;
}

/// The roles beside products that fill no shared memory themselves. One factor may be
/// copied by the machine, and the other one by threads.
std::vector<MachineRole> RoleFinder::findHelpers(const Body &main) const {
  std::vector<MachineRole> helpers;
  constexpr unsigned warpsOfGroup = 4;
  bool copies = has(main, {MachineKind::BulkCopy, MachineKind::AsyncCopy,
                           MachineKind::Global});
  const Body *bulk = findMost(MachineTask::Copies, MachineKind::BulkCopy),
             *byThreads = findMost(MachineTask::Copies, MachineKind::AsyncCopy);
  if (bulk && !copies)
    helpers.push_back({MachineTask::Copies, 1, *bulk});
  if (byThreads && byThreads != bulk && !copies)
    helpers.push_back({MachineTask::Copies, warpsOfGroup, *byThreads});
  return helpers;
}

/// The loop of warps that compute on tensor memory, beside one warp that begins products;
/// null if the loop of products is that of all warps, who meet at its barriers. At those
/// that others only arrive at, the one warp waits for them. Some multiply for themselves, too.
const RoleFinder::Body *RoleFinder::findArithmetic(const Body &products) const {
  if (!has(products, MachineKind::ThreadProduct) ||
      has(products, {MachineKind::AsyncCopy, MachineKind::TensorMemory}))
    return nullptr;
  auto computes = [&](const Body &body) {
    return has(body, {MachineKind::TensorMemory});
  };
  if (!has(products, MachineKind::Barrier)) {
    const Body *best = nullptr;
    for (const Body &body : bodies)
      if (computes(body) && (!best || weighWork(body) > weighWork(*best)))
        best = &body;
    return best;
  }
  AddressReader reader(kernel);
  auto findNumbers = [&](const Body &body, MachineKind kind) {
    std::set<std::string> numbers;
    for (uint32_t at : body)
      if (works[at].kind == kind)
        numbers.insert(reader.readFirst(at));
    return numbers;
  };
  std::set<std::string> waits = findNumbers(products, MachineKind::Barrier);
  for (const Body &body : bodies) {
    std::set<std::string> others =
        findNumbers(body, MachineKind::ArriveBarrier);
    if (computes(body) &&
        llvm::all_of(waits, [&](auto &each) { return others.count(each); }))
      return &body;
  }
  return nullptr;
}

/// The loop that multiplies most; of several, the one with the fewest instructions with
/// those of the loop that computes beside it. A loop with masks often follows one
/// without, and who begins its products sees no difference.
const RoleFinder::Body *RoleFinder::findProducts() const {
  const Body *best = nullptr;
  Value most;
  for (const Body &body : bodies) {
    if (findTask(body) != MachineTask::Products)
      continue;
    Value value = weigh(works, body);
    if (const Body *arithmetic = findArithmetic(body))
      std::get<2>(value) -= int64_t(arithmetic->size());
    if (!best || value > most) {
      best = &body;
      most = value;
    }
  }
  return best;
}

/// The innermost loop of warps that wait for copies, and read most of them.
RoleFinder::Body RoleFinder::findReadingLoop() const {
  auto weigh = [&](llvm::ArrayRef<uint32_t> body) { return weighReads(body); };
  auto reads = [&](const Body &body) { return readsShared(body); };
  std::vector<bool> isOuter(nest.getLoops().size());
  Body most;
  for (size_t index = nest.getLoops().size(); index-- != 0;) {
    const ptx::NaturalLoop &loop = nest.getLoops()[index];
    Body body = findBest(loop, weigh, reads);
    if ((!body.empty() || isOuter[index]) && loop.parent >= 0)
      isOuter[loop.parent] = true;
    if (!body.empty() && !isOuter[index] &&
        has(body, {MachineKind::WaitPhase}) &&
        (most.empty() || weigh(body) > weigh(most)))
      most = std::move(body);
  }
  return most;
}

/// The warps of a block that are left beside others.
unsigned RoleFinder::countLeft(unsigned others) const {
  // Four warps that gave their registers away compute nothing.
  bool givesRegisters = llvm::any_of(kernel.code, [](const auto &each) {
    return StringRef(each.opcode).starts_with("USETMAXREG.DEALLOC");
  });
  if (givesRegisters && warps > 4)
    others = std::max(others, 4u);
  return warps > others ? warps - others : 1;
}

/// A warp that has the machine copy, and reads none of it, copies for others, with a loop
/// or without one.
std::vector<MachineRole> RoleFinder::findWithoutProducts() const {
  auto weighByReads = [&](llvm::ArrayRef<uint32_t> body) {
    return weighReads(body);
  };
  MachineRole main = {MachineTask::Everything, warps, {}};
  for (MachineTask task : {MachineTask::Copies, MachineTask::Memory})
    if (const Body *body = findMost(task))
      main = {task, warps, *body};
  if (main.task == MachineTask::Everything)
    main.body = findWhole([&](auto body) { return weighWork(body); });
  bool copiesForOthers =
      has(main.body, {MachineKind::BulkCopy}) && !readsShared(main.body);
  if (!copiesForOthers)
    return {main};
  bool isWhole = main.task == MachineTask::Everything;
  Body readers = isWhole ? findWhole(weighByReads) : findReadingLoop();
  if (!readsShared(readers))
    return {main};
  return {{isWhole ? main.task : MachineTask::Readers, countLeft(1), readers},
          {MachineTask::Copies, 1, main.body}};
}

std::vector<MachineRole> RoleFinder::find() {
  findBodies();
  const Body *products = findProducts();
  if (!products)
    return findWithoutProducts();
  std::vector<MachineRole> roles = {{MachineTask::Products, warps, *products}};
  llvm::append_range(roles, findHelpers(*products));
  unsigned others = 0;
  for (const MachineRole &helper : llvm::drop_begin(roles))
    others += helper.warps;
  unsigned left = countLeft(others);
  // A warp that issues products of tensor memory alone leaves the arithmetic to
  // the others.
  const Body *arithmetic = findArithmetic(*products);
  bool isAlone = arithmetic ||
                 (has(*products, MachineKind::ThreadProduct) &&
                  !has(*products, {MachineKind::Barrier, MachineKind::AsyncCopy,
                                   MachineKind::TensorMemory}));
  roles.front().warps = isAlone ? 1 : left;
  // Four warps reach all lanes of tensor memory.
  if (isAlone && arithmetic && left >= 4)
    roles.push_back({MachineTask::Arithmetic, left / 4 * 4, *arithmetic});
  return roles;
}

std::vector<MachineRole> bound::findRoles(const MachineKernel &kernel,
                                          llvm::ArrayRef<MachineWork> works,
                                          unsigned warps) {
  return RoleFinder(kernel, works, warps).find();
}

/// True for work of all warps: what they meet at, compute, or move from or to tensor
/// memory.
static bool isOfAllWarps(const MachineInstruction &instruction,
                         const MachineWork &work) {
  switch (work.kind) {
  case MachineKind::Barrier:
  case MachineKind::Product:
  case MachineKind::GroupProduct:
  case MachineKind::TensorMemory:
    return true;
  default:
    return StringRef(instruction.opcode).starts_with("MUFU");
  }
}

/// True if a branch goes by a comparison of floats, as far as the text in front of it
/// tells: a warp's number is none.
static bool branchesByData(const MachineKernel &kernel, uint32_t branch) {
  StringRef guard = StringRef(kernel.code[branch].guard).ltrim("@!");
  for (uint32_t at = branch; at-- > 0;) {
    StringRef opcode = kernel.code[at].opcode;
    if (opcode.starts_with("R2P"))
      return false;
    auto [first, rest] = StringRef(kernel.code[at].operands).split(',');
    if (first.trim() == guard || rest.split(',').first.trim() == guard)
      return opcode.starts_with("FSETP") || opcode.starts_with("DSETP") ||
             opcode.starts_with("HSETP2");
  }
  return false;
}

/// Has the first warp wait at each barrier at which the others arrive, in the text behind
/// or in front of it:
///
///   @!P3 BAR.SYNC.DEFER_BLOCKING 0x1, 0x100
///   @P3 BAR.ARV 0x1, 0x100
static void addBarriersOfFirst(const MachineKernel &kernel,
                               llvm::ArrayRef<MachineWork> works,
                               llvm::ArrayRef<uint32_t> body,
                               std::vector<Runners> &runners) {
  auto isOpposite = [&](uint32_t at, uint32_t other) {
    StringRef guard = kernel.code[at].guard, its = kernel.code[other].guard;
    return guard != its && !guard.empty() && !its.empty() &&
           guard.ltrim("@!") == its.ltrim("@!");
  };
  llvm::StringMap<llvm::SmallVector<size_t>> arrivals;
  for (auto [place, at] : llvm::enumerate(body))
    if (works[at].kind == MachineKind::ArriveBarrier)
      arrivals[kernel.code[at].operands].push_back(place);
  for (auto [place, at] : llvm::enumerate(body)) {
    if (works[at].kind != MachineKind::Barrier)
      continue;
    auto found = arrivals.find(kernel.code[at].operands);
    if (found == arrivals.end())
      continue;
    for (size_t arrival : found->second)
      if (isOpposite(at, body[arrival])) {
        runners[place] = Runners::First;
        runners[arrival] = Runners::Others;
      }
  }
}

std::vector<Runners> bound::findRunners(const MachineKernel &kernel,
                                        llvm::ArrayRef<MachineWork> works,
                                        llvm::ArrayRef<uint32_t> body) {
  std::vector<Runners> runners(body.size(), Runners::All);
  for (auto [place, at] : llvm::enumerate(body)) {
    const MachineInstruction &branch = kernel.code[at];
    if (branch.guard.empty() || !StringRef(branch.opcode).starts_with("BRA"))
      continue;
    std::optional<uint32_t> target = findBranchTarget(kernel, branch);
    auto passed = body.drop_front(place + 1);
    auto *end = target ? llvm::find(passed, *target) : passed.end();
    if (end == passed.end())
      continue;
    passed = passed.take_front(end - passed.begin());
    bool begins = false, isOfAll = branchesByData(kernel, at);
    for (uint32_t each : passed) {
      begins |= works[each].kind == MachineKind::ThreadProduct ||
                works[each].kind == MachineKind::BulkCopy;
      isOfAll |= isOfAllWarps(kernel.code[each], works[each]);
    }
    if (begins && !isOfAll)
      std::fill_n(runners.begin() + place + 1, passed.size(), Runners::First);
  }
  addBarriersOfFirst(kernel, works, body, runners);
  return runners;
}
