#pragma once

#include "cel/collections.hpp"
#include "cel/declarations.hpp"
#include "setpoint/cel/program.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

// Ends an evaluation that costs more than its limit.
struct budget_exceeded {};

// Ends an evaluation that makes a map with bytes as a key: Go cannot hash them, and no operator absorbs that
// error.
struct unhashable_key {
    static constexpr std::string_view message =
        "internal error: runtime error: hash of unhashable type types.Bytes";
};

// The variables of one comprehension while it runs.
struct loop_state {
    value accumulated;
    value first;
    value second;
    bool initialized = false;
    const node* init = nullptr;  // evaluated when the accumulator is first read
};

// One evaluation of a program.
class frame {
public:
    frame(evaluation& in, std::span<const binding> variables, loop_state* loops)
        : in_(in), variables_(variables), loops_(loops) {}

    evaluation& in() { return in_; }
    arena& memory() { return in_.memory_; }
    void charge(std::uint64_t cost) {
        in_.cost_ = in_.cost_ > evaluation::no_limit - cost ? evaluation::no_limit : in_.cost_ + cost;
        if (in_.cost_ > in_.cost_limit_) throw budget_exceeded();
    }
    void refund(std::uint64_t cost) { in_.cost_ -= std::min(cost, in_.cost_); }
    loop_state& loop(std::size_t depth) { return loops_[depth]; }
    [[nodiscard]] const value* find(std::string_view name) const {
        for (const binding& each : variables_) {
            if (each.name == name) return &each.content;
        }
        return nullptr;
    }

private:
    evaluation& in_;
    std::span<const binding> variables_;
    loop_state* loops_;
};

// A step of a program. Nodes are immutable.
class node {
public:
    node() = default;
    node(const node&) = delete;
    node& operator=(const node&) = delete;
    virtual ~node() = default;
    // The value, which may be an error. Throws budget_exceeded and memory_exhausted.
    virtual value evaluate(frame& in) const = 0;
    [[nodiscard]] virtual const value* constant() const { return nullptr; }
};

using node_ptr = std::unique_ptr<const node>;

class constant_node final : public node {
public:
    explicit constant_node(const value& content) : content_(content) {}
    value evaluate(frame&) const override { return content_; }
    [[nodiscard]] const value* constant() const override { return &content_; }

private:
    value content_;
};

// The functions and the costs of one call.
class call_target {
public:
    call_target(const declarations& declared, const function_decl& called, std::string_view overload,
                std::size_t args);

    value invoke(evaluation& in, std::span<const value> args) const;
    void charge(frame& in, std::span<const value> args, const value& result) const;
    [[nodiscard]] bool accepts_errors() const { return called_->accepts_errors; }
    // An error in an argument ends the call before the later ones are evaluated.
    [[nodiscard]] bool stops_early() const { return stops_early_; }

private:
    [[nodiscard]] bool fits(const overload_decl& overload, std::span<const value> args, arena& memory) const;
    value no_overload(evaluation& in, std::span<const value> args) const;

    const function_decl* called_;
    const overload_decl* overload_ = nullptr;  // nullptr: chosen at run time
    std::string_view id_;
    const cost_model* model_;
    const overload_cost* cost_;
    int default_cost_ = 0;
    bool stops_early_ = false;
};

// A call of a function with its arguments, strictly.
class call_node final : public node {
public:
    call_node(call_target target, std::vector<node_ptr> args, std::shared_ptr<const re2::RE2> pattern)
        : target_(std::move(target)), args_(std::move(args)), pattern_(std::move(pattern)) {}
    value evaluate(frame& in) const override;

private:
    template <std::size_t n>
    value evaluate_few(frame& in) const;
    value evaluate_in_turn(frame& in, std::span<value> args) const;
    value finish(frame& in, std::span<const value> args) const;

    call_target target_;
    std::vector<node_ptr> args_;
    std::shared_ptr<const re2::RE2> pattern_;
};

// && and ||: `decides` is the operand that decides.
class logical_node final : public node {
public:
    logical_node(bool decides, node_ptr left, node_ptr right)
        : decides_(decides), left_(std::move(left)), right_(std::move(right)) {}
    value evaluate(frame& in) const override;

private:
    bool decides_;
    node_ptr left_;
    node_ptr right_;
};

class equality_node final : public node {
public:
    equality_node(bool negated, call_target target, node_ptr left, node_ptr right)
        : negated_(negated), target_(std::move(target)), left_(std::move(left)), right_(std::move(right)) {}
    value evaluate(frame& in) const override;

private:
    bool negated_;
    call_target target_;
    node_ptr left_;
    node_ptr right_;
};

class list_node final : public node {
public:
    list_node(std::vector<node_ptr> elements, std::vector<bool> optionals)
        : elements_(std::move(elements)), optionals_(std::move(optionals)) {}
    value evaluate(frame& in) const override;
    [[nodiscard]] bool all_constant() const;

private:
    value build(frame& in) const;
    std::vector<node_ptr> elements_;
    std::vector<bool> optionals_;
};

struct map_node_entry {
    node_ptr key;
    node_ptr content;
    bool optional = false;
};

// A map, or an object of a type. Its values refer to the node.
class map_node final : public node {
public:
    explicit map_node(std::vector<map_node_entry> entries) : entries_(std::move(entries)) {}
    map_node(std::vector<map_node_entry> entries, const type& object)
        : entries_(std::move(entries)), object_(object) {}
    value evaluate(frame& in) const override;
    [[nodiscard]] bool all_constant() const;

private:
    value build(frame& in) const;
    std::vector<map_node_entry> entries_;
    std::optional<native_object_access> object_;
};

// `in` a constant list.
class membership_node final : public node {
public:
    membership_node(node_ptr tested, const value& set) : tested_(std::move(tested)), set_(set) {}
    value evaluate(frame& in) const override;

private:
    node_ptr tested_;
    value set_;  // a map with the elements as keys
};

// optional.or() and orValue(): the second operand only if it is needed.
class optional_or_node final : public node {
public:
    optional_or_node(bool unwraps, node_ptr left, node_ptr right)
        : unwraps_(unwraps), left_(std::move(left)), right_(std::move(right)) {}
    value evaluate(frame& in) const override;

private:
    bool unwraps_;
    node_ptr left_;
    node_ptr right_;
};

class fold_node final : public node {
public:
    struct parts {
        std::size_t depth = 0;
        bool two_variables = false;
        node_ptr range;
        node_ptr init;
        node_ptr condition;
        node_ptr step;
        node_ptr result;
    };
    explicit fold_node(parts from) : parts_(std::move(from)) {}
    value evaluate(frame& in) const override;

private:
    void run(frame& in, loop_state& loop, const value& range) const;
    [[nodiscard]] bool next(frame& in, loop_state& loop) const;

    parts parts_;
};

}}}  // namespace setpoint::v0::cel
