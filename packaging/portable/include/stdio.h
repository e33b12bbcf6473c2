// musl defines stdin as the macro "(stdin)", which breaks container::stdin and each use of it. C allows a program to remove the macro: the
// name is declared as well.
#include_next <stdio.h>
#undef stdin
