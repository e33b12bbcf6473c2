#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/storage_versions.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

namespace {

constexpr std::size_t field_limit = 128, note_limit = 1024;

struct renamed {
    const char *core, *events;
};
constexpr renamed renamed_fields[] = {{"involvedObject", "regarding"},
                                      {"message", "note"},
                                      {"reportingComponent", "reportingController"},
                                      {"source", "deprecatedSource"},
                                      {"firstTimestamp", "deprecatedFirstTimestamp"},
                                      {"lastTimestamp", "deprecatedLastTimestamp"},
                                      {"count", "deprecatedCount"}};

void rename(bj::object& o, const char* from, const char* to) {
    const bj::value* v = o.if_contains(from);
    if (v == nullptr) return;
    const bj::value copy = *v;
    o.stable_erase(from);
    o[to] = copy;
}

void check_regarding(const bj::object& e, field_errors& to) {
    const std::string_view ns = text_at(object_of(e, "metadata"), "namespace");
    const std::string_view about = text_at(object_of(e, "involvedObject"), "namespace");
    const bool timed = value_at(e, "eventTime") != nullptr;
    const bool wrong = about.empty() ? !ns.empty() && ns != "default" && !(timed && ns == "kube-system")
                                     : !timed && about != ns;
    if (wrong) invalid(to, "involvedObject.namespace", about, "does not match event.namespace");
}

// Rules that both groups have for an event with an eventTime.
void check_timed(const bj::object& e, const char* controller, field_errors& to) {
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

void check_legacy(const bj::object& e, const char* controller, field_errors& to) {
    check_regarding(e, to);
    check_timed(e, controller, to);
    const std::string_view ns = text_at(object_of(e, "metadata"), "namespace");
    add_invalid(to, "namespace", ns, dns1123_subdomain(ns));
}

void check_series(const bj::object& e, field_errors& to) {
    const bj::object* series = object_at(e, "series");
    if (series == nullptr) return;
    if (number_at(*series, "count").value_or(0) < 2) invalid(to, "series.count", "", "should be at least 2");
    if (value_at(*series, "lastObservedTime") == nullptr) required(to, "series.lastObservedTime");
}

void validate_core(const bj::object& o, const strategy_context&, field_errors& to) {
    check_legacy(o, "reportingComponent", to);
}

void validate_core_update(const bj::object& o, const bj::object&, const strategy_context&, field_errors& to) {
    check_legacy(o, "reportingComponent", to);
}

bj::object in_core_form(const bj::object& o) {
    bj::object out = o;
    if (text_at(out, "apiVersion") != "v1") event_to_core(out);
    return out;
}

void validate_events(const bj::object& o, const strategy_context&, field_errors& to) {
    const bj::object e = in_core_form(o);
    check_legacy(e, "reportingController", to);
    validate_metadata(e, true, subdomain_name, to);
    check_series(e, to);
    if (value_at(e, "eventTime") == nullptr) required(to, "eventTime");
    const std::string_view type = text_at(e, "type");
    if (type != "Normal" && type != "Warning")
        invalid(to, "type", "", fmt::format("has invalid value: {}", type));
    for (const char* key : {"firstTimestamp", "lastTimestamp"}) {
        if (value_at(e, key) != nullptr) invalid(to, key, "", "needs to be unset");
    }
    if (number_at(e, "count").value_or(0) != 0) invalid(to, "count", "", "needs to be unset");
    const bj::object& source = object_of(e, "source");
    if (!text_at(source, "component").empty() || !text_at(source, "host").empty()) {
        invalid(to, "source", "", "needs to be unset");
    }
}

void keep_text(const bj::object& e, const bj::object& old, std::string_view key, const std::string& path,
               field_errors& to) {
    if (text_at(e, key) != text_at(old, key)) invalid(to, path, text_at(e, key), std::string(immutable));
}

void validate_events_update(const bj::object& o, const bj::object& before, const strategy_context&,
                            field_errors& to) {
    const bj::object e = in_core_form(o), old = in_core_form(before);
    check_legacy(e, "reportingController", to);
    validate_metadata_update(e, old, to);
    if (!same_field(e, old, "series")) check_series(e, to);
    validate_immutable(e, old, "involvedObject", "involvedObject", to);
    keep_text(e, old, "reason", "reason", to);
    keep_text(e, old, "message", "message", to);
    for (const char* key : {"source", "firstTimestamp", "lastTimestamp"})
        validate_immutable(e, old, key, key, to);
    const std::int64_t count = number_at(e, "count").value_or(0);
    if (count != number_at(old, "count").value_or(0)) invalid(to, "count", count, std::string(immutable));
    keep_text(e, old, "reason", "reason", to);  // the real server reports it twice
    keep_text(e, old, "type", "type", to);
    validate_immutable(e, old, "eventTime", "eventTime", to);
    keep_text(e, old, "action", "action", to);
    validate_immutable(e, old, "related", "related", to);
    keep_text(e, old, "reportingComponent", "reportingController", to);
    keep_text(e, old, "reportingInstance", "reportingInstance", to);
}

}  // namespace

void event_to_core(bj::object& event) {
    for (const renamed& n : renamed_fields) rename(event, n.events, n.core);
    event["apiVersion"] = "v1";
    event["kind"] = "Event";
    apply_go_encoding(event);
}

void event_from_core(bj::object& event) {
    for (const renamed& n : renamed_fields) rename(event, n.core, n.events);
    event["apiVersion"] = "events.k8s.io/v1";
    event["kind"] = "Event";
    apply_go_encoding(event);
}

const strategy event_strategy{.defaults = apply_go_encoding,
                              .validate = validate_core,
                              .validate_update = validate_core_update,
                              .has_generation = false,
                              .create_on_update = true};
const strategy events_event_strategy{.defaults = apply_go_encoding,
                                     .validate = validate_events,
                                     .validate_update = validate_events_update,
                                     .has_generation = false,
                                     .create_on_update = true};

}  // namespace setpoint::inline v0::apiserver
