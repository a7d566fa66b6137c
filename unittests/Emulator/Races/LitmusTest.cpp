//===- LitmusTest.cpp - Outcomes that the memory model allows -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classical shapes of litmus tests, run under many seeds with loads that
// return any value that the model allows. Besides, all candidate executions of
// a shape are enumerated, reads-from by reads-from and order by order, and kept
// if the axioms of PTX ISA, section 8.10, admit them. Every observed outcome
// must be admitted; and every admitted one must be observed, except outcomes
// that need a store to take effect before an earlier operation of its thread.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <numeric>
#include <set>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

struct Event {
  char kind = 'W'; ///< R, W, A (exchange), F
  char place = 'x';
  int value = 0; ///< the written one
  bool acquires = false, releases = false, isFenceSc = false;
  unsigned thread = 0;

  bool reads() const { return kind == 'R' || kind == 'A'; }
  bool writes() const { return kind == 'W' || kind == 'A'; }
};

/// "Wx1 Ry; Ry.acq; F": semicolons separate threads.
std::vector<Event> parse(llvm::StringRef text) {
  std::vector<Event> events;
  llvm::SmallVector<llvm::StringRef> threads, words;
  text.split(threads, ';');
  for (size_t thread = 0; thread != threads.size(); ++thread) {
    words.clear();
    threads[thread].split(words, ' ', -1, false);
    for (llvm::StringRef word : words) {
      Event e;
      e.thread = static_cast<unsigned>(thread);
      e.kind = word[0];
      e.isFenceSc = word == "Fsc";
      e.acquires = e.kind == 'F' || word.contains(".acq");
      e.releases = e.kind == 'F' || word.contains(".rel");
      if (e.kind != 'F')
        e.place = word[1];
      if (e.writes())
        e.value = word[2] - '0';
      events.push_back(e);
    }
  }
  return events;
}

using Outcome = std::vector<int>;
using Relation = std::vector<std::vector<bool>>;

/// All executions that the axioms admit, by the values that loads return.
class Axioms {
public:
  explicit Axioms(std::vector<Event> list) {
    // The initial writes come before everything.
    for (char place : {'x', 'y', 'z'}) {
      Event init;
      init.place = place;
      init.thread = ~0u;
      events.push_back(init);
    }
    events.insert(events.end(), list.begin(), list.end());
    from.resize(events.size());
    chooseReads(0);
  }

  std::set<Outcome> outcomes;

private:
  size_t count() const { return events.size(); }
  Relation none() const {
    return Relation(count(), std::vector<bool>(count()));
  }
  void close(Relation &r) const {
    for (size_t k = 0; k != count(); ++k)
      for (size_t i = 0; i != count(); ++i)
        for (size_t j = 0; r[i][k] && j != count(); ++j)
          if (r[k][j])
            r[i][j] = true;
  }
  bool isOrdered(size_t i, size_t j) const { // in program order
    return i != j && (events[i].thread == ~0u
                          ? events[j].thread != ~0u
                          : events[i].thread == events[j].thread && i < j);
  }
  bool isSamePlace(size_t i, size_t j) const {
    return events[i].kind != 'F' && events[j].kind != 'F' &&
           events[i].place == events[j].place;
  }

  void chooseReads(size_t i) {
    if (i == count())
      return chooseCoherence({}, 0);
    if (!events[i].reads())
      return chooseReads(i + 1);
    for (size_t w = 0; w != count(); ++w)
      if (w != i && events[w].writes() && isSamePlace(w, i)) {
        from[i] = w;
        chooseReads(i + 1);
      }
  }

  /// Enumerates total orders of all writes of each place.
  void chooseCoherence(std::vector<size_t> rank, size_t place) {
    rank.resize(count());
    if (place == 3)
      return chooseFences(rank);
    std::vector<size_t> writes;
    for (size_t i = 3; i != count(); ++i)
      if (events[i].writes() && events[i].place == "xyz"[place])
        writes.push_back(i);
    do {
      for (size_t i = 0; i != writes.size(); ++i)
        rank[writes[i]] = i + 1;
      chooseCoherence(rank, place + 1);
    } while (std::next_permutation(writes.begin(), writes.end()));
  }

