#pragma once
// The life of a WebServer, act by act; each waits for what should come of it. Throws step_failed.

#include "world.hpp"

namespace demo {

// The CustomResourceDefinition is served and there is a node to run pods on.
awaitable<void> install(world& w);
// `keep`: stops before the deletion.
awaitable<void> play(world& w, bool keep);

}  // namespace demo
