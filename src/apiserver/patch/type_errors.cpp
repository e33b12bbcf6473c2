#include "apiserver/go/text.hpp"
#include "apiserver/patch/merge_values.hpp"
#include "apiserver/patch/path_element.hpp"
#include "apiserver/patch/same_value.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <map>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace {

constexpr std::size_t max_errors = 100;

// Go's %#v
std::string syntax(const bj::value& v, int depth) {
    if (v.is_null() || depth > max_depth) return "interface {}(nil)";
    if (v.is_string()) return go_text::quoted(v.get_string());
    if (!v.is_array() && !v.is_object()) return go_text::printed(v);
    std::string out(go_text::go_type(v));
    out += '{';
    if (v.is_array()) {
        for (const auto& item : v.get_array()) {
            if (&item != v.get_array().begin()) out += ", ";
            out += syntax(item, depth + 1);
        }
        return out + "}";
    }
    std::map<std::string_view, const bj::value*> sorted;
    for (const auto& [key, value] : v.get_object()) sorted.emplace(key, &value);
    for (const auto& [key, value] : sorted) {
        if (value != sorted.begin()->second) out += ", ";
        out += go_text::quoted(key) + ":" + syntax(*value, depth + 1);
    }
    return out + "}";
}

class checker {
public:
    // `repeats`: items of lists may be repeated.
    explicit checker(bool repeats) : repeats_(repeats) {}

    std::vector<std::string> errors;

    void visit(const bj::value& v, const field_type& t) {
        if (v.is_null()) return;
        if (static_cast<int>(path_.size()) > max_depth) return;
        switch (t.form_of(v)) {
            case form::map:
                return map(v, t);
            case form::list:
                return list(v, t);
            case form::scalar:
                return scalar(v, t);
        }
    }

private:
    void add(std::string_view what) {
        if (errors.size() >= max_errors) return;
        const std::string at = path_text(path_);
        errors.push_back(at.empty() ? std::string(what) : at + ": " + std::string(what));
    }

    void map(const bj::value& v, const field_type& t) {
        if (!v.is_object()) return add("expected map, got " + boxed(v));
        for (const auto& [key, value] : v.get_object()) {
            const field_type field = t.field(key);
            path_.push_back(field_element(key));
            if (field.declared()) {
                visit(value, field);
            } else {
                add("field not declared in schema");
            }
            path_.pop_back();
            if (!field.declared()) return;
        }
    }

    void list(const bj::value& v, const field_type& t) {
        if (!v.is_array()) return add("expected list, got " + boxed(v));
        std::set<std::string> seen;
        for (std::size_t i = 0; i < v.get_array().size(); ++i) {
            const bj::value& item = v.get_array()[i];
            std::string element = "i:" + std::to_string(i);
            if (!t.atomic_list()) {
                std::string why;
                const auto found = t.element_of(item, why);
                if (!found) return add("element " + std::to_string(i) + ": " + why);
                element = *found;
                if (!seen.insert(element).second && !repeats_)
                    add("duplicate entries for key " + element_text(element));
            }
            path_.push_back(element);
            visit(item, t.items());
            path_.pop_back();
        }
    }

    void scalar(const bj::value& v, const field_type& t) {
        switch (t.scalar()) {
            case schema_node::type::integer:
            case schema_node::type::number:
                if (!v.is_number())
                    add("expected numeric (int or float), got " + std::string(go_text::go_type(v)));
                return;
            case schema_node::type::boolean:
                if (!v.is_bool()) add("expected boolean, got " + boxed(v));
                return;
            case schema_node::type::string:
                if (!v.is_string()) {
                    add("expected string, got &value.valueUnstructured{Value:" + syntax(v, 0) + "}");
                }
                return;
            default:
                if (v.is_object() || v.is_array()) add("expected any scalar, got " + boxed(v));
        }
    }

    static std::string boxed(const bj::value& v) { return "&{" + go_text::printed(v) + "}"; }

    bool repeats_;
    std::vector<std::string> path_;
};

}  // namespace

std::vector<std::string> type_errors(const bj::value& v, const field_type& t, bool repeats) {
    checker c(repeats);
    c.visit(v, t);
    return std::move(c.errors);
}

bool fits_type(const bj::value& v, const field_type& t) {
    checker c(true);
    c.visit(v, t);
    return c.errors.empty();
}

}}}  // namespace setpoint::v0::apiserver::patching
