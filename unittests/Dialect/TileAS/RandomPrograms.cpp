//===- RandomPrograms.cpp - Programs of accesses, and their paths ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Program.h"
#include "tessera/Dialect/TileAS/IR/Ops/Return.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"

#include <array>
#include <random>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

namespace {

/// The values that can be used at a point of the program.
struct Scope {
  SmallVector<Value> tokens, buffers, rings, counts, integers;
  /// Bases, starts and strides of accesses, reused so that most programs access
  /// a location again.
  SmallVector<std::array<Value, 3>> places;
};

class Generator {
public:
  Generator(MLIRContext *context, unsigned seed, ProgramKind kind)
      : builder(context), loc(builder.getUnknownLoc()), random(seed),
        kind(kind) {}

  OwningOpRef<ModuleOp> run() {
    OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
    builder.setInsertionPointToEnd(module->getBody());
    createKernel();
    builder.setInsertionPointToEnd(&body());
    Scope scope;
    for (BlockArgument argument : body().getArguments())
      if (argument.getType().isInteger(64))
        scope.integers.push_back(argument);
    scope.tokens.push_back(tileaa::MakeTokenOp::create(builder, loc));
    for (int64_t value : {0, 1, 2})
      bounds.push_back(arith::ConstantOp::create(
          builder, loc, builder.getI64IntegerAttr(value)));
    for (int64_t value : {0, 1})
      scope.counts.push_back(arith::ConstantOp::create(
          builder, loc, builder.getI32IntegerAttr(value)));
    statements(scope, /*depth=*/0);
    ReturnOp::create(builder, loc);
    return module;
  }

private:
  void createKernel() {
    MLIRContext *context = builder.getContext();
    Type ptr = tileaa::PtrType::get(context), i64 = builder.getI64Type();
    auto tile = [&](int64_t extent, Type element) -> Type {
      return RankedTensorType::get(
          {extent}, element, makeBlockedLayout(context, {extent}, {0u}, 2));
    };
    // With 64 threads, one of the two tiles is replicated.
    Type f32 = builder.getF32Type(), i1 = builder.getI1Type();
    SmallVector<Type> types = {
        ptr, ptr, tile(64, f32), tile(32, f32), tile(64, i1), tile(32, i1), i1};
    types.append(4, i64);
    kernel = KernelOp::create(
        builder, loc, "k", builder.getFunctionType(types, {}),
        KernelSpecAttr::get(context, "sm_90", 2), ArrayAttr(), ArrayAttr());
    kernel.getBody().emplaceBlock().addArguments(
        types, SmallVector<Location>(types.size(), loc));
  }

  Block &body() { return kernel.getBody().front(); }
  Value argument(unsigned number) { return body().getArgument(number); }
  Value pointer() { return argument(pick(0, 1)); }
  Value tile(unsigned which) { return argument(2 + which); }
  Value mask(unsigned which) { return argument(4 + which); }
  Value condition() { return argument(6); }

  unsigned pick(unsigned first, unsigned last) {
    return std::uniform_int_distribution<unsigned>(first, last)(random);
  }
  bool oneIn(unsigned n) { return pick(1, n) == 1; }
  Value any(ArrayRef<Value> values) {
    return values[pick(0, values.size() - 1)];
  }

  /// A token to depend on, late ones more often.
  Value anyToken(const Scope &scope) {
    ArrayRef<Value> tokens = scope.tokens;
    if (oneIn(4) && tokens.size() > 1)
      return tileaa::JoinTokensOp::create(builder, loc,
                                          ValueRange{any(tokens), any(tokens)});
    return oneIn(2) ? tokens.back() : any(tokens);
  }

  void statements(Scope &scope, unsigned depth) {
    for (unsigned count = pick(2, depth == 0 ? 6 : 3); count > 0; --count)
      statement(scope, depth);
  }

