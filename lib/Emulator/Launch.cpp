//===- Launch.cpp - Settles and runs launches -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/Launch.h"
#include "Grid/Limits.h"
#include "Grid/Loader.h"
#include "Grid/Scheduler.h"
#include "LaunchLimits.h"
#include "Races/Races.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::ptx;

char LaunchError::ID = 0;

/// Hands `text` to `sink`; without one, to the stream of the process.
static void deliver(const std::function<void(llvm::StringRef)> &sink,
                    llvm::raw_ostream &stream, llvm::StringRef text) {
  if (sink)
    return sink(text);
  stream << text;
  stream.flush();
}

void LaunchState::print(llvm::StringRef text) {
  std::lock_guard<std::mutex> guard(*printMutex);
  deliver(config.printSink, llvm::outs(), text);
}

void LaunchState::reportAssertion(llvm::StringRef text) {
  std::lock_guard<std::mutex> guard(*printMutex);
  deliver(config.assertionSink, llvm::errs(), text);
}

static std::string describe(const Dim3 &d) {
  return std::to_string(d[0]) + "," + std::to_string(d[1]) + "," +
         std::to_string(d[2]);
}

/// The shape of a block, after .reqntid is taken into account.
static llvm::Expected<Dim3> resolveBlock(const Entry &entry, Dim3 block) {
  const Dim3 zero = {0, 0, 0}, one = {1, 1, 1};
  if (entry.requiredBlock != zero) {
    if (block == zero || block == one)
      block = entry.requiredBlock;
    if (block != entry.requiredBlock)
      return llvm::createStringError(
          "entry '" + entry.name + "' requires blocks of " +
          describe(entry.requiredBlock) + " threads (.reqntid), not " +
          describe(block));
  }
  if (block == zero)
    return llvm::createStringError(
        "entry '" + entry.name +
        "' does not say how many threads a block has (.reqntid), and neither "
        "does the launch: it needs 1 to " +
        llvm::Twine(mostThreads));
  uint64_t threads = countThreads(block);
  if (threads == 0 || threads > mostThreads)
    return llvm::createStringError(
        "a block of " + describe(block) +
        " threads cannot be launched; it needs 1 to " +
        llvm::Twine(mostThreads) + " threads");
  uint64_t maximum = uint64_t(entry.maximumBlock[0]) * entry.maximumBlock[1] *
                     entry.maximumBlock[2];
  if (maximum && threads > maximum)
    return llvm::createStringError(
        "entry '" + entry.name + "' allows blocks of at most " +
        llvm::Twine(maximum) + " threads (.maxntid), not " +
        llvm::Twine(threads));
  return block;
}

/// Fails if no GPU runs so many blocks in one cluster.
static llvm::Error checkClusterSize(const Entry &entry, const Dim3 &cluster) {
  uint64_t size = 1;
  for (uint32_t extent : cluster)
    size *= std::min<uint64_t>(extent, 1 << 16);
  // CUDA C++ Programming Guide, "Thread Block Clusters": 8 everywhere, 16
  // where a kernel asks for it.
  constexpr uint64_t mostBlocks = 16;
  uint64_t most = entry.mostClusterBlocks
                      ? std::min<uint64_t>(entry.mostClusterBlocks, mostBlocks)
                      : mostBlocks;
  if (size != 0 && size <= most)
    return llvm::Error::success();
  return llvm::createStringError(
      "a cluster of " + describe(cluster) + " blocks cannot be launched; " +
      (size > mostBlocks || !size
           ? "it has 1 to 16 blocks"
           : "entry '" + entry.name + "' allows at most " +
                 std::to_string(most) + " (.maxclusterrank)"));
}

