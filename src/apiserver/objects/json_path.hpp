#pragma once
// JSON paths of printer columns and selectable fields, read and evaluated as k8s.io/client-go/util/jsonpath
// does: .spec.a, ..name, .a[0], .a[-1], .a[1:5:2], .a[0,2], .a[*].b, .a['b'], .a['b\.c'],
// .status.conditions[?(@.type=="Ready")].status.

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint::apiserver::kinds {

struct json_step {
    enum class type : std::uint8_t {
        constant,    // the path's own text, number or boolean, whatever the object holds
        integer,     // the same, an integer: no integer column shows it, as Go's int is no int64
        identifier,  // a word; evaluates to nothing
        field,
        wildcard,
        recursive,  // each object, list and text below, and itself
        slice,
        filter,
        alternatives
    };
    struct bound {
        std::int64_t value = 0;
        bool known = false, derived = false;  // derived: the end of [n]
    };

    type what = type::field;
    std::string text;  // field: its name; filter: its operator; identifier
    boost::json::value constant;
    std::array<bound, 3> slice;                  // begin, end, step
    std::vector<std::vector<json_step>> inside;  // filter: what is on the left and right; alternatives
};
using json_steps = std::vector<json_step>;

// What a path leads to. Valid as long as the object and the path are.
struct json_result {
    const boost::json::value* value = nullptr;  // null: the whole object
    bool go_int = false;                        // json_step::type::integer
};

// Immutable.
class json_path {
public:
    // `path` stands in no braces, but may close and open some: ".a}, {.b". Null when client-go refuses it;
    // also when filters are nested deeper than 64.
    static std::shared_ptr<const json_path> parse(std::string_view path);

    // The first result. Nothing when there is none, when the evaluation fails (an index out of bounds, values
    // of two types compared) or when it visits more than most_visited values. "range" finds nothing.
    std::optional<json_result> first(const boost::json::object& root) const;

    static constexpr std::size_t most_visited = 1U << 20U;

private:
    std::vector<json_steps> blocks_;  // what stands in braces; never empty
};

}  // namespace setpoint::apiserver::kinds
