#include "prototype.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace replay {

prototype::prototype(std::string text) : text_(std::move(text)) {
    const auto find_all = [this](std::string_view mark, what is) {
        for (auto at = text_.find(mark); at != std::string::npos; at = text_.find(mark, at + mark.size()))
            places_.push_back({is, at, mark.size()});
    };
    find_all(number_mark, what::number);
    find_all(uid_mark, what::uid);
    find_all(version_mark, what::version);
    find_all(hash_mark, what::hash);
    for (auto at = text_.find(filler_mark); at != std::string::npos; at = text_.find(filler_mark, at)) {
        const auto end = std::min(text_.find_first_not_of(filler_mark, at), text_.size());
        if (end - at > 1) places_.push_back({what::filler, at, end - at});
        at = end;
    }
}

std::string prototype::make(std::uint64_t number, std::uint64_t version, std::string_view hash,
                            std::uint64_t seed) const {
    std::string made = text_;
    const std::string name = fmt::format("{:06}", number), uid = fmt::format("{:012}", number),
                      at_version = fmt::format("{:010}", version);
    std::uint64_t state = seed ^ (number * 0x9e3779b97f4a7c15) ^ 0xd1b54a32d192ed03;
    const auto fill = [&](std::size_t at, std::size_t length) {
        for (std::size_t i = 0; i < length; ++i) {
            state = state * 6364136223846793005 + 1442695040888963407;
            made[at + i] = static_cast<char>('a' + (state >> 59) % 26);
        }
    };
    for (const place& p : places_) {
        if (p.is == what::filler) {
            fill(p.at, p.length);
            continue;
        }
        const std::string_view value = p.is == what::number    ? std::string_view(name)
                                       : p.is == what::uid     ? std::string_view(uid)
                                       : p.is == what::version ? std::string_view(at_version)
                                                               : hash;
        if (value.size() == p.length) made.replace(p.at, p.length, value);
    }
    return made;
}

}}}  // namespace setpoint::v0::replay
