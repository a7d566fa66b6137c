# tessera_add_tool(NAME SOURCES a.cpp... [ALONE b.cpp...] [LINK_LIBS lib...]
#                  [LLVM component...])
#
# A tool of the multi-call binary `tessera`. Its sources define
# `int NAME_main(int argc, char **argv)`, with `_` for each `-` of NAME; the build
# makes a link NAME beside the binary, which calls that function.
function(tessera_add_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;ALONE;LINK_LIBS;LLVM" ${ARGN})
  tessera_add_library(Tool-${name}
    SOURCES ${ARG_SOURCES} ALONE ${ARG_ALONE} LINK_LIBS ${ARG_LINK_LIBS} LLVM ${ARG_LLVM})
endfunction()
