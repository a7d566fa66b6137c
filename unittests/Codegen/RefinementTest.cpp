//===- RefinementTest.cpp - Passes on LLVM IR that only add to it ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three passes keep all that a function has, and add blocks, conditions that are
// frozen, and values that are computed once more. On random functions each result
// is proved to do what the function did: it has all of its instructions, in their
// blocks and order, each edge leads to the same block by way of none but empty
// ones, each incoming value of a phi is the same there, and each operand has the
// same tree, but for copies, and for `freeze` where a branch on poison would be
// undefined, or in an operand that was added. A fourth one only adds such operands.
//
// Three more compute of what a phi gets in place of what it gives. That phi and what was
// computed of it may be lost, where a phi of the results stands for the latter.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Transforms.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace tessera;

namespace {

/// The proof that a function refines what it was before a pass.
class Refinement {
public:
  /// Keeps a copy of the function as it is.
  explicit Refinement(Function &function)
      : function(function), module(CloneModule(*function.getParent(), map)) {
    before = module->getFunction(function.getName());
  }

  /// The first difference in words; "" if the proof holds.
  std::string findDifference();
  unsigned countAdded() const { return numAdded; }

private:
  /// The copy of what was there before the pass; null for what it has added.
  const Value *old(const Value *value) const {
    if (isa<ConstantData, InlineAsm, MetadataAsValue>(value))
      return value;
    auto found = map.find(value);
    if (found == map.end())
      return nullptr;
    // The map has a phi that replaces another instruction in the place of that one.
    const Value *was = found->second;
    return isa<PHINode>(value) == isa<PHINode>(was) ? was : nullptr;
  }
  bool isSame(const Value *value, const Value *was, bool mayFreeze = false);
  bool isSameTree(const Instruction &value, const Instruction &was);
  bool isSameBefore(const Value *value, const Value *was,
                    const BasicBlock &join, const BasicBlock &before);
  bool isComputedBefore(const PHINode &phi, const Value *was);
  bool isKept(const Instruction &was) const;
  bool mayBeLost(const Instruction &was) const;
  std::string compareInstructions(const BasicBlock &block,
                                  const BasicBlock &was);
  std::string compareEdges(const BasicBlock &block, const BasicBlock &was);

  Function &function;
  ValueToValueMapTy map;
  std::unique_ptr<Module> module;
  const Function *before;
  unsigned numAdded = 0;
};

} // namespace

/// "mov.b32 $0, $1;" and the like, without any effect.
static bool isCopy(const Instruction &value) {
  auto *call = dyn_cast<CallInst>(&value);
  auto *assembly =
      call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
  return assembly && !assembly->hasSideEffects() &&
         call->doesNotAccessMemory() && call->arg_size() == 1 &&
         (assembly->getAsmString() == "mov.b32 $0, $1;" ||
          assembly->getAsmString() == "mov.b64 $0, $1;");
}

bool Refinement::isSame(const Value *value, const Value *was, bool mayFreeze) {
  if (const Value *copy = old(value))
    return copy == was;
  auto *added = dyn_cast<Instruction>(value);
  if (!added)
    return false;
  if (auto *phi = dyn_cast<PHINode>(added))
    return isComputedBefore(*phi, was);
  if (isCopy(*added) || (mayFreeze && isa<FreezeInst>(added)))
    return isSame(added->getOperand(0), was, mayFreeze);
  auto *other = dyn_cast<Instruction>(was);
  return other && isSafeToSpeculativelyExecute(added) &&
         !added->mayReadOrWriteMemory() && !isa<FreezeInst, PHINode>(added) &&
         isSameTree(*added, *other);
}

bool Refinement::isSameTree(const Instruction &value, const Instruction &was) {
  if (!value.isSameOperationAs(&was) ||
      !value.hasSameSubclassOptionalData(&was))
    return false;
  // Nothing else uses what was added, so that it may be any number in place of poison.
  const bool mayFreeze = value.isTerminator() || !old(&value);
  for (unsigned i = 0; i != value.getNumOperands(); ++i)
    // Edges are compared apart.
    if (!isa<BasicBlock>(was.getOperand(i)) &&
        !isSame(value.getOperand(i), was.getOperand(i), mayFreeze))
      return false;
  return true;
}

