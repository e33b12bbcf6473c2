#include "setpoint/client/json_patch.hpp"

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 {

std::string json_pointer(json_patch::path segments) {
    std::string out;
    for (const std::string_view s : segments) {
        out += '/';
        for (const char c : s) {
            if (c == '~')
                out += "~0";
            else if (c == '/')
                out += "~1";
            else
                out += c;
        }
    }
    return out;
}

json_patch& json_patch::step(std::string_view op, path at, boost::json::value value) {
    steps_.push_back(
        boost::json::object{{"op", op}, {"path", json_pointer(at)}, {"value", std::move(value)}});
    return *this;
}

json_patch& json_patch::remove(path at) {
    steps_.push_back(boost::json::object{{"op", "remove"}, {"path", json_pointer(at)}});
    return *this;
}

json_patch& json_patch::step_from(std::string_view op, path from, path to) {
    steps_.push_back(
        boost::json::object{{"op", op}, {"from", json_pointer(from)}, {"path", json_pointer(to)}});
    return *this;
}

}}  // namespace setpoint::v0
