#include "apiserver/kinds/declared_checks.hpp"

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/kinds/shared/names.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using rule_of = const declared_rule&;
using place = const declared_place&;

bool is_nil(const bj::value* v) {
    return v == nullptr;
}
bool has_no_elements(const bj::value* v) {
    return v == nullptr || (v->is_array() && v->get_array().empty()) ||
           (v->is_object() && v->get_object().empty());
}

using test = bool (*)(const bj::value*);

template <test Lacks>
void check_required(rule_of, place at, field_errors& to) {
    if (Lacks(at.now)) required(to, at.path);
}
template <test Lacks>
void check_forbidden(rule_of, place at, field_errors& to) {
    if (!Lacks(at.now)) forbidden(to, at.path, "");
}
template <test Lacks>
void check_optional(rule_of, place at, field_errors& to) {
    if (Lacks(at.now)) required(to, at.path, "optional value was not specified");
}

void check_immutable(rule_of, place at, field_errors& to) {
    if (at.is_update) invalid(to, at.path, bj::value(), std::string(immutable));
}

void check_constraints(rule_of rule, place at, field_errors& to, bool was_set, bool is_set) {
    if (!at.is_update) return;
    for (const std::string& constraint : rule.texts) {
        if (constraint == "NoSet" && !was_set && is_set)
            invalid(to, at.path, bj::value(), "field cannot be set once created");
        if (constraint == "NoUnset" && was_set && !is_set)
            invalid(to, at.path, bj::value(), "field cannot be cleared once set");
        if (constraint == "NoModify" && was_set && is_set)
            invalid(to, at.path, bj::value(), "field cannot be modified once set");
    }
}
template <test Lacks>
void check_update(rule_of rule, place at, field_errors& to) {
    check_constraints(rule, at, to, !Lacks(at.old), !Lacks(at.now));
}

// --- limits ---

void check_minimum(rule_of rule, place at, field_errors& to) {
    const auto n = at.now == nullptr ? std::nullopt : number_of(*at.now);
    if (n && *n < rule.limit)
        invalid(to, at.path, *at.now, fmt::format("must be greater than or equal to {}", rule.limit));
}
void check_maximum(rule_of rule, place at, field_errors& to) {
    const auto n = at.now == nullptr ? std::nullopt : number_of(*at.now);
    if (n && *n > rule.limit)
        invalid(to, at.path, *at.now, fmt::format("must be less than or equal to {}", rule.limit));
}
void check_max_items(rule_of rule, place at, field_errors& to) {
    const bj::array* list = at.now == nullptr ? nullptr : at.now->if_array();
    if (list != nullptr && static_cast<std::int64_t>(list->size()) > rule.limit)
        too_many(to, at.path, static_cast<std::int64_t>(list->size()), rule.limit);
}

std::string_view text_in(place at) {
    return at.now == nullptr ? std::string_view() : text_of(*at.now);
}

void check_max_bytes(rule_of rule, place at, field_errors& to) {
    const auto limit = static_cast<std::size_t>(rule.limit);
    if (text_in(at).size() > limit) too_long(to, at.path, limit);
}
void check_max_length(rule_of rule, place at, field_errors& to) {
    const std::string_view text = text_in(at);
    const auto runes = std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; });
    if (runes <= rule.limit) return;
    too_long(to, at.path, static_cast<std::size_t>(rule.limit));
    to.back().detail =
        fmt::format("may not be more than {} character{}", rule.limit, rule.limit == 1 ? "" : "s");
}

void check_enum(rule_of rule, place at, field_errors& to) {
    if (at.now != nullptr && std::ranges::find(rule.texts, text_of(*at.now)) == rule.texts.end())
        not_supported(to, at.path, text_of(*at.now), rule.texts);
}

// --- formats ---

template <messages (*Check)(std::string_view)>
void check_format(rule_of, place at, field_errors& to) {
    if (at.now != nullptr) add_invalid(to, at.path, text_in(at), Check(text_in(at)));
}

