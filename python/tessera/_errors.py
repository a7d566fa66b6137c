# ===- _errors.py - What goes wrong, and where ------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Exceptions that carry what was told, where, and the program that it is about."""

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
        From 1 on; 0 where the place has none.
    """

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return ":".join(map(str, filter(None, (self.file, self.line, self.column))))


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """Something that was told of a program.

    Attributes
    ----------
    severity : str
        "error", "warning", "note" or "remark".
    message : str
        One or more lines.
    location : Location or None
        Where, as far as that is known: for programs of a front end, a place in its source.
    """

    severity: str
    message: str
    location: Optional[Location] = None

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        return f"{place}{self.severity}: {self.message}"


#: What programs are given as: bytecode, text, or the path of a file with either.
Source = Union[bytes, str, "os.PathLike[str]"]


class Error(Exception):
    """What all errors of this package are.

    Attributes
    ----------
    diagnostics : tuple of Diagnostic
        All that was told, an error before its notes.
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
        """What is wrong."""
        return self.error.message

    @property
    def location(self) -> Optional[Location]:
        """Where that is, if it is known."""
        return self.error.location

    @property
    def notes(self) -> Tuple[Diagnostic, ...]:
        """What was told beside, such as the other access of a race."""
        return tuple(each for each in self.diagnostics if each.severity == "note")

    @property
    def ir(self) -> Optional[str]:
        """The program as text; None where it is none that can be read."""
        from ._compiler import disassemble

        try:
            if self._source.startswith(b"\x7f"):  # neither text nor PTX
                return disassemble(self._source, locations=True)
            return self._source.decode()
        except (Error, UnicodeDecodeError):
            return None


class ConfigurationError(Error, ValueError):
    """An option has a value that there is not, such as a GPU that nobody makes."""


class VerifyError(Error):
    """The program cannot be read, or breaks a rule of the language."""


class CompileError(Error):
    """The program is valid but cannot be compiled."""


class LaunchError(Error):
    """A kernel cannot be launched as it was asked for, or does what is undefined.

    Attributes
    ----------
    printed : str
        What the kernel printed before, which often says why.
    cuda_error : str or None
        The error that a GPU's driver gives for what the kernel did, such as
        "CUDA_ERROR_ILLEGAL_ADDRESS"; None where it did not begin, or two engines disagree.
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
