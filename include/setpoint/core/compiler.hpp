#pragma once
// Refuses compilers that are known to miscompile coroutines. error.hpp includes this, and so every header
// with a coroutine does.
//
// GCC before 13 destroys temporaries twice that are arguments of an awaited call: `co_await
// client.list({.limit = 5})` destroys the members of the aggregate twice, and `co_await run([x] {...})` what
// the lambda has captured. It reports nothing; the program corrupts its heap later.

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 13
#error "setpoint: GCC before 13 silently miscompiles coroutines. Use clang 19, or GCC 13 or later."
#endif
