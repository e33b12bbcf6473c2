#include "cel/checker.hpp"

#include "cel/assignability.hpp"
#include "cel/operators.hpp"
#include "cel/validators.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

struct scoped_variable {
    std::string_view name;
    const type* of;
};

struct resolved_ident {
    std::string_view name;
    const type* of = nullptr;
    const value* constant = nullptr;
};

// "a.b.c" for selections of identifiers, else empty.
std::string qualified_name(const expr* node) {
    if (node->kind == expr_kind::ident) return std::string(node->name);
    if (node->kind != expr_kind::select || node->test_only) return {};
    const std::string prefix = qualified_name(node->operand);
    return prefix.empty() ? prefix : prefix + "." + std::string(node->name);
}

class checker {
public:
    checker(ast& tree, const declarations& declared, issues& found)
        : tree_(tree), declared_(declared), found_(found), bound_(tree.types) {}

    void run() {
        tree_.type_of.assign(tree_.offsets.size(), nullptr);
        tree_.reference_of.assign(tree_.offsets.size(), {});
        visit(tree_.root);
        for (const type*& each : tree_.type_of) {
            if (each != nullptr) each = bound_.apply(each, true);
        }
        tree_.checked = true;
    }

private:
    void visit(expr* node) {
        switch (node->kind) {
            case expr_kind::literal:
                return set_type(node, &node->literal.type());
            case expr_kind::ident:
                return visit_ident(node);
            case expr_kind::select:
                return visit_select(node);
            case expr_kind::call:
                return visit_call(node);
            case expr_kind::list:
                return visit_list(node);
            case expr_kind::map:
                return visit_map(node);
            case expr_kind::object:
                return visit_object(node);
            case expr_kind::comprehension:
                return visit_fold(node);
            case expr_kind::unspecified:
                return set_type(node, &types::error);
        }
    }

    // -- names

    resolved_ident find_ident(std::string_view name) {
        for (const std::string& candidate : declared_.candidates(name)) {
            for (std::size_t i = scopes_.size(); i-- > 0;) {
                if (scopes_[i].name == candidate) return {scopes_[i].name, scopes_[i].of};
            }
            if (const variable_decl* found = declared_.find_variable(candidate)) {
                return {found->name, found->of, found->constant ? &*found->constant : nullptr};
            }
            if (const type* object = find_object(candidate)) {
                const value* constant = tree_.nodes.make<value>(value::type(*object));
                return {object->name(), tree_.types.type_of(object), constant};
            }
        }
        return {};
    }

    [[nodiscard]] const type* find_object(std::string_view name) const {
        return declared_.provider == nullptr ? nullptr : declared_.provider->find_type(name);
    }

    const function_decl* find_function(std::string_view name) const {
        for (const std::string& candidate : declared_.candidates(name)) {
            if (const function_decl* found = declared_.find_function(candidate)) return found;
        }
        return nullptr;
    }

    bool resolve_ident(expr* node, std::string_view name) {
        const resolved_ident found = find_ident(name);
        if (found.of == nullptr) return false;
        set_type(node, found.of);
        reference& made = tree_.reference_of[node->id];
        made.found = true;
        made.name = found.name;
        made.constant = found.constant;
        node->kind = expr_kind::ident;
        node->name = found.name;
        return true;
    }

    void visit_ident(expr* node) {
        if (resolve_ident(node, node->name)) return;
        undeclared(node, node->name);
    }

    void undeclared(expr* node, std::string_view name) {
        set_type(node, &types::error);
        report(node->id, "undeclared reference to '{}' (in container '{}')", name,
               declared_.options.container);
    }

    // -- selections

    void visit_select(expr* node) {
        const std::string name = qualified_name(node);
        if (!name.empty() && resolve_ident(node, name)) return;
        const type* made = select_field(node, node->operand, node->name, false);
        if (node->test_only) made = &types::boolean;
        set_type(node, bound_.apply(made, false));
    }

