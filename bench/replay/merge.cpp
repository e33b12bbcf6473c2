#include "merge.hpp"

#include <boost/json/array.hpp>

#include <array>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace replay {

namespace bj = boost::json;

namespace {

// What tells the entries of a list apart; empty: the list is replaced.
std::string_view key_of_entries(const bj::array& list) {
    if (list.empty() || !list.front().is_object()) return {};
    for (const std::string_view key : {"containerPort", "port", "type", "uid", "name"})
        if (list.front().get_object().contains(key)) return key;
    return {};
}

void apply_list(bj::array& into, const bj::array& body) {
    const std::string_view key = key_of_entries(body);
    if (key.empty()) {
        into = body;
        return;
    }
    for (const bj::value& entry : body) {
        const bj::object& wanted = entry.get_object();
        bj::object* found = nullptr;
        for (bj::value& live : into) {
            if (!live.is_object()) continue;
            const bj::value* k = live.get_object().if_contains(key);
            if (k && *k == wanted.at(key)) found = &live.get_object();
        }
        if (found)
            apply(*found, wanted);
        else
            into.push_back(entry);
    }
}

}  // namespace

void apply(bj::object& into, const bj::object& body) {
    for (const auto& [key, value] : body) {
        bj::value* live = into.if_contains(key);
        if (live && live->is_object() && value.is_object())
            apply(live->get_object(), value.get_object());
        else if (live && live->is_array() && value.is_array())
            apply_list(live->get_array(), value.get_array());
        else
            into[key] = value;
    }
}

void merge_patch(bj::object& into, const bj::object& patch) {
    for (const auto& [key, value] : patch) {
        if (value.is_null()) {
            into.erase(key);
            continue;
        }
        if (!value.is_object()) {
            into[key] = value;
            continue;
        }
        bj::value& live = into[key];
        if (!live.is_object()) live = bj::object();
        merge_patch(live.get_object(), value.get_object());
    }
}

void replace(bj::object& into, const bj::object& body) {
    constexpr std::array kept{"uid", "creationTimestamp", "generation", "managedFields", "resourceVersion"};
    bj::object made = body;
    const bj::object& before = into["metadata"].as_object();
    bj::object& meta = made["metadata"].as_object();
    for (const char* const key : kept) {
        meta.erase(key);
        if (const bj::value* v = before.if_contains(key)) meta[key] = *v;
    }
    made.erase("status");
    if (const bj::value* status = into.if_contains("status")) made["status"] = *status;
    into = std::move(made);
}

}}}  // namespace setpoint::v0::replay
