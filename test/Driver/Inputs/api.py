"""The API of the driver as its users see it who have ctypes and nothing else."""

import ctypes

cuda = ctypes.CDLL("libcuda.so.1")


class Handle(ctypes.Structure):
    """CUipcMemHandle or CUipcEventHandle."""

    _fields_ = [("bytes", ctypes.c_char * 64)]


def call(name, *arguments):
    """The name of the error that a function returns."""
    text = ctypes.c_char_p()
    cuda.cuGetErrorName(getattr(cuda, name)(*arguments), ctypes.byref(text))
    return text.value.decode()
