#pragma once
// The variables, functions, macros and types that expressions may use; it compiles them.
//
//     environment in;
//     in.add_variable("name", &types::string);
//     const compilation done = in.compile("name.startsWith('web-')");
//     if (!done.made) return done.error;  // with positions, as cel-go prints them
//     const program made(*done.made);
//
// The language is that of cel-spec, and texts of errors are those of cel-go, which kube-apiserver
// shows.

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

namespace setpoint { inline namespace v0 { namespace cel {

class ast;
class evaluation;
struct declarations;
struct macro;

// What a function does. Arguments are not errors, unless the function was declared to accept them.
// A plain pointer: functions are stateless, and their state is in the evaluation. `arguments` has as
// many elements as the overload, the receiver first, and is valid during the call. An error is returned
// as evaluation::error(). memory_exhausted may be thrown, and is the only exception that is expected.
using function = value (*)(evaluation&, std::span<const value> arguments);

// Object types of the host. Types are valid as long as the provider.
// Asked while expressions are compiled and when their types are compared, by the thread that does so.
class type_provider {
public:
    virtual ~type_provider() = default;
    // The object type of that name, or nullptr.
    [[nodiscard]] virtual const type* find_type(std::string_view name) const = 0;
    // The type of a field of that type, or nullptr.
    // `type_name` is one that find_type() knows.
    [[nodiscard]] virtual const type* find_field(std::string_view type_name,
                                                 std::string_view field) const = 0;
};

// One row of a library: name, id of the overload, signature as "(string, int) -> bool", or ".(string, int)
// -> bool" if the first argument is the receiver.
// The views must be literals, or outlive the call of add_functions().
//     {"indexOf", "string_index_of_string", ".(string, string) -> int", index_of}
// Overloads of one name differ in the kinds of their arguments; type parameters are capital letters.
struct function_row {
    std::string_view name;
    std::string_view id;
    std::string_view signature;
    function implementation = nullptr;
};

// The defaults are those of cel-go; kubernetes_environment() sets what kube-apiserver sets. Set them
// before the environment compiles anything.
struct environment_options {
    // Names are first looked for below this prefix: with "a.b", `x` means a.b.x, a.x or x.
    std::string container;
    // `.?field` and `[?key]`; add_optional_types() sets it.
    bool optional_syntax = false;
    // Fields in backquotes: a.`b-c`.
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
// Immutable, so that threads may share it.
class expression {
public:
    // For environment::compile() and parse_only() only.
    expression(std::shared_ptr<const ast> tree, std::shared_ptr<const declarations> declared)
        : tree_(std::move(tree)), declared_(std::move(declared)) {}

    // dyn after parse_only(). Valid as long as the expression or a copy, and its type provider.
    [[nodiscard]] const type& result_type() const;
    // Valid as long as the expression or a copy of it.
    [[nodiscard]] std::string_view source() const;
    // What evaluating costs at least and at most.
    // `sizes` may be null: then texts, lists and maps from variables have unknown sizes, and most loops
    // are estimated as unlimited. O(nodes of the expression).
    [[nodiscard]] cost_range estimate(const size_estimator* sizes = nullptr) const;
    // For programs and for validators of the expression; their types are internal to the library.
    [[nodiscard]] const ast& tree() const { return *tree_; }
    [[nodiscard]] const declarations& declared() const { return *declared_; }
    [[nodiscard]] const std::shared_ptr<const declarations>& shared_declared() const { return declared_; }

private:
    std::shared_ptr<const ast> tree_;
    std::shared_ptr<const declarations> declared_;
};

// The expression, or why there is none.
// Either `made` is set, or `found` and `error` are not empty.
struct compilation {
    std::optional<expression> made;
    issues found;
    std::string error;  // issues::text() of the source; empty on success
};

// The functions, macros, variables and options that expressions are compiled with. Copies are cheap; what is
// added to a copy does not change the original.
// What is added after an expression was compiled does not affect that expression. Types and pointers
// that are passed in must outlive the environment, its copies and what they compile, unless they come
// from types().
class environment {
public:
    // The standard library and macros.
    environment();

    // The reference is for immediate use: after a copy or a compilation, later changes through it would
    // affect those, too. The same holds for types().
    environment_options& options();
    type_pool& types();

    // A later one of the same name replaces it.
    void add_variable(std::string_view name, const type* of);
    // A variable whose value is known when expressions are compiled. `content` must outlive what is
    // compiled.
    void add_constant(std::string_view name, const type* of, const value& content);
    // Adds overloads to those that exist. Throws std::invalid_argument for a signature that cannot be
    // parsed or names an unknown type, which is a mistake in the program.
    void add_functions(std::span<const function_row> rows);
    // That argument of a function is a regular expression: a constant one is compiled with the program.
    // `argument` counts from 0, and the receiver is the first. See evaluation::pattern().
    void set_pattern_argument(std::string_view name, int argument);
    // The function gets arguments of any type, and checks them itself.
    void accept_any_arguments(std::string_view name);
    // A macro is rewritten before the check: `e.all(x, p)` becomes a comprehension. One of equal name,
    // form and number of arguments that the environment was copied with, as the standard ones, is
    // replaced.
    void add_macros(std::span<const macro> macros);
    // Overrides the cost of the overload with that id. It is asked before the cost model of
    // set_cost_model(), and that one before the built-in costs.
    void add_cost(std::string_view overload, overload_cost cost);
    // Makes the name of an opaque or object type known as a value.
    void add_type(const type* named);
    // `provider` must outlive the environment, its copies and what they compile.
    void set_provider(const type_provider* provider);
    // Costs that apply before the built-in ones. `model` must outlive the environment and what it compiles.
    void set_cost_model(const cost_model* model);

    // Parses and checks.
    // Never throws for any source. Limits: 250 levels of recursion and 100,000 code points, beyond
    // which the source is refused with an error.
    [[nodiscard]] compilation compile(std::string_view source) const;
    // Parses only: names are resolved when a program is made, and values have no static types.
    // For expressions over data without a declaration. Mistakes in types appear as errors of the
    // evaluation.
    [[nodiscard]] compilation parse_only(std::string_view source) const;

    [[nodiscard]] const std::shared_ptr<const declarations>& declared() const { return declared_; }

private:
    declarations& own();

    std::shared_ptr<const declarations> declared_;
    std::shared_ptr<declarations> own_;  // declared_, as long as nobody shares it
};

}}}  // namespace setpoint::v0::cel