    void visit_optional_select(expr* node) {
        if (node->args.size() != 2 || node->member) {
            report(node->id,
                   "unsupported optional field selection: incorrect signature.{} argument count: {}",
                   node->member ? " member call with" : "", node->args.size());
            return set_type(node, &types::error);
        }
        const expr* field = node->args[1];
        const type* made = select_field(node, node->args[0], field->literal.text(), true);
        set_type(node, bound_.apply(made, false));
        set_type(node->args[1], &types::string);
        reference& found = tree_.reference_of[node->id];
        found.found = true;
        found.overloads = {"select_optional_field"};
    }

    const type* select_field(expr* node, expr* operand, std::string_view field, bool optional) {
        visit(operand);
        const type* target = bound_.apply(type_of(operand), false);
        const bool was_optional = target->is_optional();
        if (was_optional) target = target->parameters()[0];
        const type* made = &types::error;
        switch (target->kind()) {
            case type_kind::map:
                made = target->parameters()[1];
                break;
            case type_kind::object:
                if (const type* found = field_type(node->id, target->name(), field)) made = found;
                break;
            case type_kind::parameter:
                bound_.assignable(&types::dyn, target);
                made = &types::dyn;
                break;
            default:
                if (!target->is_dyn() && target->kind() != type_kind::error) {
                    report(node->id, "type '{}' does not support field selection", target->text());
                }
                made = &types::dyn;
        }
        return was_optional || optional ? tree_.types.optional(made) : made;
    }

    const type* field_type(int id, std::string_view of, std::string_view field) {
        if (find_object(of) == nullptr) {
            report(id, "unexpected failed resolution of '{}'", of);
            return nullptr;
        }
        const type* found = declared_.provider->find_field(of, field);
        if (found == nullptr) report(id, "undefined field '{}'", field);
        return found;
    }

    // -- calls

    void visit_call(expr* node) {
        if (node->name == operators::optional_select) return visit_optional_select(node);
        for (expr* arg : node->args) visit(arg);
        if (!node->member) return visit_global_call(node);
        const std::string prefix = qualified_name(node->operand);
        if (!prefix.empty()) {
            if (const function_decl* found = find_function(prefix + "." + std::string(node->name))) {
                node->member = false;
                node->operand = nullptr;
                node->name = found->name;
                return resolve(node, *found);
            }
        }
        visit(node->operand);
        const function_decl* found = find_function(node->name);
        found != nullptr ? resolve(node, *found) : undeclared(node, node->name);
    }

    void visit_global_call(expr* node) {
        const function_decl* found = find_function(node->name);
        if (found == nullptr) return undeclared(node, node->name);
        node->name = found->name;
        resolve(node, *found);
    }

    void resolve(expr* node, const function_decl& candidates) {
        std::vector<const type*> args;
        if (node->member) args.push_back(type_of(node->operand));
        for (const expr* arg : node->args) args.push_back(type_of(arg));
        if (candidates.name == operators::logical_and || candidates.name == operators::logical_or) {
            return resolve_logical(node, candidates, args);
        }
        const type* result = nullptr;
        reference found;
        for (const overload_decl& overload : candidates.overloads) {
            if (overload.member != node->member || is_disabled(overload)) continue;
            if (const type* made = match(overload, args)) {
                found.overloads.push_back(overload.id);
                if (result == nullptr)
                    result = made;
                else if (!result->is_dyn() && !made->same_as(*result))
                    result = &types::dyn;
            }
        }
        if (result == nullptr) return no_overload(node, candidates.name, args);
        set_type(node, result);
        found.found = true;
        tree_.reference_of[node->id] = std::move(found);
    }

