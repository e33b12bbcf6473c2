#pragma once

#include "setpoint/cel/issue.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

enum class token_kind : std::uint8_t {
    end,
    integer,
    unsigned_integer,
    real,
    string,
    bytes,
    ident,
    quoted_ident,
    symbol,  // operators, brackets, in
    keyword  // true, false, null
};

struct token {
    token_kind kind = token_kind::end;
    std::int32_t start = 0;  // in code points
    std::int32_t stop = 0;
    std::string_view text;
};

// Splits a source into tokens; the last one is the end. Unknown characters are reported and skipped.
[[nodiscard]] std::vector<token> tokenize(const source_text& source, issues& found);

}}}  // namespace setpoint::v0::cel
