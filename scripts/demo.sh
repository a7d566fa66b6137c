# shellcheck shell=bash
demo() { :; }