/// True if a value in front of a block is what `was` would be if it were computed there.
bool Refinement::isSameBefore(const Value *value, const Value *was,
                              const BasicBlock &join,
                              const BasicBlock &before) {
  auto *computed = dyn_cast<Instruction>(was);
  if (!computed || computed->getParent() != &join)
    return isSame(value, was);
  if (auto *phi = dyn_cast<PHINode>(computed))
    return isSame(value, phi->getIncomingValueForBlock(&before));
  auto *added = dyn_cast<Instruction>(value);
  return added && !old(added) && isSafeToSpeculativelyExecute(added) &&
         !added->mayReadOrWriteMemory() && added->isSameOperationAs(computed) &&
         added->hasSameSubclassOptionalData(computed) &&
         all_of(zip_equal(added->operand_values(), computed->operand_values()),
                [&](auto operands) {
                  auto [own, theirs] = operands;
                  return isSameBefore(own, theirs, join, before);
                });
}

/// True for a phi of the block in which `was` is computed: it gets by each edge what would
/// be computed in front of that.
bool Refinement::isComputedBefore(const PHINode &phi, const Value *was) {
  auto *computed = dyn_cast<Instruction>(was);
  return computed && !isa<PHINode>(computed) &&
         phi.getType() == computed->getType() &&
         old(phi.getParent()) == computed->getParent() &&
         all_of(phi.blocks(), [&](const BasicBlock *before) {
           auto *wasBefore = cast_or_null<BasicBlock>(old(before));
           return wasBefore &&
                  isSameBefore(phi.getIncomingValueForBlock(before), computed,
                               *computed->getParent(), *wasBefore);
         });
}

bool Refinement::isKept(const Instruction &was) const {
  return any_of(instructions(function),
                [&](const Instruction &each) { return old(&each) == &was; });
}

/// True for what only computes, and for a phi, that none but lost instructions use, or
/// users that are compared.
bool Refinement::mayBeLost(const Instruction &was) const {
  if (!isa<PHINode>(was))
    return isSafeToSpeculativelyExecute(&was) && !was.mayReadOrWriteMemory();
  return all_of(was.users(), [&](const User *user) {
    auto &computed = *cast<Instruction>(user);
    return mayBeLost(computed) && !isKept(computed);
  });
}

/// The block has all instructions of the old one in their order, and others only
/// compute.
std::string Refinement::compareInstructions(const BasicBlock &block,
                                            const BasicBlock &was) {
  auto next = was.begin();
  for (const Instruction &each : block) {
    if (!old(&each)) {
      ++numAdded;
      if (!isCopy(each) && !isa<PHINode>(each) &&
          (each.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&each)))
        return "an instruction was added that does more than compute";
      continue;
    }
    while (next != was.end() && old(&each) != &*next && !isKept(*next) &&
           mayBeLost(*next))
      ++next;
    if (next == was.end() || old(&each) != &*next)
      return "other instructions, or another order";
    if (!isa<PHINode>(each) && !isSameTree(each, *next))
      return "other operands";
    ++next;
  }
  return next == was.end() ? "" : "an instruction was lost";
}

