# tessera_compile_together(TARGET [ALONE a.cpp...])
#
# Compiles up to eight sources of TARGET at once, which then read their headers
# once: with TESSERA_UNITY, a build from nothing takes a third of the time. ALONE:
# those with a name, or a `using`, that another source has as well.
function(tessera_compile_together name)
  cmake_parse_arguments(ARG "" "" "ALONE" ${ARGN})
  set_target_properties(${name} PROPERTIES
    UNITY_BUILD ${TESSERA_UNITY} UNITY_BUILD_BATCH_SIZE 8)
  set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# tessera_add_library(NAME [PLAIN] SOURCES a.cpp... [ALONE b.cpp...]
#                     [LINK_LIBS lib...] [LLVM component...] [DEPENDS target...])
#
# A static library of the project. PLAIN libraries do not see MLIR and so do
# without the precompiled header; all others share the one of TesseraPCH. ALONE:
# sources that are not compiled together with others.
function(tessera_add_library name)
  cmake_parse_arguments(ARG "PLAIN" "" "SOURCES;ALONE;LINK_LIBS;LLVM;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES} ${ARG_ALONE})
  tessera_compile_together(${name} ALONE ${ARG_ALONE})
  llvm_update_compile_flags(${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  set(components)
  if(ARG_LLVM)
    llvm_map_components_to_libnames(components ${ARG_LLVM})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS} ${components})
  if(NOT ARG_PLAIN)
    tessera_use_pch(${name})
  endif()
  if(CMAKE_CURRENT_SOURCE_DIR MATCHES "^${PROJECT_SOURCE_DIR}/lib/")
    set_property(GLOBAL APPEND PROPERTY TESSERA_LIBRARIES ${name}) # for cmake/Install.cmake
  endif()
endfunction()

# tessera_use_pch(TARGET [OWNER]): lets TARGET share the precompiled header of OWNER,
# TesseraPCH if there is none.
function(tessera_use_pch target)
  set(pch TesseraPCH)
  if(ARGC GREATER 1)
    set(pch ${ARGV1})
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang|GNU")
    target_precompile_headers(${target} REUSE_FROM ${pch})
    # A program would be compiled with -fPIE, which the header was not.
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${target} PRIVATE -fPIC)
    endif()
  endif()
endfunction()

# Has clang count how often each line of these libraries runs, with TESSERA_COVERAGE.
# Programs add their counts to files in profiles/ of the build folder.
function(tessera_measure_coverage)
  if(TESSERA_COVERAGE)
    foreach(name IN LISTS ARGN)
      target_compile_options(${name} PRIVATE -fcoverage-mapping
        "-fprofile-instr-generate=${PROJECT_BINARY_DIR}/profiles/%2m.profraw")
      target_link_options(${name} INTERFACE -fprofile-instr-generate)
    endforeach()
  endif()
endfunction()

# Gives a program of a sanitized build the exceptions of its sanitizers.
function(tessera_set_sanitizer_options name)
  if(TESSERA_SANITIZE OR TESSERA_SANITIZE_THREADS)
    target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/lib/Support/SanitizerOptions.cpp)
  endif()
endfunction()

# What every program of ours in C++ is built with, beside its own sources.
function(tessera_set_up_program name)
  llvm_update_compile_flags(${name})
  tessera_set_sanitizer_options(${name})
endfunction()

# tessera_add_unittest(NAME SOURCES a.cpp... [ALONE b.cpp...] [LINK_LIBS lib...]
#                      [LLVM component...] [MLIR] [UNOPTIMISED])
#
# A GoogleTest program NAME, run by the `check` targets. MLIR: the test includes
# MLIR headers and shares the precompiled header of the libraries, in place of that
# of the tests. UNOPTIMISED: the test computes little itself, and compiles in a
# fraction of the time. ALONE: as for a library.
function(tessera_add_unittest name)
  cmake_parse_arguments(ARG "MLIR;UNOPTIMISED" "" "SOURCES;ALONE;LINK_LIBS;LLVM" ${ARGN})
  add_executable(${name} ${ARG_SOURCES} ${ARG_ALONE})
  tessera_compile_together(${name} ALONE ${ARG_ALONE})
  tessera_set_up_program(${name})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/unittests)
  set(components)
  if(ARG_LLVM)
    llvm_map_components_to_libnames(components ${ARG_LLVM})
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} ${components} GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE TESSERA_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(ARG_MLIR)
    tessera_use_pch(${name})
  elseif(ARG_UNOPTIMISED) # as which no precompiled header was compiled
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O0>)
  else()
    tessera_use_pch(${name} TesseraTestPCH)
  endif()
  set_property(GLOBAL APPEND PROPERTY TESSERA_UNITTESTS ${name})
endfunction()

# tessera_lower_glibc(TARGET [PROGRAM])
#
# Lets a shared library, or with PROGRAM a program, that users get start with
# glibc 2.27 and later (lib/GlibcFloor), where that can be had.
function(tessera_lower_glibc target)
  if(NOT TARGET TesseraGlibcFloor)
    return()
  endif()
  target_link_libraries(${target} PRIVATE TesseraGlibcFloor)
  if("PROGRAM" IN_LIST ARGN)
    target_link_libraries(${target} PRIVATE TesseraStart)
  endif()
endfunction()

