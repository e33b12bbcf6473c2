#include "cli/describe/schema_parts.hpp"

#include "cli/describe/cpp_names.hpp"
#include "cli/describe/schema_attributes.hpp"
#include "cli/scaffold/sha256.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

// The API machinery's pattern for quantities; controller-gen writes longer ends of it than others.
constexpr std::string_view quantity_pattern =
    R"(^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?)";

bool has_only(const bj::object& properties, std::initializer_list<std::string_view> names) {
    return std::all_of(properties.begin(), properties.end(), [&](const auto& p) {
        return std::find(names.begin(), names.end(), view(p.key())) != names.end();
    });
}

std::string_view type_in(const bj::object& properties, std::string_view name) {
    const bj::object* const s = object_in(properties, name);
    return s ? text_in(*s, "type") : std::string_view();
}

}  // namespace

bool is_condition(const bj::object& properties) {
    const bj::object* const status = object_in(properties, "status");
    if (!status || type_in(properties, "type") != "string") return false;
    std::vector<std::string> choices = choices_of(*status);
    std::sort(choices.begin(), choices.end());
    return choices == std::vector<std::string>{"False", "True", "Unknown"} &&
           has_only(properties,
                    {"type", "status", "reason", "message", "lastTransitionTime", "observedGeneration"});
}

bool is_quantity(const bj::object& s) {
    return text_in(s, "pattern").starts_with(quantity_pattern);
}

bool is_label_selector(const bj::object& properties) {
    return properties.size() == 2 && type_in(properties, "matchLabels") == "object" &&
           type_in(properties, "matchExpressions") == "array";
}

std::string key_of(const bj::object& s) {
    bj::object bare = s;
    for (const char* const name : {"description", "default", "nullable"}) bare.erase(name);
    // Each part of a schema has one: as texts, those of a large schema would take many times its size.
    return scaffold::sha256(bj::serialize(bare));
}

const bj::object* entry_of(const bj::object& s, cpp_type::form what) {
    return object_in(s, what == cpp_type::form::list ? "items" : "additionalProperties");
}

bool is_required(const bj::object& owner, std::string_view name) {
    const bj::array* const names = array_in(owner, "required");
    return names && std::any_of(names->begin(), names->end(), [name](const bj::value& v) {
               return v.is_string() && view(v.get_string()) == name;
           });
}

bool has_plain_characters(std::string_view name) {
    return !name.empty() && std::none_of(name.begin(), name.end(), [](char c) {
        return c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ' || c == '\x7f';
    });
}

std::string doc_of(const bj::object& s) {
    std::string doc = first_sentence(text_in(s, "description"));
    constexpr std::size_t most = 40;
    const std::string value = default_in_json(s);
    if (value.empty() || value.size() > most) return doc;
    const bool ends = doc.ends_with('.') || doc.ends_with('!') || doc.ends_with('?');
    return fmt::format("{}{}Default: {}.", doc, doc.empty() ? "" : ends ? " " : ". ", value);
}

}}}  // namespace setpoint::v0::cli