/// Each edge leads to the same block, and what its phis get there is the same.
std::string Refinement::compareEdges(const BasicBlock &block,
                                     const BasicBlock &was) {
  for (unsigned i = 0; i != succ_size(&was); ++i) {
    const BasicBlock *target = block.getTerminator()->getSuccessor(i);
    SmallVector<const BasicBlock *> way{&block};
    while (!old(target)) {
      ++numAdded;
      if (target->getFirstNonPHIIt() !=
              target->getTerminator()->getIterator() ||
          succ_size(target) != 1 || way.size() > 8)
        return "an added block is not empty";
      way.push_back(target);
      target = target->getSingleSuccessor();
    }
    const BasicBlock *wasTarget = was.getTerminator()->getSuccessor(i);
    if (old(target) != wasTarget)
      return "an edge leads elsewhere";
    for (const PHINode &phi : target->phis()) {
      auto *wasPhi = cast_or_null<PHINode>(old(&phi));
      // An added one is compared where something uses it.
      if (!wasPhi)
        continue;
      const Value *value = phi.getIncomingValueForBlock(way.back());
      for (size_t at = way.size() - 1; at != 0; --at)
        if (auto *added = dyn_cast<PHINode>(value);
            added && added->getParent() == way[at])
          value = added->getIncomingValueForBlock(way[at - 1]);
      if (!isSame(value, wasPhi->getIncomingValueForBlock(&was)))
        return "a phi gets another value";
    }
  }
  return "";
}

std::string Refinement::findDifference() {
  for (const BasicBlock &block : function) {
    auto *was = cast_or_null<BasicBlock>(old(&block));
    if (!was)
      continue;
    std::string difference = compareInstructions(block, *was);
    if (difference.empty())
      difference = compareEdges(block, *was);
    if (!difference.empty())
      return block.getName().str() + ": " + difference;
  }
  for (const BasicBlock &was : *before)
    if (none_of(function,
                [&](const BasicBlock &block) { return old(&block) == &was; }))
      return was.getName().str() + " was lost";
  return "";
}

/// Blocks in a row with jumps back and forth, and values that depend on the way.
static std::string makeGraph(unsigned seed, unsigned count) {
  std::mt19937 random(seed);
  SmallVector<SmallVector<unsigned, 2>> successors(count);
  std::vector<std::vector<unsigned>> predecessors(count);
  for (unsigned i = 0; i + 1 != count; ++i) {
    // The entry has no way back to it, and no two ways are one.
    unsigned other = random() % 4
                         ? i - std::min(i, unsigned(random() % 4))
                         : std::min(count - 1, i + unsigned(random() % 5));
    other = std::max(1u, other);
    successors[i] = {other == i + 1 ? std::max(i, 2u) : other, i + 1};
    for (unsigned next : successors[i])
      predecessors[next].push_back(i);
  }
  std::string text = "define void @f(ptr %to, i32 %n) {\n";
  raw_string_ostream os(text);
  for (unsigned i = 0; i != count; ++i) {
    os << "b" << i << ":\n  %p" << i << " = ";
    if (i == 0)
      os << "add i32 %n, 1\n";
    else {
      os << "phi i32 ";
      ListSeparator comma;
      for (unsigned from : predecessors[i])
        if (random() % 3)
          os << comma << "[ %p" << from << ", %b" << from << " ]";
        else
          os << comma << "[ " << from << ", %b" << from << " ]";
      os << "\n";
    }
    os << "  store volatile i32 %p" << i << ", ptr %to\n";
    if (i + 1 == count)
      os << "  ret void\n}\n";
    else
      os << "  %c" << i << " = icmp slt i32 %p" << i << ", " << random() % 100
         << "\n  br i1 %c" << i << ", label %b" << successors[i][0]
         << ", label %b" << successors[i][1] << "\n";
  }
  return text;
}

