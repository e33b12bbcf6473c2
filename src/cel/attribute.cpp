#include "cel/attribute.hpp"

#include "cel/collections.hpp"
#include "cel/numbers.hpp"

#include <fmt/format.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

class variable_start final : public attribute_start {
public:
    explicit variable_start(std::string name) : name_(std::move(name)) {}
    value start(frame& in) const override {
        if (const value* found = in.find(name_)) return *found;
        return make_error("no such attribute(s): " + name_, in.memory());
    }

private:
    std::string name_;
};

class loop_start final : public attribute_start {
public:
    loop_start(std::size_t depth, loop_variable which) : depth_(depth), which_(which) {}
    value start(frame& in) const override {
        loop_state& loop = in.loop(depth_);
        if (which_ == loop_variable::first) return loop.first;
        if (which_ == loop_variable::second) return loop.second;
        if (!loop.initialized) initialize(in, loop);
        return loop.accumulated;
    }

private:
    // An empty list or map is replaced by one that the steps may add to.
    static void initialize(frame& in, loop_state& loop) {
        loop.initialized = true;
        value made = loop.init->evaluate(in);
        if (made.is(value_kind::list) && made.size() == 0) made = make_growing_list(in.memory());
        if (made.is(value_kind::map) && made.size() == 0) made = make_growing_map(in.memory());
        loop.accumulated = made;
    }

    std::size_t depth_;
    loop_variable which_;
};

class node_start final : public attribute_start {
public:
    explicit node_start(node_ptr operand) : operand_(std::move(operand)) {}
    value start(frame& in) const override { return operand_->evaluate(in); }

private:
    node_ptr operand_;
};

std::string key_text(const value& key) {
    switch (key.kind()) {
        case value_kind::string:
            return std::string(key.text());
        case value_kind::integer:
            return fmt::format("{}", key.as_integer());
        case value_kind::unsigned_integer:
            return fmt::format("{}", key.as_unsigned());
        case value_kind::real:
            return real_text(key.as_real());
        case value_kind::boolean:
            return key.as_boolean() ? "true" : "false";
        default:
            return std::string(key.type().name());
    }
}

bool may_qualify(const value& key) {
    return key.is(value_kind::string) || key.is(value_kind::boolean) || is_number(key);
}

struct found_value {
    value content;
    bool present = false;
};

found_value missing(std::string_view text, const value& key, arena& memory) {
    return {make_error(fmt::format("{}: {}", text, key_text(key)), memory), false};
}

found_value find_in_list(const value& list, const value& key, bool tests, arena& memory) {
    if (!is_number(key)) {
        return {make_error(fmt::format("unsupported index type '{}' in list", key.type().name()), memory),
                false};
    }
    const std::optional<std::int64_t> index = lossless_integer(key);
    if (!index)
        return {make_error(fmt::format("unsupported index value {} in list", key_text(key)), memory), false};
    if (*index >= 0 && static_cast<std::size_t>(*index) < list.size()) {
        return {list.at(static_cast<std::size_t>(*index), memory), true};
    }
    return tests ? found_value{} : missing("index out of bounds", key, memory);
}

// Looks `key` up. Absence is an error, unless it is tested.
found_value find_in(const value& in, const value& key, bool tests, arena& memory) {
    if (in.is(value_kind::map)) {
        if (const std::optional<value> content = in.find(key, memory)) return {*content, true};
        return tests ? found_value{} : missing("no such key", key, memory);
    }
    if (in.is(value_kind::list)) return find_in_list(in, key, tests, memory);
    return tests ? found_value{} : missing("no such key", key, memory);
}

value optional_of(const value& content, arena& memory) {
    return value::optional(memory.make<value>(content));
}

// The key of a step, or an error.
value key_of(frame& in, const qualifier& step) {
    if (step.computed == nullptr) return step.key;
    const value key = step.computed->resolve(in);
    if (key.is_error() || may_qualify(key)) return key;
    return make_error(fmt::format("invalid qualifier type: {}", key.type().name()), in.memory());
}

// Applies steps to a value, which is an optional from the first optional step on.
value apply_steps(frame& in, value at, std::span<const std::shared_ptr<const qualifier>> steps) {
    bool optional = at.is(value_kind::optional);
    if (optional) {
        if (at.content() == nullptr) return at;
        at = *at.content();
    }
    for (const auto& step : steps) {
        optional = optional || step->optional;
        const value key = key_of(in, *step);
        if (key.is_error()) {
            if (!optional) in.charge(1);
            return key;
        }
        const found_value found = find_in(at, key, optional || step->presence, in.memory());
        if (!optional || found.present) in.charge(1);
        if (found.content.is_error() && !found.present) return found.content;
        if (step->presence && !optional) {
            at = value::boolean(found.present);
        } else if (!found.present) {
            return value::optional(nullptr);
        } else {
            at = found.content;
        }
    }
    return optional ? optional_of(at, in.memory()) : at;
}

}  // namespace

std::unique_ptr<const attribute_start> start_at_variable(std::string name) {
    return std::make_unique<variable_start>(std::move(name));
}
std::unique_ptr<const attribute_start> start_at_loop(std::size_t depth, loop_variable which) {
    return std::make_unique<loop_start>(depth, which);
}
std::unique_ptr<const attribute_start> start_at_node(node_ptr operand) {
    return std::make_unique<node_start>(std::move(operand));
}

value index_value(const value& in, const value& key, arena& memory) {
    return find_in(in, key, false, memory).content;
}

void attribute_node::add(std::shared_ptr<const qualifier> step) {
    if (condition_ == nullptr) return steps_.push_back(std::move(step));
    yes_->add(step);
    no_->add(std::move(step));
}

value attribute_node::evaluate(frame& in) const {
    const value made = resolve(in);
    if (condition_ == nullptr && (!presence_ || presence_costs_)) in.charge(1);
    // cel-go takes back the cost of every path that is tested, also that of a condition, which has none.
    if (condition_ != nullptr && presence_ && !presence_costs_) in.refund(1);
    if (presence_ && made.is(value_kind::optional)) return value::boolean(made.content() != nullptr);
    return made;
}

value attribute_node::resolve(frame& in) const {
    if (condition_ != nullptr) {
        const value decided = condition_->evaluate(in);
        if (decided.is(value_kind::boolean)) return (decided.as_boolean() ? yes_ : no_)->resolve(in);
        return decided.is_error() ? decided : value::error("no such overload");
    }
    const value at = from_->start(in);
    if (at.is_error()) return at;
    if (steps_.empty() && !at.is(value_kind::optional)) return at;
    return apply_steps(in, at, steps_);
}

}}}  // namespace setpoint::v0::cel
