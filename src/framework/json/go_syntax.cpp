#include "framework/json/go_syntax.hpp"

#include "framework/json/yaml_scalar.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

std::string go_syntax_of_list(const boost::json::array& items) {
    std::string out = "[]interface {}{";
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) out += ", ";
        out += items[i].is_null() ? "interface {}(nil)" : go_syntax(items[i]);
    }
    return out + "}";
}

std::string go_syntax_of_map(const boost::json::object& members) {
    std::string out = "map[interface {}]interface {}{";
    std::string_view between;
    for (const auto& [key, value] : members) {
        out += between;
        between = ", ";
        out += go_syntax(std::string_view(key.data(), key.size()));
        out += ":";
        out += value.is_null() ? "interface {}(nil)" : go_syntax(value);
    }
    return out + "}";
}

}  // namespace

std::string go_syntax(std::string_view text) {
    // fmt has the same escapes except for these.
    std::string out = "\"";
    while (!text.empty()) {
        const std::size_t n = std::min(text.find_first_of("\a\b\f\v"), text.size());
        const std::string piece = fmt::format("{:?}", text.substr(0, n));
        out += std::string_view(piece).substr(1, piece.size() - 2);
        if (n == text.size()) break;
        out += '\\';
        out += std::string_view("abvf")[std::string_view("\a\b\v\f").find(text[n])];
        text.remove_prefix(n + 1);
    }
    return out + '"';
}

std::string go_syntax(const boost::json::value& v) {
    switch (v.kind()) {
        case boost::json::kind::null:
            return "<nil>";
        case boost::json::kind::bool_:
            return v.get_bool() ? "true" : "false";
        case boost::json::kind::int64:
            return fmt::format("{}", v.get_int64());
        case boost::json::kind::uint64:
            return fmt::format("{:#x}", v.get_uint64());
        case boost::json::kind::double_:
            return go_float(v.get_double(), false);
        case boost::json::kind::string:
            return go_syntax(std::string_view(v.get_string().data(), v.get_string().size()));
        case boost::json::kind::array:
            return go_syntax_of_list(v.get_array());
        case boost::json::kind::object:
            return go_syntax_of_map(v.get_object());
    }
    return {};
}

}}}  // namespace setpoint::v0::json
