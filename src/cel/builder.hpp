#pragma once

#include "cel/ast.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

inline constexpr std::string_view accumulator_name = "@result";
inline constexpr std::string_view old_accumulator_name = "__result__";
// The variable of comprehensions without elements, as cel.bind makes them.
inline constexpr std::string_view unused_variable = "#unused";

// Makes nodes, with new ids, at positions.
class builder {
public:
    explicit builder(ast& tree) : tree_(tree) { tree_.offsets.assign(1, -1); }

    [[nodiscard]] int new_id(std::int32_t offset) {
        tree_.offsets.push_back(offset);
        return static_cast<int>(tree_.offsets.size()) - 1;
    }
    void set_offset(int id, std::int32_t offset) { tree_.offsets[id] = offset; }
    void forget(int id) { tree_.offsets[id] = -1; }
    [[nodiscard]] std::int32_t offset_of(int id) const { return tree_.offsets[id]; }

    expr* make(expr_kind kind, int id);
    expr* literal(int id, const value& content);
    expr* text_literal(int id, std::string_view text, bool bytes = false);
    expr* ident(int id, std::string_view name);
    expr* select(int id, expr* operand, std::string_view field);
    expr* call(int id, std::string_view function, const std::vector<expr*>& args, expr* target = nullptr);
    expr* list(int id, const std::vector<expr*>& elements, const std::vector<bool>& optionals = {});
    expr* entries(int id, expr_kind kind, std::string_view name, const std::vector<entry>& content);
    std::string_view keep(std::string_view text) { return tree_.nodes.copy(text); }
    arena& memory() { return tree_.nodes; }

private:
    ast& tree_;
};

// What a macro's expansion is made with: every node gets the position of the macro's call.
class macro_context {
public:
    macro_context(builder& make, int call_id) : make_(make), offset_(make.offset_of(call_id)) {}

    expr* literal(const value& content) { return make_.literal(id(), content); }
    expr* truth(bool content) { return literal(value::boolean(content)); }
    expr* ident(std::string_view name) { return make_.ident(id(), make_.keep(name)); }
    expr* result() { return ident(accumulator_name); }
    expr* call(std::string_view function, const std::vector<expr*>& args) {
        return make_.call(id(), make_.keep(function), args);
    }
    expr* member(std::string_view function, expr* target, const std::vector<expr*>& args = {}) {
        return make_.call(id(), make_.keep(function), args, target);
    }
    expr* list(const std::vector<expr*>& elements = {}) { return make_.list(id(), elements); }
    expr* map() { return make_.entries(id(), expr_kind::map, {}, {}); }
    expr* presence(expr* operand, std::string_view field);
    expr* fold(const comprehension& parts);
    // A node with new ids, and the same positions, for an expression that is used twice.
    expr* copy(const expr* from);

    // Reports that the arguments are wrong; the expansion then returns nullptr.
    expr* fail(int at, std::string message) {
        failed_at_ = at;
        failure_ = std::move(message);
        return nullptr;
    }
    [[nodiscard]] bool failed() const { return !failure_.empty(); }
    [[nodiscard]] const std::string& failure() const { return failure_; }
    [[nodiscard]] int failed_at() const { return failed_at_; }

private:
    [[nodiscard]] int id() { return make_.new_id(offset_); }

    builder& make_;
    std::int32_t offset_;
    int failed_at_ = 0;
    std::string failure_;
};

// Returns the expansion; nullptr without a failure means that the call is not one of the macro.
using macro_expansion = expr* (*)(macro_context&, expr* target, const std::vector<expr*>& args);

struct macro {
    std::string_view name;
    int arguments = 0;  // -1: any number
    bool receiver = true;
    macro_expansion expand = nullptr;
};

[[nodiscard]] std::span<const macro> standard_macros();
[[nodiscard]] std::span<const macro> two_variable_macros();
[[nodiscard]] std::span<const macro> bind_macros();
[[nodiscard]] std::span<const macro> optional_macros();
[[nodiscard]] std::span<const macro> math_macros();
[[nodiscard]] std::span<const macro> list_macros();

}}}  // namespace setpoint::v0::cel
