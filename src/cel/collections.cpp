#include "cel/collections.hpp"

#include "cel/numbers.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

class native_list_access final : public list_access {
public:
    [[nodiscard]] std::size_t size(const void* data) const override { return of(data).size; }
    [[nodiscard]] value at(const void* data, std::size_t index, arena&) const override {
        return of(data).items[index];
    }

private:
    static const native_list& of(const void* data) { return *static_cast<const native_list*>(data); }
};

struct joined_lists {
    value left;
    value right;
    std::size_t left_size = 0;
    std::size_t size = 0;
    std::size_t depth = 0;
};

class joined_access final : public list_access {
public:
    [[nodiscard]] std::size_t size(const void* data) const override {
        return static_cast<const joined_lists*>(data)->size;
    }
    [[nodiscard]] value at(const void* data, std::size_t index, arena& memory) const override;
};

std::size_t hash_of(const value& key) {
    switch (key.kind()) {
        case value_kind::boolean:
            return key.as_boolean() ? 7 : 3;
        case value_kind::string:
            return std::hash<std::string_view>()(key.text());
        case value_kind::integer:
        case value_kind::unsigned_integer:
        case value_kind::real:
            if (const auto number = lossless_integer(key))
                return std::hash<std::int64_t>()(*number) * 0x9E3779B97F4A7C15U;
            return key.is(value_kind::real) ? std::hash<double>()(key.as_real())
                                            : std::hash<std::uint64_t>()(key.as_unsigned());
        default:
            return 1;
    }
}

std::size_t find_entry(const native_map& in, const value& key, arena& memory) {
    if (in.table_size == 0) return in.size;
    for (std::size_t at = hash_of(key) & (in.table_size - 1); in.table[at] != 0;
         at = (at + 1) & (in.table_size - 1)) {
        if (equal(in.keys[in.table[at] - 1], key, memory)) return in.table[at] - 1;
    }
    return in.size;
}

class native_map_access final : public map_access {
public:
    [[nodiscard]] std::size_t size(const void* data) const override { return of(data).size; }
    [[nodiscard]] std::optional<value> find(const void* data, const value& key,
                                            arena& memory) const override {
        const std::size_t at = find_entry(of(data), key, memory);
        return at == of(data).size ? std::nullopt : std::optional<value>(of(data).values[at]);
    }
    [[nodiscard]] value key_at(const void* data, std::size_t index, arena&) const override {
        return of(data).keys[index];
    }
    [[nodiscard]] value value_at(const void* data, std::size_t index, arena&) const override {
        return of(data).values[index];
    }

private:
    static const native_map& of(const void* data) { return *static_cast<const native_map*>(data); }
};

// Values tell by their access object whether they may still grow.
const native_list_access settled_list;
const native_list_access growing_list;
const native_map_access settled_map;
const native_map_access growing_map;
const joined_access joined_access_object;

value joined_access::at(const void* data, std::size_t index, arena& memory) const {
    const auto* lists = static_cast<const joined_lists*>(data);
    for (;;) {
        const bool left = index < lists->left_size;
        if (!left) index -= lists->left_size;
        const value& part = left ? lists->left : lists->right;
        if (&part.list() != &joined_access_object) return part.at(index, memory);
        lists = static_cast<const joined_lists*>(part.data());
    }
}

void link(native_map& into, std::size_t index) {
    std::size_t at = hash_of(into.keys[index]) & (into.table_size - 1);
    while (into.table[at] != 0) at = (at + 1) & (into.table_size - 1);
    into.table[at] = static_cast<std::uint32_t>(index + 1);
}

void rebuild(native_map& into, std::size_t capacity, arena& memory) {
    if (capacity > into.capacity) {
        value* keys = memory.make_array<value>(capacity);
        value* values = memory.make_array<value>(capacity);
        std::copy_n(into.keys, into.size, keys);
        std::copy_n(into.values, into.size, values);
        into.keys = keys;
        into.values = values;
        into.capacity = capacity;
        into.table_size = std::bit_ceil(capacity * 2);
        into.table = memory.make_array<std::uint32_t>(into.table_size);
    }
    std::fill_n(into.table, into.table_size, 0);
    for (std::size_t i = 0; i < into.size; ++i) link(into, i);
}

}  // namespace