  void chooseFences(const std::vector<size_t> &rank) {
    std::vector<size_t> fences;
    for (size_t i = 0; i != count(); ++i)
      if (events[i].isFenceSc)
        fences.push_back(i);
    do {
      if (isAdmitted(rank, fences)) {
        Outcome outcome;
        for (size_t i = 0; i != count(); ++i)
          if (events[i].reads())
            outcome.push_back(events[from[i]].value);
        outcomes.insert(outcome);
        return;
      }
    } while (std::next_permutation(fences.begin(), fences.end()));
  }

  bool isAdmitted(const std::vector<size_t> &rank,
                  const std::vector<size_t> &fences) const {
    auto coherent = [&](size_t a, size_t b) {
      return isSamePlace(a, b) && events[a].writes() && events[b].writes() &&
             rank[a] < rank[b];
    };
    // Atomicity.
    for (size_t i = 0; i != count(); ++i)
      if (events[i].kind == 'A' && rank[from[i]] + 1 != rank[i])
        return false;
    // Observation order.
    Relation observed = none();
    for (size_t r = 0; r != count(); ++r)
      if (events[r].reads())
        observed[from[r]][r] = true;
    for (size_t z = 0; z != count(); ++z)
      for (size_t w = 0; w != count(); ++w)
        for (size_t r = 0; events[z].kind == 'A' && r != count(); ++r)
          if (observed[w][z] && observed[z][r])
            observed[w][r] = true;
    // Base causality order.
    Relation base = none();
    for (size_t i = 0; i != count(); ++i)
      for (size_t j = 0; j != count(); ++j)
        base[i][j] = isOrdered(i, j);
    for (size_t i = 0; i + 1 < fences.size(); ++i)
      base[fences[i]][fences[i + 1]] = true;
    for (size_t w = 0; w != count(); ++w)
      for (size_t r = 0; r != count(); ++r) {
        if (!observed[w][r] || events[w].thread == ~0u)
          continue;
        for (size_t first = 0; first != count(); ++first)
          for (size_t last = 0; last != count(); ++last) {
            bool isRelease =
                events[first].releases &&
                (first == w ||
                 (isOrdered(first, w) &&
                  (events[first].kind == 'F' || isSamePlace(first, w))));
            bool isAcquire =
                events[last].acquires &&
                (last == r ||
                 (isOrdered(r, last) &&
                  (events[last].kind == 'F' || isSamePlace(r, last))));
            if (isRelease && isAcquire && first != last)
              base[first][last] = true;
          }
      }
    close(base);
    for (size_t i = 0; i != count(); ++i)
      if (base[i][i])
        return false;
    Relation cause = base;
    for (size_t x = 0; x != count(); ++x)
      for (size_t z = 0; z != count(); ++z)
        for (size_t y = 0; observed[x][z] && y != count(); ++y)
          if (base[z][y])
            cause[x][y] = true;
    // Coherence and causality.
    for (size_t a = 0; a != count(); ++a)
      for (size_t b = 0; b != count(); ++b) {
        if (!cause[a][b] || !isSamePlace(a, b))
          continue;
        if (events[a].writes() && events[b].writes() && !coherent(a, b))
          return false;
        if (events[a].reads() && events[b].writes() && from[a] == b)
          return false;
        if (events[a].writes() && events[b].reads() && coherent(from[b], a))
          return false;
      }
    // Sequential consistency per location.
    Relation local = none();
    for (size_t a = 0; a != count(); ++a)
      for (size_t b = 0; b != count(); ++b)
        local[a][b] =
            a != b && isSamePlace(a, b) &&
            (isOrdered(a, b) || coherent(a, b) ||
             (events[b].reads() && from[b] == a) ||
             (events[a].reads() && events[b].writes() && coherent(from[a], b)));
    close(local);
    for (size_t i = 0; i != count(); ++i)
      if (local[i][i])
        return false;
    return true;
  }

