//===- TensorForm.cpp - Operands that name boxes --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorForm.h"
#include "../../Grid/Cluster.h"
#include "../../Machine/Lanes.h"

using namespace tessera::ptx;

/// The mode of the maps that an instruction takes.
static TensorMap::Mode modeOf(BoxMode mode) {
  switch (mode) {
  case BoxMode::Tile:
  case BoxMode::Rows:
    return TensorMap::Mode::Tiled;
  case BoxMode::Pixels:
    return TensorMap::Mode::Im2col;
  case BoxMode::Wide:
    return TensorMap::Mode::Im2colW;
  case BoxMode::Wide128:
    return TensorMap::Mode::Im2colW128;
  }
  llvm_unreachable("a mode without maps");
}

/// Fails if the map does not fit an instruction of the form.
static llvm::Error checkForm(const TensorMap &map, const TensorForm &form) {
  static constexpr const char *names[] = {".tile", ".im2col", ".im2col::w",
                                          ".im2col::w::128"};
  if (map.rank != form.rank)
    return llvm::createStringError(
        "the tensor map has " + llvm::Twine(map.rank) +
        " dimensions, and the instruction " + llvm::Twine(form.rank));
  const TensorMap::Mode mode = modeOf(form.mode);
  if (map.mode != mode)
    return llvm::createStringError(
        llvm::Twine("the tensor map is one of ") + names[unsigned(map.mode)] +
        ", and the instruction one of " + names[unsigned(mode)]);
  if (form.mode == BoxMode::Rows && map.box[1] != 1)
    return llvm::createStringError("the box of gather4 and scatter4 has one "
                                   "row");
  return llvm::Error::success();
}

std::optional<TensorMap> tessera::ptx::readMap(const AsyncOrigin &origin,
                                               const Inst &inst,
                                               uint64_t address) {
  Warp &warp = *origin.warp;
  uint8_t bytes[TensorMap::bytes];
  constexpr uint64_t half = TensorMap::bytes / 2;
  if ((address & windowMask) == sharedWindow ||
      (address & windowMask) == localWindow) {
    origin.fault("a tensor map lies in global, const or param memory");
    return std::nullopt;
  }
  for (uint64_t at : {uint64_t(0), half}) {
    const uint8_t *from = warp.memory.resolve(Space::Generic, address + at,
                                              half, origin.lane, Access::Load);
    if (!from)
      return std::nullopt;
    std::memcpy(bytes + at, from, half);
  }
  auto map = TensorMap::decode(bytes);
  llvm::Error error = map ? map->verify() : map.takeError();
  if (!error)
    error = checkForm(*map, TensorForm::of(inst));
  if (!error)
    return *map;
  origin.fault(llvm::toString(std::move(error)));
  return std::nullopt;
}

/// Checks the halo and the offset of a wide mode; false after a fault.
static bool checkHalo(const AsyncOrigin &origin, const TensorForm &form,
                      uint32_t halo, uint32_t offset) {
  const uint32_t most = form.mode == BoxMode::Wide ? 512 : 32;
  if (halo < most && offset < 32)
    return true;
  origin.fault("the halo is " + llvm::Twine(halo) + " and the offset of W " +
               llvm::Twine(offset) + "; they are less than " +
               llvm::Twine(most) + " and 32");
  return false;
}

std::optional<TensorBox> tessera::ptx::boxOf(const AsyncOrigin &origin,
                                             const Inst &inst,
                                             const TensorMap &map) {
  const TensorForm form = TensorForm::of(inst);
  const Slot *slots = origin.warp->list(inst) + coordinatesAt;
  TensorCoordinates at = {};
  const unsigned count = form.coordinates();
  for (unsigned i = 0; i != count; ++i)
    at[i] = static_cast<int32_t>(
        origin.warp->read<uint32_t>(slots[i])[origin.lane]);
  std::array<uint32_t, 3> offsets = {};
  for (unsigned i = 0; i != form.offsets; ++i)
    offsets[i] = origin.warp->read<uint16_t>(slots[count + i])[origin.lane];
  if (map.interleave && at[0] % static_cast<int>(map.sliceElements())) {
    origin.fault("a box of an interleaved tensor begins with a slice of " +
                 llvm::Twine(map.sliceElements()) +
                 " channels; coordinate 0 is " + llvm::Twine(at[0]));
    return std::nullopt;
  }
  switch (form.mode) {
  case BoxMode::Tile:
    return tileOf(map, at);
  case BoxMode::Rows:
    return rowsOf(map, at);
  case BoxMode::Pixels:
    return pixelsOf(map, at, offsets);
  case BoxMode::Wide:
  case BoxMode::Wide128:
    if (!checkHalo(origin, form, offsets[0], offsets[1]))
      return std::nullopt;
    return widePixelsOf(map, at, offsets[0], offsets[1]);
  }
  llvm_unreachable("a mode without a box");
}

bool tessera::ptx::checkStart(const AsyncOrigin &origin, const Inst &inst) {
  const TensorForm form = TensorForm::of(inst);
  const Slot *slots = origin.warp->list(inst) + coordinatesAt;
  const unsigned count = form.coordinates();
  for (unsigned i = 0; i != count; ++i) {
    auto at = static_cast<int32_t>(
        origin.warp->read<uint32_t>(slots[i])[origin.lane]);
    if (at >= 0)
      continue;
    origin.fault("a box that is stored starts within the tensor; coordinate " +
                 llvm::Twine(i) + " is " + llvm::Twine(at));
    return false;
  }
  return true;
}
