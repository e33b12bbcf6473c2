#include "cel/ast.hpp"
#include "cel/declarations.hpp"
#include "cel/operators.hpp"
#include "cel/utf8.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

using path = std::vector<std::string>;

// The sizes of keys and contents of a list or map.
struct entry_size {
    type_kind container = type_kind::error;
    cost_range key;
    cost_range content;
};

std::optional<entry_size> joined_entries(const std::optional<entry_size>& left,
                                         const std::optional<entry_size>& right) {
    if (!left || !right) return std::nullopt;
    return entry_size{left->container, left->key.joined(right->key), left->content.joined(right->content)};
}

struct local_variable {
    std::string_view name;
    path from;
    std::optional<cost_range> size;
    std::optional<entry_size> entries;
};

bool is_scalar(const type* of) {
    switch (of->kind()) {
        case type_kind::boolean:
        case type_kind::real:
        case type_kind::duration:
        case type_kind::integer:
        case type_kind::timestamp:
        case type_kind::unsigned_integer:
            return true;
        default:
            return of->is_optional() && is_scalar(of->parameters()[0]);
    }
}

std::optional<cost_range> literal_size(const expr* at) {
    switch (at->kind) {
        case expr_kind::list:
            return cost_range::fixed(at->args.size());
        case expr_kind::map:
            return cost_range::fixed(at->entries.size());
        case expr_kind::literal:
            if (at->literal.is(value_kind::string)) return cost_range::fixed(count_utf8(at->literal.text()));
            if (at->literal.is(value_kind::bytes)) return cost_range::fixed(at->literal.text().size());
            return cost_range::fixed(1);
        default:
            return std::nullopt;
    }
}

// The rules of cel-go's cost estimate; names of results follow it.
class estimator {
public:
    estimator(const ast& tree, const declarations& declared, const size_estimator* sizes)
        : tree_(tree), declared_(declared), sizes_(sizes) {
        presence_cost_ = cost_range::fixed(declared.options.presence_test_costs ? 1 : 0);
    }

    cost_range cost(const expr* at) {
        switch (at->kind) {
            case expr_kind::ident:
                return cost_ident(at);
            case expr_kind::select:
                return cost_select(at);
            case expr_kind::call:
                return cost_call(at);
            case expr_kind::list:
                return cost_list(at);
            case expr_kind::map:
                return cost_map(at);
            case expr_kind::object:
                return cost_object(at);
            case expr_kind::comprehension:
                return is_bind(at) ? cost_bind(at) : cost_fold(at);
            default:
                return {};
        }
    }

private:
    // -- simple nodes

    cost_range cost_ident(const expr* at) {
        const local_variable* local = find_local(at->name);
        paths_[at->id] = local != nullptr ? local->from : path{std::string(at->name)};
        return cost_range::fixed(1);
    }

    cost_range cost_select(const expr* at) {
        cost_range sum;
        if (at->test_only) return sum.plus(presence_cost_).plus(cost(at->operand));
        sum = cost(at->operand);
        const type_kind target = type_of(at->operand)->kind();
        if (target == type_kind::map || target == type_kind::object || target == type_kind::parameter) {
            sum = sum.plus(cost_range::fixed(1));
        }
        paths_[at->id] = extended(path_of(at->operand), std::string(at->name));
        return sum;
    }

    cost_range cost_list(const expr* at) {
        cost_range sum;
        cost_range item{at->args.empty() ? 0 : cost_range::unlimited, 0};
        for (const expr* element : at->args) {
            sum = sum.plus(cost(element));
            item = item.joined(size_or_unknown(element));
        }
        entries_[at->id] = {type_kind::list, cost_range::fixed(1), item};
        return sum.plus(cost_range::fixed(list_creation_cost));
    }

    cost_range cost_map(const expr* at) {
        cost_range sum;
        cost_range key{at->entries.empty() ? 0 : cost_range::unlimited, 0};
        cost_range content = key;
        for (const entry& each : at->entries) {
            sum = sum.plus(cost(each.key)).plus(cost(each.content));
            key = key.joined(size_or_unknown(each.key));
            content = content.joined(size_or_unknown(each.content));
        }
        entries_[at->id] = {type_kind::map, key, content};
        return sum.plus(cost_range::fixed(map_creation_cost));
    }