  std::vector<Event> events;
  std::vector<size_t> from;
};

/// The entry in which block i is thread i of the shape.
std::string textOf(const std::vector<Event> &events) {
  std::string module = ".global .u32 x = 0;\n.global .u32 y = 0;\n"
                       ".global .u32 z = 0;\n";
  std::string body = "setp.ne.u32 %p1, %t, 0; @%p1 bra END;\n"
                     "mov.u32 %r1, %ctaid.x;\n";
  unsigned number = 0;
  for (unsigned thread = 0; thread != 4; ++thread) {
    std::string next = "NEXT" + std::to_string(thread), stores;
    body += "setp.ne.u32 %p2, %r1, " + std::to_string(thread) + "; @%p2 bra " +
            next + ";\n";
    for (const Event &e : events) {
      if (e.thread != thread)
        continue;
      std::string place = std::string("[") + e.place + "]";
      std::string order = e.acquires && e.releases ? ".acq_rel"
                          : e.acquires             ? ".acquire"
                          : e.releases             ? ".release"
                                                   : ".relaxed";
      std::string result = "%r" + std::to_string(10 + number);
      if (e.kind == 'F')
        body += e.isFenceSc ? "fence.sc.gpu;\n" : "fence.acq_rel.gpu;\n";
      else if (e.kind == 'R')
        body +=
            "ld" + order + ".gpu.global.u32 " + result + ", " + place + ";\n";
      else if (e.kind == 'W')
        body += "st" + order + ".gpu.global.u32 " + place + ", " +
                std::to_string(e.value) + ";\n";
      else
        body += "atom" + order + ".gpu.global.exch.b32 " + result + ", " +
                place + ", " + std::to_string(e.value) + ";\n";
      if (e.reads())
        stores += "st.global.u32 [%rd0+" + std::to_string(4 * number++) +
                  "], " + result + ";\n";
    }
    body += stores + "bra END;\n" + next + ":\n";
  }
  return kernel(body + "END:", module);
}

std::set<Outcome> seenOutcomes(const std::vector<Event> &events,
                               LoadPolicy loads, unsigned seeds) {
  std::set<Outcome> seen;
  size_t reads =
      llvm::count_if(events, [](const Event &e) { return e.reads(); });
  std::string text = textOf(events);
  for (unsigned seed = 0; seed != seeds; ++seed) {
    KernelRun run(text);
    run.zeros(64).zeros(4).zeros(4).zeros(4);
    run.config.checks.race = true;
    run.config.loads = loads;
    run.config.blocks = run.config.warps = OrderPolicy::Random;
    run.config.seed = seed;
    EXPECT_EQ(run.launch({events.back().thread + 1, 1, 1}, {32, 1, 1}), "");
    std::vector<int> values = run.read<int>(0);
    values.resize(reads);
    seen.insert(values);
  }
  return seen;
}

constexpr unsigned seeds = 1000;

/// Expects that exactly the outcomes admitted by the axioms are observed.
void expectAll(const char *shape) {
  std::vector<Event> events = parse(shape);
  EXPECT_EQ(seenOutcomes(events, LoadPolicy::Random, seeds),
            Axioms(events).outcomes)
      << shape;
}

/// Expects that observed outcomes are admitted.
void expectAdmitted(const char *shape) {
  std::vector<Event> events = parse(shape);
  std::set<Outcome> admitted = Axioms(events).outcomes;
  for (const Outcome &outcome : seenOutcomes(events, LoadPolicy::Random, seeds))
    EXPECT_TRUE(admitted.count(outcome)) << shape;
}

