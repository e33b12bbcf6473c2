#pragma once
// Warnings that the API server puts into its answers: deprecated versions, unknown fields.
// https://kubernetes.io/blog/2020/09/03/warnings/

#include "setpoint/client/call.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/http/message.hpp"

#include <deque>
#include <set>
#include <string>
#include <vector>

namespace setpoint {

// The texts of the warnings with code 299 in the value of a Warning header (RFC 7234, 5.5); what cannot be
// read is left out.
std::vector<std::string> parse_warnings(std::string_view header_value);

// Logs each text once, as far as it remembers: the last `memory` texts.
class warning_log {
public:
    static constexpr std::size_t memory = 256;
    static constexpr std::size_t max_text = 1024;

    explicit warning_log(logger log) : log_(std::move(log)) {}
    void take(const http::response_head& head, const call& c);

private:
    logger log_;
    std::set<std::string, std::less<>> known_;
    std::deque<std::string> order_;  // oldest first
};

}  // namespace setpoint
