#pragma once
// Refuses compilers that are known to miscompile coroutines. error.hpp includes this, and so every header
// with a coroutine does.
//
// GCC before 13 destroys temporaries of a co_await expression twice or not at all, and evaluates a co_await
// in a condition wrongly (GCC bug 107288 and others). It reports nothing: the program crashes later.

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 13
#error \
    "setpoint: GCC before 13 silently miscompiles coroutines (GCC bug 107288). Use clang 19, or GCC 13 or later."
#endif
