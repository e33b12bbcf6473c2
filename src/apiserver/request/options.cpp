#include "apiserver/request/options.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/shared/columns.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/patch/managed_fields.hpp"
#include "apiserver/request/body.hpp"
#include "apiserver/request/label_selector.hpp"
#include "apiserver/schema/schema_operations.hpp"
#include "apiserver/store/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t max_manager = 128;

bj::value text_value(std::string_view s) {
    return bj::value(bj::string(s));
}

// Like Go's strconv.ParseInt: a present value must be a number.
api_result<std::optional<std::int64_t>> number(const query_parameters& q, std::string_view name) {
    const auto given = q.find(name);
    if (!given) return std::optional<std::int64_t>();
    const std::string_view s = *given;
    std::int64_t n = 0;
    if (std::string wrong = go_text::parse_int_error(s); !wrong.empty()) return bad_request(std::move(wrong));
    std::from_chars(s.data() + (s.starts_with('+') ? 1 : 0), s.data() + s.size(), n);
    return std::optional<std::int64_t>(n);
}

api_error invalid_options(std::string kind, const field_errors& errors) {
    return invalid_object({"meta.k8s.io", std::move(kind)}, "", errors);
}

void check_list(const list_options& o, field_errors& e) {
    const std::string path = "resourceVersionMatch";
    if (!o.match.empty()) {
        if (o.resource_version.empty())
            forbidden(e, path, "resourceVersionMatch is forbidden unless resourceVersion is provided");
        if (!o.continue_token.empty())
            forbidden(e, path, "resourceVersionMatch is forbidden when continue is provided");
        if (o.match != "Exact" && o.match != "NotOlderThan")
            not_supported(e, path, text_value(o.match), {"Exact", "NotOlderThan", ""});
        if (o.match == "Exact" && o.resource_version == "0")
            forbidden(e, path, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
    }
    if (o.initial_events) forbidden(e, "sendInitialEvents", "sendInitialEvents is forbidden for list");
}

void check_watch(const list_options& o, field_errors& e) {
    const std::string path = "resourceVersionMatch";
    if (o.initial_events && o.match != "NotOlderThan")
        forbidden(e, path, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
    if (!o.match.empty() && !o.initial_events)
        forbidden(e, path,
                  "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
    if (!o.match.empty() && o.match != "NotOlderThan")
        not_supported(e, path, text_value(o.match), {"NotOlderThan"});
    if (!o.match.empty() && !o.continue_token.empty())
        forbidden(e, path, "resourceVersionMatch is forbidden when continue is provided");
}

// SetListOptionsDefaults: a watch from any version starts with the existing objects.
void default_watch(list_options& o) {
    if (o.initial_events || !o.match.empty()) return;
    if (!o.resource_version.empty() && o.resource_version != "0") return;
    o.initial_events = true;
    o.match = "NotOlderThan";
}

api_result<> check_fields(const field_selector& fields, const resource& r) {
    for (const auto& one : fields.requirements()) {
        if (one.path == "metadata.name" || (one.path == "metadata.namespace" && r.namespaced)) continue;
        if (std::ranges::find(r.selectable, one.path) != r.selectable.end()) continue;
        if (r.storage == "jobs.batch")
            return bad_request(
                fmt::format("field label {} not supported for Job", go_text::quoted(one.path)));
        const std::string kind = r.gvr.group == "resource.k8s.io" && !r.selectable.empty()
                                     ? fmt::format(" for {}, Kind={}", r.gvr.api_version(), r.kind)
                                     : std::string();
        if (!r.selectable.empty() || r.custom)
            return bad_request(fmt::format("field label not supported{}: {}", kind, one.path));
        if (one.path == "metadata.namespace") continue;
        return bad_request(go_text::quoted(one.path) +
                           " is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
    }
    return {};
}

void check_dry_run(const std::vector<std::string>& values, field_errors& e) {
    if (values.empty() || std::ranges::all_of(values, [](const auto& v) { return v == "All"; })) return;
    bj::array list;
    for (const auto& v : values) list.emplace_back(v);
    not_supported(e, "dryRun", bj::value(std::move(list)), {"All"});
}

void check_manager(std::string_view name, field_errors& e) {
    if (name.size() > max_manager) too_long(e, "fieldManager", max_manager);
    for (const go_text::rune& one : go_text::runes(name))
        if (!go_text::is_print(one))
            invalid(e, "fieldManager", text_value(name),
                    fmt::format("invalid character U+{:04X} (at position {})",
                                static_cast<std::uint32_t>(one.code), one.at));
}

const char* options_name(write_verb v) {
    if (v == write_verb::create) return "CreateOptions";
    return v == write_verb::update ? "UpdateOptions" : "PatchOptions";
}

constexpr const char* unsafe_option = "ignoreStoreReadErrorWithClusterBreakingPotential";

std::optional<bool> flag_at(const bj::object& o, std::string_view key) {
    const bj::value* v = value_at(o, key);
    return v && v->is_bool() ? std::optional<bool>(v->get_bool()) : std::nullopt;
}

std::optional<std::string> text_of_field(const bj::object& o, std::string_view key) {
    const bj::value* v = value_at(o, key);
    return v && v->is_string() ? std::optional<std::string>(std::string(text_of(*v))) : std::nullopt;
}

// Errors about options name only the problem.
api_error without_kind(api_error e) {
    constexpr std::string_view before =
        "the object provided is unrecognized (must be of type DeleteOptions): ";
    if (!e.message.starts_with(before)) return e;
    e.message.erase(0, before.size());
    e.message.erase(e.message.rfind(" ("));
    return e;
}

api_result<bj::object> read_options_body(std::string_view content_type, std::string_view body) {
    const expected_kind options{"DeleteOptions", "meta.k8s.io/v1"};
    if (is_protobuf(content_type)) {
        bj::object out;
        if (const auto failed = read_protobuf(body, options, out)) return bad_request(failed->why);
        return out;
    }
    auto read = read_body(content_type, body, options);
    if (!read) return without_kind(read.error());
    return std::move(read->object);
}

api_result<bj::object> delete_tree(const query_parameters& q, const kind_schema& type,
                                   std::string_view content_type, std::string_view body) {
    if (!body.empty()) {
        auto read = read_options_body(content_type, body);
        if (!read) return read.error();
        const std::string_view kind = text_at(*read, "kind"), version = text_at(*read, "apiVersion");
        if (!kind.empty() && kind != "DeleteOptions")
            return bad_request(not_registered(kind, version.empty() ? "meta.k8s.io/v1" : version));
        if (type)
            if (std::string wrong = decode_error(*type, bj::value(*read)); !wrong.empty())
                return bad_request(std::move(wrong));
        return read;
    }
    bj::object o;
    auto grace = number(q, "gracePeriodSeconds");
    if (!grace) return grace.error();
    if (*grace) o["gracePeriodSeconds"] = **grace;
    if (const auto orphan = q.boolean("orphanDependents")) o["orphanDependents"] = *orphan;
    if (const auto is_unsafe = q.boolean(unsafe_option)) o[unsafe_option] = *is_unsafe;
    if (q.has("propagationPolicy")) o["propagationPolicy"] = q.get("propagationPolicy");
    // Convert_url_Values_To_v1_DeleteOptions: "" is not a precondition.
    for (const char* field : {"uid", "resourceVersion"})
        if (const std::string_view wanted = q.get(field); !wanted.empty())
            make_object(o, "preconditions")[field] = wanted;
    bj::array dry;
    for (const auto& v : q.all("dryRun")) dry.emplace_back(v);
    if (!dry.empty()) o["dryRun"] = std::move(dry);
    return o;
}

}  // namespace

namespace {

template <class Requirement>
bool reads_object(const Requirement& one) {
    return one.path != "metadata.name" && one.path != "metadata.namespace";
}

}  // namespace

bool list_options::selects_fields() const {
    return std::ranges::any_of(fields.requirements(), [](const auto& one) { return reads_object(one); });
}

bool list_options::takes(const resource& r, const record& o) const {
    if (!labels.matches(o.labels) || !fields.matches(o.key)) return false;
    if (!selects_fields()) return true;
    const bj::object object = o.parse();
    return std::ranges::all_of(fields.requirements(), [&](const auto& one) {
        return !reads_object(one) || (selectable_value(r, one.path, object) == one.value) == one.equals;
    });
}

// Checks in the real server's order, so that the same error of several is reported: query values,
// selectors, combinations of options, then the fields that the kind supports.
api_result<list_options> read_list_options(const query_parameters& q, const resource& r) {
    list_options o;
    auto timeout = number(q, "timeoutSeconds");
    if (!timeout) return timeout.error();
    o.timeout_seconds = *timeout;
    auto limit = number(q, "limit");
    if (!limit) return limit.error();
    o.limit = std::max<std::int64_t>(limit->value_or(0), 0);
    auto labels = read_label_selector(q.get("labelSelector"));
    if (!labels) return labels.error();
    o.labels = std::move(*labels);
    auto fields = read_field_selector(q.get("fieldSelector"));
    if (!fields) return fields.error();
    o.fields = std::move(*fields);
    o.resource_version = q.get("resourceVersion");
    o.match = q.get("resourceVersionMatch");
    o.continue_token = q.get("continue");
    o.bookmarks = q.flag("allowWatchBookmarks");
    o.initial_events = q.boolean("sendInitialEvents");
    // Not for the old watch paths, whose options need not contain it.
    const bool watch = q.flag("watch");
    if (watch) default_watch(o);
    field_errors errors;
    watch ? check_watch(o, errors) : check_list(o, errors);
    if (!errors.empty()) return invalid_options("ListOptions", errors);
    if (auto ok = check_fields(o.fields, r); !ok) return ok.error();
    return o;
}

api_result<write_options> read_write_options(const query_parameters& q, write_verb v,
                                             std::string_view user_agent) {
    write_options o;
    o.query = &q;
    field_errors errors;
    const std::string_view manager = q.get("fieldManager"), validation = q.get("fieldValidation");
    if (v == write_verb::apply) {
        if (manager.empty()) required(errors, "fieldManager", "is required for apply patch");
        o.force = q.flag("force");
    } else if (v == write_verb::patch && q.has("force")) {
        forbidden(errors, "force", "may not be specified for non-apply patch");
    }
    check_manager(manager, errors);
    check_dry_run(q.all("dryRun"), errors);
    if (validation == "Strict") {
        o.validation = field_validation::strict;
    } else if (validation == "Ignore") {
        o.validation = field_validation::ignore;
    } else if (!validation.empty() && validation != "Warn") {
        not_supported(errors, "fieldValidation", text_value(validation), {"", "Ignore", "Strict", "Warn"});
    }
    if (!errors.empty()) return invalid_options(options_name(v), errors);
    o.dry_run = q.has("dryRun");
    o.manager = manager.empty() ? manager_from_user_agent(user_agent) : std::string(manager);
    if (o.manager.empty()) o.manager = "unknown";
    return o;
}

bj::object options_as_sent(const char* kind, const write_options& o) {
    bj::object out{{"kind", kind}, {"apiVersion", "meta.k8s.io/v1"}};
    if (!o.query) return out;
    bj::array dry;
    for (const std::string& v : o.query->all("dryRun")) dry.emplace_back(v);
    if (!dry.empty()) out["dryRun"] = std::move(dry);
    for (const char* key : {"fieldManager", "fieldValidation"})
        if (const std::string_view text = o.query->get(key); !text.empty()) out[key] = text;
    return out;
}

bj::object delete_options::as_sent() const {
    bj::object out{{"kind", "DeleteOptions"}, {"apiVersion", "meta.k8s.io/v1"}};
    if (grace) out["gracePeriodSeconds"] = *grace;
    if (uid) make_object(out, "preconditions")["uid"] = *uid;
    if (resource_version) make_object(out, "preconditions")["resourceVersion"] = *resource_version;
    if (orphan) out["orphanDependents"] = *orphan;
    if (propagation) out["propagationPolicy"] = *propagation;
    if (dry_run) out["dryRun"] = bj::array{"All"};
    if (is_unsafe) out[unsafe_option] = true;
    return out;
}

delete_options delete_options_of(const bj::object& tree, bool dry_run) {
    delete_options o;
    o.dry_run = dry_run;
    o.grace = number_at(tree, "gracePeriodSeconds");
    o.orphan = flag_at(tree, "orphanDependents");
    o.propagation = text_of_field(tree, "propagationPolicy");
    const bj::object& wanted = object_of(tree, "preconditions");
    o.is_unsafe = true_at(tree, unsafe_option);
    o.uid = text_of_field(wanted, "uid");
    o.resource_version = text_of_field(wanted, "resourceVersion");
    return o;
}

api_result<> check_delete_options(const bj::object& tree) {
    const delete_options o = delete_options_of(tree, false);
    field_errors errors;
    if (o.orphan && o.propagation)
        invalid(errors, "propagationPolicy", text_value(*o.propagation),
                "orphanDependents and deletionPropagation cannot be both set");
    if (o.propagation && *o.propagation != "Foreground" && *o.propagation != "Background" &&
        *o.propagation != "Orphan")
        not_supported(errors, "propagationPolicy", text_value(*o.propagation),
                      {"Foreground", "Background", "Orphan", "nil"});
    if (o.is_unsafe)
        for (const char* other :
             {"propagationPolicy", "orphanDependents", "gracePeriodSeconds", "preconditions"})
            if (const bj::value* v = value_at(tree, other); v != nullptr && !v->is_null())
                invalid(errors, unsafe_option, bj::value(true),
                        fmt::format("cannot be set together with .{}", other));
    std::vector<std::string> dry;
    for (const auto& v : list_of(tree, "dryRun")) dry.emplace_back(text_of(v));
    check_dry_run(dry, errors);
    if (!errors.empty()) return invalid_options("DeleteOptions", errors);
    return {};
}

api_result<delete_options> read_delete_options(const query_parameters& q, const kind_schema& type,
                                               std::string_view content_type, std::string_view body,
                                               bool unsafe) {
    auto tree = delete_tree(q, type, content_type, body);
    if (!tree) return tree.error();
    if (!unsafe) tree->erase(unsafe_option);
    if (auto ok = check_delete_options(*tree); !ok) return ok.error();
    return delete_options_of(*tree, !list_of(*tree, "dryRun").empty());
}

}}}  // namespace setpoint::v0::apiserver
