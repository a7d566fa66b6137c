//===- TensorMapTable.cpp - Tensor maps that blocks share -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMapTable.h"
#include "../Ptx/PtxOps.h"
#include "Constants.h"
#include "SlotPool.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using arith::CmpIPredicate;

static constexpr int64_t kEntries = 256;
/// The number of entries that a block looks at.
static constexpr int64_t kProbes = 4;
static constexpr int64_t kEntryBytes = 256, kMapOffset = 128, kWordBytes = 8;
/// 2^64 divided by the golden ratio: products with it have well mixed high
/// bits.
static constexpr uint64_t kHashFactor = 0x9e3779b97f4a7c15;

static constexpr ptxops::Strength kRelaxed{tileaa::Ordering::Relaxed,
                                           tileaa::Scope::Device};
static constexpr ptxops::Strength kAcquire{tileaa::Ordering::Acquire,
                                           tileaa::Scope::Device};
static constexpr ptxops::Strength kRelease{tileaa::Ordering::Release,
                                           tileaa::Scope::Device};

static Value compare(OpBuilder &builder, Location loc, CmpIPredicate predicate,
                     Value lhs, Value rhs) {
  return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
}

static Value getState(OpBuilder &builder, Location loc,
                      TensorMapTable::State state) {
  return i32(builder, loc, int64_t(state));
}

Value TensorMapTable::Search::is(OpBuilder &builder, Location loc,
                                 State other) const {
  Value number = getState(builder, loc, other);
  return compare(builder, loc, CmpIPredicate::eq, state, number);
}

void TensorMapTable::makeArray(Location loc) const {
  makeZeros(module, loc, name, /*bits=*/8, kEntries * kEntryBytes, kMapOffset);
}

Value TensorMapTable::getEntry(OpBuilder &builder, Location loc,
                               Value number) const {
  Value table = ptxops::getAddress(builder, loc, name);
  auto entry = LLVM::LLVMArrayType::get(builder.getI8Type(), kEntryBytes);
  return LLVM::GEPOp::create(builder, loc, table.getType(), entry, table,
                             ArrayRef<LLVM::GEPArg>{number});
}

Value TensorMapTable::getMap(OpBuilder &builder, Location loc,
                             Value entry) const {
  return ptxops::addBytes(builder, loc, entry, kMapOffset);
}

Value TensorMapTable::getWord(OpBuilder &builder, Location loc, Value entry,
                              size_t number) const {
  return ptxops::addBytes(builder, loc, entry,
                          kWordBytes * int64_t(1 + number));
}

/// The hash begins with the address of the table, though all keys have the
/// same: it lies in a bank of constants of its own, and what is needed first is
/// read first. Behind the parameters, the latencies of both banks would add up.
Value TensorMapTable::getFirst(OpBuilder &builder, Location loc) const {
  Value factor = i64(builder, loc, kHashFactor);
  Value hash = LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(),
                                        ptxops::getAddress(builder, loc, name));
  Value zeros = i64(builder, loc, llvm::Log2_64(kMapOffset));
  hash = arith::ShRUIOp::create(builder, loc, hash, zeros);
  hash = arith::XOrIOp::create(builder, loc, hash, key.front());
  for (Value word : key.drop_front()) {
    hash = arith::MulIOp::create(builder, loc, hash, factor);
    hash = arith::XOrIOp::create(builder, loc, hash, word);
  }
  hash = arith::MulIOp::create(builder, loc, hash, factor);
  Value unused = i64(builder, loc, 64 - llvm::Log2_64(kEntries));
  hash = arith::ShRUIOp::create(builder, loc, hash, unused);
  return arith::TruncIOp::create(builder, loc, builder.getI32Type(), hash);
}

SmallVector<Value> TensorMapTable::readKey(OpBuilder &builder, Location loc,
                                           Value number,
                                           Value predicate) const {
  Value entry = getEntry(builder, loc, number);
  SmallVector<Value> words(key.size());
  for (size_t word = key.size(); word-- > 0;)
    words[word] = ptxops::load(builder, loc, builder.getI64Type(),
                               getWord(builder, loc, entry, word), predicate,
                               Value(), word ? kRelaxed : kAcquire);
  return words;
}

