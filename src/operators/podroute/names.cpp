#include "names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace podroute {

namespace {

constexpr std::size_t longest_label = 63;  // RFC 1035, and the Kubernetes documentation on labels
constexpr std::size_t longest_stem = longest_label - service_suffix.size();
constexpr std::size_t tail_size = 18;  // "--" and 16 digits

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return c >= 'a' && c <= 'z';
}

// FNV-1a, 64 bits: the same in every build, since names must stay.
std::uint64_t hash_of(std::string_view s) {
    std::uint64_t h = 0xcbf29ce484222325;
    for (const char c : s) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return h;
}

bool looks_hashed(std::string_view s) {
    if (s.size() < tail_size) return false;
    const std::string_view tail = s.substr(s.size() - tail_size);
    return tail.starts_with("--") &&
           std::ranges::all_of(tail.substr(2), [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

bool fits_a_service(std::string_view name) {
    return !name.empty() && name.size() <= longest_stem && is_letter(name.front()) &&
           std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c) || c == '-'; });
}

}  // namespace

std::string stem_of(std::string_view name) {
    if (fits_a_service(name) && !looks_hashed(name)) return std::string(name);
    std::string head(name);
    std::ranges::replace(head, '.', '-');
    if (head.empty() || !is_letter(head.front())) head.insert(0, 1, 'p');
    head.resize(std::min(head.size(), longest_stem - tail_size));
    while (head.ends_with('-')) head.pop_back();
    return fmt::format("{}--{:016x}", head, hash_of(name));
}

std::string label_of(std::string_view name) {
    if (name.size() <= longest_label && !looks_hashed(name)) return std::string(name);
    return stem_of(name);
}

std::string deployment_name(const podroute& self) {
    return stem_of(self.metadata.name).append(deployment_suffix);
}
std::string service_name(const podroute& self) {
    return stem_of(self.metadata.name).append(service_suffix);
}
std::string route_name(const podroute& self) {
    return stem_of(self.metadata.name).append(route_suffix);
}

}  // namespace podroute
