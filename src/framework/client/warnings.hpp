#pragma once
// Warnings in the API server's responses: deprecated versions, unknown fields.
// https://kubernetes.io/blog/2020/09/03/warnings/

#include "setpoint/client/call.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/http/message.hpp"

#include <deque>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// Returns the texts of the warnings with code 299 in a Warning header (RFC 7234, 5.5). Unreadable
// ones are skipped.
std::vector<std::string> parse_warnings(std::string_view header_value);

// Logs each text once, within its memory of the last `memory` texts.
class warning_log {
public:
    static constexpr std::size_t memory = 256;
    static constexpr std::size_t max_text = 1024;

    explicit warning_log(logger log) : log_(std::move(log)) {}
    void take(const http::response_head& head, const call& c);

private:
    logger log_;
    std::set<std::string, std::less<>> logged_;
    std::deque<std::string> order_;  // oldest first
};

}}  // namespace setpoint::v0
