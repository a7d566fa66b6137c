//===- Profile.cpp - A profile of each kernel -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include "Driver.h"
#include "Functions.h"
#include "tessera/Emulator/KernelName.h"
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <locale>
#include <map>
#include <sstream>
#include <unistd.h>

using namespace tessera::driver;

//===----------------------------------------------------------------------===//
// Keeping
//===----------------------------------------------------------------------===//

void Profile::begin(TesseraDevice onDevice, const std::string &where) {
  if (where.empty())
    return;
  device = onDevice;
  target = where;
  process = getpid();
  tesseraDeviceSetCounters(device, true);
  atexit([] { Driver::get().profile.write(); });
}

void Profile::add(const std::string &name, uint64_t blocks, bool ran,
                  size_t number) {
  if (target.empty() || !isOn)
    return;
  Kernel &kernel = kernels[name];
  ++kernel.launches;
  kernel.failed += !ran;
  kernel.blocks += blocks;
  struct Sums {
    Kernel &kernel;
    size_t next = 0;
  } sums = {kernel};
  auto add = [](MlirStringRef name, uint64_t value, void *data) {
    auto &[kernel, next] = *static_cast<Sums *>(data);
    if (next == kernel.counters.size())
      kernel.counters.emplace_back(std::string(name.data, name.length), 0);
    kernel.counters[next++].second += value;
  };
  (void)tesseraDeviceForEachCounter(device, number, add, &sums);
  double time = tesseraDeviceGetTimeBound(device, number);
  if (time < 0)
    return;
  kernel.microseconds += time;
  if (time < kernel.longest)
    return;
  kernel.longest = time;
  MlirStringRef limit = tesseraDeviceGetTimeLimit(device, number);
  kernel.limit.assign(limit.data, limit.length);
}

uint64_t Profile::Kernel::get(const char *counter) const {
  for (const auto &[name, value] : counters)
    if (name == counter)
      return value;
  return 0;
}

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

template <typename... Values>
static std::string print(const char *format, Values... values) {
  std::string text(snprintf(nullptr, 0, format, values...), '\0');
  snprintf(text.data(), text.size() + 1, format, values...);
  return text;
}

/// One row for each kernel, by name: by its symbol where several have the name
/// of their author. A sector has 32 bytes; conflicts are the
/// wavefronts of shared memory beyond those without any.
std::string Profile::makeTable() const {
  std::string table = "launches  failed     blocks  instructions   lanes  "
                      "loaded bytes  stored bytes  conflicts  kernel\n";
  std::vector<std::string> symbols;
  for (const auto &[name, kernel] : kernels)
    symbols.push_back(name);
  std::vector<std::string> titles = tessera::shortKernelNames(symbols);
  auto title = titles.begin();
  for (const auto &[name, kernel] : kernels) {
    table += print("%8" PRIu64 " %7" PRIu64 " %10" PRIu64, kernel.launches,
                   kernel.failed, kernel.blocks);
    uint64_t instructions = kernel.get("instructions");
    if (kernel.counters.empty())
      table += print(" %13s %7s %13s %13s %10s", "-", "-", "-", "-", "-");
    else
      table += print(
          " %13" PRIu64 " %7.1f %13" PRIu64 " %13" PRIu64 " %10" PRIu64,
          instructions,
          instructions ? double(kernel.get("threads_on")) / double(instructions)
                       : 0.0,
          32 * kernel.get("global_load_sectors"),
          32 * kernel.get("global_store_sectors"),
          kernel.get("shared_load_wavefronts") +
              kernel.get("shared_store_wavefronts") +
              kernel.get("shared_atomic_wavefronts") -
              kernel.get("shared_load_wavefronts_ideal") -
              kernel.get("shared_store_wavefronts_ideal") -
              kernel.get("shared_atomic_wavefronts_ideal"));
    table += "  " + *title++ + "\n";
  }
  return table;
}

/// Six digits of a number as JSON has it, in whatever locale the program is.
static std::string printNumber(double value) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << value;
  return text.str();
}

static std::string quote(const std::string &text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return quoted + '"';
}

std::string Profile::makeJson() const {
  std::string json = "{\n \"schema\": 1,\n \"kernels\": [";
  const char *before = "\n";
  for (const auto &[name, kernel] : kernels) {
    json += before;
    json += "  {\n   \"name\": " + quote(name);
    json += print(",\n   \"launches\": %" PRIu64 ",\n   \"failed\": %" PRIu64
                  ",\n   \"blocks\": %" PRIu64,
                  kernel.launches, kernel.failed, kernel.blocks);
    if (!kernel.counters.empty())
      json += ",\n   \"totals\": {";
    const char *comma = "\n";
    for (const auto &[counter, value] : kernel.counters) {
      json += comma + print("    \"%s\": %" PRIu64, counter.c_str(), value);
      comma = ",\n";
    }
    if (!kernel.counters.empty())
      json += "\n   }";
    if (!kernel.limit.empty())
      json +=
          ",\n   \"model_microseconds\": " + printNumber(kernel.microseconds) +
          ",\n   \"limit\": " + quote(kernel.limit);
    json += "\n  }";
    before = ",\n";
  }
  return json + "\n ]\n}\n";
}

void Profile::write() const {
  if (getpid() != process)
    return;
  if (target == "-") {
    std::string table = makeTable();
    fputs(escaped(table).c_str(), stderr);
    return;
  }
  FILE *file = fopen(target.c_str(), "w");
  bool isWritten = file && fputs(makeJson().c_str(), file) >= 0;
  // A full disk is found where the bytes leave the stream.
  if ((file && fclose(file) != 0) || !isWritten)
    tellUser("TESSERA_PROFILE: '" + target +
             "' cannot be written: " + strerror(errno));
}

//===----------------------------------------------------------------------===//
// The program's part
//===----------------------------------------------------------------------===//

/// Turns the profile on or off between the launches up to now and later ones.
static CUresult setProfile(bool isOn) {
  Driver &driver = Driver::get();
  Context *context;
  CU_CHECK(driver.requireContext(context));
  driver.synchronizeAll();
  driver.profile.setOn(isOn);
  return CUDA_SUCCESS;
}
CUresult api::cuProfilerStart() { return setProfile(true); }
CUresult api::cuProfilerStop() { return setProfile(false); }
