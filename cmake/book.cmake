# Writes the pages of the book as a package has them: cmake -DFROM=docs -DTO=FOLDER -P cmake/book.cmake
# TO is share/doc/PACKAGE/docs below the prefix. Links to headers lead to the installed ones, and those to files that no package
# has become plain text.
cmake_minimum_required(VERSION 3.25)
file(GLOB_RECURSE pages RELATIVE ${FROM} ${FROM}/*.md)
set(installed "examples|tests/pages/howto|tests/scaffold/cronjob[a-z_]*\\.patch") # as debian.cmake installs them beside docs/
foreach(page ${pages})
  file(READ ${FROM}/${page} text)
  get_filename_component(folder "${page}" DIRECTORY)
  set(prefix "../../../..")
  set(out_of_docs "\\.\\./")
  if(folder)
    string(APPEND prefix "/..")
    string(APPEND out_of_docs "\\.\\./")
  endif()
  string(REGEX REPLACE "\\]\\((\\.\\./)+include/setpoint/" "](${prefix}/include/setpoint/" text "${text}")
  string(REGEX REPLACE "\\]\\((${out_of_docs})(${installed})" "](installed:\\1\\2" text "${text}")
  string(REGEX REPLACE "\\[([^][]*)\\]\\(${out_of_docs}[^.)][^)]*\\)" "\\1" text "${text}")
  string(REPLACE "](installed:" "](" text "${text}")
  if(page STREQUAL "index.md")
    string(APPEND text "\n[reference/fields.md](reference/fields.md) lists the fields of the built-in kinds, and [reference/context.md](reference/context.md)\n"
                       "what a reconciler calls.\n\nPaths that begin with `script/`, `tests/`, `bench/`, `manifests/` or `src/` are those of the source tree. The package has the\n"
                       "pages, `examples/` and what pages show of `tests/`.\n")
  endif()
  file(WRITE ${TO}/${page} "${text}")
endforeach()