    cost_range cost_object(const expr* at) {
        cost_range sum;
        for (const entry& each : at->entries) sum = sum.plus(cost(each.content));
        return sum.plus(cost_range::fixed(object_creation_cost));
    }

    // -- comprehensions

    static bool is_bind(const expr* at) {
        const comprehension& fold = *at->fold;
        return fold.range->kind == expr_kind::list && fold.range->args.empty() &&
               fold.condition->kind == expr_kind::literal && fold.condition->literal.is_false() &&
               fold.accumulator != old_accumulator_name;
    }

    cost_range cost_bind(const expr* at) {
        const comprehension& fold = *at->fold;
        cost_range sum = cost(fold.range).plus(cost(fold.init));
        push_accumulator(fold);
        sum = sum.plus(cost(fold.result));
        locals_.pop_back();
        set_size(at, size_of(fold.result));
        if (const auto entries = entries_of(fold.result)) entries_[at->id] = *entries;
        return sum;
    }

    cost_range cost_fold(const expr* at) {
        const comprehension& fold = *at->fold;
        cost_range sum = cost(fold.range).plus(cost(fold.init));
        push_accumulator(fold);
        push_variables(fold);
        const cost_range condition = cost(fold.condition);
        const cost_range step = cost(fold.step);
        locals_.resize(locals_.size() - (fold.variable2.empty() ? 1 : 2));
        sum = sum.plus(cost(fold.result));
        locals_.pop_back();
        const cost_range count = size_or_unknown(fold.range);
        sum = sum.plus(count.times(step.plus(condition)));
        if (fold.init->kind == expr_kind::literal) {
            set_size(at, size_of(fold.init));
        } else if (fold.init->kind == expr_kind::list || fold.init->kind == expr_kind::map) {
            set_size(at, count);
            if (const auto entries = entries_of(fold.step)) entries_[at->id] = *entries;
        }
        return sum;
    }

    void push_accumulator(const comprehension& fold) {
        locals_.push_back({fold.accumulator, path_of(fold.init), size_of(fold.init), entries_of(fold.init)});
    }

    void push_variables(const comprehension& fold) {
        const auto entries = entries_of(fold.range);
        const type_kind container = entries ? entries->container : type_of(fold.range)->kind();
        const bool list = container == type_kind::list;
        const path from = path_of(fold.range);
        const auto push = [&](std::string_view name, const char* step, bool content) {
            std::optional<cost_range> size;
            if (entries) size = content ? entries->content : entries->key;
            locals_.push_back({name, extended(from, step), size, std::nullopt});
        };
        if (fold.variable2.empty()) return push(fold.variable, list ? "@items" : "@keys", list);
        push(fold.variable, list ? "@indices" : "@keys", false);
        push(fold.variable2, list ? "@items" : "@values", true);
    }

    // -- calls

    struct call {
        const expr* at;
        std::optional<cost_node> target;
        std::vector<cost_node> args;
        std::vector<cost_range> arg_costs;
        [[nodiscard]] cost_range arg_sum() const {
            cost_range sum;
            for (const cost_range& each : arg_costs) sum = sum.plus(each);
            return sum;
        }
    };

    cost_range cost_call(const expr* at) {
        if (at->name == "dyn") {
            const cost_range sum = cost_range::fixed(1).plus(cost(at->args[0]));
            set_size(at, size_of(at->args[0]));
            if (const auto entries = entries_of(at->args[0])) entries_[at->id] = *entries;
            return sum;
        }
        call made{at, std::nullopt, {}, {}};
        for (const expr* arg : at->args) {
            made.arg_costs.push_back(cost(arg));
            made.args.push_back(node_of(arg));
        }
        const reference& found = tree_.reference_of[at->id];
        if (!found.found || found.overloads.empty()) return {};
        cost_range sum;
        if (at->member) {
            sum = cost(at->operand);
            made.target = node_of(at->operand);
        }
        return sum.plus(cost_overloads(made, found.overloads));
    }

