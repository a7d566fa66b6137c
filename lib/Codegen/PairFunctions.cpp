//===- PairFunctions.cpp - Functions of libdevice, of two numbers ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GPUs of capability 10 add and multiply two f32 by one instruction. Most functions of
// libdevice are polynomials behind a reduction, which it could make for two elements
// of a tile at once, but SLPVectorizer does not look through intrinsics of a target.
// A program calls such a function by another name for two numbers, and it is made here
// of the one that libdevice has: instruction by instruction, so that both results have
// the same bits as those of two calls. One with branches is called twice.
//
//===----------------------------------------------------------------------===//

#include "PairFunctions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <array>

using namespace llvm;

namespace tessera {

namespace {

/// Writes the instructions of a function without branches for two numbers.
class PairWriter {
public:
  explicit PairWriter(Function &pair)
      : builder(BasicBlock::Create(pair.getContext(), "", &pair)), pair(pair) {}

  void write(const Function &single) {
    for (auto [one, both] : zip_equal(single.args(), pair.args()))
      vectors[&one] = &both;
    for (const Instruction &op : single.getEntryBlock())
      if (auto *end = dyn_cast<ReturnInst>(&op))
        builder.CreateRet(getBoth(end->getReturnValue()));
      else if (Value *both = makeBoth(op))
        vectors[&op] = both;
      else
        for (unsigned which : {0, 1})
          lanes[&op][which] = copy(op, which);
  }

  /// Calls a function for each of two numbers.
  void writeCalls(Function &single) {
    std::array<Value *, 2> results;
    for (unsigned which : {0, 1}) {
      SmallVector<Value *> operands;
      for (Argument &both : pair.args())
        operands.push_back(builder.CreateExtractElement(&both, which));
      results[which] = builder.CreateCall(&single, operands);
    }
    builder.CreateRet(join(results));
  }

private:
  /// One instruction for both numbers; null if there is none.
  Value *makeBoth(const Instruction &op) {
    if (!op.getType()->isFloatTy())
      return nullptr;
    switch (op.getOpcode()) {
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FNeg:
      return keepFlags(builder.CreateNAryOp(op.getOpcode(), getBothOf(op)), op);
    case Instruction::Call:
      return makeBoth(cast<CallInst>(op));
    default:
      return nullptr;
    }
  }

  static bool isSaturated(const CallInst &call) {
    auto *user = dyn_cast_or_null<CallInst>(call.getUniqueUndroppableUser());
    return user && user->getIntrinsicID() == Intrinsic::nvvm_saturate_f;
  }

  Value *makeBoth(const CallInst &call) {
    Type *type = FixedVectorType::get(builder.getFloatTy(), 2);
    switch (call.getIntrinsicID()) {
    case Intrinsic::fma:
      // An instruction of one number saturates what it adds up.
      if (isSaturated(call))
        return nullptr;
      return keepFlags(
          builder.CreateIntrinsic(Intrinsic::fma, type, getBothOf(call)), call);
    case Intrinsic::nvvm_fma_rm_f:
      return multiplyAddDown(getBothOf(call));
    default:
      return nullptr;
    }
  }

  /// Rounds down, for which LLVM has no intrinsic of two numbers.
  Value *multiplyAddDown(ArrayRef<Value *> operands) {
    Type *f32 = builder.getFloatTy();
    SmallVector<Value *> numbers;
    for (Value *operand : operands)
      for (unsigned which : {0, 1})
        numbers.push_back(builder.CreateExtractElement(operand, which));
    auto *type = FunctionType::get(StructType::get(f32, f32),
                                   SmallVector<Type *>(numbers.size(), f32),
                                   /*isVarArg=*/false);
    auto *assembly = InlineAsm::get(
        type,
        "{\n\t.reg .b64 x, y, z;\n\tmov.b64 x, {$2, $3};\n\tmov.b64 y, {$4, "
        "$5};\n\tmov.b64 z, {$6, $7};\n\tfma.rm.f32x2 x, x, y, z;\n\tmov.b64 "
        "{$0, $1}, x;\n\t}",
        "=f,=f,f,f,f,f,f,f", /*hasSideEffects=*/false);
    Value *results = builder.CreateCall(assembly, numbers);
    return join({builder.CreateExtractValue(results, 0),
                 builder.CreateExtractValue(results, 1)});
  }

  static Value *keepFlags(Value *both, const Instruction &op) {
    if (auto *made = dyn_cast<Instruction>(both))
      made->copyIRFlags(&op);
    return both;
  }

  Instruction *copy(const Instruction &op, unsigned which) {
    Instruction *made = op.clone();
    for (Use &operand : made->operands())
      operand.set(getOne(operand.get(), which));
    return builder.Insert(made);
  }

  Value *join(ArrayRef<Value *> both) {
    Value *vector =
        PoisonValue::get(FixedVectorType::get(both.front()->getType(), 2));
    for (unsigned which : {0, 1})
      vector = builder.CreateInsertElement(vector, both[which], which);
    return vector;
  }

  Value *getOne(Value *value, unsigned which) {
    if (auto found = lanes.find(value); found != lanes.end())
      return found->second[which];
    if (Value *both = vectors.lookup(value))
      return builder.CreateExtractElement(both, which);
    return value;
  }

  Value *getBoth(Value *value) {
    if (Value *both = vectors.lookup(value))
      return both;
    if (auto *constant = dyn_cast<Constant>(value))
      return ConstantVector::getSplat(ElementCount::getFixed(2), constant);
    return vectors[value] = join(lanes.at(value));
  }

  SmallVector<Value *> getBothOf(const Instruction &op) {
    // The callee is the last operand of a call.
    SmallVector<Value *> both;
    for (const Use &operand : llvm::drop_end(op.operands(), isa<CallInst>(op)))
      both.push_back(getBoth(operand.get()));
    return both;
  }

  IRBuilder<> builder;
  Function &pair;
  DenseMap<const Value *, Value *> vectors;
  DenseMap<const Value *, std::array<Value *, 2>> lanes;
};

} // namespace

void definePairs(Module &module, function_ref<void(Function &)> simplify) {
  for (Function &pair : make_early_inc_range(module)) {
    StringRef name = pair.getName();
    if (!pair.isDeclaration() || !name.consume_front(kPairPrefix))
      continue;
    Function *single = module.getFunction(name);
    assert(single && !single->isDeclaration() && "both are declared");
    ValueToValueMapTy map;
    Function *simple = CloneFunction(single, map);
    simplify(*simple);
    PairWriter writer(pair);
    if (simple->size() == 1)
      writer.write(*simple);
    else
      writer.writeCalls(*single);
    simple->eraseFromParent();
    pair.setLinkage(GlobalValue::InternalLinkage);
    pair.addFnAttr(Attribute::AlwaysInline);
  }
}

} // namespace tessera
