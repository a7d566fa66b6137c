//===- Forms.cpp - Shapes and types of matrix instructions ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Forms.h"
#include <array>
#include <iterator>

using namespace tessera::ptx;
using Family = MatrixFamily;

static constexpr MatrixForm forms[] = {
    {false, Family::Half, "m8n8k4", {8, 8, 4}, 70},
    {false, Family::Half, "m16n8k8", {16, 8, 8}, 75},
    {false, Family::Half, "m16n8k16", {16, 8, 16}, 80},
    {false, Family::Bfloat, "m16n8k8", {16, 8, 8}, 80},
    {false, Family::Bfloat, "m16n8k16", {16, 8, 16}, 80},
    {false, Family::Tf32, "m16n8k4", {16, 8, 4}, 80},
    {false, Family::Tf32, "m16n8k8", {16, 8, 8}, 80},
    {false, Family::Fp8, "m16n8k16", {16, 8, 16}, 89},
    {false, Family::Fp8, "m16n8k32", {16, 8, 32}, 89},
    {false, Family::F8F6F4, "m16n8k16", {16, 8, 16}, 120},
    {false, Family::F8F6F4, "m16n8k32", {16, 8, 32}, 120},
    {false, Family::Fp4, "m16n8k64", {16, 8, 64}, 120},
    {false, Family::Double, "m8n8k4", {8, 8, 4}, 80},
    {false, Family::Double, "m16n8k4", {16, 8, 4}, 90},
    {false, Family::Double, "m16n8k8", {16, 8, 8}, 90},
    {false, Family::Double, "m16n8k16", {16, 8, 16}, 90},
    {false, Family::Byte, "m8n8k16", {8, 8, 16}, 75},
    {false, Family::Byte, "m16n8k16", {16, 8, 16}, 80},
    {false, Family::Byte, "m16n8k32", {16, 8, 32}, 80},
    {false, Family::Nibble, "m8n8k32", {8, 8, 32}, 75},
    {false, Family::Nibble, "m16n8k32", {16, 8, 32}, 80},
    {false, Family::Nibble, "m16n8k64", {16, 8, 64}, 80},
    {false, Family::Bit, "m8n8k128", {8, 8, 128}, 75},
    {false, Family::Bit, "m16n8k128", {16, 8, 128}, 80},
    {false, Family::Bit, "m16n8k256", {16, 8, 256}, 80},
    {true, Family::Half, "m16n16k16", {16, 16, 16}, 70},
    {true, Family::Half, "m8n32k16", {8, 32, 16}, 70},
    {true, Family::Half, "m32n8k16", {32, 8, 16}, 70},
    {true, Family::Bfloat, "m16n16k16", {16, 16, 16}, 80},
    {true, Family::Bfloat, "m8n32k16", {8, 32, 16}, 80},
    {true, Family::Bfloat, "m32n8k16", {32, 8, 16}, 80},
    {true, Family::Tf32, "m16n16k8", {16, 16, 8}, 80},
    {true, Family::Double, "m8n8k4", {8, 8, 4}, 80},
    {true, Family::Byte, "m16n16k16", {16, 16, 16}, 72},
    {true, Family::Byte, "m8n32k16", {8, 32, 16}, 72},
    {true, Family::Byte, "m32n8k16", {32, 8, 16}, 72},
    {true, Family::Nibble, "m8n8k32", {8, 8, 32}, 75},
    {true, Family::Bit, "m8n8k128", {8, 8, 128}, 75},
};

std::optional<MatrixFamily> tessera::ptx::familyOf(Type multiplicand) {
  switch (multiplicand) {
  case Type::F16:
    return Family::Half;
  case Type::BF16:
    return Family::Bfloat;
  case Type::TF32:
    return Family::Tf32;
  case Type::E4M3:
  case Type::E5M2:
    return Family::Fp8;
  case Type::F64:
    return Family::Double;
  case Type::S8:
  case Type::U8:
    return Family::Byte;
  case Type::S4:
  case Type::U4:
    return Family::Nibble;
  case Type::B1:
    return Family::Bit;
  default:
    return std::nullopt;
  }
}