/// Cheap values and others in front of a loop that carries much, some of which are
/// used in it, and all of them behind it.
static std::string makeValues(unsigned seed) {
  std::mt19937 random(seed);
  constexpr unsigned count = 24, carried = 80;
  const char *const kinds[] = {"add", "or",      "xor", "mul",
                               "shl", "sub nsw", "and", "udiv"};
  std::string text = R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @f(ptr %to, i32 %n) {
entry:
  %v0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)";
  raw_string_ostream os(text);
  for (unsigned i = 1; i != count; ++i) {
    os << "  %v" << i << " = " << kinds[random() % std::size(kinds)]
       << " i32 %v" << random() % i << ", ";
    if (random() % 2)
      os << "%v" << random() % i << "\n";
    else
      os << 1 + random() % 30 << "\n";
  }
  os << "  br label %loop\nloop:\n  %i = phi i32 [ 0, %entry ], [ %j, %loop "
        "]\n";
  for (unsigned i = 0; i != carried; ++i)
    os << "  %w" << i << " = phi i32 [ %n, %entry ], [ %w" << i
       << ", %loop ]\n";
  for (unsigned i = 0; i != count; ++i)
    if (random() % 4 == 0)
      os << "  store volatile i32 %v" << i << ", ptr %to\n";
  os << "  %j = add i32 %i, 1\n  %c = icmp slt i32 %j, %n\n"
        "  br i1 %c, label %loop, label %exit\nexit:\n";
  for (unsigned i = 0; i != count; ++i) {
    os << "  %l" << i << " = sext i32 %v" << i << " to i64\n  %a" << i
       << " = getelementptr i8, ptr %to, i64 %l" << i
       << "\n  store volatile i32 %v" << i << ", ptr %a" << i << "\n";
  }
  os << "  ret void\n}\n";
  return text;
}

/// A loop that carries floats, of which some are used only where it converts them to
/// halves, and others also as they are, or only behind a branch.
static std::string makeCarried(unsigned seed) {
  std::mt19937 random(seed);
  constexpr unsigned count = 130;
  std::string text = R"(
define void @f(ptr %to, i32 %n, i1 %c, float %x, <2 x float> %y,
          float %z) {
entry:
  br i1 %c, label %some, label %loop
some:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ 1, %some ], [ %j, %behind ]
)";
  raw_string_ostream os(text);
  auto wide = [](unsigned i) { return i % 5 ? "float" : "<2 x float>"; };
  auto narrow = [](unsigned i) { return i % 5 ? "half" : "<2 x half>"; };
  for (unsigned i = 0; i != count; ++i) {
    bool isVector = i % 5 == 0, isOther = random() % 2;
    os << "  %w" << i << " = phi " << wide(i) << " [ "
       << (isVector ? "%y" : "%x") << ", %entry ], [ "
       << (isVector  ? "%y"
           : isOther ? "%z"
                     : "%x")
       << ", %some ], [ %v" << i << ", %behind ]\n";
  }
  for (unsigned i = 0; i != count; ++i)
    if (random() % 3)
      os << "  %h" << i << " = fptrunc " << wide(i) << " %w" << i << " to "
         << narrow(i) << "\n  store volatile " << narrow(i) << " %h" << i
         << ", ptr %to\n";
    else if (random() % 2)
      os << "  store volatile " << wide(i) << " %w" << i << ", ptr %to\n";
  os << "  br i1 %c, label %branch, label %behind\nbranch:\n";
  for (unsigned i = 0; i != count; ++i)
    if (random() % 8 == 0)
      os << "  %g" << i << " = fptrunc " << wide(i) << " %w" << i << " to "
         << narrow(i) << "\n  store volatile " << narrow(i) << " %g" << i
         << ", ptr %to\n";
  os << "  br label %behind\nbehind:\n";
  for (unsigned i = 0; i != count; ++i)
    os << "  %v" << i << " = load volatile " << wide(i) << ", ptr %to\n";
  os << "  %j = add i32 %i, 1\n  %d = icmp slt i32 %j, %n\n"
        "  br i1 %d, label %loop, label %exit\nexit:\n  ret void\n}\n";
  return text;
}

/// Arms that give floats, of which some are added to others, converted or stored as they
/// are.
static std::string makeArms(unsigned seed) {
  std::mt19937 random(seed);
  constexpr unsigned count = 130;
  std::string text = R"(
define void @f(ptr %to, i1 %c, float %x, float %y) {
entry:
  br i1 %c, label %some, label %all
)";
  raw_string_ostream os(text);
  for (StringRef arm : {"some", "all"}) {
    os << arm << ":\n";
    for (unsigned i = 0; i != count; ++i)
      os << "  %" << arm << i << " = load volatile float, ptr %to\n";
    os << "  br label %join\n";
  }
  os << "join:\n";
  for (unsigned i = 0; i != count; ++i)
    os << "  %v" << i << " = phi float [ %some" << i << ", %some ], [ %all" << i
       << ", %all ]\n";
  for (unsigned i = 0; i != count; ++i) {
    unsigned kind = random() % 4, other = random() % count;
    os << "  %s" << i << " = fadd float %v" << i << ", ";
    (kind == 3 ? os << "%v" << other : os << (kind ? "%x" : "1.0")) << "\n";
    os << "  %h" << i << " = fptrunc float %s" << i << " to half\n"
       << "  store volatile half %h" << i << ", ptr %to\n";
    if (random() % 8 == 0)
      os << "  store volatile float %" << (kind ? "v" : "s") << i
         << ", ptr %to\n";
  }
  os << "  ret void\n}\n";
  return text;
}

