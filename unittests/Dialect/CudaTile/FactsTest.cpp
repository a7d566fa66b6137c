//===- FactsTest.cpp - The dialect beside the digest of the language ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the records of the dialect with test/Dialect/CudaTile/facts, field
// for field, so that neither side can change unnoticed.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <map>
#include <set>

using namespace llvm;
using Names = std::set<std::string>;

namespace {

json::Value readJson(const std::string &path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
  if (!buffer) {
    ADD_FAILURE() << "cannot read " << path;
    return nullptr;
  }
  Expected<json::Value> value = json::parse((*buffer)->getBuffer());
  if (!value) {
    ADD_FAILURE() << path << ": " << toString(value.takeError());
    return nullptr;
  }
  return std::move(*value);
}

json::Value readDigest(const std::string &name) {
  return readJson(TESSERA_SOURCE_DIR "/test/Dialect/CudaTile/facts/" + name);
}
json::Value readRecords(const std::string &name) {
  return readJson(TESSERA_CUDATILE_FACTS_DIR "/" + name);
}

/// The ops of the digest under their names of 13.4; the digest has the first
/// name of each op.
json::Value readOpsOfDigest() {
  json::Value ops = readDigest("ops.json");
  for (json::Value &op : *ops.getAsArray()) {
    json::Value &mnemonic = (*op.getAsObject())["mnemonic"];
    if (mnemonic == "pow")
      mnemonic = "fpowf";
  }
  return ops;
}

std::string getText(const json::Object &object, StringRef key) {
  return object.getString(key).value_or("").str();
}
bool getFlag(const json::Object &object, StringRef key) {
  return object.getBoolean(key).value_or(false);
}
const json::Array &getList(const json::Object &object, StringRef key) {
  static const json::Array none;
  const json::Array *list = object.getArray(key);
  return list ? *list : none;
}

/// The objects of a list by the text of their field `key`.
std::map<std::string, const json::Object *> indexBy(const json::Array &list,
                                                    StringRef key) {
  std::map<std::string, const json::Object *> index;
  for (const json::Value &value : list)
    index[getText(*value.getAsObject(), key)] = value.getAsObject();
  return index;
}

//===----------------------------------------------------------------------===//
// Records of types, attributes and enums
//===----------------------------------------------------------------------===//

/// TableGen's dump of Types.td.
class Records {
public:
  Records() : root(readRecords("types.json")) {}

