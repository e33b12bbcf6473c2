#pragma once
// What an expression costs, in kube-apiserver's units: estimated before it runs, and counted while it runs.
//
// The rules and numbers are those of cel-go (checker/cost.go, interpreter/runtimecost.go), which
// kube-apiserver uses to refuse rules that could become too expensive when they are written, and to
// stop them when they run. A unit is roughly one operation on a scalar; nothing here measures time.

#include "setpoint/cel/type.hpp"
#include "setpoint/cel/value.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

// A range of sizes or of costs. Sums and products stop at the largest number.
// Precondition of all operations: least <= most.
struct cost_range {
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

    std::uint64_t least = 0;
    std::uint64_t most = 0;

    static cost_range fixed(std::uint64_t both) { return {both, both}; }
    static cost_range unknown() { return {0, unlimited}; }
    [[nodiscard]] cost_range plus(const cost_range& other) const;
    // Multiplies the ends separately, as for a loop of `other` iterations.
    [[nodiscard]] cost_range times(const cost_range& other) const;
    // Rounded up.
    [[nodiscard]] cost_range times(double factor) const;
    // Returns the smallest range that contains both, as for the two branches of a condition.
    [[nodiscard]] cost_range joined(const cost_range& other) const;
    friend bool operator==(const cost_range&, const cost_range&) = default;
};

// Rounds x * factor up, at most the largest number.
[[nodiscard]] std::uint64_t scaled(std::uint64_t x, double factor);

// Cost for each character or byte that a function reads: a tenth of a unit
// (common.StringTraversalCostFactor).
inline constexpr double text_traversal_factor = 0.1;
// Cost of a regular expression for each character of its text (common.RegexStringLengthCostFactor). A
// match costs the product of this and of the traversal of the matched text.
inline constexpr double pattern_length_factor = 0.25;
// Cost of a literal, without that of its elements (common.ListCreateBaseCost and others).
inline constexpr std::uint64_t list_creation_cost = 10;
inline constexpr std::uint64_t map_creation_cost = 30;
inline constexpr std::uint64_t object_creation_cost = 40;

// An operand in an estimate.
// `of` and `literal` are not owned and valid during the estimate. `literal` is null unless the node is
// one.
struct cost_node {
    // From a variable: fields, "@items", "@keys", "@values"; empty if it does not come from one.
    std::vector<std::string> path;
    const type* of = nullptr;
    // A literal's value.
    const value* literal = nullptr;
    std::optional<cost_range> size;
};

// Knows the sizes of what variables hold, e.g. from maxLength.
class size_estimator {
public:
    virtual ~size_estimator() = default;
    // Returns the range of characters, bytes, elements or entries; nothing if it does not know. Must
    // not throw.
    [[nodiscard]] virtual std::optional<cost_range> size_of(const cost_node& node) const = 0;
};

struct call_cost {
    cost_range cost;
    std::optional<cost_range> size;  // of the result
};

// The size of a node: its own, the estimator's, or unknown.
// `sizes` may be null.
[[nodiscard]] cost_range size_or_unknown(const size_estimator* sizes, const cost_node& node);

// Costs of calls that differ from the built-in ones; nothing means the built-in cost.
// Implementations must be stateless or thread-safe: expressions that share a model may run in several
// threads.
class cost_model {
public:
    virtual ~cost_model() = default;
    // Whether it may know the cost of this function.
    [[nodiscard]] virtual bool handles(std::string_view) const { return true; }
    // The cost of one call, without that of computing its operands. `target` is null for a function
    // that is not called on a receiver; then all operands are in `args`. `sizes` may be null.
    [[nodiscard]] virtual std::optional<call_cost> estimate(std::string_view function,
                                                            std::string_view overload,
                                                            const cost_node* target,
                                                            std::span<const cost_node> args,
                                                            const size_estimator* sizes) const = 0;
    // `args` begins with the receiver.
    // Called after the function returned `result`, which may be an error. `memory` is for reading
    // operands.
    [[nodiscard]] virtual std::optional<std::uint64_t> actual(std::string_view function,
                                                              std::string_view overload,
                                                              std::span<const value> args,
                                                              const value& result, arena& memory) const = 0;
};

// The cost of one overload, of a library.
// Plain functions, since libraries are tables; a null one means the built-in cost.
struct overload_cost {
    std::optional<call_cost> (*estimate)(const size_estimator* sizes, const cost_node* target,
                                         std::span<const cost_node> args) = nullptr;
    std::optional<std::uint64_t> (*actual)(std::span<const value> args, const value& result,
                                           arena& memory) = nullptr;
};

// What size() counts, and 1 for anything else.
// Characters of a string, bytes, elements of a list, entries of a map.
[[nodiscard]] std::uint64_t actual_size(const value& counted);

}}}  // namespace setpoint::v0::cel
