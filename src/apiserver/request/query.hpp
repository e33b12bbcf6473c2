#pragma once
// Decodes the query of a URL like Go's net/url and apimachinery's conversion of query values.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Decodes "%2F" and, in queries, "+"; invalid escapes are kept. For paths.
std::string unescaped(std::string_view s, bool plus_is_space);
// Whether a "%" is not followed by two hexadecimal digits.
bool has_broken_escape(std::string_view s);

class query_parameters {
public:
    query_parameters() = default;
    // Like url.ParseQuery: drops a parameter that contains ';' or an invalid escape, and all
    // parameters if there are more than 10,000.
    explicit query_parameters(std::string_view query);
    bool has(std::string_view name) const { return find(name).has_value(); }
    // The first parameter of that name; "limit" and "limit=" are both present and empty.
    std::optional<std::string_view> find(std::string_view name) const;
    std::string_view get(std::string_view name) const { return find(name).value_or(""); }
    std::vector<std::string> all(std::string_view name) const;
    // Like Convert_Slice_string_To_bool: "0" and "false" in any case are false, everything else is
    // true, including "".
    std::optional<bool> boolean(std::string_view name) const;
    bool flag(std::string_view name) const { return boolean(name).value_or(false); }

private:
    std::vector<std::pair<std::string, std::string>> list_;
};

}}}  // namespace setpoint::v0::apiserver