# tessera_share(TARGET MAP)
#
# Links a shared library that users get: with the symbols that the version script
# MAP has and no others, complete in itself, with no C++ library of the user's
# machine, and for an old glibc.
function(tessera_share target map)
  target_link_options(${target} PRIVATE
    -Wl,--version-script=${map} -Wl,-Bsymbolic-functions -Wl,--as-needed)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${map})
  if(NOT TESSERA_SANITIZE) # whose functions are the program's
    target_link_options(${target} PRIVATE -Wl,-z,defs)
    if(TESSERA_HAS_STATIC_LIBSTDCXX)
      target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc)
    endif()
  endif()
  tessera_lower_glibc(${target})
endfunction()

# tessera_hold_driver(TARGET [FLAG...])
#
# Makes the code of the CUDA driver part of the program TARGET, with all of its
# symbols: that of the build, or compiled with FLAG..., those of a sanitizer. The
# engines are those of the build: that is a matter of seconds, where a build of
# everything with the sanitizer takes long.
function(tessera_hold_driver target)
  if(ARGN)
    get_property(sources GLOBAL PROPERTY TESSERA_DRIVER_SOURCES)
    get_property(alone GLOBAL PROPERTY TESSERA_DRIVER_ALONE)
    target_sources(${target} PRIVATE ${sources} ${alone})
    tessera_compile_together(${target} ALONE ${alone})
    target_compile_options(${target} PRIVATE ${ARGN} -fexceptions -O1 -fno-omit-frame-pointer
      $<$<CXX_COMPILER_ID:Clang>:-gline-tables-only>)
    target_link_options(${target} PRIVATE ${ARGN})
  else()
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:TesseraDriver>)
  endif()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/lib/Driver)
  target_link_libraries(${target} PRIVATE Tessera TesseraTarget)
endfunction()

# tessera_add_ops(DIALECT GROUP...): declarations and definitions of the ops of
# a dialect, of each group of them apart, so that an edit of an op concerns only
# those who include its group. Ops/GROUP.td of the current folder has the
# records of a group and no others; Ops/GROUP.h includes their declarations.
# GROUP is a name, or a folder and a name that no other folder has.
function(tessera_add_ops dialect)
  set(names)
  foreach(group ${ARGN})
    cmake_path(GET group FILENAME name)
    cmake_path(GET group PARENT_PATH folder)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/Ops/${folder})
    set(LLVM_TARGET_DEFINITIONS Ops/${group}.td)
    mlir_tablegen(Ops/${group}.h.inc -gen-op-decls)
    mlir_tablegen(Ops/${group}.cpp.inc -gen-op-defs)
    string(APPEND names "OP_GROUP(${name})\n")
  endforeach()
  # What every group is needed for is written once, for OP_GROUP.
  file(CONFIGURE OUTPUT Ops/Groups.inc CONTENT "${names}#undef OP_GROUP\n")
  set(TABLEGEN_OUTPUT ${TABLEGEN_OUTPUT} PARENT_SCOPE)
  set_property(GLOBAL PROPERTY TESSERA_OPS_${dialect} ${ARGN})
endfunction()

# tessera_op_definitions(VAR DIALECT NAMESPACE [INCLUDE header]): sets VAR to the
# sources that define the ops of a dialect, one for each group. INCLUDE: a header
# of the current folder, for what the generated code calls.
function(tessera_op_definitions var DIALECT NAMESPACE)
  cmake_parse_arguments(ARG "" "INCLUDE" "" ${ARGN})
  set(INCLUDE)
  if(ARG_INCLUDE)
    set(INCLUDE "#include \"${ARG_INCLUDE}\"")
  endif()
  get_property(groups GLOBAL PROPERTY TESSERA_OPS_${DIALECT})
  set(sources)
  foreach(GROUP ${groups})
    cmake_path(GET GROUP FILENAME NAME)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/Ops/${GROUP}.cpp)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/modules/OpGroup.cpp.in ${source} @ONLY)
    list(APPEND sources ${source})
  endforeach()
  set_source_files_properties(${sources} PROPERTIES
    INCLUDE_DIRECTORIES ${CMAKE_CURRENT_SOURCE_DIR})
  set(${var} ${sources} PARENT_SCOPE)
endfunction()

# tessera_add_page(PAGE RECORDS flag...): the reference page docs/PAGE.md that
# mlir-tblgen makes of the TableGen file RECORDS of the current folder, as part
# of the target `docs`.
function(tessera_add_page page records)
  set(output ${PROJECT_BINARY_DIR}/docs/${page}.md)
  string(REPLACE "/" "-" target docs-${page})
  set(depfile ${CMAKE_CURRENT_BINARY_DIR}/${target}.d)
  cmake_path(GET output PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${output}
    COMMAND ${MLIR_TABLEGEN_EXE} ${ARGN}
      -I ${PROJECT_SOURCE_DIR}/include -I "$<JOIN:${MLIR_INCLUDE_DIRS},;-I;>"
      ${CMAKE_CURRENT_SOURCE_DIR}/${records} -o ${output} -d ${depfile}
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${records}
    DEPFILE ${depfile} # records include those of other folders
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target} DEPENDS ${output})
  add_dependencies(docs ${target})
endfunction()

# tessera_add_dialect_page(NAME DIALECT): the reference page of an internal
# dialect.
function(tessera_add_dialect_page name dialect)
  tessera_add_page(dialects/${name} Ops.td -gen-dialect-doc -dialect=${dialect})
endfunction()

# tessera_add_pass_page(NAME): the reference page of the passes of a folder.
function(tessera_add_pass_page name)
  tessera_add_page(passes/${name} Passes.td -gen-pass-doc)
endfunction()
