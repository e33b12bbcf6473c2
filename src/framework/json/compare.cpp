#include "setpoint/json/compare.hpp"

#include "framework/json/list_match.hpp"
#include "framework/json/shown_value.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

bool is_number(const boost::json::value& v) {
    return v.is_int64() || v.is_uint64() || v.is_double();
}

bool same_number(const boost::json::value& a, const boost::json::value& b) {
    if (!a.is_double() && !b.is_double()) return a == b;  // compares int64 with uint64 by value
    return a.to_number<double>() == b.to_number<double>();
}

std::size_t members(const boost::json::object& object) {
    return static_cast<std::size_t>(std::count_if(
        object.begin(), object.end(), [](const auto& member) { return !member.value().is_null(); }));
}

// Whether `live` has every member that `desired` sets, with the same meaning: numbers by value,
// lists entry by entry, null like absent. `exact`: and no others.
bool tree_contains(const boost::json::value& live, const boost::json::value& desired, bool exact);

bool tree_contains(const boost::json::object& live, const boost::json::object& desired, bool exact) {
    for (const auto& [key, wanted] : desired) {
        if (wanted.is_null() && !exact) continue;
        const boost::json::value* const there = live.if_contains(key);
        if (wanted.is_null() ? there && !there->is_null() : !there || !tree_contains(*there, wanted, exact))
            return false;
    }
    return !exact || members(live) == members(desired);
}

bool tree_contains(const boost::json::value& live, const boost::json::value& desired, bool exact) {
    if (is_number(desired)) return is_number(live) && same_number(live, desired);
    if (desired.is_object())
        return live.is_object() && tree_contains(live.get_object(), desired.get_object(), exact);
    if (desired.is_array()) {
        if (!live.is_array()) return false;
        const auto& a = live.get_array();
        const auto& b = desired.get_array();
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const auto& there, const auto& wanted) {
            return tree_contains(there, wanted, exact);
        });
    }
    return live == desired;
}

// One step of the path to a value. On the stack of the walk, so that a path costs nothing until it
// is printed.
struct step {
    const step* up = nullptr;
    const field_info* field = nullptr;  // a field of an object,
    std::string_view key = {};          // or an entry of a map,
    std::size_t index = 0;              // or of a list compared in order,
    // or an entry identified by its keys or its value: of this type,
    const type_info* element = nullptr;
    const void* entry = nullptr;  // at this address
    std::span<const std::string_view> keys = {};
    bool in_map = false;

    void append(std::string& out) const {
        if (up) up->append(out);
        if (field) {
            if (!out.empty()) out += '.';
            out += field->name;
        } else if (in_map) {
            out += '[';
            out += key;
            out += ']';
        } else if (element) {
            out += '[';
            append_keys(out);
            out += ']';
        } else if (up) {
            out += fmt::format("[{}]", index);
        }
    }
    void append_keys(std::string& out) const {
        if (keys.empty()) return append_shown(*element, entry, out);
        for (const std::string_view name : keys) {
            if (out.back() != '[') out += ',';
            out += name;
            out += '=';
            const field_info* const f = element->find(name);
            const present p = f ? field_of(*f, entry) : present{};
            if (!p.type) continue;
            std::string value;
            append_shown(*p.type, p.value, value);
            out += value.size() > 1 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
        }
    }
};

// An object without set fields, or an empty string, list or map: servers drop these, so they equal
// absent ones.
bool is_empty(const type_info& type, const void* value) {
    if (type.kind != type_kind::object) return is_unset(type, value);
    for (const field_info& f : type.fields) {
        const present p = field_of(f, value);
        if (!p.type) continue;
        if (p.even_empty || p.type->kind != type_kind::object || !is_empty(*p.type, p.value)) return false;
    }
    return true;
}
bool is_zero(const present& p) {
    switch (p.type->kind) {
        case type_kind::boolean:
            return !*static_cast<const bool*>(p.value);
        case type_kind::int32:
            return *static_cast<const std::int32_t*>(p.value) == 0;
        case type_kind::int64:
            return *static_cast<const std::int64_t*>(p.value) == 0;
        case type_kind::number:
            return *static_cast<const double*>(p.value) == 0;
        default:
            return false;
    }
}
bool is_empty(const field_info& f, const present& p) {
    if (!p.type) return true;
    if (f.omitzero && is_zero(p)) return true;
    // emptyDir: {} is significant
    if (p.even_empty && p.type->kind == type_kind::object) return false;
    return is_empty(*p.type, p.value);
}

