#pragma once
// What a watch event is about, read without parsing its object.

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace testing {

struct event_head {
    std::string type, ns, name, resource_version;
};
// `line`: {"type":...,"object":{...}}. Missing parts are "". Returns nothing if it is not a watch event.
std::optional<event_head> read_event_head(std::string_view line);
// Whether it is a bookmark, which is about no object.
bool is_bookmark(std::string_view line);

}}}  // namespace setpoint::v0::testing
