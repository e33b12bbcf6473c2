#include "setpoint/api/field_error.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

struct kind_text {
    std::string_view reason, label;
    bool with_value;
};

// In the order of field_error::kind.
constexpr kind_text kind_texts[] = {
    {"FieldValueRequired", "Required value", false},
    {"FieldValueInvalid", "Invalid value", true},
    {"FieldValueTypeInvalid", "Invalid value", true},
    {"FieldValueNotSupported", "Unsupported value", true},
    {"FieldValueDuplicate", "Duplicate value", true},
    {"FieldValueForbidden", "Forbidden", false},
    {"FieldValueTooLong", "Too long", false},
    {"FieldValueTooMany", "Too many", true},
    {"FieldValueTooFew", "Too few", true},
    {"FieldValueNotFound", "Not found", true},
    {"InternalError", "Internal error", false},
};

const kind_text& text_of(field_error::kind k) {
    return kind_texts[static_cast<std::size_t>(k)];
}

}  // namespace

namespace field_path {

std::string child(std::string_view path, std::string_view name) {
    std::string out(path);
    if (!out.empty()) out += '.';
    return out.append(name);
}

std::string indexed(std::string_view path, std::size_t i) {
    return std::string(path) + "[" + std::to_string(i) + "]";
}

std::string keyed(std::string_view path, std::string_view key) {
    return std::string(path) + "[" + std::string(key) + "]";
}

}  // namespace field_path

std::string_view field_error::reason() const {
    return text_of(what).reason;
}

std::string field_error::body() const {
    const kind_text& t = text_of(what);
    std::string out(t.label);
    if (t.with_value && !bad_value.empty()) out += ": " + bad_value;
    if (!detail.empty()) out += ": " + detail;
    return out;
}

std::string field_error::text() const {
    return (path.empty() ? "<nil>" : path) + ": " + body();
}

std::string joined_messages(const field_errors& errors) {
    std::vector<std::string> seen;
    for (const auto& e : errors) {
        std::string text = e.text();
        if (std::find(seen.begin(), seen.end(), text) == seen.end()) seen.push_back(std::move(text));
    }
    if (seen.size() == 1) return std::move(seen.front());
    std::string out;
    for (const auto& text : seen) out += (out.empty() ? "" : ", ") + text;
    return "[" + out + "]";
}

}}  // namespace setpoint::v0