/// Numbers that are computed in a quick way and, by a vote, once more, and sums of them.
static std::string makeGuarded(unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  raw_string_ostream os(text);
  bool isInFront = random() % 2;
  unsigned count = 2 + random() % 8, sums = random() % 12;
  os << "declare i1 @llvm.nvvm.vote.any.sync(i32, i1)\n"
        "define void @f(ptr %to, float %z, i1 %c) #0 {\n";
  auto load = [&](StringRef name) {
    for (unsigned i = 0; i != count; ++i)
      os << "  %" << name << i << " = load volatile float, ptr %to\n";
  };
  if (isInFront)
    load("p");
  os << "  %vote = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %c)\n"
     << "  br i1 %vote, label %again, label %" << (isInFront ? "join" : "quick")
     << "\n";
  if (!isInFront) {
    os << "quick:\n";
    load("p");
    os << "  br label %join\n";
  }
  os << "again:\n";
  load("q");
  os << "  br label %join\njoin:\n";
  for (unsigned i = 0; i != count; ++i)
    os << "  %s" << i << " = phi float [ %q" << i << ", %again ], [ %p" << i
       << ", %" << (isInFront ? "0" : "quick") << " ]\n";
  for (unsigned i = count; i != count + sums; ++i) {
    os << "  %s" << i << " = " << (random() % 4 ? "fadd" : "fsub") << " float ";
    for (const char *end : {", ", "\n"})
      if (random() % 8)
        os << "%s" << random() % i << end;
      else
        os << "%z" << end;
  }
  for (unsigned i = 0; i != count + sums; ++i)
    if (random() % 3 == 0)
      os << "  store volatile float %s" << i << ", ptr %to\n";
  os << "  ret void\n}\nattributes #0 = { \"nvvm.reqntid\"=\"256\" }\n";
  return text;
}

/// Products in a loop of numbers that are extended in front of it, in it, or both.
static std::string makeProducts(unsigned seed) {
  std::mt19937 random(seed);
  constexpr unsigned count = 12;
  std::string text = "define void @f(ptr %to, i32 %n) {\nentry:\n"
                     "  %e = load volatile i32, ptr %to\n";
  raw_string_ostream os(text);
  auto extend = [&](StringRef name, StringRef from) {
    for (unsigned i = 0; i != count; ++i)
      os << "  %" << name << i << " = " << (random() % 2 ? "s" : "z")
         << "ext i32 %" << from << " to i64\n";
  };
  extend("a", "e");
  os << "  br label %loop\nloop:\n  %i = phi i32 [ 0, %entry ], [ %j, %loop "
        "]\n";
  extend("b", "i");
  for (unsigned i = 0; i != count; ++i) {
    os << "  %p" << i << " = mul i64 %" << (random() % 2 ? "a" : "b")
       << random() % count << ", %" << (random() % 4 ? "a" : "b")
       << random() % count << "\n  store volatile i64 %p" << i << ", ptr %to\n";
    if (random() % 4 == 0)
      os << "  store volatile i64 %a" << i << ", ptr %to\n";
  }
  os << "  %j = add i32 %i, 1\n  %c = icmp slt i32 %j, %n\n"
        "  br i1 %c, label %loop, label %exit\nexit:\n  ret void\n}\n";
  return text;
}

