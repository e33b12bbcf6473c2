#include "cel/planner.hpp"

#include "cel/attribute.hpp"
#include "cel/collections.hpp"
#include "cel/operators.hpp"
#include "cel/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

using made_node = std::unique_ptr<node>;
using made_attribute = std::unique_ptr<attribute_node>;

struct scope_entry {
    std::string_view name;
    std::size_t depth;
    loop_variable which;
};

bool is_conversion(std::string_view function) {
    constexpr std::array<std::string_view, 10> names = {"bool", "bytes",  "double",    "duration", "dyn",
                                                        "int",  "string", "timestamp", "type",     "uint"};
    return std::find(names.begin(), names.end(), function) != names.end();
}

std::string qualified_prefix(const expr* node) {
    if (node->kind == expr_kind::ident) return std::string(node->name);
    if (node->kind != expr_kind::select || node->test_only) return {};
    const std::string prefix = qualified_prefix(node->operand);
    return prefix.empty() ? prefix : prefix + "." + std::string(node->name);
}

class planner {
public:
    planner(const ast& tree, const declarations& declared, arena& constants)
        : tree_(tree), declared_(declared), constants_(constants) {}

    made_node plan(const expr* at) {
        switch (at->kind) {
            case expr_kind::literal:
                return constant(keep(at->literal));
            case expr_kind::ident:
                return plan_ident(at, at->name);
            case expr_kind::select:
                return plan_select(at);
            case expr_kind::call:
                return plan_call(at);
            case expr_kind::list:
                return plan_list(at);
            case expr_kind::map:
                return plan_map(at);
            case expr_kind::object:
                return plan_object(at);
            case expr_kind::comprehension:
                return plan_fold(at);
            default:
                throw plan_failure{"unsupported expression"};
        }
    }

    std::size_t loops = 0;

private:
    [[nodiscard]] const reference* reference_to(const expr* at) const {
        if (!tree_.checked || !tree_.reference_of[at->id].found) return nullptr;
        return &tree_.reference_of[at->id];
    }

    static made_node constant(const value& content) { return std::make_unique<constant_node>(content); }

    value keep(const value& literal) {
        if (literal.is(value_kind::string)) return value::string(constants_.copy(literal.text()));
        if (literal.is(value_kind::bytes)) return value::bytes(constants_.copy(literal.text()));
        return literal;
    }

    // -- names

    made_node plan_ident(const expr* at, std::string_view name) {
        const reference* found = reference_to(at);
        if (found != nullptr && found->constant != nullptr) return constant(*found->constant);
        if (made_node local = plan_local(name)) return local;
        if (found != nullptr) return variable(found->name);
        if (made_node declared = plan_declared(name)) return declared;
        return variable(name.starts_with('.') ? name.substr(1) : name);
    }

    made_node plan_local(std::string_view name) {
        if (name.starts_with('.')) name.remove_prefix(1);
        for (std::size_t i = scopes_.size(); i-- > 0;) {
            if (scopes_[i].name != name) continue;
            return std::make_unique<attribute_node>(start_at_loop(scopes_[i].depth, scopes_[i].which));
        }
        return nullptr;
    }

    static made_node variable(std::string_view name) {
        return std::make_unique<attribute_node>(start_at_variable(std::string(name)));
    }

    // Without a check: what the environment declares under that name.
    made_node plan_declared(std::string_view name) {
        for (const std::string& candidate : declared_.candidates(name)) {
            if (const variable_decl* found = declared_.find_variable(candidate)) {
                return found->constant ? constant(*found->constant) : variable(candidate);
            }
        }
        return nullptr;
    }

    // -- paths

    static made_attribute as_attribute(made_node from) {
        if (auto* attribute = dynamic_cast<attribute_node*>(from.get())) {
            from.release();
            return made_attribute(attribute);
        }
        return std::make_unique<attribute_node>(start_at_node(std::move(from)));
    }

    made_node plan_select(const expr* at) {
        if (reference_to(at) != nullptr) return plan_ident(at, at->name);
        if (!tree_.checked && !at->test_only) {
            const std::string name = qualified_prefix(at);
            const std::string root = name.substr(0, name.find('.', 1));
            if (!name.empty() && plan_local(root) == nullptr) {
                if (made_node declared = plan_declared(name)) return declared;
            }
        }
        made_attribute attribute = as_attribute(plan(at->operand));
        auto step = std::make_shared<qualifier>();
        step->key = value::string(constants_.copy(at->name));
        step->presence = at->test_only;
        attribute->add(std::move(step));
        if (!at->test_only) return attribute;
        // The presence test charges on its own; the operand's attribute is inside it.
        attribute->set_presence(declared_.options.presence_test_costs);
        return attribute;
    }

