#include "framework/api/zone_archive.hpp"

#include <charconv>
#include <cstddef>

namespace setpoint { inline namespace v0 {

namespace {

// The number at the front of `text`, which follows a space.
std::size_t take_number(std::string_view& text) {
    std::size_t n = 0;
    if (!text.empty()) text.remove_prefix(1);
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), n);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return n;
}

}  // namespace

std::string_view zone_in_archive(std::string_view archive, std::string_view name) {
    const std::size_t header = archive.find("\n\n");
    if (header == archive.npos || name.empty()) return {};
    const std::string_view data = archive.substr(header + 2);
    for (std::string_view rest = archive.substr(0, header + 1); !rest.empty();) {
        std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(line.size() + 1);
        if (line.size() <= name.size() || !line.starts_with(name) || line[name.size()] != ' ') continue;
        line.remove_prefix(name.size());
        const std::size_t offset = take_number(line);
        const std::size_t size = take_number(line);
        return offset <= data.size() ? data.substr(offset, size) : std::string_view();
    }
    return {};
}

}}  // namespace setpoint::v0