TEST(Litmus, MessagePassing) {
  for (const char *shape :
       {"Wx1 Wy1; Ry Rx", "Wx1 F Wy1; Ry Rx", "Wx1 Wy1; Ry F Rx",
        "Wx1 F Wy1; Ry F Rx", "Wx1 Wy1.rel; Ry.acq Rx", "Wx1 Wy1.rel; Ry Rx",
        "Wx1 F Wy1; Ry.acq Rx", "Wx1 Wy1.rel; Ry F Rx",
        "Wx1 Wy1.rel Wy2; Ry.acq Rx", "Wx1 F Ay1; Ry F Rx",
        "Wx1 F Wy1; Ay2 F Rx", "Wx1 F Wy1; Ay2 Rx"})
    expectAll(shape);
}

TEST(Litmus, StoreBuffering) {
  for (const char *shape : {"Wx1 Ry; Wy1 Rx", "Wx1 F Ry; Wy1 F Rx",
                            "Wx1 Fsc Ry; Wy1 Fsc Rx", "Wx1 Fsc Ry; Wy1 F Rx",
                            "Wx1.rel Ry.acq; Wy1.rel Rx.acq", "Ax1 Ry; Ay1 Rx"})
    expectAll(shape);
}

TEST(Litmus, ManyThreads) {
  for (const char *shape :
       {"Wx1; Wy1; Rx Ry; Ry Rx", "Wx1; Wy1; Rx F Ry; Ry F Rx",
        "Wx1; Wy1; Rx Fsc Ry; Ry Fsc Rx", "Wx1; Rx Wy1; Ry Rx",
        "Wx1; Rx F Wy1; Ry F Rx", "Wx1; Rx Wy1.rel; Ry.acq Rx",
        "Wx1; Rx F Ry; Wy1 F Rx", "Wx1; Rx Fsc Ry; Wy1 Fsc Rx",
        "Wx1 F Wy1; Ry F Wz1; Rz F Rx", "Wx1 Wy1.rel; Ay2; Ry.acq Rx"})
    expectAll(shape);
}

TEST(Litmus, OneLocation) {
  for (const char *shape :
       {"Wx1; Rx Rx", "Wx1 Wx2; Rx Rx", "Wx1 Rx; Wx2 Rx", "Wx1; Wx2; Rx Rx",
        "Ax1; Ax2", "Wx1; Ax2 Rx", "Wx1; Rx Wx2 Rx"})
    expectAll(shape);
}

/// Some admitted outcomes of these need stores that take effect early; the
/// others are observed.
TEST(Litmus, StoresAreNotOvertaken) {
  for (const char *shape :
       {"Rx Wy1; Ry Wx1", "Rx F Wy1; Ry F Wx1", "Wx2 Wy1; Ry Wx1 Rx",
        "Wx1 Wy2 Ry; Wy1 Wx2 Rx", "Wx1 Wy1; Wy2 Rx", "Wx1 Fsc Wy1; Wy2 Fsc Rx"})
    expectAdmitted(shape);
}

TEST(Litmus, TheNewestValueShowsNoMissingFence) {
  std::vector<Event> events = parse("Wx1 Wy1; Ry Rx");
  EXPECT_FALSE(
      seenOutcomes(events, LoadPolicy::Newest, seeds).count(Outcome{1, 0}));
  EXPECT_TRUE(
      seenOutcomes(events, LoadPolicy::Random, seeds).count(Outcome{1, 0}));
}

TEST(Litmus, SeedsRepeat) {
  std::vector<Event> events = parse("Wx1; Wy1; Rx Ry; Ry Rx");
  for (unsigned count : {1u, 7u, 40u})
    EXPECT_EQ(seenOutcomes(events, LoadPolicy::Random, count),
              seenOutcomes(events, LoadPolicy::Random, count));
}

TEST(Litmus, NeedsTheCheckOfRaces) {
  KernelRun run(kernel("ret;"));
  run.zeros(4).zeros(4).zeros(4).zeros(4);
  run.config.loads = LoadPolicy::Random;
  EXPECT_NE(run.launch().find("need the check of races"), std::string::npos);
}

} // namespace
