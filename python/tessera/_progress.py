# ===- _progress.py - How far a launch is -----------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A bar on standard error for launches that take long.

A launch runs in a thread of its own, so that the one that waits for it can draw, and can be
interrupted: Ctrl-C stops the launch.
"""

import sys
import threading
import time
from typing import Any, Callable, List, Optional

from ._library import ProgressCallback

#: Seconds before a bar is shown, and between two looks at it.
PATIENCE, PERIOD = 1.0, 0.1
WIDTH = 30


def _is_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


def is_wanted(progress: Optional[bool]) -> bool:
    """Return True if bars are shown: by default in terminals and notebooks."""
    if progress is not None:
        return progress
    return sys.stderr.isatty() or _is_notebook()


def bar(name: str, ended: int, all_blocks: int, seconds: float) -> str:
    """One line.

    >>> from tessera._progress import bar
    >>> bar("add", 5, 20, 3.0)
    'add:  25% |#######                       | 5/20 blocks, 3 s, 9 s left'
    """
    share = ended / all_blocks if all_blocks else 0.0
    done = "#" * int(share * WIDTH)
    left = f", {seconds / share - seconds:.0f} s left" if share else ""
    return (
        f"{name}: {share:4.0%} |{done:{WIDTH}}| "
        f"{ended}/{all_blocks} blocks, {seconds:.0f} s{left}"
    )


class Watch:
    """Runs a launch and shows its progress."""

    def __init__(self, name: str, progress: Optional[bool]) -> None:
        self.name = name
        self.is_shown = is_wanted(progress)
        self.ended = self.all = 0
        self.is_stopped = False
        self.callback = ProgressCallback(self._tell)

    def _tell(self, ended: int, all_blocks: int, _: Any) -> bool:
        self.ended, self.all = ended, all_blocks
        return not self.is_stopped

    def run(self, launch: Callable[[], Any]) -> Any:
        """Return or raise the result of `launch`."""
        outcome: List[Any] = []
        # Not `join`: after an interrupt Python 3.11 may take a running thread for ended.
        ended = threading.Event()

        def work() -> None:
            try:
                if not self.is_stopped:  # by an interrupt before this thread began
                    outcome.append((launch(), None))
            except BaseException as error:  # raised again in the waiting thread
                outcome.append((None, error))
            finally:
                ended.set()

        thread = threading.Thread(target=work, name="tessera launch", daemon=True)
        try:
            thread.start()
            self._draw_until(ended)
        except BaseException:
            self.is_stopped = True
            raise
        finally:
            # Even a second interrupt must wait, as the launch uses memory of the caller.
            while thread.ident is not None and not ended.is_set():
                try:
                    ended.wait()
                except KeyboardInterrupt:
                    pass
        result, error = outcome[0]
        if error:
            raise error
        return result

    def _draw_until(self, end: threading.Event) -> None:
        start, width = time.monotonic(), 0
        try:
            while not end.wait(PERIOD):
                seconds = time.monotonic() - start
                if self.is_shown and self.all and seconds > PATIENCE:
                    line = bar(self.name, self.ended, self.all, seconds)
                    width = max(width, len(line))
                    print("\r" + line.ljust(width), end="", file=sys.stderr, flush=True)
        finally:
            if width:
                print("\r" + " " * width + "\r", end="", file=sys.stderr, flush=True)
