#include "apiserver/go/text.hpp"
#include "apiserver/patch/patch.hpp"
#include "apiserver/patch/same_value.hpp"
#include "apiserver/patch/strategic_lists.hpp"

#include <boost/json/object.hpp>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using namespace patching;

constexpr std::string_view no_list = "invalid patch format of primitive list";
constexpr std::string_view no_order = "invalid patch format of setElementOrder list";
constexpr std::string_view no_retain = "invalid patch format of retainKeys";

void erase(bj::object& o, std::string_view key) {
    if (const auto at = o.find(key); at != o.end()) o.stable_erase(at);
}

api_error wrong_argument(std::string_view wanted, const bj::value& got) {
    return plain_error("expected a " + std::string(wanted) + ", but received a " +
                       std::string(go_type_name(got)));
}

// Removes directives from values without a counterpart in the document. Returns false if the value
// is itself a directive and must be dropped.
bool drop_directives(bj::value& v, bool nulls, int depth) {
    if (depth > max_depth) return true;
    if (bj::array* list = v.if_array()) {
        bj::array out;
        for (auto& item : *list) {
            if (drop_directives(item, nulls, depth + 1)) out.push_back(std::move(item));
        }
        *list = std::move(out);
        return true;
    }
    bj::object* map = v.if_object();
    if (!map) return true;
    if (map->contains(directive)) return false;
    bj::object out;
    for (auto& [key, value] : *map) {
        if (nulls && value.is_null()) continue;
        if (drop_directives(value, nulls, depth + 1)) out.emplace(key, std::move(value));
    }
    *map = std::move(out);
    return true;
}

using key_set = std::set<std::string, std::less<>>;

// All at once: each erase() moves the keys behind it.
void erase_all(bj::object& o, const key_set& keys) {
    if (keys.empty()) return;
    bj::object kept;
    kept.reserve(o.size());
    for (auto& [key, value] : o)
        if (!keys.contains(key)) kept.emplace(key, std::move(value));
    o = std::move(kept);
}

// Types in Go: all integers are one type, other numbers another.
bool same_type(const bj::value& a, const bj::value& b) {
    return go_type_name(a) == go_type_name(b);
}

class merger {
public:
    // Null: success, `to` is merged.
    using maybe_error = std::optional<api_error>;

    maybe_error merge(bj::object& to, bj::object patch, const schema_node* type, int depth) {
        if (depth > max_depth) return bad_request("the patch is nested too deeply");
        if (const bj::value* what = patch.if_contains(directive)) return apply_directive(to, patch, *what);
        if (maybe_error error = retain(to, patch)) return error;
        if (maybe_error error = merge_ordered_lists(to, patch, type, depth)) return error;
        key_set gone;
        for (auto& [key, value] : patch) {
            if (maybe_error error = field(to, key, std::move(value), type, depth, gone)) return error;
        }
        erase_all(to, gone);
        return {};
    }

private:
    static maybe_error apply_directive(bj::object& to, bj::object& patch, const bj::value& what) {
        if (what == "replace") {
            erase(patch, directive);
            to = std::move(patch);
            return {};
        }
        if (what == "delete") {
            to.clear();
            return {};
        }
        return plain_error("unknown patch type: " + go_text::printed(what) +
                           " in map: " + go_text::printed(bj::value(patch)));
    }

    // Removes fields that are not listed.
    static maybe_error retain(bj::object& to, bj::object& patch) {
        const bj::value* listed = patch.if_contains(retain_keys);
        if (!listed) return {};
        if (!listed->is_array()) return bad_request(std::string(no_retain));
        key_set keys;
        for (const auto& key : listed->get_array()) {
            if (key.is_string()) keys.emplace(key.get_string());
        }
        erase(patch, retain_keys);
        for (const auto& [key, value] : patch) {
            const bool other =
                value.is_null() || key.starts_with(delete_prefix) || key.starts_with(order_prefix);
            if (!other && !keys.contains(key)) return bad_request(std::string(no_retain));
        }
        bj::object kept;
        for (auto& [key, value] : to) {
            if (keys.contains(key)) kept.emplace(key, std::move(value));
        }
        to = std::move(kept);
        return {};
    }

    // "containers" for "$setElementOrder/containers".
    static std::optional<std::string> named(std::string_view key, std::string_view prefix) {
        const auto slash = key.find('/');
        if (slash == std::string_view::npos || key.substr(0, slash) != prefix) return std::nullopt;
        return std::string(key.substr(slash + 1));
    }

    static maybe_error lookup(const schema_node* type, std::string_view key, const schema_node*& out) {
        if (!type || type->properties.empty()) {
            return plain_error("merging an object in json but data type is not struct, instead is: map");
        }
        out = type->find(key);
        if (out) return {};
        return plain_error("unable to find api field in struct " + std::string(last_part(type->type_name)) +
                           " for the json field " + go_text::quoted(key));
    }

