#include "apiserver/kinds/autoscaling/metrics_of_v1.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/ascii.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct behavior_member {
    const char *go, *json;
};
constexpr behavior_member directions[] = {{"ScaleUp", "scaleUp"}, {"ScaleDown", "scaleDown"}},
                          rule_members[] = {{"StabilizationWindowSeconds", "stabilizationWindowSeconds"},
                                            {"SelectPolicy", "selectPolicy"},
                                            {"Policies", "policies"},
                                            {"Tolerance", "tolerance"}},
                          policy_members[] = {
                              {"Type", "type"}, {"Value", "value"}, {"PeriodSeconds", "periodSeconds"}};

// encoding/json ignores the case of names. Absent and null members are left out.
bj::object with_json_names(const bj::object& o, std::span<const behavior_member> members) {
    bj::object out;
    for (const auto& [key, v] : o)
        for (const behavior_member& m : members)
            if (!v.is_null() && lower_case(key) == lower_case(m.json)) out[m.json] = v;
    return out;
}

bool is_number_or_absent(const bj::object& o, std::string_view key) {
    const bj::value* v = value_at(o, key);
    return v == nullptr || v->is_int64() || v->is_uint64();
}

bool is_text_or_absent(const bj::object& o, std::string_view key) {
    const bj::value* v = value_at(o, key);
    return v == nullptr || v->is_string();
}

// A policy in JSON's names; zero values count as absent.
std::optional<bj::object> policy_from_v1(const bj::value& v) {
    if (v.is_null()) return bj::object{{"type", ""}, {"value", 0}, {"periodSeconds", 0}};
    if (!v.is_object()) return std::nullopt;
    bj::object out = with_json_names(v.get_object(), policy_members);
    if (!is_text_or_absent(out, "type") || !is_number_or_absent(out, "value") ||
        !is_number_or_absent(out, "periodSeconds"))
        return std::nullopt;
    set_default(out, "type", "");
    set_default(out, "value", 0);
    set_default(out, "periodSeconds", 0);
    return out;
}

std::optional<bj::object> rules_from_v1(const bj::value& v) {
    if (!v.is_object()) return std::nullopt;
    bj::object out = with_json_names(v.get_object(), rule_members);
    if (!is_number_or_absent(out, "stabilizationWindowSeconds") || !is_text_or_absent(out, "selectPolicy"))
        return std::nullopt;
    bj::value* policies = value_at(out, "policies");
    if (policies == nullptr) return out;
    if (!policies->is_array()) return std::nullopt;
    for (bj::value& p : policies->get_array()) {
        auto policy = policy_from_v1(p);
        if (!policy) return std::nullopt;
        p = std::move(*policy);
    }
    return out;
}

bj::value member_or(const bj::object& o, std::string_view key, bj::value absent) {
    const bj::value* v = value_at(o, key);
    if (v != nullptr) return *v;
    return absent;
}

bj::value rules_to_v1(const bj::object& behavior, const char* key) {
    const bj::object* rules = object_at(behavior, key);
    if (rules == nullptr) return nullptr;
    bj::object out;
    for (const behavior_member& m : rule_members) out[m.go] = member_or(*rules, m.json, nullptr);
    bj::array policies;
    for_each_object(list_of(*rules, "policies"), [&](const bj::object& p, std::size_t) {
        policies.push_back(bj::object{{"Type", member_or(p, "type", "")},
                                      {"Value", member_or(p, "value", 0)},
                                      {"PeriodSeconds", member_or(p, "periodSeconds", 0)}});
    });
    if (!policies.empty()) out["Policies"] = std::move(policies);
    return out;
}

}  // namespace

std::optional<bj::object> behavior_from_v1(const bj::value& behavior) {
    if (!behavior.is_object()) return std::nullopt;
    bj::object out;
    for (const auto& [key, v] : with_json_names(behavior.get_object(), directions)) {
        auto rules = rules_from_v1(v);
        if (!rules) return std::nullopt;
        out[key] = std::move(*rules);
    }
    return out.empty() ? std::nullopt : std::optional(std::move(out));
}

bj::object behavior_to_v1(const bj::object& behavior) {
    bj::object out;
    for (const behavior_member& m : directions) out[m.go] = rules_to_v1(behavior, m.json);
    return out;
}

}}}  // namespace setpoint::v0::apiserver