    cost_range cost_overloads(const call& made, const std::vector<std::string_view>& overloads) {
        const expr* at = made.at;
        cost_range total{cost_range::unlimited, 0};
        std::optional<cost_range> size;
        for (const std::string_view overload : overloads) {
            const call_cost one = function_cost(made, overload);
            total = total.joined(one.cost);
            if (one.size) size = size ? size->joined(*one.size) : *one.size;
            const bool index = overload == "index_list" || overload == "index_map";
            if (index && !at->args.empty()) {
                const auto entries = entries_of(at->args[0]);
                size = entries ? std::optional(entries->content) : std::nullopt;
                paths_[at->id] =
                    extended(path_of(at->args[0]), overload == "index_list" ? "@items" : "@values");
            }
            if (!size) size = size_of(at);
        }
        set_size(at, size);
        return total;
    }

    call_cost function_cost(const call& made, std::string_view overload) {
        const cost_node* target = made.target ? &*made.target : nullptr;
        if (const overload_cost* own = declared_.find_cost(overload);
            own != nullptr && own->estimate != nullptr) {
            if (const auto estimate = own->estimate(sizes_, target, made.args)) {
                return {estimate->cost.plus(made.arg_sum()), estimate->size};
            }
        }
        if (declared_.costs != nullptr) {
            if (const auto estimate =
                    declared_.costs->estimate(made.at->name, overload, target, made.args, sizes_)) {
                return {estimate->cost.plus(made.arg_sum()), estimate->size};
            }
        }
        if (overload == "logical_or" || overload == "logical_and") {
            return {{made.arg_costs[0].least, made.arg_costs[0].plus(made.arg_costs[1]).most}, std::nullopt};
        }
        if (overload == "conditional") return conditional_cost(made);
        call_cost built_in = built_in_cost(made, overload);
        built_in.cost = built_in.cost.plus(made.arg_sum());
        return built_in;
    }

    call_cost conditional_cost(const call& made) {
        const cost_range size = known(made.args[1]).joined(known(made.args[2]));
        if (const auto entries = joined_entries(entries_of(made.at->args[1]), entries_of(made.at->args[2]))) {
            entries_[made.at->id] = *entries;
        }
        return {made.arg_costs[0].plus(made.arg_costs[1].joined(made.arg_costs[2])), size};
    }

    static cost_range known(const cost_node& node) { return node.size.value_or(cost_range::unknown()); }

    call_cost built_in_cost(const call& made, std::string_view overload) {
        const auto traversal = [](const cost_range& size) { return size.times(text_traversal_factor); };
        const auto& args = made.args;
        if (overload == "string_format" && made.target) return {traversal(known(*made.target)), std::nullopt};
        if (overload == "string_to_bytes" && args.size() == 1) {
            const cost_range size = known(args[0]);
            return {traversal(size), cost_range{size.least, size.most * 4}};
        }
        if (overload == "bytes_to_string" && args.size() == 1) {
            const cost_range size = known(args[0]);
            return {traversal(size), cost_range{size.least / 4, size.most}};
        }
        if (overload == "strings_quote" && args.size() == 1) {
            const cost_range size = known(args[0]);
            return {traversal(size), cost_range{size.least + 2, size.most * 2 + 2}};
        }
        if ((overload == "starts_with_string" || overload == "ends_with_string") && args.size() == 1) {
            return {traversal(known(args[0])), std::nullopt};
        }
        if (overload == "in_list" && args.size() == 2) return {known(args[1]).times(1.0), std::nullopt};
        if (overload == "matches_string" && made.target && args.size() == 1) {
            const cost_range text = traversal(known(*made.target).plus(cost_range::fixed(1)));
            return {text.times(known(args[0]).times(pattern_length_factor)), std::nullopt};
        }
        if (overload == "contains_string" && made.target && args.size() == 1) {
            return {traversal(known(*made.target)).times(traversal(known(args[0]))), std::nullopt};
        }
        if ((overload == "add_string" || overload == "add_bytes" || overload == "add_list") &&
            args.size() == 2) {
            return addition_cost(made, overload == "add_list");
        }
        if (is_comparison(overload))
            return {traversal(comparison_size(known(args[0]), known(args[1]))), std::nullopt};
        return {cost_range::fixed(1), std::nullopt};
    }

