#include "apiserver/validation/limits.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/validation/names.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>

namespace setpoint::inline v0::apiserver {

namespace {

struct named_amount {
    std::string_view field, name;  // as in messages
    std::optional<quantity> value;
    std::string text;
};

named_amount amount_of(const bj::object& item, std::string_view field, std::string_view name,
                       std::string_view key) {
    named_amount out{field, name, std::nullopt, {}};
    const bj::value* v = value_at(object_of(item, field), key);
    if (v == nullptr) return out;
    if (const auto q = quantity::parse(text_of(*v))) out.value = *q;
    out.text = text_of(*v);
    return out;
}

void validate_one(const bj::object& item, std::string_view key, const std::string& path, field_errors& to) {
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
}

}  // namespace

void validate_limit_range(const bj::object& limit_range, field_errors& to) {
    std::set<std::string_view> types;
    for_each_object(
        list_of(object_of(limit_range, "spec"), "limits"), [&](const bj::object& item, std::size_t i) {
            const std::string path = indexed("spec.limits", i);
            const std::string_view type = text_at(item, "type");
            if (!types.insert(type).second) duplicate(to, path + ".type", type);
            std::set<std::string_view> keys;
            for (const std::string_view field : {"max", "min", "default", "defaultRequest"}) {
                const bool of_pod = type == "Pod" && field.starts_with("default");
                const bj::object& amounts = object_of(item, field);
                if (of_pod && !amounts.empty()) {
                    forbidden(to, child(path, field), "may not be specified when `type` is 'Pod'");
                }
                for (const auto& pair : amounts) {
                    if (!of_pod) keys.insert(pair.key());
                }
            }
            for (const std::string_view key : keys) validate_one(item, key, path, to);
        });
}

}  // namespace setpoint::inline v0::apiserver
