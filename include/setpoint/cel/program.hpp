#pragma once
// A compiled expression, and its evaluation.
//
//     const program made(*in.compile("self.replicas > 0").made);
//     if (!made.valid()) return made.failure();
//     evaluation run(kubernetes_call_limit);
//     const value result = made.evaluate(run, variables);
//     if (result.is_error()) return std::string(result.text());
//     return result.is_true() ? "" : "refused";

#include "setpoint/cel/environment.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace setpoint { inline namespace v0 { namespace cel {

// A variable's value in one evaluation.
// Views: name and content must be valid during the evaluation.
struct binding {
    std::string_view name;
    value content;
};

// The memory, the cost and the limits of evaluations, one at a time. Values of a result are valid until
// the next evaluation. Not thread-safe: each thread needs its own, while programs are shared. Neither
// copied nor moved, since results refer to it. May be used for any number of evaluations, of any
// programs.
class evaluation {
public:
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    // `cost_limit` is in the units of cost.hpp, `memory_limit` in bytes. Exceeding one makes the result
    // an error that begins with "operation cancelled", as in kube-apiserver.
    explicit evaluation(std::uint64_t cost_limit = no_limit, std::size_t memory_limit = arena::default_limit)
        : memory_(memory_limit), cost_limit_(cost_limit) {}

    // Cleared when an evaluation starts: bindings must not refer to it.
    [[nodiscard]] arena& memory() { return memory_; }
    // What the last evaluation cost.
    // Also if it ended with an error; slightly above the limit if that was exceeded.
    [[nodiscard]] std::uint64_t cost() const { return cost_; }
    void set_cost_limit(std::uint64_t limit) { cost_limit_ = limit; }

    // For functions: an error value, and text of this evaluation.
    // Copies the text into memory().
    value error(std::string text) { return make_error(std::move(text), memory_); }
    value text(std::string_view made) { return value::string(memory_.copy(made)); }
    // The compiled form of a constant pattern, for the function that is called; else nullptr.
    // Null if the argument is not constant: the function then compiles the text itself. Not owned.
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
// Keeps the declarations alive, but not the type provider and the cost model.
class program {
public:
    // Folds constants. failure() then says why it cannot be evaluated, e.g. since int("a") is an error.
    // Does not throw for any expression: a program that cannot be made is invalid. O(nodes of the
    // expression), and constants may cost as much as an evaluation.
    explicit program(const expression& from);

    [[nodiscard]] bool valid() const { return root_ != nullptr; }
    // Empty if valid(). evaluate() of an invalid program returns it as an error.
    [[nodiscard]] const std::string& failure() const { return failure_; }

    // Evaluates with these variables; the result may be an error value. Does not throw, except for
    // std::bad_alloc.
    // Variables that are missing are errors where they are used, not before. Names that the expression
    // does not use are ignored; of two equal names the first is used. The result's texts, lists and
    // maps refer to `in`, to the bindings and to this program: copy what must live longer.
    value evaluate(evaluation& in, std::span<const binding> variables) const;

private:
    struct plan;
    std::shared_ptr<const plan> plan_;
    const node* root_ = nullptr;
    std::string failure_;
};

}}}  // namespace setpoint::v0::cel