    static std::string_view key_of(const schema_node& list) { return list.patch_merge_key; }

    // Merges lists with $setElementOrder first and removes them from the patch.
    maybe_error merge_ordered_lists(bj::object& to, bj::object& patch, const schema_node* type, int depth) {
        std::vector<std::string> directives;
        for (const auto& [key, value] : patch) {
            if (key.starts_with(order_prefix)) directives.emplace_back(key);
        }
        for (const std::string& key : directives) {
            const bj::value order = patch.at(key);
            erase(patch, key);
            if (!order.is_array()) return wrong_argument("[]interface {}", order);
            const auto name = named(key, order_prefix);
            if (!name) return bad_request(std::string(no_order));
            if (maybe_error error = merge_ordered_list(to, patch, *name, order.get_array(), type, depth))
                return error;
        }
        return {};
    }

    maybe_error merge_ordered_list(bj::object& to, bj::object& patch, const std::string& name,
                                   const bj::array& order, const schema_node* type, int depth) {
        bj::value* live = to.if_contains(name);
        bj::value* wanted = patch.if_contains(name);
        if (live && !live->is_array()) return wrong_argument("[]interface {}", *live);
        if (wanted && !wanted->is_array()) return wrong_argument("[]interface {}", *wanted);
        const schema_node* list = nullptr;
        if (maybe_error error = lookup(type, name, list)) return error;
        const bj::array original = live ? live->get_array() : bj::array();
        const bj::array items = wanted ? wanted->get_array() : bj::array();
        if (maybe_error error = check_order(items, order, key_of(*list))) return error;
        if (!live && !wanted) return {};
        bj::value merged(original);
        if (!live) {
            merged = items;
            drop_directives(merged, false, depth);
        } else if (wanted) {
            if (maybe_error error = merge_list(merged.get_array(), items, *list, false, depth)) return error;
        }
        if (!key_of(*list).empty()) {
            if (auto wrong = missing_key(merged.get_array(), key_of(*list)); !wrong.empty())
                return plain_error(wrong);
            if (auto wrong = not_a_map(merged.get_array(), order, key_of(*list)); !wrong.empty())
                return plain_error(wrong);
            if (auto wrong = missing_key(order, key_of(*list)); !wrong.empty()) return plain_error(wrong);
        }
        if (auto wrong = element_type_error(original, items); !wrong.empty()) return plain_error(wrong);
        const bj::array were = wanted ? order_after_merge(original, items, key_of(*list)) : original;
        to[name] = ordered(std::move(merged.get_array()), order, were, key_of(*list));
        erase(patch, name);
        return {};
    }

    // findMapInSliceBasedOnKeyValue of apimachinery's strategicpatch: each item of `merged` is looked for in
    // `order`, up to the first that is no map.
    static std::string not_a_map(const bj::array& merged, const bj::array& order, std::string_view key) {
        const auto first = std::ranges::find_if(order, [](const bj::value& v) { return !v.is_object(); });
        if (first == order.end()) return {};
        for (const bj::value& item : merged) {
            const bool before = std::any_of(order.begin(), first, [&](const bj::value& v) {
                const bj::value* const has = v.get_object().if_contains(key);
                return has && *has == item.get_object().at(key);
            });
            if (!before) return "value for key " + std::to_string(first - order.begin()) + " is not a map";
        }
        return {};
    }

    // Items of the patch must be in the $setElementOrder list, in its order.
    static maybe_error check_order(const bj::array& items, const bj::array& order,
                                   std::string_view merge_key) {
        if (items.empty() || order.empty()) return {};
        bj::array kept;  // deleted items need no place
        for (const auto& item : items) {
            if (!merge_key.empty() && !item.is_object())
                return wrong_argument("map[string]interface {}", item);
            const bj::value* what = merge_key.empty() ? nullptr : item.get_object().if_contains(directive);
            if (!what || *what != "delete") kept.push_back(item);
        }
        std::size_t i = 0, at = 0;
        while (i < kept.size() && at < order.size()) {
            if (kept[i].is_object() && kept[i].get_object().contains(directive)) {
                ++i;
                continue;
            }
            if (!merge_key.empty()) {
                const bj::array both{kept[i], order[at]};
                if (auto wrong = missing_key(both, merge_key); !wrong.empty()) return plain_error(wrong);
            }
            if (item_index(bj::array{kept[i]}, merge_key).find(order[at])) ++i;
            ++at;
        }
        if (i == kept.size()) return {};
        return plain_error("The order in patch list:\n" + go_text::printed(bj::value(items)) +
                           "\n doesn't match $setElementOrder list:\n" + go_text::printed(bj::value(order)) +
                           "\n");
    }