std::optional<MatrixFamily> tessera::ptx::familyOf(MatrixKind kind,
                                                   Type multiplicand) {
  switch (kind) {
  case MatrixKind::None:
    return familyOf(multiplicand);
  case MatrixKind::F8F6F4:
  case MatrixKind::MxF8F6F4:
    if (isSmallFloat(multiplicand))
      return Family::F8F6F4;
    return std::nullopt;
  case MatrixKind::MxF4:
  case MatrixKind::MxF4NvF4:
    if (multiplicand == Type::E2M1)
      return Family::Fp4;
    return std::nullopt;
  }
  return std::nullopt;
}

bool MatrixForm::hasQuadPairs() const {
  return !isWmma && family == Family::Half && shape.k == 4;
}

MatrixShape MatrixForm::layoutShape() const {
  MatrixShape result = shape;
  if (family == Family::Bit)
    result.k /= 32;
  return result;
}

unsigned MatrixForm::elementBits() const {
  switch (family) {
  case Family::Half:
  case Family::Bfloat:
    return 16;
  case Family::Fp8:
  case Family::F8F6F4:
  case Family::Byte:
    return 8;
  case Family::Fp4:
  case Family::Nibble:
    return 4;
  case Family::Double:
    return 64;
  case Family::Tf32:
  case Family::Bit:
    return 32;
  }
  return 0;
}

unsigned MatrixForm::registersOf(MatrixRole role, Type type) const {
  unsigned elements = layout(role).elements();
  if (role == MatrixRole::C)
    return type == Type::F16 ? elements / 2 : elements;
  // Fragments of wmma once held each element twice, and still do.
  if (isWmma && family == Family::Half)
    return 8;
  return elements / perRegister();
}

const FragmentLayout &MatrixForm::layout(MatrixRole role) const {
  using Layouts = std::array<FragmentLayout, 3>;
  static const std::vector<Layouts> all = [] {
    std::vector<Layouts> layouts;
    for (const MatrixForm &form : forms) {
      auto make = [&](MatrixRole role) {
        return FragmentLayout(form.layoutShape(), role, form.perRegister());
      };
      layouts.push_back(
          form.hasQuadPairs()
              ? Layouts{quadPairLayout(MatrixRole::A, MatrixOrder::Row,
                                       Type::F16),
                        quadPairLayout(MatrixRole::B, MatrixOrder::Column,
                                       Type::F16),
                        quadPairLayout(MatrixRole::C, MatrixOrder::Row,
                                       Type::F16)}
              : Layouts{make(MatrixRole::A), make(MatrixRole::B),
                        make(MatrixRole::C)});
    }
    return layouts;
  }();
  return all[this - std::begin(forms)][static_cast<unsigned>(role)];
}

const FragmentLayout &
tessera::ptx::quadPairLayout(MatrixRole role, MatrixOrder order, Type type) {
  static const std::vector<FragmentLayout> all = [] {
    std::vector<FragmentLayout> layouts;
    for (MatrixRole role : {MatrixRole::A, MatrixRole::B, MatrixRole::C})
      for (unsigned variant : {0u, 1u})
        layouts.push_back(FragmentLayout::quadPairs(
            role, variant ? MatrixOrder::Column : MatrixOrder::Row, variant));
    return layouts;
  }();
  bool isVariant =
      role == MatrixRole::C ? type != Type::F16 : order == MatrixOrder::Column;
  return all[2 * static_cast<unsigned>(role) + isVariant];
}

const MatrixForm *tessera::ptx::findForm(bool isWmma, llvm::StringRef shape,
                                         MatrixFamily family) {
  for (const MatrixForm &form : forms)
    if (form.isWmma == isWmma && form.family == family && shape == form.name)
      return &form;
  return nullptr;
}

const MatrixForm *tessera::ptx::findAccumulatorForm(llvm::StringRef shape,
                                                    Type type) {
  for (const MatrixForm &form : forms) {
    if (!form.isWmma || shape != form.name)
      continue;
    bool fits = false;
    switch (form.family) {
    case Family::Half:
      fits = type == Type::F16 || type == Type::F32;
      break;
    case Family::Bfloat:
    case Family::Tf32:
    case Family::Fp8:
    case Family::F8F6F4:
    case Family::Fp4:
      fits = type == Type::F32;
      break;
    case Family::Double:
      fits = type == Type::F64;
      break;
    case Family::Byte:
    case Family::Nibble:
    case Family::Bit:
      fits = type == Type::S32;
      break;
    }
    if (fits)
      return &form;
  }
  return nullptr;
}

bool tessera::ptx::isMatrixShape(llvm::StringRef name) {
  for (const MatrixForm &form : forms)
    if (name == form.name)
      return true;
  return false;
}
