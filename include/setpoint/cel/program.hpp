#pragma once
// A compiled expression, and its evaluation.

#include "setpoint/cel/environment.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace setpoint::inline v0::cel {

// A variable's value in one evaluation.
struct binding {
    std::string_view name;
    value content;
};

// The memory, the cost and the limits of evaluations, one at a time. Values of a result are valid until the
// next evaluation.
class evaluation {
public:
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    explicit evaluation(std::uint64_t cost_limit = no_limit, std::size_t memory_limit = arena::default_limit)
        : memory_(memory_limit), cost_limit_(cost_limit) {}

    [[nodiscard]] arena& memory() { return memory_; }
    // What the last evaluation cost.
    [[nodiscard]] std::uint64_t cost() const { return cost_; }
    void set_cost_limit(std::uint64_t limit) { cost_limit_ = limit; }

    // For functions: an error value, and text of this evaluation.
    value error(std::string text) { return make_error(std::move(text), memory_); }
    value text(std::string_view made) { return value::string(memory_.copy(made)); }
    // The compiled form of a constant pattern, for the function that is called; else nullptr.
    [[nodiscard]] const re2::RE2* pattern() const { return pattern_; }
    void set_pattern(const re2::RE2* compiled) { pattern_ = compiled; }

private:
    friend class frame;
    friend class program;

    arena memory_;
    std::uint64_t cost_limit_;
    std::uint64_t cost_ = 0;
    const re2::RE2* pattern_ = nullptr;
};

class node;

// A compiled expression. Copies share it. Evaluation changes nothing, so that threads may share it too.
class program {
public:
    // Folds constants. failure() then says why it cannot be evaluated, e.g. since int("a") is an error.
    explicit program(const expression& from);

    [[nodiscard]] bool valid() const { return root_ != nullptr; }
    [[nodiscard]] const std::string& failure() const { return failure_; }

    // Evaluates with these variables; the result may be an error value. Does not throw, except for
    // std::bad_alloc.
    value evaluate(evaluation& in, std::span<const binding> variables) const;

private:
    struct plan;
    std::shared_ptr<const plan> plan_;
    const node* root_ = nullptr;
    std::string failure_;
};

}  // namespace setpoint::inline v0::cel
