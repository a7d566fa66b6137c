//===- HostDevice.h - A device whose memory is the host's -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A HostDevice runs kernels on memory of the process that it is in: an address
// of the device is one of the host, and nothing is copied. A launch may touch
// only memory that the caller has mapped. Below it lie the interpreter and the
// emulator, above it the driver (docs/rationale/integration/driver.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_HOSTDEVICE_H
#define TESSERA_RUNTIME_HOSTDEVICE_H

#include "tessera/Runtime/Engine.h"
#include "tessera/Runtime/ProgramCache.h"
#include "tessera/Support/LaunchFault.h"
#include <map>

namespace tessera::runtime {

/// The engine that runs kernels. All of them emulate PTX that comes without
/// Tile IR.
enum class HostEngine : uint8_t {
  Interpret,
  Emulate,
  /// Emulates, then interprets, and compares the results. A difference that the
  /// error bounds do not allow is an error.
  Both,
};

/// "interpret", "emulate" or "both".
llvm::Expected<HostEngine> parseHostEngine(llvm::StringRef name);

/// Turns on, in both engines, exactly the checks that `text` names: "all",
/// "none", or names separated by commas. Each engine takes those that it knows;
/// a name that no running engine knows is an error.
llvm::Error parseChecks(llvm::StringRef text, bool interprets, bool emulates,
                        EngineOptions &result);

/// The text from which parseChecks makes these checks of the engines that run.
std::string describeChecks(const EngineOptions &options, bool interprets,
                           bool emulates);

/// The requirements of an entry.
struct HostEntry {
  std::string name;
  struct Parameter {
    /// Offset and size in the buffer of all parameters.
    uint64_t offset, size;
    /// The kernel's spelling: "tile<ptr<f32>>", ".param .b64".
    std::string type;
  };
  std::vector<Parameter> parameters;
  uint64_t parameterBytes = 0;
  /// True for a tile kernel, whose launch gives no number of threads.
  bool isTile = false;
  /// .reqntid and .maxntid; zeros if the entry has none.
  std::array<uint32_t, 3> requiredBlock = {0, 0, 0}, maximumBlock = {0, 0, 0};
  /// .reqnctapercluster and .explicitcluster.
  std::array<uint32_t, 3> requiredCluster = {0, 0, 0};
  bool needsCluster = false;
  uint64_t staticSharedBytes = 0;
  /// The user's constants of the whole module, and the frame of a thread.
  uint64_t constantBytes = 0, localBytes = 0;
  /// Registers of a thread, as machine code has them; without, an estimate from
  /// the PTX, or 0 if no PTX exists.
  unsigned registers = 0;
  /// Ten times the major plus the minor compute capability of the GPU that the
  /// PTX is for; 0 if no PTX exists.
  unsigned ptxTarget = 0;
};

/// One launch of an entry.
struct HostLaunch {
  std::string entry;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  /// For PTX: threads of a block, blocks of a cluster (zeros if the entry says
  /// it), and bytes of shared memory beyond the static ones.
  std::array<uint32_t, 3> block = {1, 1, 1}, cluster = {0, 0, 0};
  uint64_t dynamicSharedBytes = 0;
  /// For PTX: blocks of a cluster if there is room. Zeros: no preference; it
  /// must be zeros if neither launch nor entry gives a smallest cluster.
  std::array<uint32_t, 3> preferredCluster = {0, 0, 0};
  /// Pointers to the values of the entry's parameters, in order.
  llvm::ArrayRef<const void *> parameters;
};

class HostDevice;

/// A program on a device, with variables of its own.
class HostModule {
public:
  ~HostModule();
  llvm::ArrayRef<HostEntry> getEntries() const { return entries; }
  /// The names that the author of an entry has given its parameters, read off the
  /// source; empty for those that are not known.
  std::vector<std::string> findParameterNames(llvm::StringRef entry) const;

