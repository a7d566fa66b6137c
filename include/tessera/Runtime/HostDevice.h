//===- HostDevice.h - A device whose memory is the host's -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A HostDevice runs kernels on memory of the process that it is in: an address
// of the device is one of the host, and nothing is copied. What a launch may
// touch are the pieces of memory that the caller has mapped. Below it lie the
// interpreter and the emulator, above it the driver (docs/rationale/driver.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_HOSTDEVICE_H
#define TESSERA_RUNTIME_HOSTDEVICE_H

#include "tessera/Runtime/Engine.h"
#include "tessera/Runtime/ProgramCache.h"
#include "tessera/Support/LaunchFault.h"
#include <map>

namespace tessera::runtime {

/// What runs kernels. PTX that came without Tile IR is emulated by all of them.
enum class HostEngine : uint8_t {
  Interpret,
  Emulate,
  /// Emulates, then interprets, and compares what the two leave. A difference
  /// that the error bounds do not allow is an error.
  Both,
};

/// "interpret", "emulate" or "both".
llvm::Expected<HostEngine> parseHostEngine(llvm::StringRef name);

/// Makes the checks of both engines those that TEXT names: "all", "none", or
/// names with commas between. Each engine takes the ones that it knows; an
/// error where none of those that run does.
llvm::Error parseChecks(llvm::StringRef text, bool interprets, bool emulates,
                        EngineOptions &result);

/// The text that makes parseChecks give these checks of the engines that run.
std::string describeChecks(const EngineOptions &options, bool interprets,
                           bool emulates);

/// What an entry asks of a launch.
struct HostEntry {
  std::string name;
  struct Parameter {
    /// In the buffer of all parameters.
    uint64_t offset, size;
    /// As the kernel writes it: "tile<ptr<f32>>", ".param .b64".
    std::string type;
  };
  std::vector<Parameter> parameters;
  uint64_t parameterBytes = 0;
  /// Of a tile kernel the launch says no threads.
  bool isTile = false;
  /// .reqntid and .maxntid; zeros where nothing says it.
  std::array<uint32_t, 3> requiredBlock = {0, 0, 0}, maximumBlock = {0, 0, 0};
  uint64_t staticSharedBytes = 0;
};

/// One launch of an entry.
struct HostLaunch {
  std::string entry;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  /// Of PTX: threads of a block, blocks of a cluster (zeros: the entry says),
  /// and bytes of shared memory beyond the static ones.
  std::array<uint32_t, 3> block = {1, 1, 1}, cluster = {0, 0, 0};
  uint64_t dynamicSharedBytes = 0;
  /// Of PTX: blocks of a cluster where there is room. Zeros: no preference, as
  /// where neither launch nor entry says what a cluster has at least.
  std::array<uint32_t, 3> preferredCluster = {0, 0, 0};
  /// For each parameter of the entry, where its value lies.
  llvm::ArrayRef<const void *> parameters;
};

class HostDevice;

/// A program on a device, with variables of its own.
class HostModule {
public:
  ~HostModule();
  llvm::ArrayRef<HostEntry> getEntries() const { return entries; }

  struct Global {
    std::string name;
    uint64_t address, bytes;
  };
  /// The variables that the host may see, where an engine has them in memory
  /// that is mapped.
  llvm::ArrayRef<Global> getGlobals() const { return globals; }
  /// What ended the last launch.
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
  /// Memory of the emulator's variables, and where in it each begins.
  std::vector<std::pair<std::unique_ptr<uint64_t[]>, uint64_t>> variables;
};

/// One of several launches, or something that the host does itself.
struct HostWork {
  /// Null: the host does `step`.
  HostModule *module = nullptr;
  HostLaunch launch;
  ptx::HostStep step;
  /// Those before it that it comes after.
  std::vector<ptx::LaunchEdge> after;
};

/// For one call at a time.
class HostDevice {
public:
  HostDevice(HostEngine engine, const EngineOptions &options);
  ~HostDevice();