// The limit of names in bytes; kinds/shared/names.hpp says characters, as the older functions of
// apimachinery.
messages long_name(std::string_view s) {
    constexpr std::size_t limit = 253;
    messages out = dns1123_subdomain(s);
    if (s.size() > limit) out.front() = fmt::format("must be no more than {} bytes", limit);
    return out;
}
messages short_name(std::string_view s) {
    constexpr std::size_t limit = 63;
    messages out = dns1123_label(s);
    if (s.size() > limit) out.front() = fmt::format("must be no more than {} bytes", limit);
    if (!out.empty() && s.find('.') != std::string_view::npos && s.size() > 0) {
        messages as_name = dns1123_subdomain(s);
        const bool only_long = as_name.size() == (s.size() > 253 ? 1U : 0U);
        if (only_long) out.back() = "must not contain dots";
    }
    return out;
}
messages caseless_name(std::string_view s) {
    messages out = long_name(lower_case(s));
    if (!out.empty() && out.back().starts_with("a lowercase"))
        out.back() =
            "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and "
            "end with "
            "an alphanumeric character (e.g. 'Example.com', regex used for validation is "
            "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    return out;
}
messages prefixed_key(std::string_view s) {
    messages out = qualified_name(s);
    if (out.empty() && s.find('/') == std::string_view::npos)
        out.emplace_back("must include a prefix (e.g. 'example.com/key')");
    return out;
}
messages uuid(std::string_view s) {
    const auto fits = [&](std::size_t i) {
        const char c = s[i];
        if (i == 8 || i == 13 || i == 18 || i == 23) return c == '-';
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    };
    bool valid = s.size() == 36;
    for (std::size_t i = 0; valid && i < s.size(); ++i) valid = fits(i);
    return valid ? messages{} : messages{"must be a lowercase UUID in 8-4-4-4-12 format"};
}

void check_pool_name(rule_of, place at, field_errors& to) {
    if (at.now == nullptr) return;
    constexpr std::size_t limit = 253;
    std::string_view rest = text_in(at);
    if (rest.size() > limit) too_long(to, at.path, limit);
    for (int i = 0;; ++i) {
        const std::size_t slash = rest.find('/');
        const std::string_view part = rest.substr(0, slash);
        if (part.empty()) invalid(to, at.path, text_in(at), fmt::format("segment {}: must not be empty", i));
        for (const std::string& why : part.empty() ? messages{} : long_name(part))
            invalid(to, at.path, part, fmt::format("segment {}: {}", i, why));
        if (slash == std::string_view::npos) return;
        rest.remove_prefix(slash + 1);
    }
}

void add_identifier(std::string_view s, const std::string& path, field_errors& to) {
    constexpr std::size_t limit = 32;
    if (s.size() > limit) too_long(to, path, limit);
    add_invalid(to, path, s, c_identifier(s));
}

// A domain and an identifier; any name with more than one slash passes.
void check_qualified_name(rule_of, place at, field_errors& to) {
    if (at.now == nullptr) return;
    constexpr std::size_t limit = 63;
    const std::string_view text = text_in(at);
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) {
        add_identifier(text, at.path, to);
        invalid(to, at.path, text, "a fully qualified name must be a domain and a name separated by a slash");
        return;
    }
    const std::string_view domain = text.substr(0, slash), name = text.substr(slash + 1);
    if (name.find('/') != std::string_view::npos) return;
    if (domain.empty()) {
        invalid(to, at.path, "", "prefix must not be empty");
    } else {
        if (domain.size() > limit) too_long(to, at.path, limit);
        for (const std::string& why : long_name(domain)) invalid(to, at.path, domain, "prefix: " + why);
    }
    if (name.empty()) {
        invalid(to, at.path, "", "name must not be empty");
    } else {
        add_identifier(name, at.path, to);
    }
}