  void statement(Scope &scope, unsigned depth) {
    unsigned choice = pick(0, 9);
    if (choice < 2 && depth < 2 && numNested < 4) {
      ++numNested;
      if (!oneIn(3))
        return choice == 0 ? createFor(scope, depth)
                           : createWhile(scope, depth);
      return createIf(scope, depth);
    }
    if (kind.shared && (choice < 6 || !kind.global))
      return accessShared(scope);
    if (kind.global)
      accessGlobal(scope);
  }

  Value allocate(int64_t stages) {
    auto type = BufferType::get(builder.getContext(),
                                {oneIn(2) ? int64_t(64) : int64_t(32)},
                                builder.getF32Type(), LayoutAttr(), stages);
    return AllocSharedOp::create(builder, loc, type, IntegerAttr());
  }

  /// A count of turns: mostly the latest, or one of the next ones.
  Value anyCount(const Scope &scope) {
    Value count = oneIn(3) ? any(scope.counts) : scope.counts.back();
    if (oneIn(2))
      return count;
    Value more = arith::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(pick(1, 2)));
    return arith::AddIOp::create(builder, loc, count, more);
  }

  Value slice(const Scope &scope) {
    return SliceOp::create(builder, loc, any(scope.rings), anyCount(scope));
  }

  /// A buffer of the type of `like` from `outer`, or a stage of one of its
  /// rings.
  Value anyBufferLike(Value like, const Scope &outer, const Scope &inner) {
    SmallVector<Value> buffers{like};
    for (Value ring : outer.rings)
      if (cast<BufferType>(ring.getType()).withStages(1) == like.getType())
        buffers.push_back(SliceOp::create(builder, loc, ring, anyCount(inner)));
    for (Value buffer : outer.buffers)
      if (buffer.getType() == like.getType())
        buffers.push_back(buffer);
    return any(buffers);
  }

  void accessShared(Scope &scope) {
    if (scope.buffers.empty() || oneIn(4))
      scope.buffers.push_back(allocate(1));
    if (kind.rings && !oneIn(4)) {
      if (scope.rings.empty() || oneIn(8))
        scope.rings.push_back(allocate(pick(2, 3)));
      scope.buffers.push_back(slice(scope));
    }
    // Most accesses of programs with rings are to the latest slice.
    bool isLatest = kind.rings && !oneIn(4);
    Value buffer = isLatest ? scope.buffers.back() : any(scope.buffers);
    Value value =
        tile(cast<BufferType>(buffer.getType()).getNumElements() == 32);
    if (oneIn(2))
      SharedStoreOp::create(builder, loc, value, buffer);
    else
      SharedLoadOp::create(builder, loc, value.getType(), buffer);
  }

  void accessGlobal(Scope &scope) {
    unsigned which = pick(0, 1);
    Value value = tile(which), extent = argument(pick(9, 10));
    if (scope.places.empty() || oneIn(3))
      scope.places.push_back(
          {pointer(), any(scope.integers), argument(pick(7, 8))});
    auto [base, start, stride] = scope.places[pick(0, scope.places.size() - 1)];
    Value masked = oneIn(3) ? mask(which) : Value();
    Value after = oneIn(8) ? Value() : anyToken(scope);
    bool isStrong = oneIn(6);
    tileaa::Access access{
        {base, {start}, {extent}, {stride}, masked, {}}, {}, after};
    if (isStrong)
      access.order = {
          tileaa::Ordering::Relaxed,
          tileaa::ScopeAttr::get(builder.getContext(), tileaa::Scope::Device),
          {}};
    if (oneIn(2)) {
      auto load = LoadOp::create(builder, loc, access, value.getType(),
                                 isStrong || oneIn(4) ? Executor::Owner
                                                      : Executor::All);
      scope.tokens.push_back(load.getResultToken());
      return;
    }
    if (oneIn(2) && isStrong)
      access.order.ordering = tileaa::Ordering::Release;
    auto store = StoreOp::create(builder, loc, access, value);
    scope.tokens.push_back(store.getResultToken());
  }

