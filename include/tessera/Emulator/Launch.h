//===- Launch.h - Runs a kernel of a PTX module ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_LAUNCH_H
#define TESSERA_EMULATOR_LAUNCH_H

#include "tessera/Emulator/CounterReport.h"
#include "tessera/Emulator/LaunchFault.h"
#include "tessera/Emulator/Memory.h"
#include "tessera/Emulator/Program.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace tessera::ptx {

using Dim3 = std::array<uint32_t, 3>;

class SourceRun;

/// Checks that a launch makes beyond those that are always on: an access out of
/// bounds, a trap and a deadlock end every launch. A finding ends the launch
/// with an error.
struct Checks {
  bool memory = false; ///< use of unwritten memory
  bool race = false;   ///< data races, as the memory consistency model has them
  bool sync = false;   ///< misuse of barriers and mbarriers
  bool uniform = false; ///< .aligned or .uni where the lanes have parted
  /// With `race`: unordered stores of the same value to the same place count as
  /// data races, too. Their result is defined, so that `all` leaves this out.
  bool sameValue = false;
  /// With `race`: shuffles, votes, matches and reductions of a warp do not
  /// order memory, as the PTX ISA has it. NVIDIA's cooperative groups (tiles of
  /// several warps) rely on the opposite, so that `all` leaves this out.
  bool shuffle = false;
  /// With `race`: report benign data races too, those that compilers leave and
  /// that do not change the kernel's results: loads whose values reach nothing,
  /// and lanes that write different values by one instruction, of which one
  /// stays.
  bool benign = false;

  static Checks all() {
    Checks checks;
    checks.memory = checks.race = checks.sync = checks.uniform = true;
    return checks;
  }
  static Checks none() { return {}; }
  /// Each check with its name.
  static llvm::ArrayRef<std::pair<llvm::StringLiteral, bool Checks::*>> names();
};

/// The time at which an asynchronous operation takes place.
enum class AsyncPolicy : uint8_t {
  Eager,  ///< where it is issued
  Lazy,   ///< as late as it may: when something waits for it
  Random, ///< at any moment between the two
};

/// The order in which warps, or blocks, run.
enum class OrderPolicy : uint8_t {
  Fair,   ///< one after the other, each for long
  Random, ///< any of them, each for a short while
};

/// The value that a strong load returns where the memory consistency model
/// leaves a choice.
enum class LoadPolicy : uint8_t {
  Newest, ///< the value that was written last
  Random, ///< any value that the model allows
};

struct LaunchConfig {
  Dim3 grid = {1, 1,
               1}; ///< in clusters where the entry says .blocksareclusters
  /// Threads in a block. All zero, or (1,1,1) for an entry with .reqntid, means
  /// the block that .reqntid demands.
  Dim3 block = {0, 0, 0};
  /// Blocks in a cluster. All zero: those that .reqnctapercluster demands, or
  /// one.
  Dim3 cluster = {0, 0, 0};
  /// Blocks in a cluster where the machine finds the room: a multiple of those
  /// that a cluster has at least, by the launch or the entry (CUDA Driver API,
  /// CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION). All zero: no preference.
  /// In fair order, all clusters are preferred ones; in random order of blocks,
  /// the seed chooses which are.
  Dim3 preferredCluster = {0, 0, 0};
  uint64_t dynamicSharedBytes = 0;
  /// Host threads that run blocks; 0: as many as the host has, or one with the
  /// check of races. A kernel without races gives the same result for every
  /// number. With races, several host threads may find another race first.
  unsigned hostThreads = 0;
  Checks checks;
  AsyncPolicy async = AsyncPolicy::Eager;
  /// Random needs the check of races, which knows the order of accesses.
  LoadPolicy loads = LoadPolicy::Newest;
  OrderPolicy warps = OrderPolicy::Fair;
  OrderPolicy blocks = OrderPolicy::Fair;
  /// Seeds all random choices. Random orders run on one host thread, so that a
  /// seed gives the same run every time.
  uint64_t seed = 0;
  /// Count the work of each instruction, at some cost of speed.
  bool wantsCounters = false;
  /// Runs about this many blocks alone, spread over the grid, and scales the
  /// counters up to all of them, so that memory is left half done; 0: all. For
  /// the counters of launches that would take too long.
  uint64_t sampledBlocks = 0;
  /// With the counters, log events in their order, on one thread of the host.
  bool wantsEvents = false;
  /// The launch fails after this many warp instructions.
  uint64_t stepLimit = uint64_t(1) << 36;
  /// Follows the values of the launch, which then runs on one thread of the
  /// host; null: nobody does.
  SourceRun *sources = nullptr;
  /// Called now and then, one call at a time, with the blocks of all launches
  /// that have ended, the number of all blocks, and the warp instructions run
  /// so far. The first call comes before any block starts. Returns "" to go on,
  /// or the reason to end the launch, which becomes its error.
  std::function<std::string(uint64_t ended, uint64_t all, uint64_t steps)>
      progress;
  /// Receives what vprintf prints, whole messages, one at a time. Without it
  /// the text goes to standard output.
  std::function<void(llvm::StringRef)> printSink;
  /// The same for the messages of failed assertions (__assertfail); without it
  /// they go to standard error, as on a GPU.
  std::function<void(llvm::StringRef)> assertionSink;
};

/// The error of a kernel that failed while it ran.
class LaunchError : public llvm::ErrorInfo<LaunchError> {
public:
  static char ID;
  LaunchError(std::string report, LaunchFault fault)
      : report(std::move(report)), fault(fault) {}

