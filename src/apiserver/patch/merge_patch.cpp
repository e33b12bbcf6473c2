#include "apiserver/go/order.hpp"
#include "apiserver/patch/patch.hpp"
#include "apiserver/patch/same_value.hpp"

#include <boost/json/array.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using patching::max_depth;
using patching::sort_keys;

// For values without a counterpart in the document: a null removes nothing there.
void drop_nulls(bj::value& v, int depth) {
    if (depth > max_depth) return;
    if (bj::array* list = v.if_array()) {
        for (auto& item : *list) drop_nulls(item, depth + 1);
        return;
    }
    bj::object* map = v.if_object();
    if (!map) return;
    bj::object out;
    for (auto& [key, value] : *map) {
        if (value.is_null()) continue;
        drop_nulls(value, depth + 1);
        out.emplace(key, std::move(value));
    }
    sort_keys(out);
    *map = std::move(out);
}

void merge(bj::object& to, const bj::object& patch, int depth) {
    for (const auto& [key, value] : patch) {
        if (value.is_null()) {
            if (const auto at = to.find(key); at != to.end()) to.erase(at);  // sorted below
            continue;
        }
        bj::value& at = to[key];
        if (at.is_object() && value.is_object() && depth < max_depth) {
            merge(at.get_object(), value.get_object(), depth + 1);
            continue;
        }
        // A list that replaces an object is the only value that keeps its nulls.
        const bool as_is = at.is_object();
        at = value;
        if (!as_is) drop_nulls(at, depth + 1);
    }
    sort_keys(to);
}

}  // namespace

bj::object merge_patch(bj::object document, const bj::object& patch) {
    merge(document, patch, 0);
    return document;
}

}}}  // namespace setpoint::v0::apiserver
