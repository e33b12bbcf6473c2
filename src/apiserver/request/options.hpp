#pragma once
// Request options, validated like the real server's (apimachinery, apis/meta/v1 and internalversion
// validation).

#include "apiserver/request/query.hpp"
#include "apiserver/resources/resource.hpp"
#include "setpoint/api/selector.hpp"

#include <functional>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct record;
struct requester;

struct list_options {
    selector labels;
    field_selector fields;
    std::string resource_version, match, continue_token;
    std::int64_t limit = 0;
    std::optional<std::int64_t> timeout_seconds;
    bool bookmarks = false;
    std::optional<bool> initial_events;

    bool selects() const { return !labels.empty() || !fields.empty(); }
    // Whether the selector uses fields other than name and namespace.
    bool selects_fields() const;
    // Whether the record's object, which is in the version of `r`, is selected.
    bool takes(const resource& r, const record& o) const;
};

enum class field_validation : std::uint8_t { ignore, warn, strict };

struct write_options {
    bool dry_run = false, force = false;
    field_validation validation = field_validation::warn;
    std::string manager;                      // fieldManager, or derived from the User-Agent
    const query_parameters* query = nullptr;  // of the client's request; must outlive the options
    const requester* by = nullptr;            // who sends it; null: the server, or anybody
};

// A CreateOptions or UpdateOptions with what the client sent: `kind` is the name of one.
bj::object options_as_sent(const char* kind, const write_options& o);

struct delete_options {
    bool dry_run = false;
    std::optional<std::int64_t> grace;
    std::optional<std::string> uid, resource_version, propagation;
    std::optional<bool> orphan;
    // ignoreStoreReadErrorWithClusterBreakingPotential: only an object that cannot be read may be deleted.
    bool is_unsafe = false;

    bj::object as_sent() const;  // a DeleteOptions
};

enum class write_verb : std::uint8_t { create, update, patch, apply };

api_result<list_options> read_list_options(const query_parameters& q, const resource& r);
api_result<write_options> read_write_options(const query_parameters& q, write_verb v,
                                             std::string_view user_agent);
// 422 if a DeleteOptions is invalid.
api_result<> check_delete_options(const bj::object& tree);
// From a DeleteOptions; does not validate it.
delete_options delete_options_of(const bj::object& tree, bool dry_run);
// `body`: DeleteOptions, or empty; then the query is used. `type`: the schema of DeleteOptions. `unsafe`:
// whether is_unsafe counts (AllowUnsafeMalformedObjectDeletion).
api_result<delete_options> read_delete_options(const query_parameters& q, const kind_schema& type,
                                               std::string_view content_type, std::string_view body,
                                               bool unsafe = true);

}}}  // namespace setpoint::v0::apiserver
