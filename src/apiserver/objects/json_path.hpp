#pragma once
// JSON paths of printer columns and selectable fields, parsed and evaluated as in
// k8s.io/client-go/util/jsonpath: .spec.a, ..name, .a[0], .a[-1], .a[1:5:2], .a[0,2], .a[*].b,
// .a['b'], .a['b\.c'], .status.conditions[?(@.type=="Ready")].status.

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct json_step {
    enum class type : std::uint8_t {
        constant,    // text, number or boolean of the path itself
        integer,     // an integer constant; integer columns do not print it, since Go's int is not int64
        identifier,  // a word; evaluates to nothing
        field,
        wildcard,
        recursive,  // the value and every object, list and text below it
        slice,
        filter,
        alternatives
    };
    struct bound {
        std::int64_t value = 0;
        bool set = false, derived = false;  // derived: the end of [n]
    };

    type what = type::field;
    std::string text;  // field: its name; filter: its operator; identifier
    boost::json::value constant;
    std::array<bound, 3> slice;                  // begin, end, step
    std::vector<std::vector<json_step>> nested;  // filter: its left and right operands; alternatives
};
using json_steps = std::vector<json_step>;

// The result of a path. Valid as long as the object and the path.
struct json_result {
    const boost::json::value* value = nullptr;  // null: the whole object
    bool go_int = false;                        // json_step::type::integer
};

// Immutable.
class json_path {
public:
    // `path` has no enclosing braces, but may close and open some: ".a}, {.b". Returns null if
    // client-go rejects it, or if filters nest deeper than 64.
    static std::shared_ptr<const json_path> parse(std::string_view path);

    // The first result. Nothing if there is none, if the evaluation fails (an index out of bounds,
    // operands of different types) or if it visits more than max_visited values. "range" yields
    // nothing.
    std::optional<json_result> first(const boost::json::object& root) const;

    static constexpr std::size_t max_visited = 1U << 20U;

private:
    std::vector<json_steps> blocks_;  // contents of the braces; never empty
};

}}}  // namespace setpoint::v0::apiserver
