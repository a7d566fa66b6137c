//===- MachineProgram.cpp - Loops that a partition runs -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineProgram.h"
#include "MachineAddress.h"
#include "tessera/Target/MachineModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera;
using namespace tessera::bound;

namespace {
using Places = std::vector<size_t>;

/// The places of a program at which an mbarrier stands.
struct PlacesOfMBarrier {
  Places commits = {}, arrivals = {}, waits = {};
};
} // namespace

/// The most waits by which those of a loop's text are ahead of its commits.
static size_t countPhasesAhead(llvm::ArrayRef<size_t> commits,
                               llvm::ArrayRef<size_t> waits) {
  size_t most = 0, before = 0;
  for (auto [number, place] : llvm::enumerate(waits)) {
    while (before != commits.size() && commits[before] < place)
      ++before;
    if (number + 1 > before)
      most = std::max(most, number + 1 - before);
  }
  return most;
}

static MachineProgram makeBareProgram(const MachineKernel &kernel,
                                      llvm::ArrayRef<MachineWork> works,
                                      const MachineRole &role) {
  MachineProgram program;
  program.body = role.body;
  program.warpsOfBlock =
      unsigned(llvm::divideCeil(role.warps, partitionsPerSM));
  program.runners = findRunners(kernel, works, role.body);
  program.mbarriers.assign(role.body.size(), -1);
  program.barriers.assign(role.body.size(), -1);
  return program;
}

/// True for a place at which the warps of a program meet: a barrier, or the arrival of
/// those that do not wait there.
static bool isMeeting(llvm::ArrayRef<MachineWork> works,
                      const MachineProgram &program, size_t place) {
  return works[program.body[place]].kind == MachineKind::Barrier ||
         program.runners[place] == Runners::Others;
}

/// Lists the places of mbarriers of a body, by the names that `findName` gives them.
static std::map<std::string, PlacesOfMBarrier>
findMBarriers(llvm::ArrayRef<MachineWork> works, llvm::ArrayRef<uint32_t> body,
              llvm::function_ref<std::string(uint32_t)> findName) {
  std::map<std::string, PlacesOfMBarrier> found;
  for (auto [place, at] : llvm::enumerate(body)) {
    MachineKind kind = works[at].kind;
    if (kind == MachineKind::CommitProducts)
      found[findName(at)].commits.push_back(place);
    else if (kind == MachineKind::WaitPhase)
      found[findName(at)].waits.push_back(place);
    else if (kind == MachineKind::ArrivePhase && works[at].expectedBytes == 0)
      found[findName(at)].arrivals.push_back(place);
  }
  return found;
}

static void mark(std::vector<int> &marks, llvm::ArrayRef<size_t> places,
                 int number) {
  for (size_t place : places)
    marks[place] = number;
}

/// Has a program wait for products that it commits itself, if it does so as often.
static void addOwnProducts(MachineProgram &program,
                           const PlacesOfMBarrier &places, int number) {
  if (places.commits.empty() || places.commits.size() != places.waits.size())
    return;
  mark(program.mbarriers, places.commits, number);
  mark(program.mbarriers, places.waits, number);
  program.phasesAhead[number] = countPhasesAhead(places.commits, places.waits);
}

MachineProgram bound::makeProgram(const MachineKernel &kernel,
                                  llvm::ArrayRef<MachineWork> works,
                                  const MachineRole &role) {
  MachineProgram program = makeBareProgram(kernel, works, role);
  auto findText = [&](uint32_t at) {
    llvm::StringRef text = kernel.code[at].operands;
    return text.split('[').second.split(']').first.str();
  };
  for (auto [number, each] :
       llvm::enumerate(findMBarriers(works, role.body, findText)))
    addOwnProducts(program, each.second, int(number));
  for (size_t place = 0; place != role.body.size(); ++place)
    if (isMeeting(works, program, place))
      program.barriers[place] = 0;
  return program;
}

//===----------------------------------------------------------------------===//
// Several programs
//===----------------------------------------------------------------------===//

namespace {
class Meeting {
public:
  Meeting(const MachineKernel &kernel, llvm::ArrayRef<MachineWork> works,
          llvm::ArrayRef<MachineRole> roles)
      : works(works) {
    for (const MachineRole &role : roles) {
      programs.push_back(makeBareProgram(kernel, works, role));
      AddressReader &reader = readers.emplace_back(kernel);
      for (const MachineRole &other : roles)
        if (&other != &role)
          reader.leaveOut(other.body.front(), role.body.front());
    }
  }

