#include "framework/controller/exclusive_lists.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;
using json::field_info;
using json::list_kind;
using json::type_info;
using json::type_kind;

const type_info& plain(const type_info& t) {
    return t.kind == type_kind::optional ? *t.element : t;
}

// Returns whether all keys that `desired` sets are the same in `live`.
bool has_keys(const field_info& list, const object& desired, const object& live) {
    return std::all_of(list.rules->keys.begin(), list.rules->keys.end(), [&](std::string_view key) {
        const value* d = desired.if_contains(key);
        const value* l = live.if_contains(key);
        return !d || (l && *d == *l);
    });
}

bool sets_all_keys(const field_info& list, const object& desired) {
    return std::all_of(list.rules->keys.begin(), list.rules->keys.end(),
                       [&](std::string_view key) { return desired.contains(key); });
}

// Returns for each live entry the matching desired one, or null; a desired entry matches at most one live
// entry. As in json::drift, a key that the desired entry leaves to the server's default (the protocol of a
// port) matches any value that no other entry names.
std::vector<const value*> counterparts(const field_info& list, const array& desired, const array& live) {
    std::vector<const value*> found(live.size(), nullptr);
    const auto assign = [&](const value& d, auto is_it) {
        for (std::size_t i = 0; i < live.size(); ++i) {
            if (found[i] || !is_it(live[i])) continue;
            found[i] = &d;
            return;
        }
    };
    for (const bool all_keys : {true, false}) {
        for (const value& d : desired) {
            if (list.list != list_kind::keyed) {
                if (all_keys) assign(d, [&](const value& l) { return d == l; });
            } else if (d.is_object() && sets_all_keys(list, d.get_object()) == all_keys) {
                assign(d, [&](const value& l) {
                    return l.is_object() && has_keys(list, d.get_object(), l.get_object());
                });
            }
        }
    }
    return found;
}

// The lists whose undesired entries are surplus.
enum class surplus : std::uint8_t {
    of_whole_lists,
    where_ours_is_missing  // and other keyed lists that lack a desired entry
};

bool is_there(const std::vector<const value*>& found, const value& d) {
    return std::find(found.begin(), found.end(), &d) != found.end();
}

bool drops_others(const field_info& f, const array& desired, const std::vector<const value*>& found,
                  surplus which) {
    return f.exclusive ||
           (which == surplus::where_ours_is_missing && f.list == list_kind::keyed &&
            !std::all_of(desired.begin(), desired.end(), [&](const value& d) { return is_there(found, d); }));
}

bool has_surplus(const type_info& type, const object& desired, const object& live, surplus which);

bool list_has_surplus(const field_info& f, const array& desired, const array& live, surplus which) {
    if (f.list == list_kind::atomic) return false;  // applied as one value
    const type_info& element = plain(*plain(*f.type).element);
    const auto found = counterparts(f, desired, live);
    const bool drops = drops_others(f, desired, found, which);
    for (std::size_t i = 0; i < live.size(); ++i) {
        if (!found[i] && drops) return true;
        if (found[i] && element.kind == type_kind::object && found[i]->is_object() && live[i].is_object() &&
            has_surplus(element, found[i]->get_object(), live[i].get_object(), which))
            return true;
    }
    return false;
}

// Calls visit(field, desired, live) for each field of `type` that both objects have.
template <class F>
void each_shared(const type_info& type, const object& desired, const object& live, F visit) {
    for (const field_info& f : type.fields) {
        const value* d = desired.if_contains(f.name);
        const value* l = live.if_contains(f.name);
        if (d && l) visit(f, *d, *l);
    }
}

std::vector<std::string_view> surplus_keys(const object& desired, const object& live) {
    std::vector<std::string_view> keys;
    for (const auto& entry : live)
        if (!desired.contains(entry.key())) keys.push_back(entry.key());
    return keys;
}

bool has_surplus(const type_info& type, const object& desired, const object& live, surplus which) {
    bool found = false;
    each_shared(type, desired, live, [&](const field_info& f, const value& d, const value& l) {
        const type_info& t = plain(*f.type);
        if (t.kind == type_kind::object && d.is_object() && l.is_object())
            found = found || has_surplus(t, d.get_object(), l.get_object(), which);
        else if (t.kind == type_kind::list && d.is_array() && l.is_array())
            found = found || list_has_surplus(f, d.get_array(), l.get_array(), which);
        else if (f.exclusive && t.kind == type_kind::map && d.is_object() && l.is_object())
            found = found || !surplus_keys(d.get_object(), l.get_object()).empty();
    });
    return found;
}

