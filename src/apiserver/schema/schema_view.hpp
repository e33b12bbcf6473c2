#pragma once
// JSONSchemaProps as JSON. Values that are absent or of the wrong type read as empty.

#include "apiserver/schema/api_error.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

class schema_view {
public:
    explicit schema_view(const bj::object& json) : json_(&json) {}
    const bj::object& json() const { return *json_; }

    const bj::value* find(std::string_view key) const {
        const bj::value* v = json_->if_contains(key);
        return v && !v->is_null() ? v : nullptr;
    }
    bool has(std::string_view key) const { return find(key) != nullptr; }
    std::string text(std::string_view key) const {
        const bj::value* v = find(key);
        return v && v->is_string() ? std::string(v->get_string()) : std::string();
    }
    bool flag(std::string_view key) const {
        const bj::value* v = find(key);
        return v && v->is_bool() && v->get_bool();
    }
    std::optional<schema_view> sub(std::string_view key) const {
        const bj::value* v = find(key);
        return v && v->is_object() ? std::optional(schema_view(v->get_object())) : std::nullopt;
    }
    const bj::array& list(std::string_view key) const {
        static const bj::array none;
        const bj::value* v = find(key);
        return v && v->is_array() ? v->get_array() : none;
    }
    std::vector<std::string> texts(std::string_view key) const {
        std::vector<std::string> out;
        for (const auto& v : list(key)) {
            if (v.is_string()) out.emplace_back(v.get_string());
        }
        return out;
    }
    std::vector<schema_view> subs(std::string_view key) const {
        std::vector<schema_view> out;
        for (const auto& v : list(key)) {
            static const bj::object none;
            out.emplace_back(v.is_object() ? v.get_object() : none);
        }
        return out;
    }

    struct named;
    std::vector<named> properties(std::string_view key = "properties") const;  // sorted by name

private:
    const bj::object* json_;
};

struct schema_view::named {
    std::string name;
    schema_view schema;
};

inline std::vector<schema_view::named> schema_view::properties(std::string_view key) const {
    std::vector<named> out;
    const auto all = sub(key);
    if (!all) return out;
    for (const auto& pair : all->json()) {
        static const bj::object none;
        out.push_back({std::string(pair.key()),
                       schema_view(pair.value().is_object() ? pair.value().get_object() : none)});
    }
    std::sort(out.begin(), out.end(), [](const named& a, const named& b) { return a.name < b.name; });
    return out;
}

inline std::string at(const std::string& path, std::string_view key, std::size_t i) {
    return path + "." + std::string(key) + "[" + std::to_string(i) + "]";
}
inline std::string at(const std::string& path, std::string_view key, std::string_view name) {
    return path + "." + std::string(key) + "[" + std::string(name) + "]";
}

// The steps of read_structural(). The schemas must not exceed its depth limit. Errors are in the
// order of kube-apiserver.
// Structural rules (apiextensions, schema/validation.go).
field_errors structural_errors(const schema_view& s, const std::string& path);
// Rules of each schema on its own (apiextensions, validation.go).
field_errors schema_errors(const schema_view& s, const std::string& path);
// The part of schema_errors() about x-kubernetes-validations of `s` itself, without the expressions: see
// schema_rules.hpp.
void check_rules(const schema_view& s, const std::string& path, field_errors& errors);
// The first field that kube-apiserver cannot convert to a structural schema; "" if there is none.
std::string unsupported_field(const schema_view& s);

}}}  // namespace setpoint::v0::apiserver
