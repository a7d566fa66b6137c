//===- RacesPropertyTest.cpp - Races beside the closure of an order -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small random programs print their actions. From the output, the order that
// the memory consistency model gives to a run is computed as a relation of all
// pairs of operations, closed under transitivity, with no clocks. The race
// checker must have reported exactly the first operation that races with one
// before it.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <random>
#include <set>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

constexpr unsigned blocks = 2, warps = 2, threads = blocks * warps;

enum class Kind { Read, Write, Update, Fence, Barrier };

struct Operation {
  Kind kind = Kind::Barrier;
  unsigned place = 0; ///< of the variable
  bool isStrong = false, acquires = false, releases = false;
  bool isWide = false; ///< of scope .gpu
  unsigned thread = 0;
  unsigned value = 0; ///< the written one; 0: one for each warp

  bool isRead() const { return kind == Kind::Read || kind == Kind::Update; }
  bool isWrite() const { return kind == Kind::Write || kind == Kind::Update; }
  bool isMemory() const { return isRead() || isWrite(); }
  unsigned block() const { return thread / warps; }
};

using Program = std::vector<std::vector<Operation>>; // by thread

class Generator {
public:
  explicit Generator(unsigned seed, bool hasValues = false)
      : random(seed), isTickets(seed % 2 != 0), hasValues(hasValues) {}

  Program make() {
    Program program(threads);
    unsigned barriers[blocks];
    for (unsigned &count : barriers)
      count = below(3);
    for (unsigned thread = 0; thread != threads; ++thread) {
      auto &list = program[thread];
      for (unsigned i = 0, count = 2 + below(6); i != count; ++i)
        list.push_back(operation());
      for (unsigned i = 0; i != barriers[thread / warps]; ++i)
        list.insert(list.begin() + below(list.size() + 1), Operation());
      for (Operation &o : list)
        o.thread = thread;
    }
    return program;
  }

private:
  size_t below(size_t count) { return random() % count; }

  Operation operation() {
    Operation o;
    if (hasValues) {
      o.kind = below(6) ? Kind::Write : Kind::Read;
      o.place = below(2);
      o.value = 1 + (below(16) == 0);
      return o;
    }
    o.isWide = below(4) != 0;
    switch (below(8)) {
    case 0:
    case 1:
      o.kind = Kind::Fence;
      o.isStrong = o.acquires = o.releases = true;
      return o;
    case 2:
    case 3:
      o.kind = below(3) ? Kind::Read : Kind::Write;
      o.place = isTickets ? 2 + below(3) : below(5);
      return o;
    default:
      break;
    }
    o.isStrong = true;
    o.place = 3 + below(2);
    o.kind = static_cast<Kind>(below(3));
    // Tickets: chains of atomic operations, and plain stores after them.
    if (isTickets)
      o.kind = below(4) ? Kind::Update : o.kind;
    o.acquires = o.isRead() && below(2);
    o.releases = o.isWrite() && below(2);
    return o;
  }

  std::mt19937 random;
  const bool isTickets, hasValues;
};

std::string textOf(const Operation &o) {
  std::string place = "[v" + std::to_string(o.place) + "]";
  std::string scope = o.isWide ? ".gpu" : ".cta";
  std::string order = o.acquires && o.releases ? ".acq_rel"
                      : o.acquires             ? ".acquire"
                      : o.releases             ? ".release"
                                               : ".relaxed";
  std::string how = o.isStrong ? order + scope : "";
  switch (o.kind) {
  case Kind::Read:
    return "ld" + how + ".global.u32 %r9, " + place + ";";
  case Kind::Write:
    return "st" + how + ".global.u32 " + place + ", " +
           (o.value ? std::to_string(o.value) : "%t") + ";";
  case Kind::Update:
    return "atom" + how + ".global.add.u32 %r9, " + place + ", 1;";
  case Kind::Fence:
    return "fence.acq_rel" + scope + ";";
  case Kind::Barrier:
    return "bar.sync 0;";
  }
  return "";
}

