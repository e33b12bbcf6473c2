// ResourceQuotas.

#include "apiserver/go/json_text.hpp"
#include "apiserver/kinds/core/resource_quota_spec.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_resource_quota(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_quota_spec(object_of(o, "spec"), to);
}

void validate_quota_status(const bj::object& status, field_errors& to) {
    for (const char* part : {"hard", "used"}) {
        for (const auto& [name, amount] : object_of(status, part)) {
            const std::string path = keyed(child("status", part), name);
            validate_quota_name(name, path, to);
            validate_quota_amount(name, amount, path, to);
        }
    }
}

std::set<std::string_view> scopes_of(const bj::object& spec) {
    std::set<std::string_view> out;
    for (const bj::value& scope : list_of(spec, "scopes")) out.insert(text_of(scope));
    return out;
}

void validate_resource_quota_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                    field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_quota_status(object_of(o, "status"), to);
        return;
    }
    const bj::object& spec = object_of(o, "spec");
    validate_quota_spec(spec, to);
    if (scopes_of(spec) != scopes_of(object_of(old, "spec")))
        invalid_unsorted(to, "spec.scopes", shown_scopes(spec), std::string(immutable));
}

void warn_of_resource_quota(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    if (old) return;
    const bj::object& hard = object_of(o, {"spec", "hard"});
    for (const std::string name : {"cpu", "memory", "storage", "ephemeral-storage"}) {
        std::string asked = "requests." + name;
        if (!hard.contains(asked) && (name == "cpu" || name == "memory")) asked = name;
        const std::string limit = "limits." + name;
        const auto a = quantity::parse(text_at(hard, asked)), b = quantity::parse(text_at(hard, limit));
        if (!hard.contains(asked) || !hard.contains(limit) || !a || !b || !(*a > *b)) continue;
        to.push_back(fmt::format("ResourceQuota {} ({}) should be less than {} ({})", asked,
                                 text_at(hard, asked), limit, text_at(hard, limit)));
    }
}

std::string quota_text(const bj::object& o, bool limits) {
    const bj::object& hard = object_of(o, {"status", "hard"});
    const bj::object& used = object_of(o, {"status", "used"});
    std::vector<std::string> parts;
    for (const auto& [name, amount] : hard) {
        const std::string_view n = name;
        if (n.starts_with("limits.") != limits) continue;
        const std::string_view taken = text_at(used, n);
        parts.push_back(fmt::format("{}: {}/{}", n, taken.empty() ? "0" : taken, text_of(amount)));
    }
    std::sort(parts.begin(), parts.end());
    return fmt::format("{}", fmt::join(parts, ", "));
}

constexpr cell_row resource_quota_cells[] = {
    {"Request", [](const bj::object& o, wall_time) { return cell(quota_text(o, false)); }},
    {"Limit", [](const bj::object& o, wall_time) { return cell(quota_text(o, true)); }},
};

}  // namespace

constinit const kind_code resource_quota_kind{.defaults = apply_go_encoding,
                                              .prepare_create = create_without_status,
                                              .prepare_update = update_spec_or_status,
                                              .validate = validate_resource_quota,
                                              .validate_update = validate_resource_quota_update,
                                              .warn = warn_of_resource_quota,
                                              .cells = resource_quota_cells,
                                              .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
