//===- tessera.cpp - One program that is every tool -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Called by the name of a tool (through a link) or as `tessera TOOL
// ARGUMENT...`, the program acts as that tool. Each tool makes its options
// inside its own main, so that it neither shows nor pays for those of the
// others.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "tessera/Support/EscapedText.h"
#include "tessera/Support/Tool.h"
#include "tessera/Support/Version.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <csignal>
#include <unistd.h>

using namespace llvm;

#define TESSERA_TOOL(name, main) int main(int argc, char **argv);
#include "Tools.def"
#undef TESSERA_TOOL

namespace {
struct Tool {
  StringRef name;
  int (*main)(int argc, char **argv);
};
} // namespace

static const Tool tools[] = {
#define TESSERA_TOOL(name, main) {name, main},
#include "Tools.def"
#undef TESSERA_TOOL
};

static const Tool *findTool(StringRef name) {
  const Tool *tool = find_if(tools, [&](auto &t) { return t.name == name; });
  return tool == std::end(tools) ? nullptr : tool;
}

/// `tessera debug KERNEL OPTION...` and, for an editor, `tessera debug
/// --adapter`: runs a launch of cuda-tile-run step by step.
static int debug_main(int argc, char **argv) {
  const Tool *run = findTool("cuda-tile-run");
  if (!run) {
    tessera::messages() << "tessera debug: this build has no cuda-tile-run\n";
    return 1;
  }
  std::vector<char *> arguments(argv, argv + argc);
  static char name[] = "tessera debug", adapter[] = "--debug-adapter",
              debug[] = "--debug";
  arguments[0] = name;
  if (argc == 2 && StringRef(argv[1]) == "--adapter")
    arguments[1] = adapter;
  else
    arguments.insert(arguments.begin() + 1, debug);
  arguments.push_back(nullptr);
  return run->main(static_cast<int>(arguments.size()) - 1, arguments.data());
}

/// `tessera check [--json] [OPTION...] FILE`: compiles a program to PTX for its
/// messages alone, by tileiras with these options.
static int check_main(int argc, char **argv) {
  const Tool *compiler = findTool("tileiras");
  if (!compiler) {
    tessera::messages() << "tessera check: this build has no tileiras\n";
    return 1;
  }
  static char name[] = "tessera check", emit[] = "--emit=ptx", output[] = "-o",
              nowhere[] = "/dev/null", gpu[] = "--gpu-name=any",
              json[] = "--diagnostics-format=json";
  std::vector<char *> arguments = {name, emit, output, nowhere};
  bool namesGpu = false;
  for (char *argument : ArrayRef(argv + 1, argc - 1)) {
    StringRef text = argument;
    StringRef option = text.starts_with("-") ? text.ltrim('-') : "";
    namesGpu |= option.starts_with("gpu-name") || option.starts_with("arch");
    arguments.push_back(text == "--json" ? json : argument);
  }
  if (!namesGpu)
    arguments.push_back(gpu);
  arguments.push_back(nullptr);
  return compiler->main(static_cast<int>(arguments.size()) - 1,
                        arguments.data());
}

/// Commands of `tessera` itself, which are no tools.
static const Tool commands[] = {
    {"run", run_main},          {"check", check_main},
    {"debug", debug_main},      {"explain", explain_main},
    {"diff", diff_main},        {"tune", tune_main},
    {"doctor", doctor_main},    {"ptxas", ptxas_main},
    {"launcher", launcher_main}};

static void printUsage(raw_ostream &os) {
  os << "usage: tessera TOOL ARGUMENT...\n\nThe tools, each also callable by "
        "its own name:\n";
  for (const Tool &tool : tools)
    os << "  " << tool.name << '\n';
  os << "\nBeside them:\n"
        "  run [OPTION...] PROGRAM\n"
        "           run a CUDA program without a GPU\n"
        "  debug KERNEL OPTION...\n"
        "           run a launch of cuda-tile-run step by step\n"
        "  check [--json] FILE\n"
        "           say what is wrong with a program\n"
        "  explain FILE\n"
        "           say what limits kernels, and what would help\n"
        "  diff A B compare the figures of kernels\n"
        "  tune -- KERNEL OPTION... -- ...\n"
        "           rank variants of a kernel by modelled times; or "
        "FILE.py:FUNCTION\n"
        "  launcher FILE\n"
        "           make functions in C or Python that launch kernels\n"
        "  doctor   say what was found of all that programs need\n"
        "  ptxas    run ptxas, and let cubins carry their PTX\n"
        "\n`tessera TOOL --help` lists the options of one.\n";
}

/// Without memory no message can be composed, so the text is constant.
[[noreturn]] static void failWithoutMemory() {
  static constexpr char message[] =
      "error: out of memory: give the process more (ulimit -v, the limit of "
      "its container), or compile fewer kernels in one file\n";
  sys::RunInterruptHandlers(); // removes outputs that are half written
  (void)!write(tessera::StandardErrorFilter::descriptor(), message,
               sizeof message - 1);
  _exit(1);
}

// All of the program calls this in place of malloc (CMakeLists.txt): MLIR
// writes to what that returns without looking.
extern "C" {
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size) {
  void *memory = __real_malloc(size);
  if (!memory && size)
    failWithoutMemory();
  return memory;
}
}

int main(int argc, char **argv) {
  install_bad_alloc_error_handler(
      [](void *, const char *, bool) { failWithoutMemory(); });
  InitLLVM init(argc, argv);
  tessera::settleStreamsAtExit();
  // A file that may not grow further (ulimit -f) is an error of writing, not a
  // signal.
  signal(SIGXFSZ, SIG_IGN);
  if (const Tool *tool = findTool(sys::path::stem(argv[0])))
    return tool->main(argc, argv);

  StringRef name = argc > 1 ? argv[1] : "";
  if (const Tool *tool = findTool(name))
    return tool->main(argc - 1, argv + 1);
  for (const Tool &command : commands)
    if (name == command.name)
      return command.main(argc - 1, argv + 1);
  if (name == "--version") {
    tessera::printVersion("tessera", outs());
    return 0;
  }
  if (name == "--help" || name == "-h") {
    printUsage(outs());
    return 0;
  }
  if (!name.empty())
    tessera::messages() << "tessera: there is no tool '" << name << "'\n";
  printUsage(tessera::messages());
  return 1;
}