/// Numbers the operations: "a7" is printed before operation 7, "b7" after it.
std::string print(std::string &module, const std::string &mark) {
  std::string name = "m" + mark;
  module += ".global .b8 " + name + "[8] = {";
  for (char c : mark)
    module += std::to_string(int(c)) + ",";
  module += "32,0};\n";
  return "{ .param .b64 q0; .param .b64 q1; .param .b32 q2;\n"
         "mov.u64 %rd20, " +
         name +
         "; mov.u64 %rd21, 0;\nst.param.b64 [q0], %rd20; "
         "st.param.b64 [q1], %rd21;\n"
         "call.uni (q2), vprintf, (q0, q1); }\n";
}

std::string textOf(const Program &program, std::vector<Operation> &numbered) {
  std::string module =
      ".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n";
  for (unsigned i = 0; i != 5; ++i)
    module += ".global .u32 v" + std::to_string(i) + " = 0;\n";
  std::string body = "mov.u32 %r1, %ctaid.x; shr.u32 %r2, %t, 5;\n"
                     "mad.lo.u32 %r1, %r1, " +
                     std::to_string(warps) +
                     ", %r2; and.b32 %r3, %t, 31;\n"
                     "setp.ne.u32 %p1, %r3, 0; @%p1 bra END;\n";
  for (unsigned thread = 0; thread != threads; ++thread) {
    std::string next = "NEXT" + std::to_string(thread);
    body += "setp.ne.u32 %p2, %r1, " + std::to_string(thread) + "; @%p2 bra " +
            next + ";\n";
    for (const Operation &o : program[thread]) {
      std::string number = std::to_string(numbered.size());
      numbered.push_back(o);
      body += print(module, "a" + number) + textOf(o) + "\n" +
              print(module, "b" + number);
    }
    body += "bra END;\n" + next + ":\n";
  }
  return kernel(body + "END:", module);
}

/// The order of a run, given the operations in the order in which they took
/// place (a barrier: when a thread arrives).
class Order {
public:
  explicit Order(std::vector<Operation> run) : run(std::move(run)) {
    size_t count = this->run.size();
    before.assign(count, std::vector<bool>(count));
    addProgramOrder();
    addBarriers();
    addReleases();
    for (size_t k = 0; k != count; ++k)
      for (size_t i = 0; i != count; ++i)
        for (size_t j = 0; before[i][k] && j != count; ++j)
          if (before[k][j])
            before[i][j] = true;
    addObservations();
  }

  /// True if operation `j` races with an earlier one. Stores of the value
  /// already there do not race with loads and stores since the first of them;
  /// nor do loads that follow one of them.
  bool races(size_t j) const {
    size_t first = j;
    bool follows = false;
    for (size_t i = j; i-- != 0;) {
      if (!run[i].isWrite() || run[i].place != run[j].place)
        continue;
      if (!run[i].value || (first != j && run[i].value != run[first].value))
        break;
      first = i;
      follows |= before[i][j];
    }
    bool isRepeat =
        first != j &&
        (run[j].isWrite() ? run[j].value == run[first].value : follows);
    for (size_t i = 0; i != j; ++i) {
      const Operation &a = run[i], &b = run[j];
      if (isRepeat && i >= first)
        continue;
      if (a.isMemory() && b.isMemory() && a.place == b.place &&
          (a.isWrite() || b.isWrite()) && !caused[i][j] &&
          !areMorallyStrong(a, b))
        return true;
    }
    return false;
  }

private:
  static bool areMorallyStrong(const Operation &a, const Operation &b) {
    return a.thread == b.thread ||
           (a.isStrong && b.isStrong &&
            ((a.isWide && b.isWide) || a.block() == b.block()));
  }

  void addProgramOrder() {
    for (size_t i = 0; i != run.size(); ++i)
      for (size_t j = i + 1; j != run.size(); ++j)
        before[i][j] = run[i].thread == run[j].thread;
  }