  const json::Object &get(StringRef name) const {
    const json::Object *record = root.getAsObject()->getObject(name);
    static const json::Object none;
    EXPECT_TRUE(record) << "no record " << name.str();
    return record ? *record : none;
  }
  /// The record that a field refers to.
  const json::Object &follow(const json::Value &reference) const {
    return get(getText(*reference.getAsObject(), "def"));
  }
  std::vector<const json::Object *> instancesOf(StringRef className) const {
    std::vector<const json::Object *> result;
    const json::Object *instances =
        root.getAsObject()->getObject("!instanceof");
    for (const json::Value &name : getList(*instances, className))
      result.push_back(&get(*name.getAsString()));
    return result;
  }
  /// The cases of all enums: "Enum::Symbol" to keyword.
  std::map<std::string, std::string> keywords() const {
    std::map<std::string, std::string> result;
    for (const json::Object *info : instancesOf("CudaTile_Enum"))
      for (const json::Value &value : getList(*info, "enumerants")) {
        const json::Object &enumCase = follow(value);
        result[getText(*info, "className") +
               "::" + getText(enumCase, "symbol")] = getText(enumCase, "str");
      }
    return result;
  }

private:
  json::Value root;
};

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void compareValues(const json::Object &ours, const json::Object &digest,
                   StringRef key) {
  const json::Array &a = getList(ours, key), &b = getList(digest, key);
  ASSERT_EQ(a.size(), b.size()) << key.str();
  for (size_t i = 0; i < a.size(); ++i) {
    const json::Object &mine = *a[i].getAsObject();
    const json::Object &theirs = *b[i].getAsObject();
    SCOPED_TRACE(key.str() + " " + getText(theirs, "name"));
    EXPECT_EQ(getText(mine, "name"), getText(theirs, "name"));
    // No field is older than its op, though the digest dates one so.
    EXPECT_EQ(getText(mine, "since"),
              std::max(getText(theirs, "since"), getText(digest, "since")));
    EXPECT_EQ(getFlag(mine, "variadic"), getFlag(theirs, "variadic"));
    EXPECT_EQ(getFlag(mine, "optional"), getFlag(theirs, "optional"));
    // Terminators take dialect types up to 13.3 and any type from 13.4 on,
    // which the digest says in words.
    std::string type = getText(theirs, "type");
    if (StringRef(type).starts_with("any type from 13.4"))
      type = "any";
    EXPECT_EQ(getText(mine, "type"), type);
  }
}

/// The default of an attribute in the words of the digest.
std::string spellDefault(const json::Object &attribute,
                         const std::map<std::string, std::string> &keywords) {
  std::string text = getText(attribute, "default");
  if (text.empty())
    return "";
  if (getText(attribute, "kind") == "unit")
    return "absent";
  if (getText(attribute, "kind") != "enum")
    return text;
  auto keyword = keywords.find(
      StringRef(text).substr(StringRef("::tessera::cuda_tile::").size()).str());
  return keyword == keywords.end() ? "unknown: " + text : keyword->second;
}

/// The default that text leaves out, if the digest gives none.
std::string defaultInText(StringRef mnemonic, StringRef attribute) {
  if (attribute != "rounding_mode")
    return "";
  return mnemonic == "ftoi" ? "nearest_int_to_zero" : "nearest_even";
}

void compareAttributes(const json::Object &ours, const json::Object &digest,
                       const std::map<std::string, std::string> &keywords) {
  const json::Array &a = getList(ours, "attributes"),
                    &b = getList(digest, "attributes");
  ASSERT_EQ(a.size(), b.size()) << "attributes";
  for (size_t i = 0; i < a.size(); ++i) {
    const json::Object &mine = *a[i].getAsObject();
    const json::Object &theirs = *b[i].getAsObject();
    SCOPED_TRACE("attribute " + getText(theirs, "name"));
    for (StringRef field : {"name", "kind", "enum", "since"})
      EXPECT_EQ(getText(mine, field), getText(theirs, field)) << field.str();
    EXPECT_EQ(getFlag(mine, "optional"), getFlag(theirs, "optional"));
    std::string expected = getText(theirs, "default");
    if (expected.empty())
      expected =
          defaultInText(getText(digest, "mnemonic"), getText(theirs, "name"));
    // One flag for each index: no constant says that.
    if (getText(theirs, "kind") == "bool_array")
      expected.clear();
    EXPECT_EQ(spellDefault(mine, keywords), expected);
  }
}

void compareFlags(const json::Object &ours, const json::Object &digest) {
  const json::Array &a = getList(ours, "flags"), &b = getList(digest, "flags");
  ASSERT_EQ(a.size(), b.size()) << "flags";
  for (size_t i = 0; i < a.size(); ++i) {
    const json::Object &mine = *a[i].getAsObject();
    const json::Object &theirs = *b[i].getAsObject();
    EXPECT_EQ(mine.getInteger("bit"), theirs.getInteger("bit"));
    EXPECT_EQ(getText(mine, "field"), getText(theirs, "field"));
    EXPECT_EQ(getText(mine, "since"), getText(theirs, "since"));
  }
}

unsigned getOpcode(const json::Object &op) {
  unsigned opcode;
  bool isBroken = StringRef(getText(op, "opcode")).getAsInteger(0, opcode);
  EXPECT_FALSE(isBroken) << getText(op, "opcode");
  return opcode;
}

TEST(CudaTileFacts, OpsAgreeFieldForField) {
  json::Value digestFile = readOpsOfDigest();
  json::Value recordFile = readRecords("ops.json");
  auto digest = indexBy(*digestFile.getAsArray(), "mnemonic");
  std::map<std::string, std::string> keywords = Records().keywords();
  for (const json::Value &value : *recordFile.getAsArray()) {
    const json::Object &ours = *value.getAsObject();
    std::string mnemonic = getText(ours, "mnemonic");
    SCOPED_TRACE(mnemonic);
    ASSERT_TRUE(digest.count(mnemonic)) << "the language has no such op";
    const json::Object &theirs = *digest[mnemonic];
    EXPECT_EQ(getOpcode(ours), getOpcode(theirs));
    for (StringRef field : {"since", "category"})
      EXPECT_EQ(getText(ours, field), getText(theirs, field)) << field.str();
    EXPECT_EQ(ours.getInteger("regions"),
              int64_t(getList(theirs, "regions").size()));
    EXPECT_EQ(getFlag(ours, "operand_segments"),
              getFlag(theirs, "operand_segments"));
    EXPECT_EQ(getFlag(ours, "encoded_in_body"),
              !StringRef(getText(theirs, "note"))
                   .starts_with("never appears in a function body"));
    compareValues(ours, theirs, "operands");
    compareAttributes(ours, theirs, keywords);
    compareValues(ours, theirs, "results");
    compareFlags(ours, theirs);
  }
}

TEST(CudaTileFacts, EveryOpOfTheLanguageIsThere) {
  json::Value digestFile = readOpsOfDigest();
  json::Value recordFile = readRecords("ops.json");
  auto ours = indexBy(*recordFile.getAsArray(), "mnemonic");
  EXPECT_EQ(ours.size(), 108u);
  for (auto &[mnemonic, op] : indexBy(*digestFile.getAsArray(), "mnemonic"))
    EXPECT_TRUE(ours.count(mnemonic)) << mnemonic;
}

/// The traits that tell passes about effects and speculation.
TEST(CudaTileFacts, EffectsAndSpeculationAgree) {
  mlir::MLIRContext context;
  context.loadDialect<tessera::cuda_tile::CudaTileDialect>();
  json::Value digestFile = readOpsOfDigest();
  for (const json::Value &value : *digestFile.getAsArray()) {
    const json::Object &op = *value.getAsObject();
    std::string mnemonic = getText(op, "mnemonic");
    auto name = mlir::RegisteredOperationName::lookup("cuda_tile." + mnemonic,
                                                      &context);
    ASSERT_TRUE(name) << mnemonic;
    SCOPED_TRACE(mnemonic);
    Names traits;
    for (const json::Value &trait : getList(op, "traits"))
      traits.insert(trait.getAsString()->str());
    bool isPure = traits.count("Pure");
    EXPECT_EQ(name->hasTrait<mlir::OpTrait::AlwaysSpeculatableImplTrait>(),
              isPure);
    if (isPure || traits.count("NoMemoryEffect"))
      EXPECT_TRUE(name->hasInterface<mlir::MemoryEffectOpInterface>());
    EXPECT_EQ(name->hasTrait<mlir::OpTrait::HasRecursiveMemoryEffects>(),
              traits.count("HasRecursiveMemoryEffects") != 0);
    EXPECT_EQ(name->hasTrait<mlir::OpTrait::IsTerminator>(),
              traits.count("IsTerminator") != 0);
    EXPECT_EQ(name->hasTrait<mlir::OpTrait::AutomaticAllocationScope>() &&
                  mnemonic != "entry",
              traits.count("AutomaticAllocationScope") != 0);
    EXPECT_EQ(name->hasTrait<mlir::OpTrait::IsIsolatedFromAbove>(),
              traits.count("IsolatedFromAbove") != 0);
  }
}

//===----------------------------------------------------------------------===//
// Types, attributes, enums
//===----------------------------------------------------------------------===//

/// "tag, since" of all types of the dialect by the first word of their text.
std::map<std::string, std::string> getOurTypes() {
  Records records;
  std::map<std::string, std::string> result;
  auto add = [&](const json::Object &record, StringRef nameField) {
    result[getText(record, nameField)] =
        std::to_string(record.getInteger("bytecodeTag").value_or(-1)) +
        ", since " + getText(record, "sinceVersion");
  };
  for (const json::Object *record : records.instancesOf("CudaTile_Element"))
    add(*record, "text");
  for (const json::Object *record : records.instancesOf("CudaTile_Type"))
    add(*record, "mnemonic");
  return result;
}

TEST(CudaTileFacts, TypesAgree) {
  std::map<std::string, std::string> ours = getOurTypes();
  json::Value file = readDigest("types_attrs.json");
  for (const json::Value &value : getList(*file.getAsObject(), "types")) {
    const json::Object &type = *value.getAsObject();
    // Function types belong to the builtin dialect.
    if (getText(type, "name") == "Function")
      continue;
    std::string word =
        StringRef(getText(type, "text"))
            .take_while([](char c) { return isAlnum(c) || c == '_'; })
            .str();
    SCOPED_TRACE(word);
    EXPECT_EQ(ours[word], std::to_string(type.getInteger("tag").value()) +
                              ", since " + getText(type, "since"));
    ours.erase(word);
  }
  EXPECT_TRUE(ours.empty()) << ours.begin()->first << " is not in the digest";
}

/// Compares the attributes that derive from `className` with those in the list
/// `key` of the digest, and returns their names there.
static Names compareAttributes(StringRef className, StringRef key) {
  Records records;
  json::Value file = readDigest("types_attrs.json");
  auto digest = indexBy(getList(*file.getAsObject(), key), "name");
  Names seen;
  for (const json::Object *record : records.instancesOf(className)) {
    // `DivByAttr` is the C++ name, `DivBy` that of the digest.
    std::string name =
        StringRef(getText(*record, "cppClassName")).drop_back(4).str();
    SCOPED_TRACE(name);
    seen.insert(name);
    const json::Object *theirs = digest[name];
    EXPECT_TRUE(theirs) << "not in the digest";
    if (!theirs)
      continue;
    EXPECT_EQ(record->getInteger("bytecodeTag"), theirs->getInteger("tag"));
    // The digest gives no version for debug information, which is as old as the
    // format.
    EXPECT_EQ(getText(*record, "sinceVersion"),
              theirs->getString("since").value_or("13.1"));
  }
  return seen;
}

TEST(CudaTileFacts, AttributesAgree) {
  EXPECT_EQ(compareAttributes("CudaTile_Attr", "attributes"),
            Names({"Bounded", "DivBy", "OptimizationHints", "SameElements"}));
}

TEST(CudaTileFacts, DebugInfoAgrees) {
  // The other two, Unknown and CallSite, are locations of MLIR.
  EXPECT_EQ(compareAttributes("CudaTile_DebugEntry", "debug_info"),
            Names({"DICompileUnit", "DIFile", "DILexicalBlock", "DILoc",
                   "DISubprogram"}));
}

TEST(CudaTileFacts, EnumsAgreeCaseForCase) {
  Records records;
  std::map<std::string, const json::Object *> ours;
  for (const json::Object *record : records.instancesOf("CudaTile_Enum"))
    ours[getText(*record, "className")] = record;
  json::Value file = readDigest("types_attrs.json");
  for (const json::Value &value : getList(*file.getAsObject(), "enums")) {
    const json::Object &theirs = *value.getAsObject();
    std::string name = getText(theirs, "name");
    SCOPED_TRACE(name);
    ASSERT_TRUE(ours.count(name));
    EXPECT_EQ(getText(*ours[name], "sinceVersion"), getText(theirs, "since"));
    const json::Array &a = getList(*ours[name], "enumerants"),
                      &b = getList(theirs, "cases");
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) {
      const json::Object &mine = records.follow(a[i]);
      const json::Object &expected = *b[i].getAsObject();
      EXPECT_EQ(getText(mine, "str"), getText(expected, "keyword"));
      EXPECT_EQ(mine.getInteger("value"), expected.getInteger("value"));
      EXPECT_EQ(getText(mine, "sinceVersion"), getText(expected, "since"));
    }
    ours.erase(name);
  }
  EXPECT_TRUE(ours.empty()) << ours.begin()->first << " is not in the digest";
}

} // namespace