  /// What later launches run with. What they compile for is that of the device
  /// when it was made.
  EngineOptions &getOptions() { return options; }

  /// Lets launches touch the bytes of the host at `address`. `name` stands in
  /// reports. An error where something else is mapped there.
  llvm::Error map(uint64_t address, uint64_t bytes, llvm::StringRef name,
                  bool isWritten);
  /// Ends that. False where nothing is mapped at this address.
  bool unmap(uint64_t address);
  /// Bytes that the host has written. They may lie anywhere.
  void markWritten(uint64_t address, uint64_t bytes);

  /// Puts a program on the device: bytecode or text of Tile IR, PTX, or a cubin
  /// that carries what it was made of. The same bytes are read and compiled
  /// once, unless many others were unloaded meanwhile. Null where that fails,
  /// after saying why on ERRORS.
  std::unique_ptr<HostModule> load(llvm::StringRef image, llvm::StringRef name,
                                   llvm::raw_ostream &errors);

  /// Whether the grid falls into the clusters that entry and launch ask for.
  static llvm::Error checkClusters(const HostModule &module,
                                   const HostLaunch &launch);

  /// Runs launches, of which any may overlap that `after` leaves open: their
  /// blocks take turns, and the check of races sees all of them. The
  /// interpreter runs one after the other, in this order. PRINTED gets what
  /// kernels print. With the first that fails all end: says why on ERRORS and
  /// returns false.
  bool run(llvm::ArrayRef<HostWork> works, llvm::raw_ostream &printed,
           llvm::raw_ostream &errors);

  /// Makes of each later launch that fails, and of those that ran at once with
  /// it, a case for cuda-tile-run, in a folder of its own in this one, and says
  /// so on its ERRORS. Keeps what launches may read until they have ended.
  /// Empty: none is made.
  void setSaveFolder(llvm::StringRef folder) { saveFolder = folder.str(); }

  /// Keeps what later programs are compiled to in this folder, and looks for it
  /// there. Empty: nothing is kept beyond this device.
  void setCacheFolder(llvm::StringRef folder) { cache = ProgramCache(folder); }

  /// What the emulator counted in the last launch, where the options want that;
  /// of several that ran together, in that of this number.
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
    /// A word that is 0, then a bit for each byte; null: all are written.
    std::unique_ptr<uint64_t[], void (*)(uint64_t *)> written;
  };

  /// Of a module, where the emulator has it.
  struct Variable {
    uint64_t bytes;
    std::string name;
    const HostModule *module;
    /// Of what loading left there.
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
  bool runSaved(llvm::ArrayRef<HostWork> works, llvm::raw_ostream &printed,
                llvm::raw_ostream &errors);
  bool runBoth(HostModule &module, const HostLaunch &launch,
               llvm::raw_ostream &printed, llvm::raw_ostream &errors);
  bool compare(HostModule &module, const HostLaunch &launch,
               const Snapshot &before, const Snapshot &emulated,
               llvm::raw_ostream &errors);

  HostEngine engine;
  EngineOptions options;
  std::string saveFolder;
  ProgramCache cache;
  /// Of the launches that ran last.
  std::vector<ptx::LaunchStatistics> statistics;
  std::map<uint64_t, Region> regions;
  std::map<uint64_t, Variable> variables;
  interp::GlobalMemory interpreterMemory;
  ptx::GlobalMemory emulatorMemory;
  struct KnownProgram {
    std::shared_ptr<const HostModule::Program> program;
    /// When it was asked for last, among all.
    uint64_t use;
  };
  void forgetPrograms();

  /// By the hash of the bytes: all that are loaded, and a few that were.
  std::map<std::pair<uint64_t, uint64_t>, KnownProgram> programs;
  uint64_t programUses = 0;
};

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_HOSTDEVICE_H
