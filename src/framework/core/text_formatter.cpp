#include "setpoint/core/detail/text_formatter.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace detail {

fmt::format_context::iterator text_formatter::write(std::string_view text, fmt::format_context& ctx) const {
    return fmt::formatter<fmt::string_view>::format({text.data(), text.size()}, ctx);
}

}}}  // namespace setpoint::v0::detail
