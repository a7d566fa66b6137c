// Debug information that is not well-formed.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{expected 'in'}}
#file = #cuda_tile.di_file<"a.py", "/d">

// -----

// expected-error@+1 {{expected string}}
#file = #cuda_tile.di_file<a in "/d">

// -----

// expected-error@+1 {{di_compile_unit needs the field 'file'}}
#cu = #cuda_tile.di_compile_unit<>

// -----

// expected-error@+1 {{di_compile_unit has no field 'language'}}
#cu = #cuda_tile.di_compile_unit<language = 2>

// -----

// expected-error@+1 {{'file' is given twice}}
#cu = #cuda_tile.di_compile_unit<file = <"a.py" in "">, file = <"a.py" in "">>

// -----

// expected-error@+1 {{expected '<'}}
#cu = #cuda_tile.di_compile_unit<file = "a.py">

// -----

#cu = #cuda_tile.di_compile_unit<file = <"a.py" in "">>
// expected-error@+1 {{invalid kind of attribute specified}}
#again = #cuda_tile.di_compile_unit<file = #cu>

// -----

#cu = #cuda_tile.di_compile_unit<file = <"a.py" in "">>
// expected-error@+1 {{di_subprogram needs the field 'linkageName'}}
#sp = #cuda_tile.di_subprogram<file = <"a.py" in "">, line = 1, name = "k", compileUnit = #cu>

// -----

// expected-error@+1 {{integer value too large}}
#sp = #cuda_tile.di_subprogram<line = 4294967296>

// -----

#file = #cuda_tile.di_file<"a.py" in "">
// expected-error@+1 {{invalid kind of attribute specified}}
#block = #cuda_tile.di_lexical_block<scope = #file, file = #file, line = 1>

// -----

#file = #cuda_tile.di_file<"a.py" in "">
// expected-error@+1 {{invalid kind of attribute specified}}
#place = #cuda_tile.di_loc<loc("a.py":1:1) in #file>

// -----

#cu = #cuda_tile.di_compile_unit<file = <"a.py" in "">>
#sp = #cuda_tile.di_subprogram<file = <"a.py" in "">, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
// expected-error@+1 {{invalid kind of attribute specified}}
#place = #cuda_tile.di_loc<loc(unknown) in #sp>

// -----

#cu = #cuda_tile.di_compile_unit<file = <"a.py" in "">>
#sp = #cuda_tile.di_subprogram<file = <"a.py" in "">, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
// expected-error@+1 {{the place of a di_loc must be one file:line:column, found loc("a.py":1:1 to :7)}}
#place = #cuda_tile.di_loc<loc("a.py":1:1 to :7) in #sp>
