#pragma once
// Applies the steps that object_patch() makes: add, replace, remove.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace test {

inline std::string unescaped(std::string_view segment) {
    std::string out;
    for (std::size_t i = 0; i < segment.size(); ++i) {
        if (segment[i] == '~')
            out += segment.at(++i) == '0' ? '~' : '/';
        else
            out += segment[i];
    }
    return out;
}

// Throws std::runtime_error where the API server would refuse the patch.
inline void apply_step(boost::json::value& document, const boost::json::object& step) {
    const std::string_view op = step.at("op").get_string();
    std::string_view path = step.at("path").get_string();
    boost::json::value* at = &document;
    const auto next = [&] {
        path.remove_prefix(1);
        const std::size_t end = std::min(path.find('/'), path.size());
        std::string segment = unescaped(path.substr(0, end));
        path.remove_prefix(end);
        return segment;
    };
    std::string last = next();
    while (!path.empty()) {
        if (at->is_object()) {
            if (!at->get_object().contains(last)) throw std::runtime_error("no parent " + last);
            at = &at->get_object().at(last);
        } else {
            at = &at->as_array().at(static_cast<std::size_t>(std::atoi(last.c_str())));
        }
        last = next();
    }
    if (at->is_array()) {
        boost::json::array& list = at->get_array();
        if (op == "add" && last == "-") {
            list.push_back(step.at("value"));
        } else {
            if (op != "replace") throw std::runtime_error("unexpected step on a list");
            list.at(static_cast<std::size_t>(std::atoi(last.c_str()))) = step.at("value");
        }
        return;
    }
    boost::json::object& o = at->as_object();
    if (op != "add" && !o.contains(last)) throw std::runtime_error("nothing at " + last);
    if (op == "remove")
        o.erase(last);
    else
        o[last] = step.at("value");
}

inline boost::json::value applied(boost::json::value document, const boost::json::array& steps) {
    for (const boost::json::value& s : steps) apply_step(document, s.as_object());
    return document;
}

}}}  // namespace setpoint::v0::test