    // The result of an overload for these arguments, or nullptr.
    const type* match(const overload_decl& overload, const std::vector<const type*>& args) {
        if (overload.args.size() != args.size()) return nullptr;
        if (overload.parameters.empty())
            return bound_.assignable(args, overload.args) ? overload.result : nullptr;
        substitutions fresh(tree_.types);
        for (const type* parameter : overload.parameters) fresh.bind(parameter->name(), new_parameter());
        std::vector<const type*> expected;
        expected.reserve(overload.args.size());
        for (const type* each : overload.args) expected.push_back(fresh.apply(each, false));
        if (!bound_.assignable(args, expected)) return nullptr;
        return bound_.apply(fresh.apply(overload.result, false), false);
    }

    void resolve_logical(expr* node, const function_decl& function, const std::vector<const type*>& args) {
        bool fits = true;
        for (std::size_t i = 0; i < args.size(); ++i) {
            if (bound_.assignable(args[i], &types::boolean)) continue;
            fits = false;
            mismatch(node->args[i], &types::boolean, args[i]);
        }
        set_type(node, fits ? &types::boolean : &types::error);
        reference& made = tree_.reference_of[node->id];
        made.found = fits;
        made.overloads = {function.overloads[0].id};
    }

    [[nodiscard]] bool is_disabled(const overload_decl& overload) const {
        if (declared_.options.mixed_comparisons) return false;
        const auto number = [](const type* of) {
            return of->kind() == type_kind::integer || of->kind() == type_kind::unsigned_integer ||
                   of->kind() == type_kind::real;
        };
        const bool compares = overload.id.starts_with("less_") || overload.id.starts_with("greater_");
        return compares && number(overload.args[0]) && overload.args[0] != overload.args[1];
    }

    void no_overload(expr* node, std::string_view name, const std::vector<const type*>& args) {
        std::string shown;
        for (std::size_t i = 0; i < args.size(); ++i) {
            const std::string text = bound_.apply(args[i], true)->text();
            if (node->member && i == 0)
                shown = text + ".(";
            else
                shown += (shown.empty() ? "(" : shown.back() == '(' ? "" : ", ") + text;
        }
        if (shown.empty()) shown = "(";
        set_type(node, &types::error);
        report(node->id, "found no matching overload for '{}' applied to '{})'", name, shown);
    }

    // -- literals

    const type* unwrapped(expr* element, bool optional) {
        const type* of = type_of(element);
        if (!optional) return of;
        if (of->is_optional()) return of->parameters()[0];
        if (!of->is_dyn()) mismatch(element, tree_.types.optional(of), of);
        return of;
    }

    void visit_list(expr* node) {
        const type* joined = nullptr;
        for (std::size_t i = 0; i < node->args.size(); ++i) {
            visit(node->args[i]);
            const bool optional = !node->optionals.empty() && node->optionals[i];
            joined = join(joined, unwrapped(node->args[i], optional));
        }
        set_type(node, tree_.types.list(joined != nullptr ? joined : new_parameter()));
    }

    void visit_map(expr* node) {
        const type* key = nullptr;
        const type* content = nullptr;
        for (const entry& each : node->entries) {
            visit(each.key);
            key = join(key, type_of(each.key));
            visit(each.content);
            content = join(content, unwrapped(each.content, each.optional));
        }
        if (key == nullptr) {
            key = new_parameter();
            content = new_parameter();
        }
        set_type(node, tree_.types.map(key, content));
    }

    const type* join(const type* previous, const type* current) {
        if (previous == nullptr) return current;
        if (bound_.assignable(previous, current)) return most_general(previous, current);
        return &types::dyn;
    }

