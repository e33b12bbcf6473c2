#pragma once
// Rejects compilers that are known to miscompile coroutines. error.hpp includes this header, and so
// does every header with a coroutine.
//
// GCC before 13 destroys temporary arguments of an awaited call twice: `co_await
// client.list({.limit = 5})` destroys the members of the aggregate twice, and `co_await run([x]
// {...})` the captures of the lambda. There is no diagnostic; the program corrupts its heap later.
//
// One of the reports: https://gcc.gnu.org/PR107288. Naming every temporary would avoid the fault, but no tool
// checks such a rule.

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 13
#error "setpoint: GCC before 13 silently miscompiles coroutines. Use clang 19, or GCC 13 or later."
#endif