  LaunchFault getFault() const { return fault; }
  void log(llvm::raw_ostream &os) const override { os << report; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string report;
  LaunchFault fault;
};

struct LaunchStatistics {
  uint64_t warpInstructions = 0; ///< issued, whatever lanes were active
  uint64_t blocks = 0;
  uint64_t warps = 0;
  /// With the check of races, of all launches that ran at once: stores of a
  /// value that another store had written there, where nothing orders the two.
  uint64_t sameValueStores = 0;
  std::optional<CounterReport> counters; ///< where the launch wanted them
};

struct Variable;

/// A program whose variables lie in memory, with their initial values until a
/// launch changes them. Owns neither the program nor the memory, which both
/// outlive it; frees the variables that it has allocated.
class LoadedProgram {
public:
  /// Returns the address for a variable: `size` bytes at least, which count as
  /// written.
  using Allocate = std::function<llvm::Expected<uint64_t>(
      uint64_t size, llvm::StringRef name, uint64_t alignment,
      bool isConstant)>;

  /// Allocates by `allocate` or, without it, in `memory`.
  static llvm::Expected<std::unique_ptr<LoadedProgram>>
  load(const Image &image, GlobalMemory &memory, Allocate allocate = {});
  ~LoadedProgram();

  const Image &getImage() const { return image; }
  /// The address of a variable of the program; 0 where there is none.
  uint64_t addressOf(const Variable *variable) const {
    return addresses.lookup(variable);
  }

  /// A variable that the host may see.
  struct Global {
    std::string name;
    uint64_t address, size;
  };
  /// Variables that are .visible or have no linkage directive, in the order of
  /// the text.
  std::vector<Global> getGlobals() const;

private:
  LoadedProgram(const Image &image, GlobalMemory &memory)
      : image(image), memory(memory) {}
  llvm::Error allocateVariables(const Allocate &allocate);
  llvm::Error initialize(const Variable &variable);

  const Image &image;
  GlobalMemory &memory;
  llvm::DenseMap<const Variable *, uint64_t> addresses;
  /// Addresses in `memory` to free.
  std::vector<uint64_t> owned;
};

/// Runs `entryName` of `program` over `memory` with `parameters`, the bytes of
/// the parameter buffer as laid out by `Entry::parameters`. Variables of the
/// module (.global, .const) are allocated and initialised anew for each call.
///
/// Errors: a wrong configuration, or one that no GPU of the program's target
/// could start; and, as a LaunchError, any fault while the kernel runs (a bad
/// access, a trap, a deadlock, the step limit, a finding of a check), named
/// with the PTX line, the source line where .loc gives one, block and thread.
/// If several blocks fail, the one that started first is reported.
llvm::Expected<LaunchStatistics> launch(const Program &program,
                                        llvm::StringRef entryName,
                                        llvm::ArrayRef<uint8_t> parameters,
                                        GlobalMemory &memory,
                                        const LaunchConfig &config);

/// The event of a launch that another launch waits for before it may start.
enum class LaunchStage : uint8_t {
  Completed, ///< the launch has completed, which orders the two, as in a stream
  /// Each of its blocks has executed griddepcontrol.launch_dependents, or has
  /// ended.
  Triggered,
  Started, ///< each of its blocks has started
};

/// Makes a launch come after another one. With any stage but Completed, the
/// launch depends on the other one while that still runs: griddepcontrol.wait
/// waits for its completion, and nothing else orders the two.
struct LaunchEdge {
  unsigned from; ///< index of the other launch, an earlier request
  LaunchStage stage = LaunchStage::Completed;
};

/// Work that the host does itself between launches, such as a copy. It takes
/// part in the order of launches and in the check of races.
struct HostStep {
  /// Bytes of device memory that the step reads or writes.
  struct Range {
    uint64_t address, size;
    bool isWritten;
  };
  std::string name; ///< for messages: "cuMemcpyAsync"
  std::vector<Range> ranges;
  std::function<void()> run;
};

/// One of several launches over one memory.
struct LaunchRequest {
  const Program *program = nullptr; ///< must outlive the call
  std::string entry;
  std::vector<uint8_t> parameters;
  /// Only grid, block, cluster, dynamic shared memory and sink belong to this
  /// launch. Checks, orders, seed, host threads and the step limit are shared
  /// by all launches, which take them from the first request.
  LaunchConfig config;
  /// The launches that this one comes after; nothing orders it with others.
  std::vector<LaunchEdge> after;
  /// The program in the memory of the launch; null: its variables are made anew
  /// for the call.
  const LoadedProgram *loaded = nullptr;
  /// Runs in place of a kernel. Only `after` counts of the other fields then,
  /// and the parts of `config` that are shared by all launches.
  std::optional<HostStep> host;
};

/// Fails unless the grid divides into the clusters that the entry and the
/// launch ask for.
llvm::Error checkClusters(const Entry &entry, const LaunchConfig &config);

/// Runs launches over one memory at the same time: their blocks start in turn,
/// and nothing orders the accesses of two launches but the kernels themselves
/// and `after`. Launches of one program share its variables, as kernels of one
/// loaded module do. Returns the statistics of each launch.
llvm::Expected<std::vector<LaunchStatistics>>
launchConcurrently(llvm::ArrayRef<LaunchRequest> requests,
                   GlobalMemory &memory);

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_LAUNCH_H
