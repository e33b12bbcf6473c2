#include "setpoint/cel/environment.hpp"

#include "cel/ast.hpp"
#include "cel/checker.hpp"
#include "cel/declarations.hpp"
#include "cel/parser.hpp"
#include "cel/signature.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace cel {

const function_decl* declarations::find_function(std::string_view name) const {
    for (const declarations* at = this; at != nullptr; at = at->base.get()) {
        if (const auto found = at->functions.find(name); found != at->functions.end()) return &found->second;
    }
    return nullptr;
}

const variable_decl* declarations::find_variable(std::string_view name) const {
    for (const declarations* at = this; at != nullptr; at = at->base.get()) {
        if (const auto found = at->variables.find(name); found != at->variables.end()) return &found->second;
    }
    return nullptr;
}

const overload_cost* declarations::find_cost(std::string_view overload) const {
    for (const declarations* at = this; at != nullptr; at = at->base.get()) {
        if (const auto found = at->overload_costs.find(overload); found != at->overload_costs.end())
            return &found->second;
    }
    return nullptr;
}

const macro* declarations::find_macro(std::string_view name, int arguments, bool receiver) const {
    const macro* any_number = nullptr;
    for (const declarations* at = this; at != nullptr; at = at->base.get()) {
        for (const macro& each : at->macros) {
            if (each.name != name || each.receiver != receiver) continue;
            if (each.arguments == arguments) return &each;
            if (each.arguments < 0) any_number = &each;
        }
    }
    return any_number;
}

std::vector<std::string> declarations::candidates(std::string_view name) const {
    if (name.starts_with('.')) return {std::string(name.substr(1))};
    std::vector<std::string> names;
    std::string_view prefix = options.container;
    while (!prefix.empty()) {
        names.push_back(std::string(prefix) + "." + std::string(name));
        const std::size_t dot = prefix.rfind('.');
        prefix = dot == std::string_view::npos ? std::string_view() : prefix.substr(0, dot);
    }
    names.emplace_back(name);
    return names;
}

function_decl& declarations::own_function(std::string_view name) {
    const auto [at, added] = functions.try_emplace(std::string(name));
    if (added) {
        if (const function_decl* inherited = base != nullptr ? base->find_function(name) : nullptr)
            at->second = *inherited;
        at->second.name = name;
    }
    return at->second;
}

namespace {

std::shared_ptr<const declarations> standard_declarations() {
    auto made = std::make_shared<declarations>();
    made->types = std::make_shared<type_pool>();
    add_standard_library(*made);
    const std::span<const macro> macros = standard_macros();
    made->macros.assign(macros.begin(), macros.end());
    return made;
}

}  // namespace

environment::environment() : declared_(standard_declarations()) {}

declarations& environment::own() {
    if (own_ == nullptr || own_.use_count() > 2) {
        auto next = std::make_shared<declarations>();
        next->base = declared_;
        next->options = declared_->options;
        next->provider = declared_->provider;
        next->costs = declared_->costs;
        next->types = std::make_shared<type_pool>(declared_->types);
        own_ = next;
        declared_ = next;
    }
    return *own_;
}

environment_options& environment::options() {
    return own().options;
}
type_pool& environment::types() {
    return *own().types;
}

void environment::add_variable(std::string_view name, const type* of) {
    own().variables[std::string(name)] = {std::string(name), of, std::nullopt};
}

void environment::add_constant(std::string_view name, const type* of, const value& content) {
    own().variables[std::string(name)] = {std::string(name), of, content};
}

void environment::add_functions(std::span<const function_row> rows) {
    declarations& to = own();
    for (const function_row& row : rows) add_row(to, row);
}

void environment::set_pattern_argument(std::string_view name, int argument) {
    own().own_function(name).pattern_argument = argument;
}

void environment::accept_any_arguments(std::string_view name) {
    own().own_function(name).guarded = false;
}

void environment::add_macros(std::span<const macro> macros) {
    declarations& to = own();
    to.macros.insert(to.macros.end(), macros.begin(), macros.end());
}

void environment::add_cost(std::string_view overload, overload_cost cost) {
    own().overload_costs[std::string(overload)] = cost;
}

void environment::add_type(const type* named) {
    declarations& to = own();
    to.types->name(named);
    const type* of = to.types->type_of(named);
    to.variables[std::string(named->name())] = {std::string(named->name()), of, value::type(*named)};
}

void environment::set_provider(const type_provider* provider) {
    own().provider = provider;
}
void environment::set_cost_model(const cost_model* model) {
    own().costs = model;
}

namespace {

compilation compile_with(const std::shared_ptr<const declarations>& declared, std::string_view source,
                         bool checked) {
    compilation done;
    auto tree = std::make_shared<ast>(source_text(source));
    parser_options options;
    options.optional_syntax = declared->options.optional_syntax;
    options.quoted_idents = declared->options.quoted_idents;
    options.find_macro = [&](std::string_view name, int arguments, bool receiver) {
        return declared->find_macro(name, arguments, receiver);
    };
    parse(*tree, options, done.found);
    if (done.found.empty() && checked) check(*tree, *declared, done.found);
    if (done.found.empty()) {
        done.made.emplace(std::move(tree), declared);
    } else {
        done.error = done.found.text(tree->source);
    }
    return done;
}

}  // namespace

compilation environment::compile(std::string_view source) const {
    return compile_with(declared_, source, true);
}
compilation environment::parse_only(std::string_view source) const {
    return compile_with(declared_, source, false);
}

const type& expression::result_type() const {
    return tree_->checked ? *tree_->type_of[tree_->root->id] : types::dyn;
}
std::string_view expression::source() const {
    return tree_->source.text();
}

}}}  // namespace setpoint::v0::cel
