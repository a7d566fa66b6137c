//===- Places.cpp - Places in a source that nobody wrote ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "tessera/Smith/Smith.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

namespace {
/// An invented source file: one kernel with nested blocks, and a helper that it
/// calls.
class Source {
public:
  Source(Random &rng, EntryOpInterface entry)
      : rng(rng), context(entry.getContext()), file(makeFile("smith.py")),
        unit(DICompileUnitAttr::get(context, file)),
        kernel(makeFunction(entry.getSymName())),
        helper(makeFunction("helper")) {
    scopes = {kernel};
  }

  Location kernelPlace() { return DILocAttr::get(linePlace(1), kernel); }

  /// The next location: mostly a line further on, at times in another block, in
  /// the helper, or unknown.
  Location next() {
    if (rng.chance(10))
      return UnknownLoc::get(context);
    line += rng.below(3);
    if (rng.chance(10))
      enterBlock();
    else if (scopes.size() > 1 && rng.chance(10))
      scopes.pop_back();
    Location place = DILocAttr::get(linePlace(line), scopes.back());
    if (!rng.chance(15))
      return place;
    int helperLine = 100 + rng.below(20);
    Location callee = DILocAttr::get(linePlace(helperLine), helper);
    return CallSiteLoc::get(callee, place);
  }

private:
  DIFileAttr makeFile(StringRef name) {
    return DIFileAttr::get(context, StringAttr::get(context, name),
                           StringAttr::get(context, "/made/by"));
  }
  DISubprogramAttr makeFunction(StringRef name) {
    auto text = StringAttr::get(context, name);
    return DISubprogramAttr::get(context, file, 1, text, text, unit, 2,
                                 /*isDeclaration=*/false);
  }
  void enterBlock() {
    constexpr size_t mostScopes = 5;
    if (scopes.size() < mostScopes)
      scopes.push_back(DILexicalBlockAttr::get(context, scopes.back(), file,
                                               line, rng.below(40)));
  }
  FileLineColLoc linePlace(unsigned at) {
    return FileLineColLoc::get(context, "/made/by/smith.py", at,
                               1 + rng.below(60));
  }

  Random &rng;
  MLIRContext *context;
  DIFileAttr file;
  DICompileUnitAttr unit;
  DISubprogramAttr kernel, helper;
  SmallVector<DILocalScopeAttr> scopes;
  unsigned line = 2;
};
} // namespace

void smith::drawPlaces(Random &rng, EntryOpInterface entry) {
  Source source(rng, entry);
  entry->setLoc(source.kernelPlace());
  entry.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { op->setLoc(source.next()); });
}

bool smith::hasPlaces(Operation *module) {
  return llvm::any_of(module->getRegion(0).getOps<EntryOpInterface>(),
                      [](EntryOpInterface entry) {
                        return isa<DILocAttr>(LocationAttr(entry.getLoc()));
                      });
}
