#include "cel/extensions/list_costs.hpp"

#include "setpoint/cel/cost.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

using nodes = std::span<const cost_node>;
using values = std::span<const value>;

std::uint64_t literal_or(const cost_node& node, std::uint64_t otherwise) {
    if (node.literal == nullptr || !node.literal->is(value_kind::integer)) return otherwise;
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, node.literal->as_integer()));
}

call_cost allocating(double factor, const cost_range& size) {
    return {size.times(factor).plus(cost_range::fixed(1)).plus(cost_range::fixed(list_creation_cost)), size};
}

std::uint64_t allocated(double factor, std::uint64_t size) {
    return static_cast<std::uint64_t>(static_cast<double>(size) * factor) + 1 + list_creation_cost;
}

std::optional<call_cost> estimate_slice(const size_estimator* sizes, const cost_node* target, nodes args) {
    if (target == nullptr || args.size() != 2) return std::nullopt;
    const std::uint64_t start = literal_or(args[0], 0);
    const std::uint64_t end = literal_or(args[1], size_or_unknown(sizes, *target).most);
    return allocating(1, cost_range::fixed(end - start));
}

std::optional<call_cost> estimate_range(const size_estimator*, const cost_node* target, nodes args) {
    if (target != nullptr || args.size() != 1) return std::nullopt;
    return allocating(1, cost_range::fixed(literal_or(args[0], cost_range::unlimited)));
}

std::optional<call_cost> estimate_reverse(const size_estimator* sizes, const cost_node* target, nodes args) {
    if (target == nullptr || !args.empty()) return std::nullopt;
    return allocating(1, size_or_unknown(sizes, *target));
}

std::optional<call_cost> estimate_flatten(const size_estimator* sizes, const cost_node* target, nodes args) {
    if (target == nullptr || args.size() > 1) return std::nullopt;
    const std::uint64_t depth = args.empty() ? 1 : literal_or(args[0], cost_range::unlimited);
    return allocating(static_cast<double>(depth), size_or_unknown(sizes, *target));
}

call_cost self_comparison(const size_estimator* sizes, const cost_node& list, bool texts) {
    const cost_range size = size_or_unknown(sizes, list);
    return allocating(2.0 + (texts ? text_traversal_factor : 0), size.times(size));
}

std::optional<call_cost> estimate_distinct(const size_estimator* sizes, const cost_node* target, nodes args) {
    if (target == nullptr || !args.empty()) return std::nullopt;
    return self_comparison(sizes, *target, false);
}

template <bool texts>
std::optional<call_cost> estimate_sort(const size_estimator* sizes, const cost_node* target, nodes args) {
    if (target == nullptr || !args.empty()) return std::nullopt;
    return self_comparison(sizes, *target, texts);
}

template <bool texts>
std::optional<call_cost> estimate_sort_by(const size_estimator* sizes, const cost_node* target, nodes args) {
    if (target == nullptr || args.size() != 1) return std::nullopt;
    return self_comparison(sizes, args[0], texts);
}

std::optional<std::uint64_t> count_result(values, const value& result, arena&) {
    return allocated(1, actual_size(result));
}

std::optional<std::uint64_t> count_flatten(values args, const value&, arena&) {
    const double depth =
        args.size() == 2 && args[1].is(value_kind::integer) ? static_cast<double>(args[1].as_integer()) : 1;
    return allocated(depth, actual_size(args[0]));
}

std::optional<std::uint64_t> count_self_comparison(values args, const value&, arena& memory) {
    const value& list = args.back();
    if (!list.is(value_kind::list)) return std::nullopt;
    const std::uint64_t size = list.size();
    if (size == 0) return allocated(2, 0);
    const value first = list.at(0, memory);
    const bool texts = first.is(value_kind::string) || first.is(value_kind::bytes);
    return allocated(2.0 + (texts ? text_traversal_factor : 0), size * size);
}

template <int factor>
std::optional<call_cost> estimate_sets(const size_estimator* sizes, const cost_node*, nodes args) {
    if (args.size() != 2) return std::nullopt;
    const cost_range pairs = size_or_unknown(sizes, args[0]).times(size_or_unknown(sizes, args[1]));
    return call_cost{pairs.times(static_cast<double>(factor)).plus(cost_range::fixed(1)), std::nullopt};
}

template <int factor>
std::optional<std::uint64_t> count_sets(values args, const value&, arena&) {
    return 1 + actual_size(args[0]) * actual_size(args[1]) * factor;
}

}  // namespace

void add_list_costs(environment& to) {
    to.add_cost("list_slice", {estimate_slice, count_result});
    to.add_cost("list_flatten", {estimate_flatten, count_flatten});
    to.add_cost("list_flatten_int", {estimate_flatten, count_flatten});
    to.add_cost("lists_range", {estimate_range, count_result});
    to.add_cost("list_reverse", {estimate_reverse, count_result});
    to.add_cost("list_distinct", {estimate_distinct, count_self_comparison});
}

void add_sort_costs(environment& to, std::string_view sort_id, std::string_view by_id, bool texts) {
    to.add_cost(sort_id, {texts ? estimate_sort<true> : estimate_sort<false>, count_self_comparison});
    to.add_cost(by_id, {texts ? estimate_sort_by<true> : estimate_sort_by<false>, count_self_comparison});
}

void add_set_costs(environment& to) {
    to.add_cost("list_sets_contains_list", {estimate_sets<1>, count_sets<1>});
    to.add_cost("list_sets_intersects_list", {estimate_sets<1>, count_sets<1>});
    to.add_cost("list_sets_equivalent_list", {estimate_sets<2>, count_sets<2>});
}

}}}  // namespace setpoint::v0::cel