    made_node plan_index(std::vector<made_node> args, bool optional) {
        made_attribute attribute = as_attribute(std::move(args[0]));
        auto step = std::make_shared<qualifier>();
        step->optional = optional;
        if (const value* key = args[1]->constant()) {
            const bool fits = key->is(value_kind::string) || key->is(value_kind::boolean) ||
                              key->is(value_kind::integer) || key->is(value_kind::unsigned_integer) ||
                              key->is(value_kind::real);
            if (!fits && declared_.options.fold_constants) throw plan_failure{invalid_qualifier(*key)};
            step->key = fits ? *key : error(invalid_qualifier(*key));
        } else {
            step->computed = as_attribute(std::move(args[1]));
        }
        attribute->add(std::move(step));
        return attribute;
    }

    static std::string invalid_qualifier(const value& key) {
        return fmt::format("invalid qualifier type: {}", key.type().name());
    }

    value error(std::string text) { return make_error(std::move(text), constants_); }

    made_node plan_condition(std::vector<made_node> args) {
        return std::make_unique<attribute_node>(std::move(args[0]), as_attribute(std::move(args[1])),
                                                as_attribute(std::move(args[2])));
    }

    // -- calls

    struct callee {
        const function_decl* function = nullptr;
        std::string_view name;
        std::string_view overload;
        bool member = false;
    };

    callee resolve(const expr* at) const {
        callee found{nullptr, at->name, {}, at->member};
        if (const reference* checked = reference_to(at)) {
            if (checked->overloads.size() == 1) found.overload = checked->overloads[0];
            found.function = declared_.find_function(at->name);
            return found;
        }
        std::string name(at->name);
        const std::string prefix = at->member ? qualified_prefix(at->operand) : std::string();
        if (!prefix.empty()) {
            for (const std::string& candidate : declared_.candidates(prefix + "." + name)) {
                const function_decl* function = declared_.find_function(candidate);
                if (function != nullptr) return {function, function->name, {}, false};
            }
        }
        if (at->member) {
            found.function = declared_.find_function(name);
            return found;
        }
        for (const std::string& candidate : declared_.candidates(name)) {
            found.function = declared_.find_function(candidate);
            if (found.function != nullptr) break;
        }
        if (found.function != nullptr) found.name = found.function->name;
        return found;
    }

    made_node plan_call(const expr* at) {
        const callee called = resolve(at);
        std::vector<made_node> args;
        if (called.member) args.push_back(plan(at->operand));
        for (const expr* arg : at->args) args.push_back(plan(arg));
        if (made_node special = plan_operator(called, args)) return special;
        if (called.function == nullptr)
            return constant(error(fmt::format("no such overload: {}", called.name)));
        if (declared_.options.fold_constants && called.overload == "in_list" &&
            args[1]->constant() != nullptr) {
            if (made_node membership = plan_membership(args)) return membership;
        }
        return finish_call(called, std::move(args));
    }

    made_node plan_operator(const callee& called, std::vector<made_node>& args) {
        if (called.name == operators::logical_and || called.name == operators::logical_or) {
            return std::make_unique<logical_node>(called.name == operators::logical_or, std::move(args[0]),
                                                  std::move(args[1]));
        }
        if (called.name == operators::conditional) return plan_condition(std::move(args));
        if (called.name == operators::equals || called.name == operators::not_equals) {
            const bool negated = called.name == operators::not_equals;
            call_target target(declared_, *called.function, negated ? "not_equals" : "equals", 2);
            return std::make_unique<equality_node>(negated, std::move(target), std::move(args[0]),
                                                   std::move(args[1]));
        }
        if (called.name == operators::index) return plan_index(std::move(args), false);
        if (called.name == operators::optional_select || called.name == operators::optional_index) {
            return plan_index(std::move(args), true);
        }
        const bool unwraps = called.name == "orValue";
        if (called.member && args.size() == 2 && (unwraps || called.name == "or") &&
            called.function != nullptr) {
            return std::make_unique<optional_or_node>(unwraps, std::move(args[0]), std::move(args[1]));
        }
        return nullptr;
    }