  /// The n-th barrier of each thread of a block is one barrier. Everything
  /// before the arrival of one thread comes before everything after that of
  /// another.
  void addBarriers() {
    std::vector<unsigned> passed(threads);
    std::vector<unsigned> number(run.size());
    for (size_t i = 0; i != run.size(); ++i)
      if (run[i].kind == Kind::Barrier)
        number[i] = ++passed[run[i].thread];
    for (size_t i = 0; i != run.size(); ++i)
      for (size_t j = 0; j != run.size(); ++j)
        if (i != j && number[i] && number[i] == number[j] &&
            run[i].block() == run[j].block() && run[i].thread != run[j].thread)
          for (size_t k = 0; k != run.size(); ++k)
            // Not the other arrival, which may come later than that.
            if (run[k].thread == run[j].thread && before[j][k])
              before[i][k] = true;
  }

  /// Writes that precede a read in observation order.
  std::vector<size_t> observed(size_t read) const {
    std::vector<size_t> writes;
    for (size_t i = read; i-- != 0;) {
      const Operation &w = run[i], &r = run[read];
      if (!w.isWrite() || w.place != r.place)
        continue;
      if (!areMorallyStrong(w, r))
        return writes;
      writes.push_back(i);
      if (w.kind != Kind::Update)
        return writes;
      read = i;
    }
    return writes;
  }

  /// First operations of the release patterns whose write is `write`.
  std::vector<size_t> releases(size_t write) const {
    std::vector<size_t> first;
    const Operation &w = run[write];
    for (size_t i = 0; w.isStrong && i <= write; ++i)
      if (run[i].thread == w.thread && run[i].releases &&
          (i == write || run[i].kind == Kind::Fence ||
           (run[i].isMemory() && run[i].place == w.place)))
        first.push_back(i);
    return first;
  }

  std::vector<size_t> acquires(size_t read) const {
    std::vector<size_t> last;
    const Operation &r = run[read];
    for (size_t i = read; r.isStrong && i != run.size(); ++i)
      if (run[i].thread == r.thread && run[i].acquires &&
          (i == read || run[i].kind == Kind::Fence ||
           (run[i].isMemory() && run[i].place == r.place)))
        last.push_back(i);
    return last;
  }

  void addReleases() {
    for (size_t read = 0; read != run.size(); ++read) {
      if (!run[read].isRead() || !run[read].isStrong)
        continue;
      for (size_t write : observed(read))
        for (size_t first : releases(write))
          for (size_t last : acquires(read))
            if (areMorallyStrong(run[first], run[last]))
              before[first][last] = true;
    }
  }

  /// Causality order of accesses to one place: a write that is observed before
  /// (in base causality order) an operation comes before it. Coherence order
  /// makes it transitive for writes; a weak write is ordered with all, reads
  /// too.
  void addObservations() {
    size_t count = run.size();
    caused = before;
    for (size_t read = 0; read != count; ++read)
      if (run[read].isRead())
        for (size_t write : observed(read))
          for (size_t j = 0; j != count; ++j)
            if (before[read][j])
              caused[write][j] = true;
    for (size_t k = 0; k != count; ++k)
      for (size_t i = 0; i != count && run[k].isWrite(); ++i)
        for (size_t j = 0; caused[i][k] && j != count; ++j)
          if (caused[k][j] && isOfPlace(i, k) && isOfPlace(j, k) &&
              (run[i].isWrite() || !run[k].isStrong))
            caused[i][j] = true;
  }
  bool isOfPlace(size_t i, size_t k) const {
    return run[i].isMemory() && run[i].place == run[k].place;
  }

  std::vector<Operation> run;
  std::vector<std::vector<bool>> before; ///< base causality order
  std::vector<std::vector<bool>> caused; ///< causality order
};

struct Outcome {
  bool isClear = false; ///< the output shows the order
  bool hasRace = false;
};

