#pragma once
// Compiles the expressions of policies and of match conditions, as kube-apiserver's admission does
// (apiserver, admission/plugin/cel: compile.go and composition.go). No I/O.

#include "apiserver/policies/admission_types.hpp"
#include "setpoint/cel/program.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

// What an expression must evaluate to.
enum class result_kind : std::uint8_t { boolean, text, text_or_null, any, json_patch, configuration };

// What an expression may use next to object, oldObject, request, namespaceObject and variables.
struct expression_scope {
    bool params = false;
    bool authorizer = true;
    bool patches = false;  // JSONPatch, Object and jsonpatch.escapeKey()
};

struct compiled_expression {
    std::string source;
    std::optional<cel::program> made;
    std::string error;      // why there is none: "compilation failed: ..."
    bool internal = false;  // the error is not one of the expression
};

// The compiler of one policy, which its expressions refer to.
class expression_compiler {
public:
    enum class composition : std::uint8_t { none, variables };
    // `variables`: expressions may use the variable of that name.
    explicit expression_compiler(composition of) : composed_(of == composition::variables) {}
    // For checks of types: the types of object and oldObject, and of params (null: dyn).
    struct object_types {
        const cel::type_provider* provider;
        const cel::type* object;
        const cel::type* params;
    };
    // `types` must outlive this.
    explicit expression_compiler(const object_types& types)
        : composed_(true), plain_(false, types_, types.provider), typed_(types) {}
    expression_compiler(const expression_compiler&) = delete;
    expression_compiler& operator=(const expression_compiler&) = delete;

    [[nodiscard]] compiled_expression compile(std::string_view source, result_kind wanted,
                                              expression_scope scope) const;

    // Checks the types, without a wanted one.
    [[nodiscard]] cel::compilation check(std::string_view source, expression_scope scope) const {
        return environment_for(scope).compile(source);
    }

    struct variable {
        std::string name;
        compiled_expression expression;
    };
    // Compiles it, and declares it for the expressions that follow. One of the same name is replaced.
    const compiled_expression& add_variable(std::string_view name, std::string_view source,
                                            expression_scope scope);
    [[nodiscard]] bool composed() const { return composed_; }
    [[nodiscard]] const std::deque<variable>& variables() const { return variables_; }
    [[nodiscard]] const variable* find_variable(std::string_view name) const;

private:
    static compiled_expression compile(const cel::compilation& done, std::string_view source,
                                       result_kind wanted);
    [[nodiscard]] cel::environment environment_for(expression_scope scope) const;

    bool composed_;
    cel::type_pool pool_;
    admission_types::variable_types types_;
    admission_types plain_{false, types_}, patching_{true, types_};
    std::deque<variable> variables_;
    std::map<std::string_view, variable*> by_name_;
    std::optional<object_types> typed_;
};

}}}  // namespace setpoint::v0::apiserver::policies
