# Static linking against the archives of LLVM and MLIR. It is used here and, as a
# part of the installed package, by programs that link our C++ libraries.

# Every exported MLIR archive names the shared libLLVM as its dependency. Linked
# beside the static archives it would give two LLVMs in one process, so we take
# it out; programs name the LLVM components that they need.
get_property(mlir_libs GLOBAL PROPERTY MLIR_ALL_LIBS)
foreach(lib IN LISTS mlir_libs MLIR_EXPORTED_TARGETS)
  if(TARGET ${lib})
    get_target_property(deps ${lib} INTERFACE_LINK_LIBRARIES)
    if(deps)
      list(REMOVE_ITEM deps LLVM "$<LINK_ONLY:LLVM>")
      set_target_properties(${lib} PROPERTIES INTERFACE_LINK_LIBRARIES "${deps}")
    endif()
  endif()
endforeach()
# What the MLIR archives themselves need of LLVM comes back as static archives.
llvm_map_components_to_libnames(mlir_needs
  BinaryFormat BitReader BitWriter Core FrontendOpenMP IRReader Remarks Support TransformUtils)
set_property(TARGET MLIRSupport APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${mlir_needs})
# LLVMConfig switches these on; they must be off for static components.
set(LLVM_LINK_LLVM_DYLIB OFF)
set(MLIR_LINK_MLIR_DYLIB OFF)