object laid_over(const type_info& type, const object& desired, object live, surplus which);

array list_laid_over(const field_info& f, const array& desired, const array& live, surplus which) {
    const type_info& element = plain(*plain(*f.type).element);
    const auto found = counterparts(f, desired, live);
    const bool drops = drops_others(f, desired, found, which);
    array all;
    for (std::size_t i = 0; i < live.size(); ++i) {
        if (!found[i] && drops) continue;
        if (found[i] && element.kind == type_kind::object && found[i]->is_object() && live[i].is_object())
            all.emplace_back(laid_over(element, found[i]->get_object(), live[i].get_object(), which));
        else
            all.push_back(live[i]);
    }
    for (const value& d : desired)
        if (!is_there(found, d)) all.push_back(d);
    return all;
}

object laid_over(const type_info& type, const object& desired, object live, surplus which) {
    for (const field_info& f : type.fields) {
        const value* d = desired.if_contains(f.name);
        if (!d) continue;
        value& l = live[f.name];
        const type_info& t = plain(*f.type);
        if (t.kind == type_kind::object && d->is_object() && l.is_object()) {
            l = laid_over(t, d->get_object(), std::move(l.get_object()), which);
        } else if (t.kind == type_kind::map && d->is_object() && l.is_object()) {
            if (f.exclusive) l.get_object().clear();
            for (const auto& entry : d->get_object()) l.get_object()[entry.key()] = entry.value();
        } else if (t.kind == type_kind::list && f.list != list_kind::atomic && d->is_array() &&
                   l.is_array()) {
            l = list_laid_over(f, d->get_array(), l.get_array(), which);
        } else {
            l = *d;
        }
    }
    return live;
}

// As laid_over(), but returns the patch with that result: without fields that `desired` does not set.
object patch_to(const type_info& type, const object& desired, const object& live, surplus which) {
    object patch;
    for (const field_info& f : type.fields) {
        const value* d = desired.if_contains(f.name);
        if (!d) continue;
        const value* l = live.if_contains(f.name);
        const type_info& t = plain(*f.type);
        value& to = patch[f.name];
        to = *d;
        if (!l) continue;
        if (t.kind == type_kind::object && d->is_object() && l->is_object()) {
            to = patch_to(t, d->get_object(), l->get_object(), which);
        } else if (t.kind == type_kind::map && f.exclusive && d->is_object() && l->is_object()) {
            for (const std::string_view key : surplus_keys(d->get_object(), l->get_object()))
                to.get_object()[key] = nullptr;
        } else if (t.kind == type_kind::list && f.list != list_kind::atomic && d->is_array() &&
                   l->is_array()) {
            to = list_laid_over(f, d->get_array(), l->get_array(), which);
        }
    }
    return patch;
}

}  // namespace

object exclusive_list_patch(const type_info& type, const object& desired, const object& live) {
    object patch;
    each_shared(type, desired, live, [&](const field_info& f, const value& d, const value& l) {
        const type_info& t = plain(*f.type);
        if (t.kind == type_kind::object && d.is_object() && l.is_object()) {
            object inner = exclusive_list_patch(t, d.get_object(), l.get_object());
            if (!inner.empty()) patch[f.name] = std::move(inner);
        } else if (t.kind == type_kind::list && d.is_array() && l.is_array() &&
                   list_has_surplus(f, d.get_array(), l.get_array(), surplus::of_whole_lists)) {
            patch[f.name] = list_laid_over(f, d.get_array(), l.get_array(), surplus::of_whole_lists);
        } else if (f.exclusive && t.kind == type_kind::map && d.is_object() && l.is_object()) {
            object inner;
            for (const std::string_view key : surplus_keys(d.get_object(), l.get_object()))
                inner[key] = nullptr;
            if (!inner.empty()) patch[f.name] = std::move(inner);
        }
    });
    return patch;
}

object replacing_patch(const type_info& type, const object& desired, const object& live) {
    constexpr surplus which = surplus::where_ours_is_missing;
    return has_surplus(type, desired, live, which) ? patch_to(type, desired, live, which) : object();
}

}}  // namespace setpoint::v0