TensorMapTable::Start TensorMapTable::begin(OpBuilder &builder, Location loc,
                                            Value isSearching) const {
  Value first = getFirst(builder, loc);
  return {first, readKey(builder, loc, first, isSearching)};
}

void TensorMapTable::publish(OpBuilder &builder, Location loc,
                             Value entry) const {
  for (size_t number = key.size(); number-- > 0;)
    ptxops::store(builder, loc, key[number],
                  getWord(builder, loc, entry, number), Value(),
                  number ? kRelaxed : kRelease);
}

SmallVector<Value> TensorMapTable::judge(OpBuilder &builder, Location loc,
                                         Value number, Value left,
                                         ValueRange words) const {
  Value isKey, isMissing, none = i64(builder, loc, 0);
  for (auto [word, own] : llvm::zip_equal(words, key)) {
    Value same = compare(builder, loc, CmpIPredicate::eq, word, own);
    Value missing = compare(builder, loc, CmpIPredicate::eq, word, none);
    isKey = isKey ? arith::AndIOp::create(builder, loc, isKey, same).getResult()
                  : same;
    isMissing =
        isMissing
            ? arith::OrIOp::create(builder, loc, isMissing, missing).getResult()
            : missing;
  }
  auto claim = [&](OpBuilder &inner, Location) {
    Value free = i32(inner, loc, 0), taken = i32(inner, loc, 1);
    Value entry = getEntry(inner, loc, number);
    Value was = ptxops::atomic(inner, loc, tileaa::AtomicMode::Cas, taken, free,
                               entry, Value(), Value(), kRelaxed);
    Value mine = getState(inner, loc, State::Mine);
    Value again = getState(inner, loc, State::Again);
    Value isMine = compare(inner, loc, CmpIPredicate::eq, was, free);
    Value state = arith::SelectOp::create(inner, loc, isMine, mine, again);
    scf::YieldOp::create(inner, loc, ValueRange{number, left, state});
  };
  auto goOn = [&](OpBuilder &inner, Location) {
    Value one = i32(inner, loc, 1), last = i32(inner, loc, 0);
    Value next = arith::AddIOp::create(inner, loc, number, one);
    next =
        arith::AndIOp::create(inner, loc, next, i32(inner, loc, kEntries - 1));
    Value rest = arith::SubIOp::create(inner, loc, left, one);
    Value full = getState(inner, loc, State::Full);
    Value again = getState(inner, loc, State::Again);
    Value isLast = compare(inner, loc, CmpIPredicate::eq, rest, last);
    Value state = arith::SelectOp::create(inner, loc, isLast, full, again);
    scf::YieldOp::create(inner, loc, ValueRange{next, rest, state});
  };
  auto found = [&](OpBuilder &inner, Location) {
    Value state = getState(inner, loc, State::Found);
    scf::YieldOp::create(inner, loc, ValueRange{number, left, state});
  };
  return scf::IfOp::create(
             builder, loc, isKey, found,
             [&](OpBuilder &inner, Location) {
               auto rest =
                   scf::IfOp::create(inner, loc, isMissing, claim, goOn);
               scf::YieldOp::create(inner, loc, rest.getResults());
             })
      .getResults();
}

TensorMapTable::Search TensorMapTable::find(OpBuilder &builder, Location loc,
                                            const Start &start) const {
  Type type = builder.getI32Type();
  SmallVector<Value> from{start.number, i32(builder, loc, kProbes)};
  llvm::append_range(from, start.words);
  auto loop = scf::WhileOp::create(
      builder, loc, TypeRange{type, type, type}, from,
      [&](OpBuilder &inner, Location, ValueRange at) {
        SmallVector<Value> next =
            judge(inner, loc, at[0], at[1], at.drop_front(2));
        Value goesOn = Search{Value(), next[2]}.is(inner, loc, State::Again);
        scf::ConditionOp::create(inner, loc, goesOn, next);
      },
      [&](OpBuilder &inner, Location, ValueRange next) {
        SmallVector<Value> on(next.take_front(2));
        llvm::append_range(on, readKey(inner, loc, next[0], Value()));
        scf::YieldOp::create(inner, loc, on);
      });
  return {getEntry(builder, loc, loop.getResult(0)), loop.getResult(2)};
}
