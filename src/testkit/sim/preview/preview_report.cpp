#include "setpoint/sim/preview_report.hpp"

#include "apiserver/objects/fields.hpp"
#include "testkit/sim/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace sim {

bool object_change::is_deleted() const {
    if (!before) return false;
    if (!after) return true;
    const auto is_going = [](const boost::json::object& o) {
        return !apiserver::text_at(o, {"metadata", "deletionTimestamp"}).empty();
    };
    return is_going(*after) && !is_going(*before);
}

std::string object_change::name() const {
    return printable(fmt::format("{} {}", kind, key.to_string()));
}

std::string name_of(consequence::kind k) {
    switch (k) {
        case consequence::kind::loses_data:
            return "data-loss";
        case consequence::kind::deletes:
            return "deletion";
        case consequence::kind::restarts:
            return "restart";
        case consequence::kind::stops:
            return "stop";
        case consequence::kind::scales_up:
            return "scale-up";
        case consequence::kind::changes_owner:
            return "ownership";
        case consequence::kind::notice:
            return "notice";
    }
    return {};
}

bool preview_report::disrupts() const {
    return std::ranges::any_of(consequences, [](const consequence& c) { return c.disrupts(); });
}

std::string preview_report::text() const {
    std::string out;
    const auto add = [&](std::string_view line) { out.append(printable(line)).append("\n"); };
    if (!incomplete.empty()) add("incomplete: " + incomplete);
    for (const consequence& c : consequences) add(c.text);
    for (const refused_write& r : refused)
        add(fmt::format("refused: {}: {} {}", r.what, r.status, r.message));
    for (const std::string& n : notes) add("note: " + n);
    return out;
}

}}}  // namespace setpoint::v0::sim
