#include "cel/kubernetes/correlation.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace setpoint { inline namespace v0 { namespace cel {

namespace bj = boost::json;

namespace {

using form = json_type::form;

// The keys of an element as one text, or nothing if one is missing or is not a scalar.
std::optional<std::string> identity(const bj::value& element, const json_type& list) {
    const bj::object* object = element.if_object();
    if (object == nullptr) return std::nullopt;
    std::string made;
    for (const std::string& key : list.keys) {
        const bj::value* part = object->if_contains(key);
        if (part == nullptr || part->is_null() || part->is_structured()) return std::nullopt;
        const std::string text = part->is_string() ? std::string(part->get_string()) : bj::serialize(*part);
        made += fmt::format("{}{}:{}", static_cast<int>(part->kind()), text.size(), text);
    }
    return made;
}

const json_type* declared_field(const json_type& of, std::string_view name) {
    const auto found = of.fields.find(name);
    if (found != of.fields.end()) return &found->second;
    return of.is == form::map ? of.element.get() : nullptr;
}

bool same_lists(const bj::array& now, const bj::array& old, const compared& of) {
    if (now.size() != old.size()) return false;
    const json_type& list = *of.declared;
    if (list.is != form::list || list.list != json_type::list_kind::keyed) return now == old;
    const keyed_elements before(list, of.old);
    return std::ranges::all_of(now, [&](const bj::value& each) {
        const compared element = of.element(each, before.find(each));
        return element && is_unchanged(element);
    });
}

}  // namespace

keyed_elements::keyed_elements(const json_type& list, const bj::value* elements) : list_(list) {
    if (list.list != json_type::list_kind::keyed || list.keys.empty()) return;
    const bj::array* array = elements == nullptr ? nullptr : elements->if_array();
    if (array == nullptr) return;
    for (const bj::value& each : *array) {
        if (auto key = identity(each, list)) elements_.try_emplace(std::move(*key), &each);
    }
}

const bj::value* keyed_elements::find(const bj::value& element) const {
    if (elements_.empty()) return nullptr;
    const auto key = identity(element, list_);
    const auto found = key ? elements_.find(*key) : elements_.end();
    return found == elements_.end() ? nullptr : found->second;
}

compared compared::field(std::string_view name) const {
    if (now == nullptr || old == nullptr || !now->is_object() || !old->is_object()) return {};
    const bj::value* const after = now->get_object().if_contains(name);
    const bj::value* const before = old->get_object().if_contains(name);
    const json_type* const type = declared_field(*declared, name);
    if (after == nullptr || before == nullptr || type == nullptr) return {};
    return {after, before, type};
}

compared compared::element(const bj::value& at, const bj::value* before) const {
    if (before == nullptr || declared->is != form::list || declared->element == nullptr) return {};
    return {&at, before, declared->element.get()};
}

bool is_unchanged(const compared& tested) {
    if (!tested) return false;
    const bj::value& now = *tested.now;
    const bj::value& old = *tested.old;
    if (now.is_array() && old.is_array()) return same_lists(now.get_array(), old.get_array(), tested);
    if (!now.is_object() || !old.is_object()) return now.kind() == old.kind() && now == old;
    const bj::object& fields = now.get_object();
    return fields.size() == old.get_object().size() && std::ranges::all_of(fields, [&](const auto& each) {
               return is_unchanged(tested.field(each.key()));
           });
}

ratchet ratchet::field(std::string_view name) const {
    if (!current) return *this;
    // Both objects were converted to the same type, which hides changes of these.
    if (!parent && (name == "apiVersion" || name == "kind")) return {};
    return {current.field(name), current};
}

ratchet ratchet::element(const bj::value& at, const bj::value* before) const {
    if (!current) return *this;
    return {current.element(at, before), current};
}

bool ratchet::ignores_errors() const {
    return is_unchanged(current ? current : parent);
}

}}}  // namespace setpoint::v0::cel