static std::unique_ptr<Module> parse(StringRef text, LLVMContext &context) {
  SMDiagnostic error;
  std::unique_ptr<Module> module = parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  return module;
}

/// Proves what a pass makes of a function. Returns the number of blocks and
/// instructions that it has added.
static unsigned prove(void (*pass)(Function &), StringRef text) {
  LLVMContext context;
  std::unique_ptr<Module> module = parse(text, context);
  Function &function = *module->getFunction("f");
  Refinement refinement(function);
  pass(function);
  EXPECT_FALSE(verifyFunction(function, &errs()));
  EXPECT_EQ(refinement.findDifference(), "") << text.str();
  return refinement.countAdded();
}

TEST(RefinementTest, PassesOnManyLoopsKeepWhatIsDone) {
  unsigned frozen = 0, blocks = 0;
  for (unsigned seed = 0; seed != 40; ++seed) {
    std::string text = makeGraph(seed, 400);
    frozen += prove(hideTripCounts, text);
    blocks += prove(separateLoops, text);
  }
  EXPECT_GT(frozen, 2000u);
  EXPECT_GT(blocks, 2000u);
}

TEST(RefinementTest, RecomputedValuesAreTheSame) {
  unsigned added = 0;
  for (unsigned seed = 0; seed != 200; ++seed)
    added += prove(recomputeAfterLoops, makeValues(seed));
  EXPECT_GT(added, 400u);
}

TEST(RefinementTest, PostponedChainsAreTheSame) {
  for (unsigned seed = 0; seed != 200; ++seed)
    EXPECT_EQ(prove(postponeChains, makeValues(seed)), 0u);
}

TEST(RefinementTest, NarrowedValuesAreTheSame) {
  unsigned added = 0;
  for (unsigned seed = 0; seed != 40; ++seed)
    added += prove(narrowCarried, makeCarried(seed));
  // A phi and three conversions for half of those that a loop carries.
  EXPECT_GT(added, 40u * 4 * 130 / 2);
}

TEST(RefinementTest, FactorsExtendedInLoopsAreTheSame) {
  unsigned added = 0;
  for (unsigned seed = 0; seed != 200; ++seed)
    added += prove(extendFactors, makeProducts(seed));
  // A frozen number and its extension, for one product of each loop at least.
  EXPECT_GT(added, 2u * 200);
}

TEST(RefinementTest, ValuesCombinedInArmsAreTheSame) {
  unsigned added = 0;
  for (unsigned seed = 0; seed != 40; ++seed)
    added += prove(combineInArms, makeArms(seed));
  // A phi and two instructions in each of the arms, for half of what they give.
  EXPECT_GT(added, 40u * 5 * 130 / 2);
}

/// The proof fails where an arm computes of what the other one gives.
TEST(RefinementTest, TheProofSeesAnExchangeOfArms) {
  LLVMContext context;
  std::unique_ptr<Module> module = parse(makeArms(0), context);
  Function &function = *module->getFunction("f");
  Refinement refinement(function);
  combineInArms(function);
  EXPECT_EQ(refinement.findDifference(), "");
  SmallVector<PHINode *> joined;
  for (Instruction &each : instructions(function))
    if (auto *phi = dyn_cast<PHINode>(&each); phi && phi->getType()->isHalfTy())
      joined.push_back(phi);
  ASSERT_GE(joined.size(), 2u);
  joined[1]->setIncomingValue(0, joined[0]->getIncomingValue(0));
  EXPECT_NE(refinement.findDifference(), "");
}

/// The proof fails where a phi of what is converted gets it from elsewhere.
TEST(RefinementTest, TheProofSeesAnExchangeOfNarrowedValues) {
  LLVMContext context;
  std::unique_ptr<Module> module = parse(makeCarried(0), context);
  Function &function = *module->getFunction("f");
  Refinement refinement(function);
  narrowCarried(function);
  EXPECT_EQ(refinement.findDifference(), "");
  SmallVector<PHINode *> narrow;
  for (Instruction &each : instructions(function))
    if (auto *phi = dyn_cast<PHINode>(&each); phi && phi->getType()->isHalfTy())
      narrow.push_back(phi);
  ASSERT_GE(narrow.size(), 2u);
  Value *other = narrow[1]->getIncomingValue(2);
  narrow[1]->setIncomingValue(2, narrow[0]->getIncomingValue(2));
  EXPECT_NE(refinement.findDifference(), "");
  narrow[1]->setIncomingValue(2, other);
  narrow[0]->replaceAllUsesWith(narrow[1]);
  EXPECT_NE(refinement.findDifference(), "");
}

