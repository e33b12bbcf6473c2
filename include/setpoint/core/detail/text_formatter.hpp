#pragma once
// The base of formatters for {fmt} of types that are formatted as a text.

#include <fmt/core.h>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace detail {

// Takes the same format specifications as a string. write() is not inline, so that sources that
// format such types need neither <fmt/format.h> nor their own copy of the code.
//     template <>
//     struct fmt::formatter<my_type> : setpoint::detail::text_formatter {
//         auto format(const my_type& t, format_context& ctx) const { return write(t.view(), ctx); }
//     };
struct text_formatter : fmt::formatter<fmt::string_view> {
    fmt::format_context::iterator write(std::string_view text, fmt::format_context& ctx) const;
};

}}}  // namespace setpoint::v0::detail