void check_extended_resource(rule_of, place at, field_errors& to) {
    if (at.now == nullptr) return;
    const std::string_view text = text_in(at);
    if (text.find('/') == std::string_view::npos) {
        invalid(to, at.path, text, "a name must be a domain-prefixed path, such as 'example.com/my-prop'");
    } else if (text.find("kubernetes.io/") != std::string_view::npos) {
        invalid(to, at.path, text, R"(must not have "kubernetes.io/" domain)");
    }
    if (text.starts_with("requests.")) invalid(to, at.path, text, R"(must not have "requests." prefix)");
    add_invalid(to, at.path, text, qualified_name("requests." + std::string(text)));
}

constexpr std::pair<std::string_view, declared_check> checks[] = {
    {"RequiredValue", check_required<is_zero>},
    {"RequiredPointer", check_required<is_nil>},
    {"RequiredSlice", check_required<has_no_elements>},
    {"RequiredMap", check_required<has_no_elements>},
    {"ForbiddenValue", check_forbidden<is_zero>},
    {"ForbiddenPointer", check_forbidden<is_nil>},
    {"ForbiddenSlice", check_forbidden<has_no_elements>},
    {"ForbiddenMap", check_forbidden<has_no_elements>},
    {"OptionalValue", check_optional<is_zero>},
    {"OptionalPointer", check_optional<is_nil>},
    {"OptionalSlice", check_optional<has_no_elements>},
    {"OptionalMap", check_optional<has_no_elements>},
    {"Immutable", check_immutable},
    {"UpdatePointer", check_update<is_nil>},
    {"UpdateValueByCompare", check_update<is_zero>},
    {"UpdateValueByReflect", check_update<is_zero>},
    {"Minimum", check_minimum},
    {"Maximum", check_maximum},
    {"MaxItems", check_max_items},
    {"MaxBytes", check_max_bytes},
    {"MaxLength", check_max_length},
    {"Enum", check_enum},
    {"ShortName", check_format<short_name>},
    {"LongName", check_format<long_name>},
    {"LongNameCaseless", check_format<caseless_name>},
    {"LabelKey", check_format<qualified_name>},
    {"PrefixedLabelKey", check_format<prefixed_key>},
    {"UUID", check_format<uuid>},
    {"ResourcePoolName", check_pool_name},
    {"ResourceFullyQualifiedName", check_qualified_name},
    {"ExtendedResourceName", check_extended_resource},
};

// Of validate_declared.cpp. Custom rules are written by hand in Kubernetes; those there are, of
// evictionResponders, belong to a feature in the stage alpha, and are not checked.
constexpr std::string_view structural[] = {"Group",
                                           "Type",
                                           "Custom",
                                           "IfOption",
                                           "Subfield",
                                           "EachValSliceVal",
                                           "EachMapVal",
                                           "EachMapKey",
                                           "ValSliceUnique",
                                           "Union",
                                           "ZeroOrOneOfUnion",
                                           "Discriminated",
                                           "DependentRequired",
                                           "DependentForbidden"};

}  // namespace

declared_check find_declared_check(std::string_view name) {
    const auto* found = std::ranges::find(checks, name, [](const auto& row) { return row.first; });
    return found == std::end(checks) ? nullptr : found->second;
}

bool knows_declared_check(std::string_view name) {
    return find_declared_check(name) != nullptr ||
           std::ranges::find(structural, name) != std::end(structural);
}

bool is_zero(const bj::value* v) {
    if (v == nullptr || v->is_null()) return true;
    if (v->is_string()) return v->get_string().empty();
    if (v->is_bool()) return !v->get_bool();
    if (v->is_array()) return v->get_array().empty();
    if (v->is_object())
        return std::ranges::all_of(v->get_object(), [](const auto& m) { return is_zero(&m.value()); });
    return v->to_number<double>() == 0;
}

}}}  // namespace setpoint::v0::apiserver
