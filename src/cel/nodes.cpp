#include "cel/collections.hpp"
#include "cel/node.hpp"

#include <fmt/format.h>

#include <array>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

value no_such_overload() {
    return value::error("no such overload");
}
value bool_or_error(const value& from) {
    return from.is_error() ? from : no_such_overload();
}

}  // namespace

value logical_node::evaluate(frame& in) const {
    const value left = left_->evaluate(in);
    if (left.is(value_kind::boolean) && left.as_boolean() == decides_) return left;
    const value right = right_->evaluate(in);
    if (right.is(value_kind::boolean) && right.as_boolean() == decides_) return right;
    if (!left.is(value_kind::boolean)) return bool_or_error(left);
    if (!right.is(value_kind::boolean)) return bool_or_error(right);
    return value::boolean(!decides_);
}

value equality_node::evaluate(frame& in) const {
    const std::array<value, 2> both = {left_->evaluate(in), right_->evaluate(in)};
    value made;
    if (both[0].is_error())
        made = both[0];
    else if (both[1].is_error())
        made = both[1];
    else
        made = value::boolean(equal(both[0], both[1], in.memory()) != negated_);
    target_.charge(in, both, made);
    return made;
}

value call_node::evaluate(frame& in) const {
    switch (args_.size()) {
        case 0:
            return finish(in, {});
        case 1:
            return evaluate_few<1>(in);
        case 2:
            return evaluate_few<2>(in);
        default:
            return evaluate_in_turn(in, {in.memory().make_array<value>(args_.size()), args_.size()});
    }
}

template <std::size_t n>
value call_node::evaluate_few(frame& in) const {
    std::array<value, n> args;
    if (target_.stops_early()) return evaluate_in_turn(in, args);
    for (std::size_t i = 0; i < n; ++i) args[i] = args_[i]->evaluate(in);
    if (!target_.accepts_errors()) {
        for (const value& arg : args) {
            if (!arg.is_error()) continue;
            target_.charge(in, args, arg);
            return arg;
        }
    }
    return finish(in, args);
}

// Only an error in the last argument costs what the call costs: cel-go counts calls of which it saw all
// arguments.
value call_node::evaluate_in_turn(frame& in, std::span<value> args) const {
    for (std::size_t i = 0; i < args.size(); ++i) {
        args[i] = args_[i]->evaluate(in);
        if (!args[i].is_error()) continue;
        if (i + 1 == args.size()) target_.charge(in, args, args[i]);
        return args[i];
    }
    return finish(in, args);
}

value call_node::finish(frame& in, std::span<const value> args) const {
    in.in().set_pattern(pattern_.get());
    const value made = target_.invoke(in.in(), args);
    in.in().set_pattern(nullptr);
    target_.charge(in, args, made);
    return made;
}

value list_node::evaluate(frame& in) const {
    const value made = build(in);
    in.charge(list_creation_cost);
    return made;
}

value list_node::build(frame& in) const {
    auto* list = in.memory().make<native_list>();
    list->items = in.memory().make_array<value>(elements_.size());
    for (std::size_t i = 0; i < elements_.size(); ++i) {
        value element = elements_[i]->evaluate(in);
        if (element.is_error()) return element;
        if (!optionals_.empty() && optionals_[i]) {
            if (!element.is(value_kind::optional)) {
                return in.in().error("cannot initialize optional list element from non-optional value " +
                                     to_text(element, in.memory()));
            }
            if (element.content() == nullptr) continue;
            element = *element.content();
        }
        list->items[list->size++] = element;
    }
    return make_list({list->items, list->size}, in.memory());
}

bool list_node::all_constant() const {
    for (const node_ptr& each : elements_) {
        if (each->constant() == nullptr) return false;
    }
    return true;
}

value map_node::evaluate(frame& in) const {
    const value made = build(in);
    in.charge(object_ ? object_creation_cost : map_creation_cost);
    return made;
}

value map_node::build(frame& in) const {
    const value made = make_growing_map(in.memory());
    for (const map_node_entry& each : entries_) {
        const value key = each.key->evaluate(in);
        if (key.is_error()) return key;
        value content = each.content->evaluate(in);
        if (content.is_error()) return content;
        if (key.is(value_kind::bytes)) throw unhashable_key();
        if (each.optional) {
            if (!content.is(value_kind::optional)) {
                return in.in().error(
                    fmt::format("cannot initialize optional entry '{}' from non-optional value {}",
                                to_text(key, in.memory()), to_text(content, in.memory())));
            }
            if (content.content() == nullptr) {
                erase(entries_of(made), key, in.memory());
                continue;
            }
            content = *content.content();
        }
        insert(entries_of(made), key, content, true, in.memory());
    }
    return object_ ? value::map(*object_, made.data()) : settled(made);
}

bool map_node::all_constant() const {
    for (const map_node_entry& each : entries_) {
        if (each.key->constant() == nullptr || each.content->constant() == nullptr) return false;
    }
    return true;
}

value membership_node::evaluate(frame& in) const {
    const value tested = tested_->evaluate(in);
    if (tested.is_error()) return tested;
    return value::boolean(set_.find(tested, in.memory()).has_value());
}

value optional_or_node::evaluate(frame& in) const {
    const value left = left_->evaluate(in);
    if (left.is_error()) return left;
    if (!left.is(value_kind::optional)) return no_such_overload();
    if (left.content() != nullptr) return unwraps_ ? *left.content() : left;
    const value right = right_->evaluate(in);
    if (!unwraps_ && !right.is(value_kind::optional)) return bool_or_error(right);
    return right;
}

value fold_node::evaluate(frame& in) const {
    const value range = parts_.range->evaluate(in);
    if (range.is_error()) return range;
    if (!range.is(value_kind::list) && !range.is(value_kind::map)) {
        return in.in().error(fmt::format("got '{}', expected iterable type", range.type().name()));
    }
    // The state of an outer evaluation of the same comprehension, e.g. one step before, is not needed any
    // more.
    loop_state& loop = in.loop(parts_.depth);
    loop = loop_state{};
    loop.init = parts_.init.get();
    run(in, loop, range);
    const value made = parts_.result->evaluate(in);
    return settled(made);
}

void fold_node::run(frame& in, loop_state& loop, const value& range) const {
    const std::size_t size = range.size();
    arena& memory = in.memory();
    for (std::size_t i = 0; i < size; ++i) {
        if (range.is(value_kind::map)) {
            loop.first = range.map().key_at(range.data(), i, memory);
            if (parts_.two_variables) loop.second = range.map().value_at(range.data(), i, memory);
        } else if (parts_.two_variables) {
            loop.first = value::integer(static_cast<std::int64_t>(i));
            loop.second = range.at(i, memory);
        } else {
            loop.first = range.at(i, memory);
        }
        if (!next(in, loop)) return;
    }
}

bool fold_node::next(frame& in, loop_state& loop) const {
    if (parts_.condition->evaluate(in).is_false()) return false;
    const value made = parts_.step->evaluate(in);
    loop.accumulated = made;
    loop.initialized = true;
    return true;
}

}}}  // namespace setpoint::v0::cel
