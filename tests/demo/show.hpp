#pragma once
// What a demonstration is made of: each operator's folder defines one.

#include "world.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace demo {

struct show {
    std::string_view program;  // webserver-demo
    boost::json::object definition;
    std::string_view kind;  // whose events are shown
    // Regular expressions (grep -E) for the operator's log: what is shown of it, and what must be in it.
    std::string_view shown_in_log, must_be_in_log;
    void (*watch)(world& w);  // says what is looked at
    std::vector<std::string> (*table)(const world& w);
    // The story, act by act; each waits for what should come of it. Throws step_failed. `keep`: stops before
    // the deletion.
    awaitable<void> (*play)(world& w, bool keep);
    bool webhooks = false;  // whether the operator's are called, at a URL of this machine
};

const show& the_show();

}  // namespace demo
