# ===- redundant.py - Synchronisation that a kernel does not need -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Proofs, by the text of PTX alone, that a synchronisation can be taken away.

Compilers synchronise more than they must. A mutant that nobody finds is right only
where one of the rules below says so. They look at the paths of the entry: what may
have run since the last instruction that orders as much, and what may run until the
next one. They know of addresses the shared variable that they are computed from, no more,
so that what they call redundant is so for all inputs; what needs an address to prove
is not called redundant.
"""

import re

HEAD = re.compile(r"^\s*(\.\w+\s+)*\.(entry|func)\b(?!.*;)")
LABEL = re.compile(r"\s*(\$?[\w$]+):\s*(?://.*)?$")
BRANCH = re.compile(r"(@!?%\w+\s+)?bra(?:\.uni)?\s+(\$?[\w$]+)\s*;")
#: A branch to one of the labels in a list, taken for one to all.
CHOICE = re.compile(r"\bbrx\.idx\b")
END = re.compile(r"(@!?%\w+\s+)?(ret|exit|trap)\s*;")
BARRIER = re.compile(r"\b(bar|barrier)(\.cta)?\.sync")
WARP = re.compile(r"\bbar\.warp\.sync\s+([^;]*?)\s*;")
WAIT = re.compile(r"\bcp\.async\.wait_(?:group\s+(\d+)|(all))")
COMMIT = re.compile(r"\bcp\.async\.commit_group")
COPY = re.compile(r"\bcp\.async\.c[ag]\b")
VARIABLE = re.compile(r"\.shared\s(?:\.align \d+ )?\.\w+ ([\w$]+)")
DEFINITION = re.compile(r"^\s*(?:@!?%\w+\s+)?([a-z][\w.:]*)\s+(%\w+),(.*);")
ADDRESS = re.compile(r"\[\s*([%\w$]+)")
LOAD = re.compile(r"^\s*ld\.(?:volatile\.)?shared\S*\s+(\{[^}]*\}|%\w+),\s*(\[[^\]]*\])")
STORE = re.compile(r"\bst\.shared\S*\s+(\[[^\]]*\]),\s*(\{[^}]*\}|%\w+)\s*;")
ACCESS = re.compile(
    r"^\s*(?P<what>ld|st)\.(?:volatile\.)?\w+(?:\.v(?P<count>\d))?\.\w(?P<bits>\d+)\s[^\[]*"
    r"\[(?P<base>%\w+)(?:\+(?P<offset>-?\d+))?\]"
)
PROXY_FENCE = re.compile(r"\bfence\.proxy\.async\b")
#: Accesses through the async proxy, of this block or of others to its memory.
ASYNC_PROXY = re.compile(
    r"\b(cp\.(reduce\.)?async\.bulk|wgmma\.mma_async|tcgen05\.(mma|cp|commit|shift)|(st|red)\.async"
    r"|clusterlaunchcontrol)\b"
)
#: Blocks that access the shared memory of others, or synchronise with them.
CLUSTER = re.compile(
    r"\b(barrier\.cluster|mapa|multicast::cluster)\b|%cluster|\.reqnctapercluster (?!1, 1, 1$)"
)
#: A barrier at which all threads meet.
MEETING = re.compile(r"^\s*bar\.sync\s+0;")
#: One at which some of them may.
PREDICATED = re.compile(r"@!?%\w+\s+(bar|barrier)\b")
#: Threads that tell others what they have done.
SIGNAL = re.compile(
    r"\b(mbarrier\.(?!init)|barrier\b|bar\.|fence\.(acq_rel|sc)|membar|call\b"
    r"|(atom|red|st)\.\S*(release|acq_rel))"
)
ORDERED = re.compile(r"\b(atom|red)\.\S*(acq_rel|acquire|release)\b")


def effects(text):
    """Effects of an instruction on memory, as pairs of a space and r, w or a."""
    if WAIT.search(text):
        return {("shared", "w")}
    if COPY.search(text):
        return {("shared", "w"), ("global", "r")}
    if matrix := re.search(r"\b(ld|st)matrix\b", text):
        return {("shared", "r" if matrix[1] == "ld" else "w")}
    found = re.search(r"\b(ld|st|atom|red)\.(\S*)", text)
    if not found or re.search(r"\bparam\b", found[2]):
        return set()
    space = next((s for s in ("shared", "global", "local") if s in found[2].split(".")), "generic")
    space = next((s for s in ("shared",) if "shared" in found[2]), space)
    if space == "local":
        return set()
    return {(space, {"ld": "r", "st": "w"}.get(found[1], "a"))}


def conflict(first, second):
    spaces = {first[0], second[0]}
    isOne = len(spaces) == 1 or "generic" in spaces
    variables = {effect[0].partition(" ")[2] for effect in (first, second)}
    if all(effect[0].startswith("shared") for effect in (first, second)):
        isOne = len(variables) == 1 or "" in variables
    return isOne and {first[1], second[1]} not in ({"r"}, {"a"})


class Paths:
    """The instructions of the entry, or function, around a line, one for each line,
    and what follows what."""

    def __init__(self, text, inside):
        self.lines = [line.split("//")[0] for line in text.split("\n")]
        start = max(i for i in range(inside) if HEAD.search(self.lines[i]))
        begin = next(i for i in range(start, len(self.lines)) if self.lines[i].startswith("{"))
        # Inline assembly has blocks of its own.
        depth, self.end = 1, begin + 1
        while depth:
            line = self.lines[self.end]
            depth += line.count("{") - line.count("}")
            self.end += depth > 0
        labels = {}
        for number in range(begin, self.end):
            if found := LABEL.match(self.lines[number]):
                labels[found[1]] = number
        self.targets = {b[2] for b in map(BRANCH.search, self.lines) if b}
        if any(CHOICE.search(line) for line in self.lines[begin : self.end]):
            self.targets.update(labels)
        self.after = {}
        for number in range(begin, self.end):
            branch, end = (p.search(self.lines[number]) for p in (BRANCH, END))
            next_ones = [number + 1]
            if branch:
                next_ones = [labels[branch[2]]] + next_ones * bool(branch[1])
            elif end:
                next_ones = next_ones * bool(end[1])
            elif CHOICE.search(self.lines[number]):
                next_ones += labels.values()
            self.after[number] = next_ones
        self.before = {}
        for number, next_ones in self.after.items():
            for other in next_ones:
                self.before.setdefault(other, []).append(number)

        self.variables = set(VARIABLE.findall("\n".join(self.lines)))
        self.sources = {}
        for line in self.lines[begin : self.end]:
            if found := DEFINITION.match(line):
                isLoad = found[1].startswith(("ld", "atom"))
                self.sources.setdefault(found[2], []).append("" if isLoad else found[3])

    def variable(self, base):
        """The shared variable that an address is computed from, or nothing."""
        seen, work = set(), [base]
        while work:
            name = work.pop()
            if name not in seen:
                seen.add(name)
                for text in self.sources.get(name, []):
                    work += re.findall(r"%?[\w$]+", text)
        found = seen & self.variables
        return found.pop() if len(found) == 1 else ""

    def stores_back(self, number):
        """True if an instruction stores what its thread has just loaded from there:
        memory stays as it is."""
        store = STORE.search(self.lines[number])
        if not store:
            return False
        registers = re.findall(r"%\w+", store[0])
        for text in reversed(self.lines[:number]):
            load = LOAD.match(text)
            if load and (load[2], load[1]) == (store[1], store[2]):
                return True
            sets = re.match(r"\s*(?:@!?%\w+\s+)?[a-z][\w.:]*\s+(\{[^}]*\}|%\w+)", text)
            isSet = sets and set(re.findall(r"%\w+", sets[1])) & set(registers)
            label = LABEL.match(text)
            moves = label and label[1] in self.targets or BRANCH.search(text)
            if isSet or moves or any(kind != "r" for _, kind in effects(text)):
                return False
        return False

    def access(self, number):
        """The register, offset and size of an access that all threads make which
        come by, or None."""
        found = ACCESS.match(self.lines[number])
        if not found:
            return None
        size = int(found["bits"]) // 8 * int(found["count"] or 1)
        return found["what"], found["base"], int(found["offset"] or 0), size

    def straight(self, start, edges, ends):
        """The lines that whoever is at START passes next, or has just passed, up to
        one where ENDS holds."""
        while len(edges.get(start, [])) == 1 and start < self.end:
            start = edges[start][0]
            if ends(self.lines[start]):
                return
            yield start

    def effects(self, number):
        """Effects of an instruction, with the shared variable where there is one."""
        if self.stores_back(number):
            return set()
        address = ADDRESS.search(self.lines[number])
        variable = self.variable(address[1]) if address else ""
        return {
            (f"{space} {variable}".rstrip() if space == "shared" else space, kind)
            for space, kind in effects(self.lines[number])
        }

    def walk(self, start, edges, ends):
        """The lines on paths from START, up to those where ENDS holds, with them."""
        seen, work = set(), list(edges.get(start, []))
        while work:
            number = work.pop()
            if number in seen or number >= self.end:
                continue
            seen.add(number)
            if not ends(self.lines[number]):
                work.extend(edges.get(number, []))
        return seen


def why_redundant(text, line):
    """Why the synchronisation in the line, counted from 1, is not needed, or None."""
    number = line - 1
    paths = Paths(text, number)
    here = paths.lines[number]
    if BARRIER.search(here):
        return barrier(paths, number, BARRIER.search)
    if warp := WARP.search(here):

        def as_strong(text):
            other = WARP.search(text)
            return BARRIER.search(text) or (other and other[1] == warp[1])

        return barrier(paths, number, as_strong)
    if WAIT.search(here):
        return wait(paths, number)
    if PROXY_FENCE.search(here):
        return proxy_fence(paths, number)
    if ORDERED.search(here):
        return order(paths)
    return None


def barrier(paths, number, ends):
    """No two accesses in conflict have this barrier alone between them."""
    sides = []
    for edges in (paths.before, paths.after):
        lines = paths.walk(number, edges, ends)
        idle = {i for i in lines if WAIT.search(paths.lines[i]) and covered(paths, i)}
        sides.append(lines - idle)
    pairs = [
        (first, second)
        for first in sides[0]
        for second in sides[1]
        if any(conflict(a, b) for a in paths.effects(first) for b in paths.effects(second))
    ]
    if not pairs:
        return "between its neighbours no access before it conflicts with one behind it"
    own = []
    for side, edges in zip(sides, (paths.after, paths.before)):
        others = list(paths.straight(number, edges, ends))
        own.append({i for i in side if owns(paths, others, i, sides[0] | sides[1])})
    if all(first in own[0] or second in own[1] for first, second in pairs):
        return "what a thread accesses on one side it stores to on the other, so that nobody else does"
    return None


def owns(paths, others, line, lines):
    """True if each thread that makes an access at a line stores to its place on the
    other side of the barrier as well, at one of the lines OTHERS, by which all come:
    who else accessed it there would race in the correct kernel. LINES are those of
    both sides."""
    access = paths.access(line)
    definition = access and re.compile(rf"^\s*(@!?%\w+\s+)?[a-z][\w.:]*\s+(\{{[^}}]*)?{access[1]}\b")
    if not access or any(definition.match(paths.lines[i]) for i in lines):
        return False
    for other in others:
        store = paths.access(other)
        if store and store[0] == "st" and store[1] == access[1]:
            if store[2] <= access[2] and access[2] + access[3] <= store[2] + store[3]:
                return True
    return False


def bounds(paths, number):
    """Where what a wait does may have been done: two tests of text."""
    most = int(WAIT.search(paths.lines[number])[1] or 0)

    def as_strong(text):
        found = WAIT.search(text)
        return found and int(found[1] or 0) <= most

    return as_strong, lambda text: as_strong(text) or COMMIT.search(text)


def covered(paths, number):
    """True if another wait comes before on all paths, with no group between."""
    as_strong, ends = bounds(paths, number)
    earlier = paths.walk(number, paths.before, ends)
    stops = [i for i in earlier if ends(paths.lines[i])]
    starts = any(not paths.before.get(i) for i in earlier)
    return stops and not starts and all(as_strong(paths.lines[i]) for i in stops)


def wait(paths, number):
    """Another wait does as much, or nobody reads what it waits for."""
    if covered(paths, number):
        return "another wait comes before it, with no group committed between"
    later = paths.walk(number, paths.after, bounds(paths, number)[1])
    texts = [paths.lines[i] for i in later]
    touched = {e for text in texts if not WAIT.search(text) for e in effects(text)}
    if any(COMMIT.search(t) for t in texts) or any(e[0] in ("shared", "generic") for e in touched):
        return None
    return "no shared memory is accessed behind it before the next wait"


def proxy_fence(paths, number):
    """Behind the barriers before it no thread accesses memory through the async proxy.

    Agents may meet at other lines of the same barrier. Memory that other blocks reach is
    not ordered by it.
    """
    if "fence.proxy.async.shared::cta" not in paths.lines[number]:
        return None
    if followed(paths, number):
        return "another one follows it before anybody may access memory through the async proxy"
    if preceded(paths, number):
        return "each thread has passed another one since its accesses, in front of a barrier of all"
    earlier = paths.walk(number, paths.before, BARRIER.search)
    meetings = [i for i in earlier if MEETING.search(paths.lines[i])]
    starts = any(not paths.before.get(i) for i in earlier)
    if starts or any(CLUSTER.search(line) for line in paths.lines):
        return None
    if len(meetings) != sum(bool(BARRIER.search(paths.lines[i])) for i in earlier):
        return None
    others = [
        i
        for i, line in enumerate(paths.lines[: paths.end])
        if MEETING.search(line) or PREDICATED.search(line)
    ]
    later = {i for at in others for i in paths.walk(at, paths.after, lambda text: False)}
    if any(ASYNC_PROXY.search(paths.lines[i]) for i in later):
        return None
    return "behind the barrier before it no thread accesses memory through the async proxy"


def followed(paths, number):
    """True if the thread comes to the same fence again before anybody who may know of
    its accesses makes one through the async proxy.

    Where it meets others on the way, these are in step with it, and make none before all
    meet again behind the other fence."""
    here = paths.lines[number]
    if not here.strip().startswith("fence"):
        return False
    paths.lines[number] = ""
    later = paths.walk(number, paths.after, lambda text: text.strip() == here.strip())
    paths.lines[number] = here
    if any(MEETING.search(paths.lines[i]) for i in later):
        if not are_in_step(paths):
            return False
        for fence in [i for i in later if paths.lines[i].strip() == here.strip()]:
            later |= paths.walk(fence, paths.after, BARRIER.search)
    runsOff = any(next >= paths.end for i in later for next in paths.after[i])
    return not runsOff and not any(tells_or_ends(paths.lines[i]) for i in later)


def preceded(paths, number):
    """True if nobody has accessed shared memory since a barrier at which all threads stand
    at one line, and each has passed such a fence since its accesses in front of that."""

    def is_clear(start, ends):
        """The lines at which paths back from one begin, or None if some access memory."""
        lines = paths.walk(start, paths.before, ends)
        stops = {i for i in lines if ends(paths.lines[i])}
        starts = any(not paths.before.get(i) for i in lines)
        touched = any(
            "mbarrier." in paths.lines[i] or any(e[0] != "global" for e in paths.effects(i))
            for i in lines - stops
        )
        return None if starts or touched else stops

    def is_fence(text):
        return PROXY_FENCE.search(text) and not text.lstrip().startswith("@")

    if any(CLUSTER.search(line) for line in paths.lines):
        return False
    barriers = is_clear(number, BARRIER.search)
    return bool(barriers) and all(
        is_first_of_all(paths, i) and is_clear(i, is_fence) for i in barriers
    )


def is_first_of_all(paths, barrier):
    """True if all threads come to a barrier, and to those before it, one after the other."""
    at, seen = min(paths.after), set()
    while at not in seen:
        seen.add(at)
        passed = paths.walk(at, paths.after, BARRIER.search)
        found = [i for i in passed if BARRIER.search(paths.lines[i])]
        if len(found) != 1 or not MEETING.search(paths.lines[found[0]]):
            return False
        at = found[0]
        if at == barrier:
            return True
    return False


def tells_or_ends(text):
    """True for what ends a thread, tells others of it in another way than by meeting
    all, or accesses memory through the async proxy."""
    if MEETING.search(text):
        return False
    return any(each.search(text) for each in (SIGNAL, END, ASYNC_PROXY, CLUSTER))


def are_in_step(paths):
    """True if on all paths the same barrier follows each, so that all threads that meet
    stand at one line."""
    barriers = [i for i in range(paths.end) if BARRIER.search(paths.lines[i])]
    if any(PREDICATED.search(paths.lines[i]) for i in barriers):
        return False
    for start in (min(paths.after), *barriers):
        passed = paths.walk(start, paths.after, BARRIER.search)
        if sum(bool(BARRIER.search(paths.lines[i])) for i in passed) > 1:
            return False
    return True


def order(paths):
    """Global memory holds only what nobody writes, and atomics: nothing to order."""
    every = {effect for text in paths.lines[: paths.end] for effect in effects(text)}
    if any(conflict(e, f) for e in every for f in every if e[0] != "shared" and f[0] != "shared" and "w" in (e[1], f[1])):
        return None
    return "nobody stores to global memory but by atomics"