std::size_t native_object_access::size(const void* data) const {
    return settled_map.size(data);
}
std::optional<value> native_object_access::find(const void* data, const value& key, arena& memory) const {
    return settled_map.find(data, key, memory);
}
value native_object_access::key_at(const void* data, std::size_t index, arena& memory) const {
    return settled_map.key_at(data, index, memory);
}
value native_object_access::value_at(const void* data, std::size_t index, arena& memory) const {
    return settled_map.value_at(data, index, memory);
}

bool insert(native_map& into, const value& key, const value& content, bool replace, arena& memory) {
    const std::size_t at = find_entry(into, key, memory);
    if (at < into.size) {
        if (replace) into.values[at] = content;
        return replace;
    }
    if (into.size == into.capacity) rebuild(into, std::max<std::size_t>(4, into.capacity * 2), memory);
    into.keys[into.size] = key;
    into.values[into.size] = content;
    link(into, into.size++);
    return true;
}

void erase(native_map& from, const value& key, arena& memory) {
    const std::size_t at = find_entry(from, key, memory);
    if (at == from.size) return;
    std::copy(from.keys + at + 1, from.keys + from.size, from.keys + at);
    std::copy(from.values + at + 1, from.values + from.size, from.values + at);
    --from.size;
    rebuild(from, from.capacity, memory);
}

value make_list(std::span<const value> elements, arena& memory) {
    auto* list = memory.make<native_list>();
    list->items = memory.make_array<value>(elements.size());
    std::copy(elements.begin(), elements.end(), list->items);
    list->size = list->capacity = elements.size();
    return value::list(settled_list, list);
}

value make_map(std::span<const value> entries, arena& memory) {
    const value made = make_growing_map(memory);
    for (std::size_t i = 0; i + 1 < entries.size(); i += 2) {
        insert(entries_of(made), entries[i], entries[i + 1], true, memory);
    }
    return settled(made);
}

value make_growing_list(arena& memory) {
    return value::list(growing_list, memory.make<native_list>());
}
value make_growing_map(arena& memory) {
    return value::map(growing_map, memory.make<native_map>());
}

bool is_growing(const value& tested) {
    if (tested.is(value_kind::list)) return &tested.list() == &growing_list;
    return tested.is(value_kind::map) && &tested.map() == &growing_map;
}

native_map& entries_of(const value& growing) {
    return *const_cast<native_map*>(
        static_cast<const native_map*>(growing.data()));  // made by make_growing_map
}

void append(const value& growing, const value& item, arena& memory) {
    auto& list = *const_cast<native_list*>(static_cast<const native_list*>(growing.data()));
    if (list.size == list.capacity) {
        list.capacity = std::max<std::size_t>(4, list.capacity * 2);
        value* items = memory.make_array<value>(list.capacity);
        std::copy_n(list.items, list.size, items);
        list.items = items;
    }
    list.items[list.size++] = item;
}

value settled(const value& growing) {
    if (!is_growing(growing)) return growing;
    if (growing.is(value_kind::list)) return value::list(settled_list, growing.data());
    return value::map(settled_map, growing.data());
}

value concatenate(const value& left, const value& right, arena& memory) {
    constexpr std::size_t short_list = 32;
    constexpr std::size_t deepest = 200;
    if (const auto made = left.list().joined(left.data(), right, memory)) return *made;
    const std::size_t left_size = left.size();
    const std::size_t size = left_size + right.size();
    if (left_size == 0) return right;
    if (left_size == size) return left;
    const auto depth_of = [](const value& list) {
        return &list.list() == &joined_access_object ? static_cast<const joined_lists*>(list.data())->depth
                                                     : 0;
    };
    const std::size_t depth = std::max(depth_of(left), depth_of(right)) + 1;
    if (size > short_list && depth < deepest) {
        return value::list(joined_access_object,
                           memory.make<joined_lists>(left, right, left_size, size, depth));
    }
    value* items = memory.make_array<value>(size);
    for (std::size_t i = 0; i < size; ++i)
        items[i] = i < left_size ? left.at(i, memory) : right.at(i - left_size, memory);
    auto* list = memory.make<native_list>(items, size, size);
    return value::list(settled_list, list);
}

}}}  // namespace setpoint::v0::cel
