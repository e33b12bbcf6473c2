#include "framework/core/read_double.hpp"

#include <cmath>
#include <cstdlib>
#include <string>
#include <system_error>
#include <version>

namespace setpoint { inline namespace v0 {

std::from_chars_result read_double(const char* first, const char* last, double& out) {
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
    return read_double_by_strtod(first, last, out);
#else
    return std::from_chars(first, last, out);
#endif
}

std::from_chars_result read_double_by_strtod(const char* first, const char* last, double& out) {
    const std::string text(first, last);
    char* end = nullptr;
    const double read = text.starts_with('+') ? 0 : std::strtod(text.c_str(), &end);
    if (!end || end == text.c_str()) return {first, std::errc::invalid_argument};
    const char* const stop = first + (end - text.c_str());
    // Unlike errno, which is also set for subnormal numbers.
    const bool lost =
        read == 0 && text.substr(0, text.find_first_of("eE")).find_first_of("123456789") != text.npos;
    if (std::isinf(read) || lost) return {stop, std::errc::result_out_of_range};
    out = read;
    return {stop, {}};
}

}}  // namespace setpoint::v0
