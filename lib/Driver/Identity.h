//===- Identity.h - Which devices there are ---------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts of a device that the driver and NVML tell alike. Both read the
// settings themselves: a program may ask NVML before the driver, and without
// it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_IDENTITY_H
#define TESSERA_LIB_DRIVER_IDENTITY_H

#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

namespace tessera::driver {

/// The most devices that TESSERA_GPUS may ask for.
constexpr uint64_t mostDevices = 64;

/// The value of an environment variable, or the usual one if it is not there or
/// empty.
inline std::string setting(const char *name, const char *usual) {
  const char *value = getenv(name);
  return value && *value ? value : usual;
}

inline std::string gpuSetting() { return setting("TESSERA_GPU", "sm_90"); }

/// The memory of all devices together, in bytes: the host's.
inline uint64_t memoryOfDevices() {
  return uint64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

/// Writes the name of the devices into SIZE bytes.
inline void writeName(char *name, size_t size, const TargetInfo &target) {
  snprintf(name, size, "Tessera %s", target.getName().data());
}

/// Writes the 16 bytes of a device's UUID.
inline void writeUuid(char *bytes, const TargetInfo &target, int device) {
  memset(bytes, 0, 16);
  strncpy(bytes, target.getName().data(), 15);
  bytes[15] = char(device);
}

/// The UUID of a device as nvidia-smi and NVML write it.
inline std::string uuidText(const TargetInfo &target, int device) {
  char bytes[16];
  writeUuid(bytes, target, device);
  std::string text = "GPU";
  for (int i = 0; i < 16; ++i) {
    char digits[3];
    snprintf(digits, sizeof digits, "%02x",
             static_cast<unsigned char>(bytes[i]));
    text += i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
    text += digits;
  }
  return text;
}

/// The number of devices that TESSERA_GPUS asks for; 0 if it is wrong.
inline unsigned gpusSetting() {
  uint64_t count = 0;
  if (llvm::StringRef(setting("TESSERA_GPUS", "1"))
          .getAsInteger(/*Radix=*/0, count) ||
      count > mostDevices)
    return 0;
  return unsigned(count);
}

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_IDENTITY_H
