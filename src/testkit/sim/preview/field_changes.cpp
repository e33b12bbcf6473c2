#include "testkit/sim/preview/field_changes.hpp"

#include "setpoint/core/shortened.hpp"
#include "testkit/sim/printable.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

namespace bj = boost::json;

constexpr std::size_t longest_value = 64;
constexpr int deepest_field = 64;

std::string value_text(const bj::value* v) {
    return v == nullptr ? "none" : printable(shortened(bj::serialize(*v), longest_value));
}

std::string member_path(std::string_view parent, std::string_view name) {
    const bool is_plain = name.find_first_of(".[]/ ") == std::string_view::npos;
    if (!is_plain) return fmt::format("{}[{}]", parent, name);
    return parent.empty() ? std::string(name) : fmt::format("{}.{}", parent, name);
}

// The items by the member that identifies them; nothing if there is none that all items have, once each.
std::optional<std::map<std::string, const bj::value*>> named_items(const bj::array& list,
                                                                   std::string_view by) {
    std::map<std::string, const bj::value*> out;
    for (const bj::value& item : list) {
        const bj::object* const o = item.if_object();
        const bj::value* const name = o ? o->if_contains(by) : nullptr;
        if (!name || !name->is_string()) return std::nullopt;
        const std::string_view text = name->get_string();
        if (!out.emplace(text, &item).second) return std::nullopt;
    }
    return out;
}

class comparing {
public:
    std::vector<std::string> found;

    void compare(const std::string& path, const bj::value* a, const bj::value* b, int depth) {
        if (a && b && *a == *b) return;
        const bool deeper = a && b && depth < deepest_field;
        if (deeper && a->is_object() && b->is_object())
            return compare_objects(path, a->get_object(), b->get_object(), depth);
        if (deeper && a->is_array() && b->is_array() &&
            compare_lists(path, a->get_array(), b->get_array(), depth))
            return;
        found.push_back(fmt::format("{}: {} -> {}", path, value_text(a), value_text(b)));
    }

private:
    void compare_objects(const std::string& path, const bj::object& a, const bj::object& b, int depth) {
        for (const auto& [name, value] : a)
            compare(member_path(path, name), &value, b.if_contains(name), depth + 1);
        for (const auto& [name, value] : b)
            if (!a.contains(name)) compare(member_path(path, name), nullptr, &value, depth + 1);
    }

    bool compare_lists(const std::string& path, const bj::array& a, const bj::array& b, int depth) {
        for (const std::string_view by : {"name", "key", "type"}) {
            const auto left = named_items(a, by), right = named_items(b, by);
            if (!left || !right) continue;
            for (const auto& [name, value] : *left) {
                const auto other = right->find(name);
                compare(fmt::format("{}[{}]", path, name), value,
                        other == right->end() ? nullptr : other->second, depth + 1);
            }
            for (const auto& [name, value] : *right)
                if (!left->contains(name))
                    compare(fmt::format("{}[{}]", path, name), nullptr, value, depth + 1);
            return true;
        }
        return false;
    }
};

}  // namespace

std::vector<std::string> field_changes(const bj::value& before, const bj::value& after) {
    comparing c;
    c.compare("", &before, &after, 0);
    return std::move(c.found);
}

std::string field_changes_text(const bj::value& before, const bj::value& after, std::size_t most) {
    const std::vector<std::string> all = field_changes(before, after);
    std::string out;
    for (std::size_t i = 0; i < std::min(all.size(), most); ++i)
        out.append(out.empty() ? "" : ", ").append(all[i]);
    if (all.size() > most) out += fmt::format(", and {} more", all.size() - most);
    return out;
}

}}}  // namespace setpoint::v0::sim