  struct Global {
    std::string name;
    uint64_t address, bytes;
  };
  /// The variables that the host may see, if an engine has them in mapped
  /// memory.
  llvm::ArrayRef<Global> getGlobals() const { return globals; }
  /// The fault that ended the last launch.
  LaunchFault getFault() const { return fault; }

private:
  friend class HostDevice;
  struct Program;
  HostModule(HostDevice &device, std::shared_ptr<const Program> program);

  HostDevice &device;
  std::shared_ptr<const Program> program;
  std::vector<HostEntry> entries;
  std::vector<Global> globals;
  LaunchFault fault = LaunchFault::None;
  std::optional<interp::LoadedModule> interpreted;
  std::unique_ptr<ptx::LoadedProgram> emulated;
  /// Memory of the emulator's variables, each with the offset at which it
  /// begins.
  std::vector<std::pair<std::unique_ptr<uint64_t[]>, uint64_t>> variables;
};

/// One of several launches, or a step of the host.
struct HostWork {
  /// Null for a step of the host: then `step` says what it does.
  HostModule *module = nullptr;
  HostLaunch launch;
  ptx::HostStep step;
  /// The earlier works that this one comes after.
  std::vector<ptx::LaunchEdge> after;
};

/// Not thread-safe: takes one call at a time.
class HostDevice {
public:
  HostDevice(HostEngine engine, const EngineOptions &options);
  ~HostDevice();

  HostEngine getEngine() const { return engine; }
  /// The options of later launches. The GPU to compile for is fixed when the
  /// device is made.
  EngineOptions &getOptions() { return options; }

  /// Permits launches to touch the bytes of the host at `address`. `name` is
  /// for reports. An error if something else is mapped there.
  llvm::Error map(uint64_t address, uint64_t bytes, llvm::StringRef name,
                  bool isWritten);
  /// Undoes `map`. False if nothing is mapped at this address.
  bool unmap(uint64_t address);
  /// Takes what is mapped at this address from launches, as memory of another
  /// device, or gives it back; its bytes stay written, or not. False if nothing
  /// is mapped there, or the host has no memory for it.
  bool setAccess(uint64_t address, bool isAccessible);
  /// Marks bytes that the host has written. They may lie anywhere.
  void markWritten(uint64_t address, uint64_t bytes);

  /// Loads a program: bytecode or text of Tile IR, PTX, or a cubin that carries
  /// its source. The same bytes are read and compiled once, unless many other
  /// programs were unloaded meanwhile. If loading fails, writes the reason to
  /// `errors` and returns null.
  std::unique_ptr<HostModule> load(llvm::StringRef image, llvm::StringRef name,
                                   llvm::raw_ostream &errors);

  /// Checks that the clusters that entry and launch ask for divide the grid.
  static llvm::Error checkClusters(const HostModule &module,
                                   const HostLaunch &launch);

  /// Runs launches. Works that `after` leaves unordered may overlap: their
  /// blocks alternate, and the check for races sees all of them. The
  /// interpreter runs one after the other, in this order. `printed` gets the
  /// text that kernels print. The first failure ends all launches: then writes
  /// the reason to `errors` and returns false.
  bool run(llvm::ArrayRef<HostWork> works, llvm::raw_ostream &printed,
           llvm::raw_ostream &errors);

  /// Makes each later launch that fails, together with those that ran at once
  /// with it, a saved case for cuda-tile-run, in a new folder within `folder`,
  /// and says so in the errors of the launch. For this it keeps a copy of all
  /// memory that a launch may read until the launch has ended. Empty: saves
  /// nothing.
  void setSaveFolder(llvm::StringRef folder) { saveFolder = folder.str(); }

  /// Runs this command of the shell ahead of each later launch of Tile IR that
  /// is alone, in a folder that holds the launch as a saved case, and waits for
  /// its end. The folder goes with it. Empty: runs nothing.
  void setDebugger(llvm::StringRef command) { debugger = command.str(); }

