#include "apiserver/go/order.hpp"

#include "apiserver/go/text.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace {

bool by_key(const bj::key_value_pair& a, const bj::key_value_pair& b) {
    return a.key() < b.key();
}

void sort_below(bj::value& v, int depth) {
    if (depth > go_text::max_depth) return;
    if (bj::array* list = v.if_array()) {
        for (bj::value& item : *list) sort_below(item, depth + 1);
    } else if (bj::object* map = v.if_object()) {
        sort_keys(*map);
        for (auto& [key, value] : *map) sort_below(value, depth + 1);
    }
}

void write(const bj::value& v, std::string& out, int depth) {
    const bool deep = depth > go_text::max_depth;
    if (v.is_array() && !deep) {
        out += '[';
        for (const bj::value& item : v.get_array()) {
            if (&item != v.get_array().begin()) out += ',';
            write(item, out, depth + 1);
        }
        out += ']';
    } else if (v.is_object() && !deep) {
        out += '{';
        for (const auto& pair : v.get_object()) {
            if (&pair != v.get_object().begin()) out += ',';
            out += go_text::json(bj::value(bj::string(pair.key()))) + ":";
            write(pair.value(), out, depth + 1);
        }
        out += '}';
    } else {
        out += deep ? "null" : go_text::json(v);
    }
}

}  // namespace

std::size_t sort_keys(bj::object& o) {
    if (std::is_sorted(o.begin(), o.end(), by_key)) return o.size();
    std::vector<bj::key_value_pair*> pairs;
    for (bj::key_value_pair& p : o) pairs.push_back(&p);
    std::sort(pairs.begin(), pairs.end(), [](const auto* a, const auto* b) { return by_key(*a, *b); });
    bj::object sorted(o.storage());
    sorted.reserve(pairs.size());
    for (bj::key_value_pair* p : pairs) sorted.emplace(p->key(), std::move(p->value()));
    o = std::move(sorted);
    return 33 * o.size();
}

void sort_all_keys(bj::value& v) {
    sort_below(v, 0);
}

std::string unsorted_json(const bj::value& v) {
    std::string out;
    write(v, out, 0);
    return out;
}

}}}  // namespace setpoint::v0::apiserver::patching
