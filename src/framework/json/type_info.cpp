#include "setpoint/json/type_info.hpp"

#include "framework/json/field_lookup.hpp"

#include <bit>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

// Tries one set of sampled characters and one number of slots. Returns true if every field got its
// own slot.
bool try_seed(type_info& type, std::span<std::uint8_t> slots) noexcept {
    std::fill(slots.begin(), slots.end(), std::uint8_t{0});
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const std::uint32_t slot =
            (sample(type.fields[i].name, type.hash_at) * type.hash_seed) >> type.hash_shift;
        if (slots[slot] != 0) return false;
        slots[slot] = static_cast<std::uint8_t>(i + 1);
    }
    return true;
}

bool samples_differ(const type_info& type) noexcept {
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (sample(type.fields[i].name, type.hash_at) == sample(type.fields[j].name, type.hash_at))
                return false;
    return true;
}

// Candidate positions of the three characters, as 256ths of the length: the first is 0, the last is
// 255.
constexpr std::uint8_t positions[][3] = {{0, 128, 255},   {0, 85, 170}, {64, 128, 192},
                                         {0, 200, 255},   {0, 50, 255}, {32, 96, 224},
                                         {100, 170, 255}, {0, 20, 230}, {150, 190, 220}};

}  // namespace

void build_lookup(type_info& type, std::span<std::uint8_t> slots) noexcept {
    constexpr std::uint32_t seeds_per_size = 2000;
    type.hash_seed = 0;
    type.slots = {};
    const std::size_t count = type.fields.size();
    if (count > 255) return;  // a slot is a byte
    for (const field_info& f : type.fields)
        if (f.name.empty()) return;
    for (std::size_t size = std::max<std::size_t>(2, std::bit_ceil(4 * count)); size <= slots.size();
         size *= 2) {
        for (const auto& at : positions) {
            std::copy(std::begin(at), std::end(at), type.hash_at);
            if (!samples_differ(type)) continue;
            type.hash_shift = static_cast<std::uint8_t>(32 - std::countr_zero(size));
            std::uint32_t state = 0x9e3779b9;
            for (std::uint32_t n = 0; n < seeds_per_size; ++n) {
                state = state * 1664525 + 1013904223;
                type.hash_seed = state | 1;
                if (!try_seed(type, slots.first(size))) continue;
                type.slots = slots.first(size);
                return;
            }
        }
    }
    type.hash_seed = 0;  // no perfect hash: search_field() searches linearly
}

namespace {

bool is_flat(const type_info& type) {
    return type.kind <= type_kind::number || type.kind == type_kind::enumeration ||
           (type.kind == type_kind::scalar && !type.ops.heap);
}

// A list that is neither keyed nor a set is always compared as one value.
bool is_whole(const field_info& f) {
    const type_info& t = f.type->kind == type_kind::optional ? *f.type->element : *f.type;
    return f.exclusive && (t.kind == type_kind::map || f.list != list_kind::atomic);
}

}  // namespace

void mark_fields(type_info& type, std::span<field_info> fields) noexcept {
    bool any = false;
    for (field_info& f : fields) {
        const type_info* innermost = f.type;
        while (innermost->element) innermost = innermost->element;
        f.flat = is_flat(*f.type);
        f.holds_whole = is_whole(f) || innermost->holds_whole;
        any = any || f.holds_whole;
    }
    type.holds_whole = any;
}

std::size_t search_field(const type_info& type, std::string_view name) noexcept {
    if (type.hash_seed != 0) return no_field;  // the empty name
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        if (type.fields[i].name == name) return i;
    return no_field;
}

const field_info* type_info::find(std::string_view json_name) const noexcept {
    const std::size_t i = field_index(*this, json_name);
    return i == no_field ? nullptr : &fields[i];
}

}}}  // namespace setpoint::v0::json
