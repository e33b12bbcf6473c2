#pragma once

#include "cel/node.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

class attribute_node;

// One step of a path: a field or an index, constant or computed.
struct qualifier {
    value key;  // if it is constant
    std::unique_ptr<const attribute_node>
        computed;  // resolved, not evaluated: its own cost is that of the step
    bool optional = false;
    bool presence = false;  // has()
};

// Where a path starts.
class attribute_start {
public:
    attribute_start() = default;
    attribute_start(const attribute_start&) = delete;
    attribute_start& operator=(const attribute_start&) = delete;
    virtual ~attribute_start() = default;
    // The value before any step; may be an error.
    virtual value start(frame& in) const = 0;
};

// A variable or a value, and steps into it. The structure, and what costs, is that of cel-go's attributes.
class attribute_node final : public node {
public:
    explicit attribute_node(std::unique_ptr<const attribute_start> from) : from_(std::move(from)) {}
    // condition ? yes : no
    attribute_node(node_ptr condition, std::unique_ptr<attribute_node> yes,
                   std::unique_ptr<attribute_node> no)
        : condition_(std::move(condition)), yes_(std::move(yes)), no_(std::move(no)) {}

    value evaluate(frame& in) const override;
    // Like evaluate(), without the cost of the path itself.
    value resolve(frame& in) const;
    // Adds a step; both branches of a condition get it.
    void add(std::shared_ptr<const qualifier> step);
    // Makes it a presence test, whose own cost may be zero.
    void set_presence(bool costs) {
        presence_ = true;
        presence_costs_ = costs;
    }

private:
    std::unique_ptr<const attribute_start> from_;
    std::vector<std::shared_ptr<const qualifier>> steps_;
    node_ptr condition_;
    std::unique_ptr<attribute_node> yes_;
    std::unique_ptr<attribute_node> no_;
    bool presence_ = false;
    bool presence_costs_ = true;
};

// A variable of the host, or a variable or the accumulator of a comprehension.
[[nodiscard]] std::unique_ptr<const attribute_start> start_at_variable(std::string name);
enum class loop_variable : std::uint8_t { accumulator, first, second };
[[nodiscard]] std::unique_ptr<const attribute_start> start_at_loop(std::size_t depth, loop_variable which);
[[nodiscard]] std::unique_ptr<const attribute_start> start_at_node(node_ptr operand);

// `key` of a map or list, e.g. for _[_] outside of paths.
[[nodiscard]] value index_value(const value& in, const value& key, arena& memory);

}}}  // namespace setpoint::v0::cel