    void visit_object(expr* node) {
        const resolved_ident found = find_ident(node->name);
        if (found.of == nullptr) return undeclared(node, node->name);
        const type* made = &types::error;
        if (found.of->kind() != type_kind::type) {
            report(node->id, "'{}' is not a type", found.of->text());
        } else if (found.of->parameters()[0]->kind() == type_kind::object) {
            made = found.of->parameters()[0];
            node->name = made->name();
        } else {
            report(node->id, "'{}' is not a message type", found.of->parameters()[0]->text());
        }
        set_type(node, made);
        for (const entry& field : node->entries) {
            visit(field.content);
            const type* expected =
                made->kind() == type_kind::object ? field_type(field.id, made->name(), field.field) : nullptr;
            if (made->kind() != type_kind::object) {
                report(field.id, "unexpected failed resolution of '{}'", found.name);
            }
            const type* given = unwrapped(field.content, field.optional);
            if (expected != nullptr && !bound_.assignable(expected, given)) {
                report(field.id, "expected type of field '{}' is '{}' but provided type is '{}'", field.field,
                       expected->text(), given->text());
            }
        }
    }

    // -- comprehensions

    void visit_fold(expr* node) {
        const comprehension& fold = *node->fold;
        visit(fold.range);
        visit(fold.init);
        const type* range = bound_.apply(type_of(fold.range), false);
        const type* accumulated = type_of(fold.init);
        scopes_.push_back({fold.accumulator, accumulated});
        const auto [first, second] = variable_types(fold, range);
        scopes_.push_back({fold.variable, first});
        if (second != nullptr) scopes_.push_back({fold.variable2, second});
        visit(fold.condition);
        expect(fold.condition, &types::boolean);
        visit(fold.step);
        expect(fold.step, accumulated);
        scopes_.resize(scopes_.size() - (second != nullptr ? 2 : 1));
        visit(fold.result);
        scopes_.pop_back();
        set_type(node, bound_.apply(type_of(fold.result), false));
    }

    std::pair<const type*, const type*> variable_types(const comprehension& fold, const type* range) {
        const bool two = !fold.variable2.empty();
        const type* of = &types::dyn;
        switch (range->kind()) {
            case type_kind::list:
                if (two) return {&types::integer, range->parameters()[0]};
                return {range->parameters()[0], nullptr};
            case type_kind::map:
                return {range->parameters()[0], two ? range->parameters()[1] : nullptr};
            case type_kind::dyn:
            case type_kind::error:
            case type_kind::parameter:
                bound_.assignable(&types::dyn, range);
                break;
            default:
                report(fold.range->id,
                       "expression of type '{}' cannot be range of a comprehension (must be list, map, or "
                       "dynamic)",
                       range->text());
                of = &types::error;
        }
        return {of, two ? of : nullptr};
    }

    void expect(const expr* node, const type* expected) {
        if (!bound_.assignable(expected, type_of(node))) mismatch(node, expected, type_of(node));
    }

    // -- helpers

    const type* new_parameter() { return tree_.types.parameter(fmt::format("_var{}", parameters_++)); }
    [[nodiscard]] const type* type_of(const expr* node) const {
        const type* found = tree_.type_of[node->id];
        return found != nullptr ? found : &types::error;
    }
    void set_type(const expr* node, const type* of) { tree_.type_of[node->id] = of; }

    void mismatch(const expr* node, const type* expected, const type* actual) {
        report(node->id, "expected type '{}' but found '{}'", expected->text(), actual->text());
    }

    template <class... Args>
    void report(int id, fmt::format_string<Args...> text, Args&&... args) {
        found_.add(tree_.position_of(id), fmt::format(text, std::forward<Args>(args)...), id);
    }

    ast& tree_;
    const declarations& declared_;
    issues& found_;
    substitutions bound_;
    std::vector<scoped_variable> scopes_;
    int parameters_ = 0;
};

}  // namespace

void check(ast& tree, const declarations& declared, issues& found) {
    try {
        checker(tree, declared, found).run();
        if (found.empty()) validate(tree, declared, found);
    } catch (const memory_exhausted&) {
        found.add({}, "expression needs too much memory");
    } catch (const std::length_error& why) {
        found.add({}, why.what());
    }
}

}}}  // namespace setpoint::v0::cel