    static bool is_comparison(std::string_view overload) {
        if (overload == "equals" || overload == "not_equals") return true;
        return (overload.starts_with("less_") || overload.starts_with("greater_")) &&
               (overload.ends_with("_string") || overload.ends_with("_bytes"));
    }

    static cost_range comparison_size(const cost_range& left, const cost_range& right) {
        const std::uint64_t most = std::min(left.most, right.most);
        return {most > 0 ? std::uint64_t{1} : 0, most};
    }

    call_cost addition_cost(const call& made, bool list) {
        const cost_range size = known(made.args[0]).plus(known(made.args[1]));
        if (const auto entries = joined_entries(entries_of(made.at->args[0]), entries_of(made.at->args[1]))) {
            entries_[made.at->id] = *entries;
        }
        return {list ? cost_range::fixed(1) : size.times(text_traversal_factor), size};
    }

    // -- sizes and paths

    [[nodiscard]] const type* type_of(const expr* at) const {
        const type* of = tree_.type_of[at->id];
        return of != nullptr ? of : &types::dyn;
    }

    [[nodiscard]] const local_variable* find_local(std::string_view name) const {
        for (std::size_t i = locals_.size(); i-- > 0;) {
            if (locals_[i].name == name) return &locals_[i];
        }
        return nullptr;
    }

    [[nodiscard]] path path_of(const expr* at) const {
        if (at->kind == expr_kind::ident) {
            if (const local_variable* local = find_local(at->name)) return local->from;
        }
        const auto found = paths_.find(at->id);
        return found == paths_.end() ? path{} : found->second;
    }

    static path extended(path from, std::string step) {
        from.push_back(std::move(step));
        return from;
    }

    cost_node node_of(const expr* at) {
        cost_node made;
        made.path = path_of(at);
        if (!made.path.empty() && (made.path[0] == accumulator_name || made.path[0] == old_accumulator_name))
            made.path.clear();
        made.of = type_of(at);
        made.literal = at->kind == expr_kind::literal ? &at->literal : nullptr;
        made.size = size_of(at);
        return made;
    }

    void set_size(const expr* at, const std::optional<cost_range>& size) {
        if (size) sizes_of_[at->id] = *size;
    }

    cost_range size_or_unknown(const expr* at) { return size_of(at).value_or(cost_range::unknown()); }

    std::optional<cost_range> size_of(const expr* at) {
        if (const auto found = sizes_of_.find(at->id); found != sizes_of_.end()) return found->second;
        if (const auto size = literal_size(at)) return size;
        if (sizes_ != nullptr) {
            cost_node node;
            node.path = path_of(at);
            node.of = type_of(at);
            if (const auto size = sizes_->size_of(node)) {
                sizes_of_[at->id] = *size;
                return size;
            }
        }
        if (is_scalar(type_of(at))) return cost_range::fixed(1);
        if (at->kind != expr_kind::ident) return std::nullopt;
        const local_variable* local = find_local(at->name);
        return local != nullptr ? local->size : std::nullopt;
    }

    [[nodiscard]] std::optional<entry_size> entries_of(const expr* at) const {
        if (const auto found = entries_.find(at->id); found != entries_.end()) return found->second;
        if (at->kind != expr_kind::ident) return std::nullopt;
        const local_variable* local = find_local(at->name);
        return local != nullptr ? local->entries : std::nullopt;
    }

    const ast& tree_;
    const declarations& declared_;
    const size_estimator* sizes_;
    cost_range presence_cost_;
    std::map<int, path> paths_;
    std::map<int, cost_range> sizes_of_;
    std::map<int, entry_size> entries_;
    std::vector<local_variable> locals_;
};

}  // namespace

cost_range expression::estimate(const size_estimator* sizes) const {
    if (!tree_->checked) return cost_range::unknown();
    return estimator(*tree_, *declared_, sizes).cost(tree_->root);
}

}}}  // namespace setpoint::v0::cel
