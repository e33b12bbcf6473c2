#pragma once
// The variables, functions, macros and types that expressions may use; it compiles them.

#include "setpoint/cel/cost.hpp"
#include "setpoint/cel/issue.hpp"
#include "setpoint/cel/type.hpp"
#include "setpoint/cel/value.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint::inline v0::cel {

class ast;
class evaluation;
struct declarations;
struct macro;

// What a function does. Arguments are not errors, unless the function was declared to accept them.
using function = value (*)(evaluation&, std::span<const value> arguments);

// Object types of the host. Types are valid as long as the provider.
class type_provider {
public:
    virtual ~type_provider() = default;
    // The object type of that name, or nullptr.
    [[nodiscard]] virtual const type* find_type(std::string_view name) const = 0;
    // The type of a field of that type, or nullptr.
    [[nodiscard]] virtual const type* find_field(std::string_view type_name,
                                                 std::string_view field) const = 0;
};

// One row of a library: name, id of the overload, signature as "(string, int) -> bool", or ".(string, int)
// -> bool" if the first argument is the receiver.
struct function_row {
    std::string_view name;
    std::string_view id;
    std::string_view signature;
    function implementation = nullptr;
};

struct environment_options {
    std::string container;
    bool optional_syntax = false;
    bool quoted_idents = false;
    bool mixed_comparisons = true;  // 1 < 2.0
    bool fold_constants =
        false;  // literals and conversions of constants cost nothing; an error in one fails the program
    bool presence_test_costs = true;  // has() costs 1
    bool validate_literals = false;  // duration("x"), timestamp("x") and matches("(") are errors of the check
    bool validate_homogeneous =
        false;  // so are literal lists and maps of different types, except as arguments of format()
    bool validate_format = false;  // so are arguments of format() that do not fit its text
};

// An expression that was parsed and checked. Copies share it; it needs the type provider of its environment.
class expression {
public:
    expression(std::shared_ptr<const ast> tree, std::shared_ptr<const declarations> declared)
        : tree_(std::move(tree)), declared_(std::move(declared)) {}

    [[nodiscard]] const type& result_type() const;
    [[nodiscard]] std::string_view source() const;
    // What evaluating costs at least and at most.
    [[nodiscard]] cost_range estimate(const size_estimator* sizes = nullptr) const;
    [[nodiscard]] const ast& tree() const { return *tree_; }
    [[nodiscard]] const declarations& declared() const { return *declared_; }
    [[nodiscard]] const std::shared_ptr<const declarations>& shared_declared() const { return declared_; }

private:
    std::shared_ptr<const ast> tree_;
    std::shared_ptr<const declarations> declared_;
};

// The expression, or why there is none.
struct compilation {
    std::optional<expression> made;
    issues found;
    std::string error;  // issues::text() of the source; empty on success
};

// The functions, macros, variables and options that expressions are compiled with. Copies are cheap; what is
// added to a copy does not change the original.
class environment {
public:
    // The standard library and macros.
    environment();

    environment_options& options();
    type_pool& types();

    void add_variable(std::string_view name, const type* of);
    void add_constant(std::string_view name, const type* of, const value& content);
    void add_functions(std::span<const function_row> rows);
    // That argument of a function is a regular expression: a constant one is compiled with the program.
    void set_pattern_argument(std::string_view name, int argument);
    // The function gets arguments of any type, and checks them itself.
    void accept_any_arguments(std::string_view name);
    void add_macros(std::span<const macro> macros);
    void add_cost(std::string_view overload, overload_cost cost);
    // Makes the name of an opaque or object type known as a value.
    void add_type(const type* named);
    // `provider` must outlive the environment, its copies and what they compile.
    void set_provider(const type_provider* provider);
    // Costs that apply before the built-in ones. `model` must outlive the environment and what it compiles.
    void set_cost_model(const cost_model* model);

    // Parses and checks.
    [[nodiscard]] compilation compile(std::string_view source) const;
    // Parses only: names are resolved when a program is made, and values have no static types.
    [[nodiscard]] compilation parse_only(std::string_view source) const;

    [[nodiscard]] const std::shared_ptr<const declarations>& declared() const { return declared_; }

private:
    declarations& own();

    std::shared_ptr<const declarations> declared_;
    std::shared_ptr<declarations> own_;  // declared_, as long as nobody shares it
};

}  // namespace setpoint::inline v0::cel
