#pragma once
// The text of a YAML document by libyaml's positions, which count characters.

#include <cstddef>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace json {

// Converts UTF-16 with a byte order mark to UTF-8; returns any other text unchanged.
std::string in_utf8_by_mark(std::string_view text);

// Consumes a document of a manifest from the front: what comes before the next line that begins with ---.
std::string_view take_document(std::string_view& rest);

// Returns a character, in UTF-8, that the text does not contain; "" if it contains all candidates.
std::string unused_character(std::string_view text);

// Steps through a text from its start; indices must not decrease. The text must outlive it.
class source_cursor {
public:
    explicit source_cursor(std::string_view text);
    // Returns the text after so many characters; a leading byte order mark does not count.
    std::string_view from(std::size_t index);
    std::string_view between(std::size_t begin, std::size_t end);

private:
    std::string_view rest_;
    std::size_t index_ = 0;
};

}}}  // namespace setpoint::v0::json
