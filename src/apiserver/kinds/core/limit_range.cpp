// LimitRanges (pkg/apis/core/validation, pkg/registry/core/limitrange).

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void fill_limits(bj::object& item) {
    if (text_at(item, "type") != "Container") return;
    const auto fill = [&](std::string_view to, std::string_view from) {
        const bj::object copy = object_of(item, from);
        if (copy.empty()) return;
        bj::object& target = make_object(item, to);
        for (const auto& [name, amount] : copy) target.emplace(name, amount);
    };
    fill("default", "max");
    fill("defaultRequest", "default");
    fill("defaultRequest", "min");
}

constexpr type_default limit_range_type_defaults[] = {{"core.v1.LimitRangeItem", fill_limits}};

struct named_amount {
    std::string_view field, name;  // as in messages
    std::optional<quantity> value;
    std::string text;
};

named_amount amount_of(const bj::object& item, std::string_view field, std::string_view name,
                       std::string_view key) {
    named_amount out{field, name, std::nullopt, {}};
    const bj::value* v = value_at(object_of(item, field), key);
    if (v == nullptr || (text_at(item, "type") == "Pod" && field.starts_with("default"))) return out;
    if (const auto q = quantity::parse(text_of(*v))) out.value = *q;
    out.text = text_of(*v);
    return out;
}

// The largest quantity that Kubernetes divides in thousandths.
constexpr std::int64_t most_in_milli = ((std::int64_t{1} << 53) - 1) / 1000;

void validate_ratio(const named_amount& least, const named_amount& most, const named_amount& ratio,
                    const std::string& path, field_errors& to) {
    if (!ratio.value) return;
    if (*ratio.value < quantity(1))
        invalid(to, path, ratio.text, fmt::format("ratio {} is less than 1", ratio.text));
    if (!least.value || !most.value) return;
    const bool milli = ratio.value->value() < most_in_milli && least.value->value() < most_in_milli &&
                       most.value->value() < most_in_milli;
    const auto number = [&](const quantity& q) {
        return static_cast<double>(milli ? q.milli_value() : q.value());
    };
    const double wanted = number(*ratio.value) / (milli ? 1000 : 1), divisor = number(*least.value);
    if (divisor == 0) return;  // infinity, or no number
    const double limit = number(*most.value) / divisor;
    if (wanted > limit)
        invalid(to, path, ratio.text,
                fmt::format("ratio {} is greater than max/min = {:f}", ratio.text, limit));
}

bool allows_overcommit(std::string_view name) {
    const bool native =
        name.find('/') == std::string_view::npos || name.find("kubernetes.io/") != std::string_view::npos;
    return native && !name.starts_with("hugepages-");
}

void validate_limits_of(const bj::object& item, std::string_view key, const std::string& path,
                        field_errors& to) {
    const named_amount least = amount_of(item, "min", "min", key), most = amount_of(item, "max", "max", key),
                       usual = amount_of(item, "default", "default", key),
                       asked = amount_of(item, "defaultRequest", "default request", key);
    // `reported` and `printed`: the field that is reported, and the amount that is printed.
    const auto compare = [&](const named_amount& a, const named_amount& b, const named_amount& reported,
                             const named_amount& printed, std::string_view b_name) {
        if (!a.value || !b.value || !(*a.value > *b.value)) return;
        invalid(to, keyed(child(path, reported.field), key), printed.text,
                fmt::format("{} value {} is greater than {} value {}", a.name, a.text, b_name, b.text));
    };
    compare(least, most, least, least, "max");
    compare(least, asked, asked, asked, "default request");
    compare(asked, most, asked, asked, "max");
    compare(asked, usual, asked, asked, "default limit");
    compare(least, usual, usual, least, "default");
    compare(usual, most, usual, most, "max");
    validate_ratio(least, most, amount_of(item, "maxLimitRequestRatio", "", key),
                   keyed(child(path, "maxLimitRequestRatio"), key), to);
    if (!allows_overcommit(key) && usual.value && asked.value && *usual.value != *asked.value)
        invalid(to, keyed(child(path, "defaultRequest"), key), asked.text,
                fmt::format("default value {} must equal to defaultRequest value {} in {}", usual.text,
                            asked.text, key));
}

void validate_limit_type(std::string_view type, const std::string& path, field_errors& to) {
    const messages wrong = qualified_name(type);
    add_invalid(to, path, type, wrong);
    if (!wrong.empty() || type.find('/') != std::string_view::npos) return;
    if (type != "Pod" && type != "Container" && type != "PersistentVolumeClaim")
        invalid(to, path, type, "must be a standard limit type or fully qualified");
}

void validate_limit_item(const bj::object& item, const std::string& path, field_errors& to) {
    const std::string_view type = text_at(item, "type");
    const bool of_pods = type == "Pod" || type == "Container";
    std::set<std::string_view> keys;
    for (const std::string_view field : {"max", "min", "default", "defaultRequest", "maxLimitRequestRatio"}) {
        const bj::object& amounts = object_of(item, field);
        if (type == "Pod" && field.starts_with("default")) {
            if (!amounts.empty())
                forbidden(to, child(path, field), "may not be specified when `type` is 'Pod'");
            continue;
        }
        for (const auto& pair : amounts) {
            const std::string here = keyed(child(path, field), pair.key());
            (of_pods ? validate_container_resource_name : validate_resource_name)(pair.key(), here, to);
            keys.insert(pair.key());
        }
    }
    if (type == "PersistentVolumeClaim" && value_at(object_of(item, "min"), "storage") == nullptr &&
        value_at(object_of(item, "max"), "storage") == nullptr)
        required(to, child(path, "limits"),
                 "either minimum or maximum storage value is required, but neither was provided");
    for (const std::string_view key : keys) validate_limits_of(item, key, path, to);
}

void validate_limit_range(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    std::set<std::string_view> types;
    for_each_object(list_of(object_of(o, "spec"), "limits"), [&](const bj::object& item, std::size_t i) {
        const std::string path = indexed("spec.limits", i);
        const std::string_view type = text_at(item, "type");
        validate_limit_type(type, child(path, "type"), to);
        if (!types.insert(type).second) duplicate(to, child(path, "type"), type);
        validate_limit_item(item, path, to);
    });
}

void validate_limit_range_update(const bj::object& o, const bj::object&, const kind_context& c,
                                 field_errors& to) {
    validate_limit_range(o, c, to);
}

}  // namespace

constinit const kind_code limit_range_kind{.defaults = apply_go_encoding,
                                           .type_defaults = limit_range_type_defaults,
                                           .validate = validate_limit_range,
                                           .validate_update = validate_limit_range_update,
                                           .has_generation = false,
                                           .create_on_update = true};

}}}  // namespace setpoint::v0::apiserver
