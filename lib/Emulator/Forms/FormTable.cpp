//===- FormTable.cpp - The forms of instructions, as the ISA lists them ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tessera::ptx;

/// The table's files, as strings made by the build.
static constexpr llvm::StringLiteral files[] = {
#include "Forms.inc"
};

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static FormOperand parseOperand(llvm::StringRef name) {
  using Kind = FormOperand::Kind;
  if (std::optional<Type> type = parseType(name))
    return {Kind::Named, *type};
  return {llvm::StringSwitch<Kind>(name)
              .Case("t", Kind::LastType)
              .Case("d", Kind::FirstType)
              .Case("w", Kind::DoubledType)
              .Case("x", Kind::Relaxed)
              .Case("m", Kind::Part)
              .Case("4t", Kind::FourOfLastType)
              .Case("p", Kind::Predicate)
              .Case("pq", Kind::PredicateOrPair)
              .Case("dp", Kind::WordWithPredicate)
              .Case("q", Kind::ReadPredicate)
              .Case("i", Kind::Byte)};
}

/// 90, 100f 9.1 or 100a/103a
static FormTarget parseTarget(llvm::StringRef text) {
  FormTarget target;
  auto [gpus, version] = text.split(' ');
  if (gpus.contains('/')) {
    target.list = gpus;
    return target;
  }
  gpus.consumeInteger(10, target.least);
  target.variant = gpus.empty() ? 0 : gpus.front();
  unsigned minor = 0;
  if (!version.consumeInteger(10, target.version) && version.consume_front("."))
    version.getAsInteger(10, minor);
  target.version = 10 * target.version + minor;
  return target;
}

/// One of the pieces of a mnemonic: .a, <.a/.b> or {.a/.b}.
static Form::Modifier
parseModifier(llvm::StringRef text,
              const llvm::StringMap<llvm::StringRef> &lists) {
  Form::Modifier modifier;
  modifier.isOptional = text.front() == '{';
  if (text.front() != '.')
    text = text.drop_front().drop_back();
  if (text.starts_with("$"))
    text = lists.lookup(text);
  for (llvm::StringRef name : llvm::split(text, '/'))
    modifier.names.push_back(name.drop_front());
  return modifier;
}

/// add{.rn/.rz}.f32 | t t t | 90
void FormTable::addForm(llvm::StringRef line,
                        const llvm::StringMap<llvm::StringRef> &lists) {
  auto [mnemonic, fields] = line.split('|');
  auto [operands, target] = fields.split('|');
  mnemonic = mnemonic.trim();
  size_t end = std::min(mnemonic.find_first_of(".<{"), mnemonic.size());
  Form &form = forms[mnemonic.take_front(end)].emplace_back();
  for (mnemonic = mnemonic.drop_front(end); !mnemonic.empty();) {
    size_t length = mnemonic.front() == '.' ? mnemonic.find_first_of(".<{", 1)
                                            : mnemonic.find_first_of(">}") + 1;
    llvm::StringRef piece = mnemonic.take_front(length);
    form.modifiers.push_back(parseModifier(piece, lists));
    mnemonic = mnemonic.substr(piece.size());
  }
  for (llvm::StringRef name : llvm::split(operands.trim(), ' '))
    form.operands.push_back(parseOperand(name));
  form.target = parseTarget(target.trim());
}

void FormTable::addFile(llvm::StringRef text) {
  llvm::StringMap<llvm::StringRef> lists; // $NAME = .a/.b
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    line = line.split('#').first.trim();
    if (line.starts_with("$")) {
      auto [name, list] = line.split('=');
      lists[name.trim()] = list.trim();
    } else if (!line.empty()) {
      addForm(line, lists);
    }
  }
}

//===----------------------------------------------------------------------===//
// Asking
//===----------------------------------------------------------------------===//

const FormTable &FormTable::get() {
  static const FormTable table = [] {
    FormTable t;
    for (llvm::StringRef text : files)
      t.addFile(text);
    return t;
  }();
  return table;
}

llvm::ArrayRef<Form> FormTable::formsOf(llvm::StringRef opcode) const {
  auto it = forms.find(opcode);
  return it == forms.end() ? llvm::ArrayRef<Form>()
                           : llvm::ArrayRef<Form>(it->second);
}

const FormCache::Entry *FormCache::find(const Instruction &syntax) {
  llvm::ArrayRef<Form> forms = FormTable::get().formsOf(syntax.opcode);
  if (forms.empty())
    return nullptr;
  auto [it, isNew] = entries.try_emplace(syntax.mnemonic);
  Entry &entry = it->second;
  if (!isNew)
    return &entry;
  for (const Form &form : forms)
    if (matchForm(form, syntax.modifiers).fits())
      entry.forms.push_back(&form);
  for (llvm::StringRef modifier : syntax.modifiers)
    if (std::optional<Type> type = parseType(modifier))
      entry.types.push_back(*type);
  return &entry;
}

FormMatch tessera::ptx::matchForm(const Form &form,
                                  llvm::ArrayRef<llvm::StringRef> given) {
  FormMatch match;
  match.foreign.assign(given.begin(), given.end());
  auto take = [&](const Form::Modifier &modifier) {
    bool isBehindType = false;
    for (auto it = match.foreign.begin(); it != match.foreign.end(); ++it) {
      bool isType = parseType(*it).has_value();
      if (!(isType && isBehindType) && llvm::is_contained(modifier.names, *it))
        return match.foreign.erase(it), true;
      isBehindType |= isType;
    }
    return false;
  };
  for (const Form::Modifier &modifier : form.modifiers)
    if (!take(modifier) && !modifier.isOptional && !match.missing)
      match.missing = &modifier;
  return match;
}