    // `gone`: the keys of `to` that the patch has removed so far.
    maybe_error field(bj::object& to, std::string_view key, bj::value value, const schema_node* type,
                      int depth, key_set& gone) {
        const bool deletes = key.starts_with(delete_prefix);
        std::string name(key);
        if (deletes) {
            const auto found = named(key, delete_prefix);
            if (!found) return bad_request(std::string(no_list));
            name = *found;
        }
        if (value.is_null()) {
            gone.insert(std::move(name));
            return {};
        }
        bj::value* live = gone.contains(name) ? nullptr : to.if_contains(name);
        if (!live || !same_type(*live, value)) {
            if (deletes) return {};
            if (drop_directives(value, true, 0)) {  // the value is set without its nulls
                to[name] = std::move(value);
                gone.erase(name);
            } else {
                gone.insert(std::move(name));
            }
            return {};
        }
        if (!value.is_object() && !value.is_array()) {
            *live = std::move(value);
            return {};
        }
        const schema_node* below = nullptr;
        if (maybe_error error = lookup(type, name, below)) return error;
        if (value.is_object())
            return merge(live->get_object(), std::move(value.get_object()), below, depth + 1);
        if (!deletes && !below->patch_merge) {
            *live = std::move(value);
            return {};
        }
        return merge_list(live->get_array(), value.get_array(), *below, deletes, depth);
    }

    maybe_error merge_list(bj::array& live, const bj::array& patch, const schema_node& list, bool deletes,
                           int depth) {
        if (!deletes && !list.patch_merge) {
            live = patch;
            return {};
        }
        if (live.empty() && patch.empty()) return {};
        if (auto wrong = element_type_error(live, patch); !wrong.empty()) {
            const bool unsupported = wrong == "lists of lists are not supported";
            if (!unsupported) return plain_error(std::move(wrong));
            return api_error{
                422, "Invalid", "the server rejected our request due to an error in our request", {}};
        }
        const bool maps = (live.empty() ? patch[0] : live[0]).is_object();
        if (maps) return merge_items(live, patch, list, depth);
        if (deletes) {
            const item_index gone(patch, {});
            bj::array left;
            for (auto& item : live) {
                if (!gone.find(item)) left.push_back(std::move(item));
            }
            live = std::move(left);
            return {};
        }
        bj::array merged;
        item_index seen(merged, {});
        for (const bj::array* from : {const_cast<const bj::array*>(&live), &patch}) {
            for (const auto& item : *from) {
                if (seen.find(item)) continue;
                seen.add(item, merged.size());
                merged.push_back(item);
            }
        }
        live = ordered(std::move(merged), patch, live, {});
        return {};
    }

    // Applies $patch: delete and replace to items first, then merges the rest by key.
    maybe_error merge_items(bj::array& live, const bj::array& patch, const schema_node& list, int depth) {
        const std::string_view key = key_of(list);
        if (key.empty()) return plain_error("cannot merge lists without merge key for struct");
        bj::array items, gone;
        bool replace = false;
        for (const auto& item : patch) {
            const bj::value* what = item.get_object().if_contains(directive);
            if (!what) {
                items.push_back(item);
            } else if (*what == "delete") {
                if (auto wrong = missing_key(bj::array{item}, key); !wrong.empty()) return plain_error(wrong);
                gone.push_back(item);
            } else if (*what == "replace") {
                replace = true;
            } else if (*what == "merge") {
                return plain_error("merging lists cannot yet be specified in the patch");
            } else {
                return plain_error("unknown patch type: " + go_text::printed(*what) +
                                   " in map: " + go_text::printed(item));
            }
        }
        bj::array original;
        if (replace) {
            original.swap(items);
        } else {
            const item_index deleted(gone, key);
            for (auto& item : live) {
                if (!deleted.find(item)) original.push_back(std::move(item));
            }
        }
        return merge_by_key(live, std::move(original), items, list, depth);
    }

    maybe_error merge_by_key(bj::array& live, bj::array original, const bj::array& items,
                             const schema_node& list, int depth) {
        const std::string_view key = key_of(list);
        bj::array merged = original;
        item_index at(merged, key);
        for (const auto& item : items) {
            if (auto wrong = missing_key(bj::array{item}, key); !wrong.empty()) return plain_error(wrong);
            if (const auto found = at.find(item)) {
                bj::object& to = merged[*found].get_object();
                if (maybe_error error = merge(to, item.get_object(), list.items, depth + 1)) return error;
            } else {
                at.add(item, merged.size());
                merged.push_back(item);
            }
        }
        if (auto wrong = missing_key(merged, key); !wrong.empty()) return plain_error(wrong);
        live = ordered(std::move(merged), items, original, key);
        return {};
    }
};

}  // namespace

api_result<bj::object> strategic_merge_patch(bj::object document, const bj::object& patch,
                                             const schema_node& s) {
    if (auto error = merger().merge(document, patch, &s, 0)) return std::move(*error);
    return document;
}

}}}  // namespace setpoint::v0::apiserver
