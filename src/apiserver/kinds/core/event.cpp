// Events of the core group, and what those of events.k8s.io have in common with them. Both are stored as
// Events of the core group.

#include "apiserver/kinds/core/event.hpp"

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/age.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "framework/core/ascii.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t field_limit = 128, note_limit = 1024;

struct renamed_field {
    const char *core, *events;
};

constexpr renamed_field renamed_fields[] = {{"involvedObject", "regarding"},
                                            {"message", "note"},
                                            {"reportingComponent", "reportingController"},
                                            {"source", "deprecatedSource"},
                                            {"firstTimestamp", "deprecatedFirstTimestamp"},
                                            {"lastTimestamp", "deprecatedLastTimestamp"},
                                            {"count", "deprecatedCount"}};

void rename_field(bj::object& o, const char* from, const char* to) {
    const bj::value* v = o.if_contains(from);
    if (v == nullptr) return;
    const bj::value copy = *v;
    o.stable_erase(from);
    o[to] = copy;
}

void validate_regarding(const bj::object& e, field_errors& to) {
    const std::string_view ns = text_at(object_of(e, "metadata"), "namespace");
    const std::string_view about = text_at(object_of(e, "involvedObject"), "namespace");
    const bool timed = value_at(e, "eventTime") != nullptr;
    const bool wrong = about.empty() ? !ns.empty() && ns != "default" && !(timed && ns == "kube-system")
                                     : !timed && about != ns;
    if (wrong) invalid(to, "involvedObject.namespace", about, "does not match event.namespace");
}

// Rules that both groups have for an event with an eventTime.
void validate_timed(const bj::object& e, const char* controller, field_errors& to) {
    if (value_at(e, "eventTime") == nullptr) return;
    const std::string_view reporter = text_at(e, "reportingComponent");
    if (reporter.empty()) required(to, controller);
    add_invalid(to, controller, reporter, qualified_name(reporter));
    for (const char* key : {"reportingInstance", "action", "reason"}) {
        const std::string_view text = text_at(e, key);
        if (text.empty()) required(to, key);
        if (text.size() > field_limit) {
            invalid(to, key, "", fmt::format("can have at most {} characters", field_limit));
        }
    }
    if (text_at(e, "message").size() > note_limit) {
        invalid(to, "message", "", fmt::format("can have at most {} characters", note_limit));
    }
}

}  // namespace

void validate_any_event(const bj::object& e, const char* controller, field_errors& to) {
    validate_regarding(e, to);
    validate_timed(e, controller, to);
}

namespace {

void validate_event(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_event(o, "reportingComponent", to);
}

void validate_event_update(const bj::object& o, const bj::object&, const kind_context&, field_errors& to) {
    validate_any_event(o, "reportingComponent", to);
}

}  // namespace

void event_to_core(bj::object& event) {
    for (const renamed_field& n : renamed_fields) rename_field(event, n.events, n.core);
    event["apiVersion"] = "v1";
    event["kind"] = "Event";
    apply_go_encoding(event);
}

void event_from_core(bj::object& event) {
    for (const renamed_field& n : renamed_fields) rename_field(event, n.core, n.events);
    event["apiVersion"] = "events.k8s.io/v1";
    event["kind"] = "Event";
    apply_go_encoding(event);
}

bj::object in_core_form(const bj::object& o) {
    bj::object out = o;
    if (text_at(out, "apiVersion") != "v1") event_to_core(out);
    return out;
}

namespace {

std::string first_seen_text(const bj::object& e, wall_time now) {
    const std::string_view first = text_at(e, "firstTimestamp");
    return age_text(first.empty() ? text_at(e, "eventTime") : first, now);
}

bj::value first_seen_cell(const bj::object& o, wall_time now) {
    return cell(first_seen_text(in_core_form(o), now));
}

bj::value last_seen_cell(const bj::object& o, wall_time now) {
    const bj::object e = in_core_form(o);
    if (const bj::object* series = object_at(e, "series"))
        return cell(age_text(text_at(*series, "lastObservedTime"), now));
    const std::string_view last = text_at(e, "lastTimestamp");
    return cell(last.empty() ? first_seen_text(e, now) : age_text(last, now));
}

bj::value event_object_cell(const bj::object& o, wall_time) {
    const bj::object e = in_core_form(o);
    const bj::object& about = object_of(e, "involvedObject");
    const std::string kind = lower_case(text_at(about, "kind"));
    const std::string_view name = text_at(about, "name");
    return cell(name.empty() ? kind : fmt::format("{}/{}", kind, name));
}

bj::value event_source_cell(const bj::object& o, wall_time) {
    const bj::object e = in_core_form(o);
    const bj::object& source = object_of(e, "source");
    std::string_view component = text_at(source, "component"), host = text_at(source, "host");
    if (component.empty()) component = text_at(e, "reportingComponent");
    if (host.empty()) host = text_at(e, "reportingInstance");
    return cell(host.empty() ? std::string(component) : fmt::format("{}, {}", component, host));
}

bj::value event_message_cell(const bj::object& o, wall_time) {
    const bj::object e = in_core_form(o);
    std::string_view m = text_at(e, "message");
    constexpr std::string_view space = " \t\r\n\v\f";
    const std::size_t begin = m.find_first_not_of(space);
    if (begin == std::string_view::npos) return "";
    return cell(m.substr(begin, m.find_last_not_of(space) - begin + 1));
}

bj::value event_count_cell(const bj::object& o, wall_time) {
    const bj::object e = in_core_form(o);
    const bj::object* series = object_at(e, "series");
    const std::int64_t n =
        series == nullptr ? number_at(e, "count").value_or(0) : number_at(*series, "count").value_or(0);
    return series == nullptr && n == 0 ? 1 : n;
}

}  // namespace

constinit const cell_row event_cells[9] = {
    {"Last Seen", last_seen_cell},
    {"Type", [](const bj::object& o, wall_time) { return cell(text_at(o, "type")); }},
    {"Reason", [](const bj::object& o, wall_time) { return cell(text_at(o, "reason")); }},
    {"Object", event_object_cell},
    {"Subobject",
     [](const bj::object& o, wall_time) {
         return cell(text_at(object_of(in_core_form(o), "involvedObject"), "fieldPath"));
     }},
    {"Source", event_source_cell},
    {"Message", event_message_cell},
    {"First Seen", first_seen_cell},
    {"Count", event_count_cell},
};

// Both groups store Events as those of the core group.
std::string event_selectable_path(std::string_view path, const bj::object& event) {
    constexpr std::string_view regarding = "regarding.";
    if (path.starts_with(regarding)) return "involvedObject." + std::string(path.substr(regarding.size()));
    if (path == "reportingController") return "reportingComponent";
    if (path != "source") return std::string(path);
    // The deprecated field, or the reporter in the current one.
    const bool deprecated = !text_at(object_of(event, "source"), "component").empty();
    return deprecated ? "source.component" : "reportingComponent";
}

constinit const kind_code event_kind{.defaults = apply_go_encoding,
                                     .validate = validate_event,
                                     .validate_update = validate_event_update,
                                     .cells = event_cells,
                                     .selectable_path = event_selectable_path,
                                     .has_generation = false,
                                     .create_on_update = true};

}}}  // namespace setpoint::v0::apiserver