/// CUDA Driver API, CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION and
/// CUlaunchAttributeValue::preferredClusterDim: a multiple of the shape that
/// all clusters have at least, in two dimensions.
static llvm::Error resolvePreferredCluster(const Entry &entry,
                                           const Dim3 &preferred,
                                           GridShape &shape) {
  shape.preferredCluster = shape.cluster;
  if (preferred == Dim3{0, 0, 0})
    return llvm::Error::success();
  auto fail = [&](const std::string &why) {
    return llvm::createStringError("clusters of preferably " +
                                   describe(preferred) +
                                   " blocks cannot be launched: " + why);
  };
  if (!shape.hasClusters)
    return fail("the launch, or entry '" + entry.name +
                "' (.reqnctapercluster), has to say which shape clusters have "
                "at least");
  for (unsigned i = 0; i != 3; ++i)
    if (preferred[i] == 0 || preferred[i] % shape.cluster[i])
      return fail(
          "that is no multiple of the shape " + describe(shape.cluster) +
          ", which clusters have at least, in dimension " + std::to_string(i));
  if (preferred[2] != shape.cluster[2])
    return fail("in dimension 2, they have to be as many as clusters have at "
                "least, " +
                std::to_string(shape.cluster[2]));
  shape.preferredCluster = preferred;
  return checkClusterSize(entry, preferred);
}

/// PTX ISA, section "Cluster Dimension Directives": the shape of a cluster, by
/// the entry's directives and the launch.
static llvm::Error resolveCluster(const Entry &entry,
                                  const LaunchConfig &config,
                                  GridShape &shape) {
  const Dim3 zero = {0, 0, 0};
  Dim3 cluster = config.cluster;
  if (entry.clusterShape != zero) {
    if (cluster == zero)
      cluster = entry.clusterShape;
    if (cluster != entry.clusterShape)
      return llvm::createStringError(
          "entry '" + entry.name + "' requires clusters of " +
          describe(entry.clusterShape) + " blocks (.reqnctapercluster), not " +
          describe(cluster));
  }
  shape.hasClusters = cluster != zero;
  if (shape.hasClusters) {
    if (llvm::Error error = checkClusterSize(entry, cluster))
      return error;
    shape.cluster = cluster;
  } else if (entry.needsCluster) {
    return llvm::createStringError(
        "entry '" + entry.name +
        "' must be launched with a cluster shape (.explicitcluster)");
  }
  return resolvePreferredCluster(entry, config.preferredCluster, shape);
}

/// The grid in blocks, after the cluster shape is taken into account.
static llvm::Expected<GridShape> resolveGrid(const Entry &entry,
                                             const LaunchConfig &config) {
  GridShape shape;
  shape.grid = config.grid;
  if (llvm::Error error = resolveCluster(entry, config, shape))
    return error;
  for (unsigned i = 0; i != 3; ++i) {
    uint64_t extent = shape.grid[i];
    if (entry.blocksAreClusters)
      extent *= shape.cluster[i];
    if (extent == 0 || extent > mostBlocksIn[0])
      return llvm::createStringError("a grid of " + llvm::Twine(extent) +
                                     " blocks in dimension " + llvm::Twine(i) +
                                     " cannot be launched; there may be 1 to " +
                                     llvm::Twine(mostBlocksIn[i]));
    if (extent % shape.preferredCluster[i])
      return llvm::createStringError(
          llvm::Twine("the grid is no multiple of the ") +
          (extent % shape.cluster[i] ? "" : "preferred ") +
          "cluster shape of entry '" + entry.name + "' in dimension " +
          llvm::Twine(i));
    shape.grid[i] = static_cast<uint32_t>(extent);
  }
  return shape;
}

llvm::Error tessera::ptx::checkClusters(const Entry &entry,
                                        const LaunchConfig &config) {
  return resolveGrid(entry, config).takeError();
}

static llvm::Error settle(const LaunchRequest &request, LaunchState &state) {
  const Program &program = *request.program;
  const Entry *entry = program.findEntry(request.entry);
  if (!entry)
    return llvm::createStringError(
        program.filename() + ": there is no entry '" + request.entry + "'");
  if (request.parameters.size() != entry->parameterBytes)
    return llvm::createStringError("entry '" + request.entry + "' takes " +
                                   llvm::Twine(entry->parameterBytes) +
                                   " bytes of parameters, not " +
                                   llvm::Twine(request.parameters.size()));
  auto block = resolveBlock(*entry, state.config.block);
  if (!block)
    return block.takeError();
  state.block = *block;
  auto shape = resolveGrid(*entry, state.config);
  if (!shape)
    return shape.takeError();
  static_cast<GridShape &>(state) = *shape;
  const Image &image = program.image();
  size_t index = entry - image.entries.data();
  state.entry = &image.codes[image.entryFunctions[index]];
  state.entryName = entry->name;
  state.parameters = request.parameters;
  return llvm::Error::success();
}