  std::vector<MachineProgram> find();

private:
  void addMBarriers();
  void addMBarrier(llvm::StringRef name,
                   llvm::ArrayRef<PlacesOfMBarrier> places, int number);
  size_t countBefore(size_t number, llvm::StringRef name, MachineKind kind);
  void addBarriers();

  llvm::ArrayRef<MachineWork> works;
  std::vector<MachineProgram> programs;
  /// By program.
  std::vector<AddressReader> readers;
  /// True if one program waits for another.
  bool isOne = false;
};
} // namespace

/// Counts instructions of a kind with an mbarrier in the text before a loop, out of all
/// loops that are played.
size_t Meeting::countBefore(size_t number, llvm::StringRef name,
                            MachineKind kind) {
  auto isPlayed = [&](uint32_t at) {
    return llvm::any_of(programs, [&](const MachineProgram &each) {
      return llvm::is_contained(each.body, at);
    });
  };
  size_t count = 0;
  for (uint32_t at = 0; at < *llvm::min_element(programs[number].body); ++at)
    count += works[at].kind == kind && works[at].expectedBytes == 0 &&
             !isPlayed(at) && readers[number].readAddress(at) == name;
  return count;
}

/// Has programs wait for the only one that commits to an mbarrier or, if none does, for
/// the only one that arrives at it. Phases are ahead by those that end before its loop
/// and are not waited for before the other one.
void Meeting::addMBarrier(llvm::StringRef name,
                          llvm::ArrayRef<PlacesOfMBarrier> places, int number) {
  auto commits = [](const PlacesOfMBarrier &each) {
    return !each.commits.empty();
  };
  auto arrives = [](const PlacesOfMBarrier &each) {
    return !each.arrivals.empty();
  };
  bool areProducts = llvm::any_of(places, commits);
  if (areProducts ? llvm::count_if(places, commits) != 1
                  : llvm::count_if(places, arrives) != 1)
    return;
  size_t first = (areProducts ? llvm::find_if(places, commits)
                              : llvm::find_if(places, arrives)) -
                 places.begin();
  const Places &ends =
      areProducts ? places[first].commits : places[first].arrivals;
  if (areProducts)
    addOwnProducts(programs[first], places[first], number);
  for (auto [other, each] : llvm::enumerate(places)) {
    if (other == first || each.waits.size() != ends.size())
      continue;
    mark(programs[first].mbarriers, ends, number);
    mark(programs[other].mbarriers, each.waits, number);
    size_t begun = countBefore(first, name,
                               areProducts ? MachineKind::CommitProducts
                                           : MachineKind::ArrivePhase),
           waited = countBefore(other, name, MachineKind::WaitPhase);
    programs[other].phasesAhead[number] = begun - std::min(begun, waited);
    isOne = true;
  }
}

void Meeting::addMBarriers() {
  std::map<std::string, std::vector<PlacesOfMBarrier>> found;
  for (size_t number = 0; number != programs.size(); ++number) {
    auto findName = [&](uint32_t at) {
      return readers[number].readAddress(at);
    };
    for (auto &[name, places] :
         findMBarriers(works, programs[number].body, findName)) {
      auto &all = found[name];
      all.resize(programs.size());
      all[number] = places;
    }
  }
  for (auto [number, each] : llvm::enumerate(found))
    addMBarrier(each.first, each.second, int(number));
}

/// A barrier of one program has its warps meet, whatever its number; arrivals at it tell
/// nobody anything.
void Meeting::addBarriers() {
  std::map<std::string, std::vector<Places>> found;
  for (auto [number, program] : llvm::enumerate(programs))
    for (auto [place, at] : llvm::enumerate(program.body))
      if (works[at].kind == MachineKind::Barrier ||
          works[at].kind == MachineKind::ArriveBarrier) {
        auto &all = found[readers[number].readFirst(at)];
        all.resize(programs.size());
        all[number].push_back(place);
      }
  for (auto [index, each] : llvm::enumerate(found)) {
    auto isUsed = [](const Places &places) { return !places.empty(); };
    bool isShared = llvm::count_if(each.second, isUsed) > 1;
    isOne |= isShared;
    for (auto [number, places] : llvm::enumerate(each.second))
      for (size_t place : places)
        if (isShared || isMeeting(works, programs[number], place))
          programs[number].barriers[place] =
              isShared ? int(programs.size() + index) : int(number);
  }
}

std::vector<MachineProgram> Meeting::find() {
  addMBarriers();
  addBarriers();
  return isOne ? std::move(programs) : std::vector<MachineProgram>();
}

std::vector<MachineProgram>
bound::makePrograms(const MachineKernel &kernel,
                    llvm::ArrayRef<MachineWork> works,
                    llvm::ArrayRef<MachineRole> roles) {
  return Meeting(kernel, works, roles).find();
}
