#pragma once
// A JSON patch (RFC 6902), built step by step:
//
//     json_patch p;
//     p.test({"spec", "paused"}, false).replace({"spec", "replicas"}, 3).remove({"metadata", "labels",
//     "a/b"}); auto answer = co_await api.patch<deployment>(key, p);
//
// The steps are done in order, all or none. Paths are given as segments, escaped here (RFC 6901); a number as
// text stands for a place in a list, "-" for its end.

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

namespace setpoint {

class json_patch {
public:
    using path = std::initializer_list<std::string_view>;

    // Puts a value where there may be one; into a list: before the place that the last segment names. What is
    // above it must be there.
    json_patch& add(path at, boost::json::value value) { return step("add", at, std::move(value)); }
    // What it names must be there.
    json_patch& replace(path at, boost::json::value value) { return step("replace", at, std::move(value)); }
    json_patch& remove(path at);
    // The whole patch is refused (errc::invalid) unless the value is this one.
    json_patch& test(path at, boost::json::value value) { return step("test", at, std::move(value)); }
    json_patch& move(path from, path to) { return step_from("move", from, to); }
    json_patch& copy(path from, path to) { return step_from("copy", from, to); }

    bool empty() const { return steps_.empty(); }
    const boost::json::array& steps() const { return steps_; }

private:
    json_patch& step(std::string_view op, path at, boost::json::value value);
    json_patch& step_from(std::string_view op, path from, path to);

    boost::json::array steps_;
};

// "/metadata/labels/a~1b".
std::string json_pointer(json_patch::path segments);

}  // namespace setpoint
