#!/bin/sh
# determinism.sh PROGRAM FOLDER OPTION...: compiles PROGRAM in several ways that
# must not matter and fails unless all give the same bytes. It always uses the
# same path of the program, because debug information contains it.
set -e
program=$1
folder=$2
shift 2
cd "$folder"
for form in ptx cubin; do
  compile() {
    tileiras --gpu-name=sm_90 --emit=$form "$@"
  }
  compile "$program" "$@" -o first.out
  compile "$program" "$@" -o second.out
  cmp first.out second.out
  (cd / && compile "$program" "$@" -o "$folder/folder.out")
  cmp first.out folder.out
  for locale in C C.UTF-8 tr_TR.UTF-8; do
    LC_ALL=$locale LANG=de_DE compile "$program" "$@" -o locale.out
    cmp first.out locale.out
  done
  for threads in 1 2 8; do
    compile "$program" "$@" --threads=$threads -o threads.out
    cmp first.out threads.out
    compile "$program" "$@" --threads=$threads --remarks=all -o threads.out >remarks.$threads
    cmp first.out threads.out
    cmp remarks.1 remarks.$threads
  done
  # Without randomisation the heap and the stack have other addresses.
  if setarch -R true 2>/dev/null; then
    setarch -R tileiras --gpu-name=sm_90 --emit=$form "$program" "$@" -o layout.out
    cmp first.out layout.out
  fi
  TMPDIR="$folder/tmp" compile "$program" "$@" -o temporary.out
  cmp first.out temporary.out
done
