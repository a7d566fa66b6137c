"""Checks that each input file of tests is used by some test.

    lint_inputs.py FOLDER...

A file in a folder `Inputs`, or one of the folders below `Inputs` that it lies in,
is named in another file of these folders: with its ending or without it.
"""

import pathlib
import sys

SKIPPED = {"__pycache__"}


def read(folders):
    """The text of each file, by its path from the folder that it was found in."""
    texts = {}
    for folder in map(pathlib.Path, folders):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not SKIPPED.intersection(path.parts):
                place = folder.name / path.relative_to(folder)
                texts[place] = path.read_bytes().decode(errors="ignore")
    return texts


def names_of(path):
    """The names by which tests may refer to a file in a folder `Inputs`."""
    below = len(path.parts) - path.parts[::-1].index("Inputs")
    return {path.name, path.stem, *path.parts[below:-1]}


def main():
    texts = read(sys.argv[1:])
    for path in texts:
        if "Inputs" not in path.parts[:-1]:
            continue
        names = names_of(path)
        others = (text for other, text in texts.items() if other != path)
        if not any(name in text for text in others for name in names):
            print(f"{path}: no test uses it")


if __name__ == "__main__":
    main()
