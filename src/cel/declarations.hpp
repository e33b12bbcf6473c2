#pragma once

#include "cel/builder.hpp"
#include "setpoint/cel/environment.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

struct overload_decl {
    std::string id;
    bool member = false;
    std::vector<const type*> args;
    const type* result = nullptr;
    std::vector<const type*> parameters;  // type parameters in the signature
    function implementation = nullptr;
};

struct function_decl {
    std::string name;
    std::vector<overload_decl> overloads;
    // Serves all overloads, whatever the types.
    function single = nullptr;
    // For `single`: the kinds of the first argument, as bits, that it accepts; 0: all.
    std::uint32_t first_kinds = 0;
    bool guarded = true;  // arguments are compared with the signature
    bool accepts_errors = false;
    int pattern_argument = -1;  // a regular expression, compiled once if it is constant
};

struct variable_decl {
    std::string name;
    const type* of = nullptr;
    std::optional<value> constant;
};

// What an environment knows, on top of what it was copied from.
struct declarations {
    std::shared_ptr<const declarations> base;
    environment_options options;
    const type_provider* provider = nullptr;
    const cost_model* costs = nullptr;
    std::shared_ptr<type_pool> types;
    std::map<std::string, function_decl, std::less<>> functions;
    std::map<std::string, variable_decl, std::less<>> variables;
    std::map<std::string, overload_cost, std::less<>> overload_costs;
    std::vector<macro> macros;

    [[nodiscard]] const function_decl* find_function(std::string_view name) const;
    [[nodiscard]] const variable_decl* find_variable(std::string_view name) const;
    [[nodiscard]] const overload_cost* find_cost(std::string_view overload) const;
    [[nodiscard]] const macro* find_macro(std::string_view name, int arguments, bool receiver) const;
    // The names that `name` may mean in the container, the most specific one first.
    [[nodiscard]] std::vector<std::string> candidates(std::string_view name) const;
    // The function, changeable; copied from the base if it is there.
    function_decl& own_function(std::string_view name);
};

void add_standard_library(declarations& to);

}}}  // namespace setpoint::v0::cel