// Which fields a walk compares.
enum class extent : std::uint8_t {
    desired,   // the fields that desired sets
    both,      // and those that only live sets
    exclusive  // the fields that desired sets and that may contain something `whole`
};

// Compares two values of one type side by side. Every function returns false to end the walk.
class walk {
public:
    // Without `out`, the first difference ends the walk.
    explicit walk(extent what, std::vector<difference>* out = nullptr, std::size_t limit = 0)
        : exact_(what == extent::both),
          exclusive_only_(what == extent::exclusive),
          out_(out),
          limit_(limit) {}

    bool value(const type_info& type, const void* desired, const void* live, const field_info* how,
               const step& at) {
        switch (type.kind) {
            case type_kind::object:
                return object(type, desired, live, at);
            case type_kind::list:
                return list(type, desired, live, how, at);
            case type_kind::map:
                return map(type, desired, live, how, at);
            case type_kind::optional:
                return optional(type, desired, live, at);
            case type_kind::any:
                return tree(type, desired, live, at);
            default:
                return same_scalar(type, desired, live) || differs(at, {&type, desired}, {&type, live});
        }
    }

private:
    bool differs(const step& at, const present& desired, const present& live) {
        if (!out_) return false;
        difference& d = out_->emplace_back();
        at.append(d.path);
        if (desired.type) append_shown(*desired.type, desired.value, d.desired);
        if (live.type) append_shown(*live.type, live.value, d.live);
        return out_->size() != limit_;
    }

    bool object(const type_info& type, const void* desired, const void* live, const step& at) {
        for (const field_info& f : type.fields) {
            if (exclusive_only_ && !f.holds_whole) continue;
            const present d = field_of(f, desired);
            if (!d.type && !exact_) continue;
            const present l = field_of(f, live);
            if (!d.type && !l.type) continue;
            const step here{.up = &at, .field = &f};
            if (d.type && d.type == l.type) {
                if (!value(*d.type, d.value, l.value, &f, here)) return false;
            } else if (!(is_empty(f, d) && is_empty(f, l)) && !differs(here, d, l)) {
                return false;
            }
        }
        return true;
    }

    bool optional(const type_info& type, const void* desired, const void* live, const step& at) {
        const void *const d = type.ops.get(desired), *const l = type.ops.get(live);
        if (d && l) return value(*type.element, d, l, nullptr, at);
        if (!d && (!l || !exact_)) return true;
        return differs(at, {d ? type.element : nullptr, d}, {l ? type.element : nullptr, l});
    }

    bool tree(const type_info& type, const void* desired, const void* live, const step& at) {
        const auto contained = [&]<class T>(const T*) {
            return tree_contains(*static_cast<const T*>(live), *static_cast<const T*>(desired), exact_);
        };
        const bool same = type.object_only ? contained(static_cast<const boost::json::object*>(live))
                                           : contained(static_cast<const boost::json::value*>(live));
        return same || differs(at, {&type, desired}, {&type, live});
    }

    bool list(const type_info& type, const void* desired, const void* live, const field_info* how,
              const step& at) {
        const list_kind kind = how ? how->list : list_kind::atomic;
        if (kind == list_kind::atomic) return in_order(type, desired, live, at);
        const auto keys = kind == list_kind::keyed ? how->rules->keys : std::span<const std::string_view>();
        bool all_matched = false;
        if (!entries(type, desired, live, keys, at, all_matched)) return false;
        return all_matched || !(how->exclusive || exact_) || extra_entries(type, desired, live, keys, at);
    }

    bool in_order(const type_info& type, const void* desired, const void* live, const step& at) {
        const std::size_t size = type.ops.size(desired);
        if (size != type.ops.size(live)) return differs(at, {&type, desired}, {&type, live});
        for (std::size_t i = 0; i < size; ++i) {
            const step here{.up = &at, .index = i};
            if (!value(*type.element, type.ops.at(desired, i), type.ops.at(live, i), nullptr, here))
                return false;
        }
        return true;
    }