  void createFor(Scope &scope, unsigned depth) {
    SmallVector<Value> carried{anyToken(scope)};
    bool carriesBuffer = kind.rings && !scope.buffers.empty();
    if (carriesBuffer)
      carried.append({any(scope.counts), any(scope.buffers)});
    auto loop = scf::ForOp::create(builder, loc, bounds[0], bounds[2],
                                   bounds[1], carried);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(loop.getBody());
    Scope inner = scope;
    inner.integers.push_back(loop.getInductionVar());
    inner.tokens.push_back(loop.getRegionIterArg(0));
    if (carriesBuffer) {
      inner.counts.push_back(loop.getRegionIterArg(1));
      inner.buffers.push_back(loop.getRegionIterArg(2));
    }
    statements(inner, depth + 1);
    SmallVector<Value> yielded{anyToken(inner)};
    if (carriesBuffer)
      yielded.append({anyCount(inner),
                      anyBufferLike(loop.getRegionIterArg(2), scope, inner)});
    scf::YieldOp::create(builder, loc, yielded);
    scope.tokens.push_back(loop.getResult(0));
    if (carriesBuffer) {
      scope.counts.push_back(loop.getResult(1));
      scope.buffers.push_back(loop.getResult(2));
    }
  }

  void createWhile(Scope &scope, unsigned depth) {
    Type token = tileaa::TokenType::get(builder.getContext());
    auto loop = scf::WhileOp::create(builder, loc, token, anyToken(scope));
    OpBuilder::InsertionGuard guard(builder);
    for (Region *region : loop.getRegions()) {
      Block *block = builder.createBlock(region, region->end(), token, loc);
      Scope inner = scope;
      inner.tokens.push_back(block->getArgument(0));
      statements(inner, depth + 1);
      if (region == &loop.getBefore())
        scf::ConditionOp::create(builder, loc, condition(), anyToken(inner));
      else
        scf::YieldOp::create(builder, loc, anyToken(inner));
    }
    scope.tokens.push_back(loop.getResult(0));
  }

  void createIf(Scope &scope, unsigned depth) {
    SmallVector<Type> types{tileaa::TokenType::get(builder.getContext())};
    Value like;
    if (kind.rings && !scope.buffers.empty()) {
      like = any(scope.buffers);
      types.push_back(like.getType());
    }
    auto branch = scf::IfOp::create(builder, loc, types, condition(),
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    for (Region *region : branch.getRegions()) {
      builder.setInsertionPointToEnd(&region->front());
      Scope inner = scope;
      statements(inner, depth + 1);
      SmallVector<Value> yielded{anyToken(inner)};
      if (like)
        yielded.push_back(anyBufferLike(like, inner, inner));
      scf::YieldOp::create(builder, loc, yielded);
    }
    scope.tokens.push_back(branch.getResult(0));
    if (like)
      scope.buffers.push_back(branch.getResult(1));
  }

  OpBuilder builder;
  Location loc;
  std::mt19937 random;
  ProgramKind kind;
  KernelOpInterface kernel;
  SmallVector<Value> bounds;
  unsigned numNested = 0;
};

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

/// Follows the path that a list of choices selects.
class Walker {
public:
  using Predecessors = decltype(Event::predecessors);

  Walker(std::vector<std::pair<unsigned, unsigned>> &choices)
      : choices(choices) {}

  Path run(KernelOpInterface kernel,
           function_ref<int64_t(BlockArgument)> valueOf) {
    Block &body = kernel.getBody().front();
    for (BlockArgument argument : body.getArguments())
      meanings[argument].integer = valueOf(argument);
    run(body);
    return std::move(path);
  }

private:
  unsigned choose(unsigned count) {
    if (next == choices.size())
      choices.emplace_back(0, count);
    return choices[next++].first;
  }

  /// The meaning of a value on the path: a token, a number or a buffer.
  struct Meaning {
    Predecessors events;
    int64_t integer = 0;
    Operation *alloc = nullptr;
    int64_t stage = 0;
  };

  void bind(ValueRange to, ValueRange from) {
    auto values = llvm::map_to_vector(
        from, [&](Value value) { return meanings.lookup(value); });
    for (auto [value, meaning] : llvm::zip(to, values))
      meanings[value] = meaning;
  }

  void run(Block &block) {
    for (Operation &op : block)
      run(&op);
  }