  /// Keeps the compiled form of later programs in this folder, and looks for it
  /// there. Empty: nothing outlives this device.
  void setCacheFolder(llvm::StringRef folder) { cache = ProgramCache(folder); }

  /// The emulator's counters of the last launch, if the options ask for them;
  /// of several that ran together, the counters of launch `number`.
  const ptx::CounterReport *getCounters(size_t number = 0) const {
    return number < statistics.size() && statistics[number].counters
               ? &*statistics[number].counters
               : nullptr;
  }

private:
  friend class HostModule;
  class Snapshot;
  class SavedCase;
  struct Region {
    uint64_t bytes;
    std::string name;
    /// A word that is 0, then one bit for each byte; null if all bytes are
    /// written.
    std::unique_ptr<uint64_t[], void (*)(uint64_t *)> written;
    bool isAccessible = true;
  };

  /// Tells the engines of a region, all or none of them.
  llvm::Error enter(uint64_t address, const Region &region);
  /// Makes the engines forget the region at this address.
  void leave(uint64_t address);

  /// A variable of a module, in memory of the emulator.
  struct Variable {
    uint64_t bytes;
    std::string name;
    const HostModule *module;
    /// The hash of the contents after loading.
    std::pair<uint64_t, uint64_t> hash;
  };

  std::shared_ptr<const HostModule::Program>
  readProgram(llvm::StringRef image, llvm::StringRef name,
              llvm::raw_ostream &errors);
  bool place(HostModule &module, llvm::raw_ostream &errors);
  bool interpret(HostModule &module, const HostLaunch &launch,
                 interp::ErrorBounds *bounds, llvm::raw_ostream &printed,
                 llvm::raw_ostream &errors);
  bool isKnown(const HostModule &module, const HostLaunch &launch,
               llvm::raw_ostream &errors) const;
  ptx::LaunchRequest requestOf(HostModule &module, const HostLaunch &launch,
                               llvm::raw_ostream &printed,
                               llvm::raw_ostream &errors) const;
  bool emulate(llvm::ArrayRef<ptx::LaunchRequest> requests, LaunchFault &fault,
               llvm::raw_ostream &errors);
  bool runAlone(HostModule &module, const HostLaunch &launch,
                llvm::raw_ostream &printed, llvm::raw_ostream &errors);
  bool runTogether(llvm::ArrayRef<HostWork> works, SavedCase *saved,
                   llvm::raw_ostream &printed, llvm::raw_ostream &errors);
  void debug(const HostWork &work, llvm::raw_ostream &errors);
  bool runSaved(llvm::ArrayRef<HostWork> works, llvm::raw_ostream &printed,
                llvm::raw_ostream &errors);
  bool runBoth(HostModule &module, const HostLaunch &launch,
               llvm::raw_ostream &printed, llvm::raw_ostream &errors);
  bool compare(HostModule &module, const HostLaunch &launch,
               const Snapshot &before, const Snapshot &emulated,
               llvm::raw_ostream &errors);

  HostEngine engine;
  EngineOptions options;
  std::string saveFolder, debugger;
  ProgramCache cache;
  /// Counters of the launches that ran last.
  std::vector<ptx::LaunchStatistics> statistics;
  std::map<uint64_t, Region> regions;
  std::map<uint64_t, Variable> variables;
  interp::GlobalMemory interpreterMemory;
  ptx::GlobalMemory emulatorMemory;
  struct KnownProgram {
    std::shared_ptr<const HostModule::Program> program;
    /// The time of its last use, counted in uses of all programs.
    uint64_t use;
  };
  void forgetPrograms();

  /// Programs by the hash of their bytes: all that are loaded, and a few that
  /// were.
  std::map<std::pair<uint64_t, uint64_t>, KnownProgram> programs;
  uint64_t programUses = 0;
};

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_HOSTDEVICE_H
