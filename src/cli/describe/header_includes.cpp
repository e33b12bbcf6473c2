#include "cli/describe/header_includes.hpp"

#include <fmt/format.h>

#include <array>
#include <set>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

using form = cpp_type::form;

struct plain_type {
    form what;
    std::string_view name, header;
};

constexpr std::array plain_types{
    plain_type{form::boolean, "bool", ""},
    plain_type{form::int32, "std::int32_t", "cstdint"},
    plain_type{form::int64, "std::int64_t", "cstdint"},
    plain_type{form::number, "double", ""},
    plain_type{form::text, "setpoint::interned_string", "setpoint/core/interned_string.hpp"},
    plain_type{form::timestamp, "setpoint::timestamp", "setpoint/api/time.hpp"},
    plain_type{form::quantity, "setpoint::quantity", "setpoint/api/quantity.hpp"},
    plain_type{form::int_or_string, "setpoint::int_or_string", "setpoint/api/int_or_string.hpp"},
    plain_type{form::condition, "setpoint::condition", "setpoint/api/condition.hpp"},
    plain_type{form::label_selector, "setpoint::label_selector", "setpoint/api/selector.hpp"},
    plain_type{form::json, "boost::json::value", "boost/json/value.hpp"},
    plain_type{form::json_object, "boost::json::object", "boost/json/object.hpp"}};

using headers = std::set<std::string_view>;

void add(const cpp_type& t, headers& to) {
    for (const plain_type& p : plain_types)
        if (p.what == t.what && !p.header.empty()) to.insert(p.header);
    if (t.what == form::list) to.insert("vector");
    if (t.what == form::map && t.entry->what == form::text && !t.null_entries) {
        to.insert("setpoint/core/string_map.hpp");
    } else if (t.what == form::map) {
        to.insert("map");
        to.insert("string");
    }
    if (t.is_container()) {
        if (t.null_entries || t.entry->what == form::boolean) to.insert("optional");
        add(*t.entry, to);
    }
}

void add(const described_object& o, headers& to) {
    for (const described_member& m : o.members) {
        add(m.type, to);
        const bool is_struct = m.type.what == form::object || m.type.what == form::condition ||
                               m.type.what == form::label_selector;
        if (m.required && !m.nullable) continue;
        to.insert(is_struct ? "setpoint/core/boxed.hpp" : "optional");
    }
}

}  // namespace

std::string_view type_name(form what) {
    for (const plain_type& p : plain_types)
        if (p.what == what) return p.name;
    return {};
}

std::string includes_of(const kind_model& m) {
    headers all{"setpoint/api/custom_resource.hpp"};
    for (const described_object& o : m.objects) add(o, all);
    if (!m.is_custom_resource) add(m.root, all);
    if (!m.enums.empty()) all.insert("cstdint");
    std::string ours, boost, standard;
    for (const std::string_view header : all) {
        std::string& to = header.starts_with("setpoint/") ? ours
                          : header.starts_with("boost/")  ? boost
                                                          : standard;
        to += fmt::format("#include <{}>\n", header);
    }
    if (!boost.empty()) boost.insert(0, "\n");
    if (!standard.empty()) standard.insert(0, "\n");
    return ours + boost + standard;
}

}}}  // namespace setpoint::v0::cli
