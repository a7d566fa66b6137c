# ===- _errors.py - What goes wrong, and where ------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Exceptions that carry diagnostics, their places, and the program that they are about."""

import dataclasses
import os
from typing import Optional, Sequence, Tuple, Union


@dataclasses.dataclass(frozen=True)
class Location:
    """A place in a file.

    Attributes
    ----------
    file : str
        The file, or the name that a program was read under.
    line, column : int
        From 1 on; 0 if the place has none.
    """

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return ":".join(map(str, filter(None, (self.file, self.line, self.column))))


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """A diagnostic about a program.

    Attributes
    ----------
    severity : str
        "error", "warning", "note" or "remark".
    message : str
        One or more lines.
    location : Location or None
        The place, if it is known: for programs of a front end, a place in its source.
    """

    severity: str
    message: str
    location: Optional[Location] = None

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        return f"{place}{self.severity}: {self.message}"


#: The begin of the library's message where memory runs out.
OUT_OF_MEMORY = "out of memory"

#: The form of a program: bytecode, text, or the path of a file with either.
Source = Union[bytes, str, "os.PathLike[str]"]


def out_of_memory() -> MemoryError:
    """The error for what the host has no memory for."""
    return MemoryError(f"{OUT_OF_MEMORY}: give the process more (ulimit -v, its container)")


class Error(Exception):
    """The base class of all errors of this package.

    Attributes
    ----------
    diagnostics : tuple of Diagnostic
        All diagnostics, an error before its notes.
    """

    def __init__(self, told: Sequence[Diagnostic], source: bytes = b"") -> None:
        self.diagnostics = tuple(told)
        self._source = source
        super().__init__("\n".join(map(str, told)))

    @property
    def error(self) -> Diagnostic:
        """The first error."""
        errors = [each for each in self.diagnostics if each.severity == "error"]
        return (errors or list(self.diagnostics) or [Diagnostic("error", "")])[0]

    @property
    def message(self) -> str:
        """The text of the first error."""
        return self.error.message

    @property
    def location(self) -> Optional[Location]:
        """The place of the first error, if it is known."""
        return self.error.location

    @property
    def notes(self) -> Tuple[Diagnostic, ...]:
        """The notes of the first error, such as the other access of a race."""
        return tuple(each for each in self.diagnostics if each.severity == "note")

    @property
    def ir(self) -> Optional[str]:
        """The program as text; None if it cannot be read."""
        from ._compiler import disassemble

        try:
            if self._source.startswith(b"\x7f"):  # neither text nor PTX
                return disassemble(self._source, locations=True)
            return self._source.decode()
        except (Error, UnicodeDecodeError):
            return None


class ConfigurationError(Error, ValueError):
    """An option has a value that does not exist, such as an unknown GPU."""


class VerifyError(Error):
    """The program cannot be read, or breaks a rule of the language."""


class CompileError(Error):
    """The program is valid but cannot be compiled."""


class CompileTimeout(CompileError, TimeoutError):
    """The compilation took longer than it may; the message names the step under way."""


class LaunchError(Error):
    """A kernel cannot be launched with these arguments, or has undefined behaviour.

    Attributes
    ----------
    printed : str
        The text that the kernel printed before, which often shows the reason.
    cuda_error : str or None
        The error that a GPU's driver returns for the fault of the kernel, such as
        "CUDA_ERROR_ILLEGAL_ADDRESS"; None if it did not begin, or if two engines disagree.
    """

    def __init__(
        self,
        told: Sequence[Diagnostic],
        source: bytes = b"",
        printed: str = "",
        cuda_error: Optional[str] = None,
    ) -> None:
        super().__init__(told, source)
        self.printed = printed
        self.cuda_error = cuda_error
