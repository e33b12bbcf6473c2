#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

// A quantity of apimachinery: number * 10^scale. `big` ones are those that Go keeps as big decimals, which
// never are integers.
struct quantity {
    boost::multiprecision::cpp_int number;
    int scale = 0;
    bool big = false;

    [[nodiscard]] int compare(const quantity& other) const;
    [[nodiscard]] int sign() const { return number.sign(); }
    [[nodiscard]] std::optional<std::int64_t> integer() const;
    [[nodiscard]] double approximate() const;
    [[nodiscard]] quantity plus(const quantity& other) const;
    [[nodiscard]] quantity negated() const;
    friend bool operator==(const quantity& left, const quantity& right) { return left.compare(right) == 0; }
};

// resource.ParseQuantity; on failure `error` is its message.
[[nodiscard]] std::optional<quantity> parse_quantity(std::string_view text, std::string& error);

}}}  // namespace setpoint::v0::cel
