//===- Linking.cpp - Linking ----------------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result of linking is PTX: the modules, one after another, which the
// engines take for one program. Loading it finds the addresses, and the
// definition that each name stands for.
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"
#include "Image.h"
#include <cstring>

using namespace tessera;
using namespace tessera::driver;

/// The functions of libcudadevrt that cooperative groups call, since the code
/// of that library is for GPUs. The workspace of a grid holds at offset 4 a
/// word whose upper bit flips with each barrier: the blocks add up to 1 << 31.
static constexpr char deviceRuntime[] = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .func (.param .b64 handle) cudaCGGetIntrinsicHandle(.param .b32 scope)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<1>;
  mov.b32 %r0, %envreg2;
  mov.b32 %r1, %envreg1;
  mov.b64 %rd0, {%r0, %r1};
  st.param.b64 [handle], %rd0;
  ret;
}
.visible .func (.param .b32 error) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)
{
  .reg .pred %p<1>;
  .reg .b32 %r<5>;
  .reg .b64 %rd<1>;
  barrier.sync 0;
  mov.b32 %r0, %tid.x;
  mov.b32 %r1, %tid.y;
  or.b32 %r0, %r0, %r1;
  mov.b32 %r1, %tid.z;
  or.b32 %r0, %r0, %r1;
  setp.ne.u32 %p0, %r0, 0;
  @%p0 bra done;
  // The first block has what is missing at 1 << 31, each other one 1.
  mov.b32 %r1, %nctaid.x;
  mov.b32 %r2, %nctaid.y;
  mul.lo.u32 %r1, %r1, %r2;
  mov.b32 %r2, %nctaid.z;
  mul.lo.u32 %r1, %r1, %r2;
  sub.u32 %r1, 0x80000001, %r1;
  mov.b32 %r0, %ctaid.x;
  mov.b32 %r2, %ctaid.y;
  or.b32 %r0, %r0, %r2;
  mov.b32 %r2, %ctaid.z;
  or.b32 %r0, %r0, %r2;
  setp.eq.u32 %p0, %r0, 0;
  selp.b32 %r1, %r1, 1, %p0;
  ld.param.b64 %rd0, [handle];
  fence.acq_rel.gpu;
  atom.global.gpu.add.u32 %r2, [%rd0+4], %r1;
wait:
  ld.acquire.gpu.global.u32 %r3, [%rd0+4];
  xor.b32 %r4, %r2, %r3;
  setp.ge.s32 %p0, %r4, 0;
  @%p0 bra wait;
done:
  barrier.sync 0;
  mov.b32 %r0, 0;
  st.param.b32 [error], %r0;
  ret;
}
)";

//===----------------------------------------------------------------------===//
// Adding images
//===----------------------------------------------------------------------===//

CUresult api::cuLinkCreate_v2(unsigned count, CUjit_option *options,
                              void **values, CUlinkState *state) {
  Context *context;
  if (!state || (count && (!options || !values)))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(Driver::get().requireContext(context));
  auto link = std::make_shared<Link>();
  link->context = context;
  // Only the log buffer is written later: the place of the option values may be
  // gone by then.
  link->log = JitLog(count, options, values);
  link->log.forgetLengths();
  *state = Driver::get().links.add(link);
  return CUDA_SUCCESS;
}

CUresult api::cuLinkDestroy(CUlinkState state) {
  return Driver::get().links.remove(state) ? CUDA_SUCCESS
                                           : CUDA_ERROR_INVALID_HANDLE;
}

static CUresult refuse(Link &link, const std::string &text, CUresult error) {
  tellUser(text);
  link.log.write(text + "\n");
  return error;
}

/// Adds the program of an image: any number of PTX modules, or a single program
/// of another kind.
static CUresult addImage(Link &link, const ImageBytes &image) {
  std::string program;
  CU_CHECK(findProgram(image, program));
  if (isPtx(program)) {
    link.text += program + "\n";
    return CUDA_SUCCESS;
  }
  if (!link.other.empty())
    return refuse(link,
                  "only PTX is linked: two programs of another kind are "
                  "no program",
                  CUDA_ERROR_INVALID_IMAGE);
  link.other = std::move(program);
  return CUDA_SUCCESS;
}

/// Adds an archive. Archives hold machine code, and the driver can replace only
/// one of them by code of its own: the device runtime.
static CUresult addArchive(Link &link, std::string_view bytes,
                           const char *name) {
  if (bytes.find("cuda_device_runtime") == std::string_view::npos)
    return refuse(link,
                  std::string(name ? name : "a library") +
                      " holds machine code, which only a GPU runs",
                  CUDA_ERROR_NOT_SUPPORTED);
  if (!link.hasRuntime)
    link.text += deviceRuntime;
  link.hasRuntime = true;
  return CUDA_SUCCESS;
}

CUresult api::cuLinkAddData_v2(CUlinkState state, CUjitInputType type,
                               void *data, size_t bytes, const char *name,
                               unsigned count, CUjit_option *options,
                               void **values) {
  Link *link = Driver::get().links.find(state);
  if (!link)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!data || !bytes || (count && (!options || !values)) || link->isComplete)
    return CUDA_ERROR_INVALID_VALUE;
  switch (type) {
  case CU_JIT_INPUT_CUBIN:
  case CU_JIT_INPUT_PTX:
  case CU_JIT_INPUT_FATBINARY:
  case CU_JIT_INPUT_OBJECT:
    return addImage(*link, {data, bytes});
  case CU_JIT_INPUT_LIBRARY:
    return addArchive(*link, {static_cast<const char *>(data), bytes}, name);
  case CU_JIT_INPUT_NVVM:
    return refuse(*link, "the driver does not link NVVM IR",
                  CUDA_ERROR_NOT_SUPPORTED);
  }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult api::cuLinkAddFile_v2(CUlinkState state, CUjitInputType type,
                               const char *path, unsigned count,
                               CUjit_option *options, void **values) {
  std::string contents;
  if (!Driver::get().links.find(state))
    return CUDA_ERROR_INVALID_HANDLE;
  CU_CHECK(readImage(path, contents));
  return cuLinkAddData_v2(state, type, contents.data(), contents.size(), path,
                          count, options, values);
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

CUresult api::cuLinkComplete(CUlinkState state, void **image, size_t *bytes) {
  Driver &driver = Driver::get();
  Link *link = driver.links.find(state);
  if (!link)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!image || !bytes || link->isComplete ||
      (link->text.empty() && link->other.empty()))
    return CUDA_ERROR_INVALID_VALUE;
  if (!link->text.empty() && !link->other.empty())
    return refuse(*link, "only PTX is linked with PTX",
                  CUDA_ERROR_INVALID_IMAGE);
  link->isComplete = true;
  std::string &program = link->other.empty() ? link->text : link->other;
  // Loads the result here, so that errors go into the log, and the later load
  // finds it read already.
  std::string said;
  TesseraModule module = tesseraModuleLoad(
      driver.device, {program.data(), program.size()},
      mlirStringRefCreateFromCString("the linked PTX"), takeDiagnostic, &said);
  link->log.write(said);
  if (tesseraDeviceLacksMemory(driver.device))
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (!module.ptr)
    return CUDA_ERROR_INVALID_PTX;
  tesseraModuleUnload(module);
  *image = program.data();
  // Includes the zero at the end of the text.
  *bytes = program.size() + 1;
  return CUDA_SUCCESS;
}
