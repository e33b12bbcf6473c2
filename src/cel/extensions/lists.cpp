#include "cel/builder.hpp"
#include "cel/extensions/list_costs.hpp"
#include "cel/standard_functions.hpp"
#include "setpoint/cel/libraries.hpp"
#include "setpoint/cel/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

value slice(evaluation& in, arguments_view args) {
    const auto size = static_cast<std::int64_t>(args[0].size());
    const std::int64_t start = args[1].as_integer();
    const std::int64_t end = args[2].as_integer();
    const auto refuse = [&](std::string_view why) {
        return in.error(fmt::format("cannot slice({}, {}), {}", start, end, why));
    };
    if (start < 0 || end < 0) return refuse("negative indexes not supported");
    if (start > end) return refuse("start index must be less than or equal to end index");
    if (size < end) return refuse(fmt::format("list is length {}", size));
    std::vector<value> items;
    for (std::int64_t i = start; i < end; ++i)
        items.push_back(args[0].at(static_cast<std::size_t>(i), in.memory()));
    return make_list(items, in.memory());
}

void flatten_into(std::vector<value>& items, const value& list, std::int64_t depth, arena& memory) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const value item = list.at(i, memory);
        memory.spend();
        if (item.is(value_kind::list) && depth > 0)
            flatten_into(items, item, depth - 1, memory);
        else
            items.push_back(item);
    }
}

value flatten(evaluation& in, arguments_view args) {
    const bool integer = args.size() < 2 || args[1].is(value_kind::integer);
    if (!args[0].is(value_kind::list) || !integer)
        return in.error(fmt::format("no such overload: {}.flatten({})", args[0].type().name(),
                                    args.size() < 2 ? "" : args[1].type().name()));
    const std::int64_t depth = args.size() > 1 ? args[1].as_integer() : 1;
    if (depth < 0) return value::error("level must be non-negative");
    std::vector<value> items;
    flatten_into(items, args[0], depth, in.memory());
    return make_list(items, in.memory());
}

value sort_by_keys(evaluation& in, arguments_view args) {
    const value& list = args[0];
    const value& keys = args.back();
    if (list.size() != keys.size()) {
        return in.error(fmt::format(
            "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, "
            "but got {} and {} elements respectively",
            list.size(), keys.size()));
    }
    if (list.size() == 0) return list;
    std::vector<value> key_items;
    key_items.reserve(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) key_items.push_back(keys.at(i, in.memory()));
    if (!is_comparable(key_items[0])) return value::error("list elements must be comparable");
    for (const value& key : key_items) {
        if (key.kind() != key_items[0].kind()) return value::error("list elements must have the same type");
    }
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        const value compared = compare_values(key_items[left], key_items[right]);
        // NaN compares as an error: it comes first, so that the order is one.
        const auto is_nan_key = [&](std::size_t i) {
            return compare_values(key_items[i], key_items[i]).is_error();
        };
        const std::int64_t sign = compared.is_error()
                                      ? std::int64_t{is_nan_key(right)} - std::int64_t{is_nan_key(left)}
                                      : compared.as_integer();
        return sign < 0 || (sign == 0 && left < right);
    });
    std::vector<value> items;
    items.reserve(order.size());
    for (const std::size_t i : order) items.push_back(list.at(i, in.memory()));
    return make_list(items, in.memory());
}

value range_of(evaluation& in, arguments_view args) {
    std::vector<value> items;
    const std::int64_t count = args[0].as_integer();
    if (count > static_cast<std::int64_t>(arena::default_limit / sizeof(value))) throw memory_exhausted();
    items.reserve(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)));
    for (std::int64_t i = 0; i < count; ++i) items.push_back(value::integer(i));
    return make_list(items, in.memory());
}

value reverse_list(evaluation& in, arguments_view args) {
    std::vector<value> items;
    for (std::size_t i = args[0].size(); i-- > 0;) items.push_back(args[0].at(i, in.memory()));
    return make_list(items, in.memory());
}

value distinct(evaluation& in, arguments_view args) {
    std::vector<value> items;
    for (std::size_t i = 0; i < args[0].size(); ++i) {
        const value item = args[0].at(i, in.memory());
        const auto same = [&](const value& seen) { return equal(item, seen, in.memory()); };
        if (std::none_of(items.begin(), items.end(), same)) items.push_back(item);
    }
    return make_list(items, in.memory());
}

constexpr std::array slice_rows =
    std::to_array<function_row>({{"slice", "list_slice", ".(list(T), int, int) -> list(T)", slice}});
constexpr std::array flatten_rows =
    std::to_array<function_row>({{"flatten", "list_flatten", ".(list(list(T))) -> list(T)", flatten},
                                 {"flatten", "list_flatten_int", ".(list(dyn), int) -> list(dyn)", flatten}});
constexpr std::array list_rows = std::to_array<function_row>({
    {"lists.range", "lists_range", "(int) -> list(int)", range_of},
    {"reverse", "list_reverse", ".(list(T)) -> list(T)", reverse_list},
    {"distinct", "list_distinct", ".(list(T)) -> list(T)", distinct},
});

// Types that can be sorted: as signatures and as ids have them.
constexpr std::pair<std::string_view, std::string_view> sortable[] = {
    {"int", "int"},
    {"uint", "uint"},
    {"double", "double"},
    {"bool", "bool"},
    {"duration", "google.protobuf.Duration"},
    {"timestamp", "google.protobuf.Timestamp"},
    {"string", "string"},
    {"bytes", "bytes"}};

}  // namespace

void add_lists(environment& to, int version) {
    to.add_functions(slice_rows);
    if (version >= 1) {
        to.add_functions(flatten_rows);
        to.accept_any_arguments("flatten");  // a list that is flat already, too
    }
    if (version < 2) return;
    to.add_functions(list_rows);
    to.add_macros(list_macros());
    for (const auto& [name, id] : sortable) {
        const std::string sort_id = fmt::format("list_{}_sort", id);
        const std::string by_id = fmt::format("list_{}_sortByAssociatedKeys", id);
        const std::string sort = fmt::format(".(list({0})) -> list({0})", name);
        const std::string by = fmt::format(".(list(T), list({})) -> list(T)", name);
        const std::array rows = {function_row{"sort", sort_id, sort, sort_by_keys},
                                 function_row{"@sortByAssociatedKeys", by_id, by, sort_by_keys}};
        to.add_functions(rows);
        if (version >= 3) add_sort_costs(to, sort_id, by_id, name == "string" || name == "bytes");
    }
    if (version >= 3) add_list_costs(to);
}

}}}  // namespace setpoint::v0::cel