/// The proof fails for each of these changes.
TEST(RefinementTest, TheProofSeesAChange) {
  using Change = void (*)(Function &);
  auto find = [](Function &function, StringRef name) {
    for (Instruction &each : instructions(function))
      if (each.getName() == name)
        return &each;
    llvm_unreachable("no such instruction");
  };
  static const auto at = find;
  const Change changes[] = {
      [](Function &f) { at(f, "v3")->setOperand(1, at(f, "v1")); },
      [](Function &f) {
        cast<PHINode>(at(f, "w5"))->setIncomingValue(1, at(f, "w6"));
      },
      [](Function &f) { at(f, "c")->moveBefore(at(f, "j")->getIterator()); },
      [](Function &f) {
        auto *branch = cast<BranchInst>(at(f, "c")->getNextNode());
        branch->swapSuccessors();
      },
      [](Function &f) {
        auto *frozen =
            new FreezeInst(at(f, "v2"), "", at(f, "j")->getIterator());
        at(f, "j")->setOperand(1, frozen);
      },
      [](Function &f) { at(f, "a7")->getNextNode()->eraseFromParent(); },
      [](Function &f) {
        // Nobody uses it, and v1 may be zero.
        BinaryOperator::CreateUDiv(at(f, "v0"), at(f, "v1"), "",
                                   at(f, "j")->getIterator());
      },
  };
  LLVMContext context;
  for (auto [number, change] : enumerate(changes)) {
    std::unique_ptr<Module> module = parse(makeValues(number), context);
    Function &function = *module->getFunction("f");
    Refinement refinement(function);
    change(function);
    EXPECT_NE(refinement.findDifference(), "") << number;
  }
}

TEST(RefinementTest, SumsOnBothWaysAreTheSame) {
  unsigned added = 0;
  for (unsigned seed = 0; seed != 200; ++seed)
    added += prove(sumInBranches, makeGuarded(seed));
  EXPECT_GT(added, 200u);
}

/// Behind the branch sums move in blocks of several groups of warps alone.
TEST(RefinementTest, SumsOfOneGroupStayBehindBothWays) {
  auto count = [](StringRef threads) {
    unsigned added = 0;
    for (unsigned seed = 0; seed != 40; ++seed) {
      std::string text = makeGuarded(seed);
      size_t at = text.find("256");
      added += prove(sumInBranches, text.replace(at, 3, threads));
    }
    return added;
  };
  EXPECT_GT(count("128"), 0u);
  EXPECT_GT(count("256"), count("128"));
}

/// The proof fails where a sum of one way stands for that of the other.
TEST(RefinementTest, TheProofSeesAnExchangeOfSums) {
  unsigned exchanged = 0;
  for (unsigned seed = 0; seed != 20; ++seed) {
    LLVMContext context;
    std::unique_ptr<Module> module = parse(makeGuarded(seed), context);
    Function &function = *module->getFunction("f");
    Refinement refinement(function);
    sumInBranches(function);
    EXPECT_EQ(refinement.findDifference(), "");
    for (Instruction &each : instructions(function))
      if (auto *phi = dyn_cast<PHINode>(&each);
          phi && isa<BinaryOperator>(phi->getIncomingValue(0))) {
        Value *sum = phi->getIncomingValue(0);
        phi->setIncomingValue(0, phi->getIncomingValue(1));
        EXPECT_NE(refinement.findDifference(), "");
        phi->setIncomingValue(0, sum);
        ++exchanged;
      }
  }
  EXPECT_GT(exchanged, 0u);
}
