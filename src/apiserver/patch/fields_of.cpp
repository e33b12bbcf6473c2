#include "apiserver/patch/compare_values.hpp"
#include "apiserver/patch/path_element.hpp"
#include "apiserver/patch/same_value.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using patching::field_type;
using patching::form;
using patching::max_depth;

// `to` is the node of the value's own path. A leaf becomes a member; a container may.
void collect(const bj::value& v, const field_type& t, field_set& to, int depth);

void collect_map(const bj::object& map, const field_type& t, field_set& to, int depth) {
    for (const auto& [key, value] : map) {
        field_set child;
        collect(value, t.field(key), child, depth + 1);
        const bool bare = value.is_null() || (value.is_object() && value.get_object().empty());
        if (bare || !t.declares(key)) child.member = true;
        if (!child.empty()) to.children.emplace(patching::field_element(key), std::move(child));
    }
}

// A repeated item is owned as a whole.
void collect_list(const bj::array& list, const field_type& t, field_set& to, int depth) {
    std::set<std::string> seen, twice;
    std::vector<std::string> elements;
    for (const auto& item : list) {
        std::string why;
        elements.push_back(t.element_of(item, why).value_or(std::string()));
        if (!elements.back().empty() && !seen.insert(elements.back()).second) twice.insert(elements.back());
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (elements[i].empty()) continue;
        field_set& child = to.children[elements[i]];
        child.member = true;
        if (!twice.contains(elements[i])) collect(list[i], t.items(), child, depth + 1);
    }
}

void collect(const bj::value& v, const field_type& t, field_set& to, int depth) {
    const form f = t.form_of(v);
    const bool whole = f == form::scalar || (f == form::list ? t.atomic_list() : t.atomic_map());
    if (whole || depth > max_depth) {
        to.member = true;
    } else if (f == form::map && v.is_object()) {
        collect_map(v.get_object(), t, to, depth);
    } else if (f == form::list && v.is_array()) {
        collect_list(v.get_array(), t, to, depth);
    }
}

}  // namespace

field_set fields_of(const bj::value& value, const schema_node* s) {
    return patching::fields_of(value, field_type::root(s));
}

field_set patching::fields_of(const bj::value& value, const field_type& t) {
    field_set out;
    collect(value, t, out, 0);
    out.member = false;
    return out;
}

}}}  // namespace setpoint::v0::apiserver