    made_node plan_membership(std::vector<made_node>& args) {
        const value list = *args[1]->constant();
        if (list.size() == 0) return constant(value::boolean(false));
        std::vector<value> entries;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const value element = list.at(i, constants_);
            const bool primitive = element.is(value_kind::boolean) || element.is(value_kind::integer) ||
                                   element.is(value_kind::unsigned_integer) || element.is(value_kind::real) ||
                                   element.is(value_kind::string);
            if (!primitive) return nullptr;
            entries.push_back(element);
            entries.push_back(value::boolean(true));
        }
        return std::make_unique<membership_node>(std::move(args[0]), make_map(entries, constants_));
    }

    made_node finish_call(const callee& called, std::vector<made_node> args) {
        std::shared_ptr<const re2::RE2> pattern;
        const int at = called.function->pattern_argument;
        if (at >= 0 && static_cast<std::size_t>(at) < args.size()) {
            const value* text = args[at]->constant();
            if (text != nullptr && text->is(value_kind::string)) {
                pattern = compile_pattern(text->text());
                if (!pattern->ok()) throw plan_failure{pattern_error(*pattern)};
            }
        }
        const bool folds = declared_.options.fold_constants && is_conversion(called.name) &&
                           args.size() == 1 && args[0]->constant() != nullptr;
        std::vector<node_ptr> kept;
        for (made_node& arg : args) kept.push_back(std::move(arg));
        call_target target(declared_, *called.function, called.overload, kept.size());
        auto made = std::make_unique<call_node>(std::move(target), std::move(kept), std::move(pattern));
        return folds ? fold(*made) : std::move(made);
    }

    // -- constants

    made_node fold(const node& made) {
        evaluation scratch;
        frame in(scratch, {}, nullptr);
        const value content = made.evaluate(in);
        if (content.is_error()) throw plan_failure{std::string(content.text())};
        return constant(keep(content));
    }

    // A list or map whose parts are in the program.
    template <class Node>
    made_node fold_literal(std::unique_ptr<Node> made) {
        if (!declared_.options.fold_constants || !made->all_constant()) return made;
        evaluation scratch;
        frame in(scratch, {}, nullptr);
        const value content = made->evaluate(in);
        if (content.is_error()) return made;
        std::vector<value> parts;
        for (std::size_t i = 0; i < content.size(); ++i) {
            if (content.is(value_kind::list)) {
                parts.push_back(content.at(i, constants_));
            } else {
                parts.push_back(content.map().key_at(content.data(), i, constants_));
                parts.push_back(content.map().value_at(content.data(), i, constants_));
            }
        }
        return constant(content.is(value_kind::list) ? make_list(parts, constants_)
                                                     : make_map(parts, constants_));
    }

    made_node plan_list(const expr* at) {
        std::vector<node_ptr> elements;
        for (const expr* each : at->args) elements.push_back(plan(each));
        std::vector<bool> optionals(at->optionals.begin(), at->optionals.end());
        return fold_literal(std::make_unique<list_node>(std::move(elements), std::move(optionals)));
    }

    made_node plan_map(const expr* at) {
        std::vector<map_node_entry> entries;
        for (const entry& each : at->entries) {
            node_ptr key = plan(each.key);
            entries.push_back({std::move(key), plan(each.content), each.optional});
        }
        return fold_literal(std::make_unique<map_node>(std::move(entries)));
    }

    made_node plan_object(const expr* at) {
        const type* of = nullptr;
        for (const std::string& candidate : declared_.candidates(at->name)) {
            if (of == nullptr && declared_.provider != nullptr) of = declared_.provider->find_type(candidate);
        }
        if (of == nullptr) throw plan_failure{fmt::format("unknown type: {}", at->name)};
        std::vector<map_node_entry> fields;
        for (const entry& each : at->entries) {
            fields.push_back({constant(keep(value::string(each.field))), plan(each.content), each.optional});
        }
        return std::make_unique<map_node>(std::move(fields), *of);
    }

    // -- comprehensions

    made_node plan_fold(const expr* at) {
        const comprehension& from = *at->fold;
        fold_node::parts parts;
        parts.depth = loops++;
        parts.two_variables = !from.variable2.empty();
        parts.init = plan(from.init);
        parts.range = plan(from.range);
        scopes_.push_back({from.variable, parts.depth, loop_variable::first});
        if (parts.two_variables) scopes_.push_back({from.variable2, parts.depth, loop_variable::second});
        scopes_.push_back({from.accumulator, parts.depth, loop_variable::accumulator});
        parts.condition = plan(from.condition);
        parts.step = plan(from.step);
        scopes_.resize(scopes_.size() - (parts.two_variables ? 3 : 2));
        scopes_.push_back({from.accumulator, parts.depth, loop_variable::accumulator});
        parts.result = plan(from.result);
        scopes_.pop_back();
        return std::make_unique<fold_node>(std::move(parts));
    }

    const ast& tree_;
    const declarations& declared_;
    arena& constants_;
    std::vector<scope_entry> scopes_;
};

}  // namespace

node_ptr plan_expression(const ast& tree, const declarations& declared, arena& constants,
                         std::size_t& loops) {
    planner made(tree, declared, constants);
    node_ptr root = made.plan(tree.root);
    loops = made.loops;
    return root;
}

}}}  // namespace setpoint::v0::cel
