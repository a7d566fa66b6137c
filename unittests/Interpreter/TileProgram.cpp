//===- TileProgram.cpp - Operations run on given tiles --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileProgram.h"

using namespace tessera::interp;

std::string TileProgram::type(llvm::StringRef element, const Shape &shape) {
  std::string text = "tile<";
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + element.str() + ">";
}

/// Makes %NAME.p, a pointer to each of the elements from %NAME.base on.
static std::string pointersTo(const std::string &name,
                              const std::string &element, int64_t count) {
  std::string base = TileProgram::type("ptr<" + element + ">", {});
  std::string one = TileProgram::type("ptr<" + element + ">", {1});
  std::string all = TileProgram::type("ptr<" + element + ">", {count});
  std::string numbers = TileProgram::type("i64", {count});
  std::string n = "%" + name;
  return n + ".1 = reshape " + n + ".base : " + base + " -> " + one + "\n" + n +
         ".n = broadcast " + n + ".1 : " + one + " -> " + all + "\n" + n +
         ".i = iota : " + numbers + "\n" + n + ".p = offset " + n + ".n, " + n +
         ".i : " + all + ", " + numbers + " -> " + all + "\n";
}

void TileProgram::addInput(const std::string &name, const std::string &element,
                           const Shape &shape, int64_t count) {
  std::string base = type("ptr<" + element + ">", {});
  parameters += "%" + name + ".base: " + base + ", ";
  loads += pointersTo(name, element, count) + "%" + name + ".e, %" + name +
           ".t = load_ptr_tko weak %" + name +
           ".p : " + type("ptr<" + element + ">", {count}) + " -> " +
           type(element, {count}) + ", token\n%" + name + " = reshape %" +
           name + ".e : " + type(element, {count}) + " -> " +
           type(element, shape) + "\n";
}

bool TileProgram::launch(const std::string &element, const Shape &shape,
                         int64_t count, const std::string &body, Argument out) {
  std::string text = loads + body + "\n" + pointersTo("out", element, count) +
                     "%flat = reshape %r : " + type(element, shape) + " -> " +
                     type(element, {count}) +
                     "\n%stored = store_ptr_tko weak %out.p, %flat : " +
                     type("ptr<" + element + ">", {count}) + ", " +
                     type(element, {count}) + " -> token";
  std::vector<Argument> all = arguments;
  all.push_back(out);
  return harness.parseKernel(
             parameters + "%out.base: " + type("ptr<" + element + ">", {}),
             text) &&
         harness.launch(all);
}

std::string TileProgram::stop(const std::string &body) {
  std::string list = llvm::StringRef(parameters).drop_back(2).str();
  if (!harness.parseKernel(list, loads + body)) {
    ADD_FAILURE() << harness.errors;
    return "";
  }
  EXPECT_FALSE(harness.launch(arguments)) << body;
  return harness.errors;
}