/// Replaces the settings that launches share by those of the first request.
static LaunchConfig configOf(const LaunchRequest &request,
                             const LaunchConfig &first) {
  LaunchConfig config = first;
  config.grid = request.config.grid;
  config.block = request.config.block;
  config.cluster = request.config.cluster;
  config.preferredCluster = request.config.preferredCluster;
  config.dynamicSharedBytes = request.config.dynamicSharedBytes;
  config.printSink = request.config.printSink;
  config.assertionSink = request.config.assertionSink;
  return config;
}

/// Makes the last launch follow the ones that it comes after.
static void follow(llvm::ArrayRef<std::unique_ptr<LaunchState>> launches,
                   llvm::ArrayRef<LaunchEdge> after) {
  for (LaunchEdge edge : after) {
    LaunchState &earlier = *launches.drop_back()[edge.from];
    earlier.hasFollower = true;
    launches.back()->after.push_back({&earlier, edge.stage});
  }
}

/// Wraps a step of the host as a launch of one thread, which does nothing
/// before the step.
static LaunchRequest launchOf(const LaunchRequest &step) {
  static const Program program = llvm::cantFail(
      Program::parse(".version 7.0\n.target sm_75\n.address_size 64\n"
                     ".entry host() { ret; }\n",
                     "host"));
  LaunchRequest launch;
  launch.program = &program;
  launch.entry = "host";
  launch.config.block = {1, 1, 1};
  launch.after = step.after;
  return launch;
}

llvm::Expected<std::vector<LaunchStatistics>>
tessera::ptx::launchConcurrently(llvm::ArrayRef<LaunchRequest> requests,
                                 GlobalMemory &memory) {
  if (requests.empty())
    return std::vector<LaunchStatistics>();
  const LaunchConfig &first = requests.front().config;
  if (first.loads == LoadPolicy::Random && !first.checks.race)
    return llvm::createStringError(
        "loads of any value that the memory model allows need the check of "
        "races, which knows what comes before a load");
  std::mutex printMutex;
  std::unique_ptr<RaceChecker> races;
  if (first.checks.race || first.checks.memory)
    races = std::make_unique<RaceChecker>(
        first.checks, first.loads == LoadPolicy::Random
                          ? std::optional(Random(first.seed))
                          : std::nullopt);
  Loader loader(memory);
  std::vector<std::unique_ptr<LaunchState>> launches;
  for (const LaunchRequest &given : requests) {
    const LaunchRequest step = given.host ? launchOf(given) : LaunchRequest();
    const LaunchRequest &request = given.host ? step : given;
    launches.push_back(std::make_unique<LaunchState>(
        request.program->image(), memory, configOf(request, first)));
    LaunchState &state = *launches.back();
    state.number = static_cast<unsigned>(launches.size() - 1);
    state.host = given.host ? &*given.host : nullptr;
    follow(launches, request.after);
    state.printMutex = &printMutex;
    state.races = races.get();
    if (llvm::Error error = settle(request, state))
      return error;
    if (llvm::Error error = loader.load(state, request.loaded))
      return error;
    if (llvm::Error error = checkLimits(state))
      return error;
  }
  if (!first.checks.memory)
    memory.markAllWritten();
  Scheduler scheduler(launches);
  scheduler.run();
  auto statistics = scheduler.finish();
  if (statistics && races)
    for (LaunchStatistics &each : *statistics)
      each.sameValueStores = races->sameValueStores();
  return statistics;
}

llvm::Expected<LaunchStatistics>
tessera::ptx::launch(const Program &program, llvm::StringRef entryName,
                     llvm::ArrayRef<uint8_t> parameters, GlobalMemory &memory,
                     const LaunchConfig &config) {
  LaunchRequest request;
  request.program = &program;
  request.entry = entryName.str();
  request.parameters = parameters.vec();
  request.config = config;
  auto statistics = launchConcurrently(request, memory);
  if (!statistics)
    return statistics.takeError();
  return std::move(statistics->front());
}
