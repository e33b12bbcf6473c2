#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

// A URL as Go's net/url reads it.
struct go_url {
    std::string scheme;
    std::string opaque;
    std::string user;
    std::string host;
    std::string raw_path;
    std::string path;  // decoded
    std::string raw_query;
    std::string fragment;

    [[nodiscard]] std::string hostname() const;
    [[nodiscard]] std::string port() const;
    [[nodiscard]] std::string escaped_path() const;
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> query() const;
    friend bool operator==(const go_url&, const go_url&) = default;
};

// url.ParseRequestURI, and then url.Parse; on failure `error` says why.
[[nodiscard]] std::optional<go_url> parse_request_url(std::string_view text, std::string& error);

}}}  // namespace setpoint::v0::cel