  void run(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      unsigned trips = choose(3);
      bind(loop.getRegionIterArgs(), loop.getInitArgs());
      for (unsigned trip = 0; trip < trips; ++trip) {
        meanings[loop.getInductionVar()].integer = trip;
        run(*loop.getBody());
        bind(loop.getRegionIterArgs(), loop.getYieldedValues());
      }
      bind(loop.getResults(), loop.getRegionIterArgs());
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      unsigned trips = choose(3);
      bind(loop.getBeforeArguments(), loop.getInits());
      run(*loop.getBeforeBody());
      for (unsigned trip = 0; trip < trips; ++trip) {
        bind(loop.getAfterArguments(), loop.getConditionOp().getArgs());
        run(*loop.getAfterBody());
        bind(loop.getBeforeArguments(), loop.getYieldOp().getResults());
        run(*loop.getBeforeBody());
      }
      bind(loop.getResults(), loop.getConditionOp().getArgs());
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Block &block = branch->getRegion(choose(2)).front();
      run(block);
      bind(branch.getResults(), block.getTerminator()->getOperands());
    } else if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      meanings[constant].integer =
          cast<IntegerAttr>(constant.getValue()).getInt();
    } else if (auto add = dyn_cast<arith::AddIOp>(op)) {
      meanings[add].integer = meanings.lookup(add.getLhs()).integer +
                              meanings.lookup(add.getRhs()).integer;
    } else if (auto slice = dyn_cast<SliceOp>(op)) {
      meanings[slice].alloc = meanings.lookup(slice.getRing()).alloc;
      meanings[slice].stage = meanings.lookup(slice.getCount()).integer %
                              slice.getRing().getType().getStages();
    } else {
      record(op);
    }
  }

  void record(Operation *op) {
    Event event{op, {}, {}};
    for (Value operand : op->getOperands()) {
      const Meaning meaning = meanings.lookup(operand);
      event.predecessors |= meaning.events;
      event.operands.push_back(meaning.integer);
      if (meaning.alloc) {
        event.alloc = meaning.alloc;
        event.stage = meaning.stage;
      }
    }
    Predecessors after = event.predecessors;
    if (isa<LoadOp, StoreOp, SharedLoadOp, SharedStoreOp, AllocSharedOp,
            BarrierOp>(op)) {
      after.set(path.size());
      path.push_back(std::move(event));
    }
    for (Value result : op->getResults())
      meanings[result].events = after;
    if (auto alloc = dyn_cast<AllocSharedOp>(op))
      meanings[alloc].alloc = op;
  }

  std::vector<std::pair<unsigned, unsigned>> &choices;
  size_t next = 0;
  Path path;
  llvm::DenseMap<Value, Meaning> meanings;
};

} // namespace

OwningOpRef<ModuleOp> tileas::makeRandomProgram(MLIRContext *context,
                                                unsigned seed,
                                                ProgramKind kind) {
  return Generator(context, seed, kind).run();
}

std::pair<int64_t, int64_t> tileas::getBytes(const Event &event) {
  auto alloc = cast<AllocSharedOp>(event.alloc);
  int64_t bytes = alloc.getBuffer().getType().getStageBytes();
  int64_t begin = *alloc.getOffset() + event.stage * bytes;
  return {begin, begin + bytes};
}

KernelOpInterface tileas::getKernel(ModuleOp module) {
  return *module.getOps<KernelOpInterface>().begin();
}

bool tileas::forEachPath(KernelOpInterface kernel, size_t limit,
                         function_ref<int64_t(BlockArgument)> valueOf,
                         function_ref<void(const Path &)> visit) {
  // Each choice with the number of alternatives: an odometer.
  std::vector<std::pair<unsigned, unsigned>> choices;
  for (size_t count = 0; count < limit; ++count) {
    visit(Walker(choices).run(kernel, valueOf));
    while (!choices.empty() &&
           choices.back().first + 1 == choices.back().second)
      choices.pop_back();
    if (choices.empty())
      return true;
    ++choices.back().first;
  }
  return false;
}
