#pragma once
// A kind with a text, for tests of the explorer.

#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/custom_resource.hpp"

#include <string>

namespace sim_test {

struct note_spec {
    std::string text;
    std::int32_t copies = 1;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A note.", field(&note_spec::text, "text", "Its text."),
                      field(&note_spec::copies, "copies", "How many copies there are."));
    }
};
struct note_status {
    std::string written;
    std::int32_t copies = 0;
    std::int64_t observed_generation = 0;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("What was written.", field(&note_status::written, "written", "The text."),
                      field(&note_status::copies, "copies", "How many copies there are."),
                      field(&note_status::observed_generation, "observedGeneration", "Of the spec."));
    }
};
struct note : setpoint::custom_resource<note_spec, note_status> {
    static constexpr auto kind() {
        return setpoint::custom_kind("example.com", "v1", "Note", "A note that is kept in a ConfigMap.");
    }
};

inline note make_note(std::string name, std::string text, std::int32_t copies = 1) {
    note n;
    n.metadata.name = std::move(name);
    n.metadata.ns = "default";
    n.spec.text = std::move(text);
    n.spec.copies = copies;
    return n;
}

}  // namespace sim_test
