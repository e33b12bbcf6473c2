#include "apiserver/authentication/strict_object.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

std::string_view go_kind(const bj::value& v) {
    if (v.is_string()) return "string";
    if (v.is_bool()) return "bool";
    if (v.is_array()) return "array";
    return v.is_object() ? "object" : "number";
}

std::string_view view(bj::string_view s) {
    return {s.data(), s.size()};
}

}  // namespace

strict_object::strict_object(const bj::value& from, std::string path, findings& to)
    : path_(std::move(path)), to_(to) {
    if (from.is_object())
        from_ = &from.get_object();
    else if (!from.is_null())
        refuse(from, path_, "an object");
}

void strict_object::refuse(const bj::value& v, const std::string& at, std::string_view wanted) {
    if (to_.wrong_type.empty())
        to_.wrong_type = fmt::format("json: cannot unmarshal {} into field {}: expected {}", go_kind(v),
                                     at.empty() ? "<root>" : at, wanted);
}

std::string strict_object::path_of(std::string_view field) const {
    return path_.empty() ? std::string(field) : fmt::format("{}.{}", path_, field);
}

const bj::value* strict_object::take(std::string_view field) {
    taken_.push_back(field);
    const bj::value* const found = from_ == nullptr ? nullptr : from_->if_contains(field);
    return found == nullptr || found->is_null() ? nullptr : found;
}

std::optional<std::string> strict_object::optional_text(std::string_view field) {
    const bj::value* const found = take(field);
    if (found == nullptr) return std::nullopt;
    if (found->is_string()) return std::string(view(found->get_string()));
    refuse(*found, path_of(field), "a string");
    return std::nullopt;
}

std::string strict_object::text(std::string_view field) {
    return optional_text(field).value_or("");
}

bool strict_object::truth(std::string_view field) {
    const bj::value* const found = take(field);
    if (found == nullptr) return false;
    if (!found->is_bool()) refuse(*found, path_of(field), "true or false");
    return found->is_bool() && found->get_bool();
}

const bj::array* strict_object::array(std::string_view field) {
    const bj::value* const found = take(field);
    if (found == nullptr) return nullptr;
    if (found->is_array()) return &found->get_array();
    refuse(*found, path_of(field), "a list");
    return nullptr;
}

std::vector<std::string> strict_object::texts(std::string_view field) {
    std::vector<std::string> out;
    const bj::array* const list = array(field);
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        const bj::value& each = (*list)[i];
        if (each.is_string())
            out.emplace_back(view(each.get_string()));
        else
            refuse(each, fmt::format("{}[{}]", path_of(field), i), "a string");
    }
    return out;
}

const bj::value* strict_object::object(std::string_view field) {
    return take(field);
}

void strict_object::done() {
    if (from_ == nullptr) return;
    for (const auto& member : *from_)
        if (std::ranges::find(taken_, view(member.key())) == taken_.end())
            to_.unknown.push_back(path_of(view(member.key())));
}

}}}  // namespace setpoint::v0::apiserver::authentication
