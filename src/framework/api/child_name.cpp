#include "setpoint/api/child_name.hpp"

#include "framework/api/label_syntax.hpp"
#include "framework/core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace setpoint { inline namespace v0 {

namespace {

bool is_letter(char c) {
    return c >= 'a' && c <= 'z';
}

// FNV-1a, 64 bits: the same in every build.
std::uint64_t hash_of(std::string_view s) {
    std::uint64_t h = 0xcbf29ce484222325;
    for (const char c : s) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return h;
}

bool looks_hashed(std::string_view s) {
    if (s.size() < name_hash_size) return false;
    const std::string_view tail = s.substr(s.size() - name_hash_size);
    return tail.starts_with("--") &&
           std::ranges::all_of(tail.substr(2), [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

bool fits(std::string_view name, std::size_t longest, name_form form) {
    if (name.size() > longest || looks_hashed(name) || !detail::is_dns_subdomain(name)) return false;
    return form == name_form::subdomain ||
           (is_letter(name.front()) && name.find('.') == std::string_view::npos);
}

}  // namespace

std::string child_name_stem(std::string_view owner, std::size_t longest, name_form form) {
    if (longest <= name_hash_size || longest > longest_name(form))
        throw std::invalid_argument(
            fmt::format("a stem of {} characters is too short for a hash or too long for a name", longest));
    if (fits(owner, longest, form)) return std::string(owner);
    const bool keep_dots = form == name_form::subdomain && detail::is_dns_subdomain(owner);
    std::string head(owner.substr(0, longest));
    std::ranges::replace_if(
        head, [&](char c) { return !is_letter(c) && !is_digit(c) && !(keep_dots && c == '.'); }, '-');
    const bool may_begin = !head.empty() && (is_letter(head.front()) ||
                                             (form == name_form::subdomain && is_digit(head.front())));
    if (!may_begin) head.insert(0, 1, 'p');
    head.resize(std::min(head.size(), longest - name_hash_size));
    while (head.ends_with('-') || head.ends_with('.')) head.pop_back();
    return fmt::format("{}--{:016x}", head, hash_of(owner));
}

std::string child_name(std::string_view owner, std::string_view suffix, name_form form) {
    const std::size_t longest = longest_name(form);
    if (suffix.size() >= longest - name_hash_size)
        throw std::invalid_argument(fmt::format("no name fits before the suffix \"{}\"", suffix));
    return child_name_stem(owner, longest - suffix.size(), form).append(suffix);
}

std::string label_value_of(std::string_view owner) {
    if (detail::is_label_value(owner) && !owner.empty() && !looks_hashed(owner)) return std::string(owner);
    return child_name_stem(owner, longest_name(name_form::label));
}

}}  // namespace setpoint::v0
