#include "framework/webhook/object_patch.hpp"

#include "setpoint/client/json_patch.hpp"

#include <boost/json/value.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

namespace {

namespace bj = boost::json;

constexpr std::size_t no_entry = static_cast<std::size_t>(-1);

// What the description says about a value; `type` is null below what is not described.
struct place {
    const json::type_info* type = nullptr;
    const json::field_info* field = nullptr;

    // The type without optionals around it.
    static const json::type_info* bare(const json::type_info* t) {
        while (t && t->kind == json::type_kind::optional) t = t->element;
        return t;
    }
    place member(std::string_view name) const {
        if (!type) return {};
        if (type->kind == json::type_kind::map) return {bare(type->element), nullptr};
        const json::field_info* const f = type->kind == json::type_kind::object ? type->find(name) : nullptr;
        return f ? place{bare(f->type), f} : place{};
    }
    place entry() const {
        return type && type->kind == json::type_kind::list ? place{bare(type->element), nullptr} : place{};
    }
    std::span<const std::string_view> keys() const {
        return field && field->list == json::list_kind::keyed ? field->rules->keys
                                                              : std::span<const std::string_view>();
    }
};

bool same_keys(const bj::value& a, const bj::value& b, std::span<const std::string_view> keys) {
    if (!a.is_object() || !b.is_object()) return false;
    return std::all_of(keys.begin(), keys.end(), [&](std::string_view k) {
        const bj::value *x = a.get_object().if_contains(k), *y = b.get_object().if_contains(k);
        return x && y ? *x == *y : !x && !y;
    });
}

// For each entry of `after` the index of the entry of `before` that it was; `no_entry` for a new one.
std::vector<std::size_t> paired(const bj::array& before, const bj::array& after,
                                std::span<const std::string_view> keys) {
    std::vector<std::size_t> from(after.size(), no_entry);
    if (!keys.empty()) {
        std::vector<bool> taken(before.size());
        for (std::size_t i = 0; i < after.size(); ++i) {
            // Mostly at the same place.
            for (std::size_t n = 0; n < before.size() && from[i] == no_entry; ++n) {
                const std::size_t j = (i + n) % before.size();
                if (taken[j] || !same_keys(before[j], after[i], keys)) continue;
                from[i] = j;
                taken[j] = true;
            }
        }
        return from;
    }
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t begin = 0, end = 0;
    while (begin < shorter && before[begin] == after[begin]) ++begin;
    while (end < shorter - begin && before[before.size() - 1 - end] == after[after.size() - 1 - end]) ++end;
    for (std::size_t i = 0; i < shorter - end; ++i) from[i] = i;
    for (std::size_t i = 1; i <= end; ++i) from[after.size() - i] = before.size() - i;
    return from;
}

class patcher {
public:
    explicit patcher(bj::array& steps) : steps_(steps) {}

    // `original` is null where the object that was sent has nothing. `op` sets the value: at the index of a
    // list "add" would insert.
    void value(place at, const bj::value* original, const bj::value& before, const bj::value& after,
               const std::string& path, std::string_view op) {
        if (before == after) return;
        if (original && original->is_object() && before.is_object() && after.is_object())
            return members(at, original->get_object(), before.get_object(), after.get_object(), path);
        if (original && original->is_array() && before.is_array() && after.is_array() &&
            original->get_array().size() == before.get_array().size())
            return entries(at, original->get_array(), before.get_array(), after.get_array(), path);
        step(op, path, after);
    }
    void members(place at, const bj::object& original, const bj::object& before, const bj::object& after,
                 const std::string& path) {
        for (const auto& [name, was] : before)
            if (!after.contains(name) && original.contains(name)) step("remove", below(path, name), nullptr);
        for (const auto& [name, is] : after) {
            const bj::value* const was = before.if_contains(name);
            if (was && *was == is) continue;  // most members: no path is made for them
            if (was)
                value(at.member(name), original.if_contains(name), *was, is, below(path, name), "add");
            else
                step("add", below(path, name), is);
        }
    }

private:
    void entries(place at, const bj::array& original, const bj::array& before, const bj::array& after,
                 const std::string& path) {
        const std::vector<std::size_t> from = paired(before, after, at.keys());
        bool kept = from.size() >= before.size();  // and others only behind them
        for (std::size_t i = 0; i < from.size(); ++i)
            kept = kept && from[i] == (i < before.size() ? i : no_entry);
        for (std::size_t i = 0; kept && i < before.size(); ++i)
            value(at.entry(), &original[i], before[i], after[i], below(path, std::to_string(i)), "replace");
        if (kept) {
            for (std::size_t i = before.size(); i < after.size(); ++i) step("add", path + "/-", after[i]);
            return;
        }
        bj::array whole;
        whole.reserve(after.size());
        for (std::size_t i = 0; i < after.size(); ++i)
            whole.push_back(from[i] == no_entry
                                ? after[i]
                                : merged(at.entry(), original[from[i]], before[from[i]], after[i]));
        step("replace", path, std::move(whole));
    }

    // An entry that goes with its list, with what the type does not describe.
    static bj::value merged(place at, const bj::value& original, const bj::value& before,
                            const bj::value& after) {
        if (before == after) return original;
        if (original.is_object() && before.is_object() && after.is_object()) {
            bj::object out = original.get_object();
            for (const auto& [name, was] : before.get_object())
                if (!after.get_object().contains(name)) out.erase(name);
            for (const auto& [name, is] : after.get_object()) {
                const bj::value* const was = before.get_object().if_contains(name);
                const bj::value* const sent = original.get_object().if_contains(name);
                out[name] = was && sent ? merged(at.member(name), *sent, *was, is) : is;
            }
            return out;
        }
        if (!original.is_array() || !before.is_array() || !after.is_array() ||
            original.get_array().size() != before.get_array().size())
            return after;
        const std::vector<std::size_t> from = paired(before.get_array(), after.get_array(), at.keys());
        bj::array out;
        for (std::size_t i = 0; i < from.size(); ++i) {
            const bj::value& is = after.get_array()[i];
            out.push_back(from[i] == no_entry ? is
                                              : merged(at.entry(), original.get_array()[from[i]],
                                                       before.get_array()[from[i]], is));
        }
        return out;
    }

    static std::string below(const std::string& path, std::string_view name) {
        return path + json_pointer({name});
    }

    void step(std::string_view op, const std::string& path, bj::value v) {
        bj::object o{{"op", op}, {"path", path}};
        if (op != "remove") o["value"] = std::move(v);
        steps_.push_back(std::move(o));
    }

    bj::array& steps_;
};

}  // namespace

bj::array object_patch(const json::type_info& type, const bj::object& original, const bj::object& before,
                       const bj::object& after) {
    bj::array steps;
    patcher(steps).members({&type, nullptr}, original, before, after, {});
    return steps;
}

}}  // namespace setpoint::v0