/// Runs a program once and compares. Without a seed, blocks run on several host
/// threads.
Outcome check(const std::string &text, const std::vector<Operation> &numbered,
              unsigned seed, bool isStrict = true) {
  KernelRun run(text);
  run.zeros(8).zeros(8).zeros(8).zeros(8);
  run.config.checks.race = run.config.checks.benign = true;
  run.config.checks.sameValue = isStrict;
  run.config.hostThreads = blocks;
  if (seed)
    run.config.warps = run.config.blocks = OrderPolicy::Random;
  run.config.seed = seed;
  std::string error = run.launch({blocks, 1, 1}, {warps * 32, 1, 1});
  Outcome outcome;
  outcome.hasRace = error.find("data race") != std::string::npos;
  EXPECT_EQ(outcome.hasRace, !error.empty()) << error;
  llvm::SmallVector<llvm::StringRef> marks;
  llvm::StringRef(run.printed).split(marks, ' ', -1, false);
  std::vector<Operation> done;
  for (size_t i = 0; i != marks.size(); ++i) {
    unsigned number = 0;
    if (marks[i].drop_front().getAsInteger(10, number) ||
        number >= numbered.size()) {
      ADD_FAILURE() << "not a mark: " << marks[i].str();
      return outcome;
    }
    if (marks[i][0] == 'b')
      continue;
    const Operation &o = numbered[number];
    std::string after = "b" + std::to_string(number);
    bool isDone = llvm::is_contained(marks, after);
    if (!o.isMemory()) {
      done.push_back(o);
      continue;
    }
    // If others acted meanwhile, the order is unknown.
    if (isDone && marks[i + 1] != after)
      return outcome;
    done.push_back(o);
    bool isLast = i + 1 == marks.size();
    bool expected = Order(done).races(done.size() - 1);
    // It may never have been tried, as another thread ended the run.
    if (!isDone && !expected && !isLast)
      return outcome;
    // The run ends at the first report; one of a later block may come first.
    if (expected || !isDone) {
      outcome.isClear = true;
      EXPECT_EQ(expected, !isDone) << "operation " << number << ", "
                                   << textOf(o) << ", seed " << seed << "\n"
                                   << run.printed << "\n"
                                   << error << "\n"
                                   << text;
      return outcome;
    }
  }
  outcome.isClear = true;
  EXPECT_FALSE(outcome.hasRace) << error << run.printed << text;
  return outcome;
}

TEST(RacesProperty, VerdictsAreThoseOfTheClosure) {
  unsigned racy = 0, clean = 0;
  for (unsigned seed = 0; seed != 3000 && !::testing::Test::HasFailure();
       ++seed) {
    std::vector<Operation> numbered;
    std::string text = textOf(Generator(seed).make(), numbered);
    for (unsigned order = 1; order != 4; ++order) {
      Outcome outcome = check(text, numbered, 1000 * seed + order);
      racy += outcome.isClear && outcome.hasRace;
      clean += outcome.isClear && !outcome.hasRace;
    }
  }
  // The test needs enough programs of both kinds.
  EXPECT_GT(racy, 300u);
  EXPECT_GT(clean, 100u);
}

TEST(RacesProperty, SeveralHostThreads) {
  unsigned racy = 0, clean = 0;
  for (unsigned seed = 0; seed != 3000 && !::testing::Test::HasFailure();
       ++seed) {
    bool hasValues = seed % 3 == 0;
    std::vector<Operation> numbered;
    std::string text = textOf(Generator(seed, hasValues).make(), numbered);
    Outcome outcome = check(text, numbered, /*seed=*/0, !hasValues);
    racy += outcome.isClear && outcome.hasRace;
    clean += outcome.isClear && !outcome.hasRace;
  }
  EXPECT_GT(racy, 300u);
  EXPECT_GT(clean, 30u);
}

TEST(RacesProperty, StoresOfOneValue) {
  unsigned racy = 0, clean = 0;
  for (unsigned seed = 0; seed != 3000 && !::testing::Test::HasFailure();
       ++seed) {
    std::vector<Operation> numbered;
    Generator generator(seed, /*hasValues=*/true);
    std::string text = textOf(generator.make(), numbered);
    for (unsigned order = 1; order != 3; ++order) {
      Outcome outcome =
          check(text, numbered, 1000 * seed + order, /*isStrict=*/false);
      racy += outcome.isClear && outcome.hasRace;
      clean += outcome.isClear && !outcome.hasRace;
    }
  }
  EXPECT_GT(racy, 300u);
  EXPECT_GT(clean, 30u);
}

} // namespace
