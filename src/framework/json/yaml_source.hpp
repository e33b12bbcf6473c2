#pragma once
// The text of a YAML document beside libyaml's marks, which count characters.

#include <cstddef>
#include <string>
#include <string_view>

namespace setpoint::json {

// UTF-16 with a byte order mark as UTF-8; other texts, and what is not UTF-16, as they are.
std::string in_utf8_by_mark(std::string_view text);

// A character, in UTF-8, that the text does not have; "" when it has all that are tried.
std::string unused_character(std::string_view text);

// Goes through a text from its start; no earlier index may follow a later one. The text outlives it.
class source_cursor {
public:
    explicit source_cursor(std::string_view text);
    // What stands behind so many characters; a byte order mark in front is none.
    std::string_view from(std::size_t index);
    std::string_view between(std::size_t begin, std::size_t end);

private:
    std::string_view rest_;
    std::size_t index_ = 0;
};

}  // namespace setpoint::json