    // Each desired entry has a counterpart. Sets `all_matched` if certainly each live entry is one.
    bool entries(const type_info& type, const void* desired, const void* live,
                 std::span<const std::string_view> keys, const step& at, bool& all_matched) {
        list_match match(*type.element, keys, type, desired, live, !exact_);
        const std::size_t size = type.ops.size(desired);
        const void* last = nullptr;
        std::size_t in_turn = 0;  // matches after the previous match, hence distinct entries
        for (std::size_t i = 0; i < size; ++i) {
            const void* const wanted = type.ops.at(desired, i);
            const void* const there = match.find(i);
            const step here{.up = &at, .element = type.element, .entry = wanted, .keys = keys};
            if (!there) {
                if (!differs(here, {type.element, wanted}, {})) return false;
                continue;
            }
            if (std::less<>()(last, there)) ++in_turn;
            last = there;
            if (!keys.empty() && !value(*type.element, wanted, there, nullptr, here)) return false;
        }
        all_matched = in_turn == type.ops.size(live);
        return true;
    }

    // Reports the live entries that have no desired counterpart.
    bool extra_entries(const type_info& type, const void* desired, const void* live,
                       std::span<const std::string_view> keys, const step& at) {
        std::vector<const void*> matched;
        list_match match(*type.element, keys, type, desired, live, !exact_);
        matched.reserve(type.ops.size(desired));
        for (std::size_t i = 0; i < type.ops.size(desired); ++i) matched.push_back(match.find(i));
        std::sort(matched.begin(), matched.end(), std::less<>());
        for (std::size_t i = 0; i < type.ops.size(live); ++i) {
            const void* const there = type.ops.at(live, i);
            if (std::binary_search(matched.begin(), matched.end(), there, std::less<>())) continue;
            const step here{.up = &at, .element = type.element, .entry = there, .keys = keys};
            if (!differs(here, {}, {type.element, there})) return false;
        }
        return true;
    }

    bool map(const type_info& type, const void* desired, const void* live, const field_info* how,
             const step& at) {
        struct context {
            walk& self;
            const type_info& type;
            const void* other;
            const step& at;
            bool go_on = true;
        } c{*this, type, live, at};
        type.ops.each(desired, &c, [](void* p, std::string_view key, const void* value) {
            auto& to = *static_cast<context*>(p);
            return to.go_on = to.self.map_entry(to.type, key, value, to.other, to.at);
        });
        if (!c.go_on || !((how && how->exclusive) || exact_)) return c.go_on;
        c.other = desired;
        type.ops.each(live, &c, [](void* p, std::string_view key, const void* value) {
            auto& to = *static_cast<context*>(p);
            if (to.type.ops.lookup(to.other, key)) return true;
            const step here{.up = &to.at, .key = key, .in_map = true};
            return to.go_on = to.self.differs(here, {}, {to.type.element, value});
        });
        return c.go_on;
    }

    bool map_entry(const type_info& type, std::string_view key, const void* wanted, const void* live,
                   const step& at) {
        const step here{.up = &at, .key = key, .in_map = true};
        const void* const there = type.ops.lookup(live, key);
        if (!there) return differs(here, {type.element, wanted}, {});
        return value(*type.element, wanted, there, nullptr, here);
    }

    bool exact_, exclusive_only_;
    std::vector<difference>* out_;
    std::size_t limit_;
};

}  // namespace

std::vector<difference> drift(const type_info& type, const void* desired, const void* live,
                              std::size_t limit) {
    std::vector<difference> out;
    walk(extent::desired, &out, limit).value(type, desired, live, nullptr, {});
    return out;
}

bool contains(const type_info& type, const void* live, const void* desired) {
    return walk(extent::desired).value(type, desired, live, nullptr, {});
}

bool has_no_surplus(const type_info& type, const void* live, const void* desired) {
    return walk(extent::exclusive).value(type, desired, live, nullptr, {});
}

bool same(const type_info& type, const void* a, const void* b) {
    return walk(extent::both).value(type, a, b, nullptr, {});
}

}}}  // namespace setpoint::v0::json
