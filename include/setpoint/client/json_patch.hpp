#pragma once
// Builds a JSON patch (RFC 6902) step by step:
//
//     json_patch p;
//     p.test({"spec", "paused"}, false)
//         .replace({"spec", "replicas"}, 3)
//         .remove({"metadata", "labels", "a/b"});
//     auto answer = co_await api.patch<deployment>(key, p);
//
// The steps are executed in order, all or none. Paths are lists of segments, which are escaped (RFC
// 6901). A number as text is a list index, "-" the end of a list.

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Collects steps only: nothing is checked against an object before the server executes them.
class json_patch {
public:
    using path = std::initializer_list<std::string_view>;

    // Sets a value, which may exist; in a list, inserts it before the index in the last segment.
    // The parent must exist.
    json_patch& add(path at, boost::json::value value) { return step("add", at, std::move(value)); }
    // The value must exist.
    json_patch& replace(path at, boost::json::value value) { return step("replace", at, std::move(value)); }
    json_patch& remove(path at);
    // The whole patch fails (errc::invalid) unless the current value equals this one.
    json_patch& test(path at, boost::json::value value) { return step("test", at, std::move(value)); }
    // `from` must exist, and must not be a parent of `to`.
    json_patch& move(path from, path to) { return step_from("move", from, to); }
    json_patch& copy(path from, path to) { return step_from("copy", from, to); }

    bool empty() const { return steps_.empty(); }
    const boost::json::array& steps() const { return steps_; }

private:
    json_patch& step(std::string_view op, path at, boost::json::value value);
    json_patch& step_from(std::string_view op, path from, path to);

    boost::json::array steps_;
};

// Returns "/metadata/labels/a~1b".
std::string json_pointer(json_patch::path segments);

}}  // namespace setpoint::v0
