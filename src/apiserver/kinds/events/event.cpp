// Events of events.k8s.io, which are stored as those of the core group.

#include "apiserver/kinds/core/event.hpp"

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_series(const bj::object& e, field_errors& to) {
    const bj::object* series = object_at(e, "series");
    if (series == nullptr) return;
    if (number_at(*series, "count").value_or(0) < 2) invalid(to, "series.count", "", "should be at least 2");
    if (value_at(*series, "lastObservedTime") == nullptr) required(to, "series.lastObservedTime");
}

void validate_events_event(const bj::object& o, const kind_context&, field_errors& to) {
    const bj::object e = in_core_form(o);
    validate_any_event(e, "reportingController", to);
    validate_metadata(e, true, subdomain_name, to);
    validate_series(e, to);
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

void validate_kept_text(const bj::object& e, const bj::object& old, std::string_view key,
                        const std::string& path, field_errors& to) {
    if (text_at(e, key) != text_at(old, key)) invalid(to, path, text_at(e, key), std::string(immutable));
}

void validate_events_event_update(const bj::object& o, const bj::object& before, const kind_context&,
                                  field_errors& to) {
    const bj::object e = in_core_form(o), old = in_core_form(before);
    validate_any_event(e, "reportingController", to);
    validate_metadata_update(e, old, to);
    if (!same_field(e, old, "series")) validate_series(e, to);
    validate_immutable(e, old, "involvedObject", "involvedObject", to);
    validate_kept_text(e, old, "reason", "reason", to);
    validate_kept_text(e, old, "message", "message", to);
    for (const char* key : {"source", "firstTimestamp", "lastTimestamp"})
        validate_immutable(e, old, key, key, to);
    const std::int64_t count = number_at(e, "count").value_or(0);
    if (count != number_at(old, "count").value_or(0)) invalid(to, "count", count, std::string(immutable));
    validate_kept_text(e, old, "reason", "reason", to);  // the real server reports it twice
    validate_kept_text(e, old, "type", "type", to);
    validate_immutable(e, old, "eventTime", "eventTime", to);
    validate_kept_text(e, old, "action", "action", to);
    validate_immutable(e, old, "related", "related", to);
    validate_kept_text(e, old, "reportingComponent", "reportingController", to);
    validate_kept_text(e, old, "reportingInstance", "reportingInstance", to);
}

}  // namespace

constinit const kind_code events_event_kind{.defaults = apply_go_encoding,
                                            .validate = validate_events_event,
                                            .validate_update = validate_events_event_update,
                                            .cells = event_cells,
                                            .selectable_path = event_selectable_path,
                                            .from_storage = event_from_core,
                                            .to_storage = event_to_core,
                                            .has_generation = false,
                                            .create_on_update = true};

}}}  // namespace setpoint::v0::apiserver
