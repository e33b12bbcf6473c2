#pragma once
// Parts of the warnings about valid objects.

#include "apiserver/schema/api_error.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

using texts = std::vector<std::string>;

struct named_text {
    std::string_view name, text;
};

void add_warning(texts& to, std::string path, std::string_view what);
// "key: deprecated ..." for a deprecated node label, otherwise empty.
std::string_view deprecated_label(std::string_view key);
// `values`: also check the values.
void warn_of_node_term(const bj::object& term, bool values, const std::string& path, texts& to);
void warn_of_ip(std::string_view ip, const std::string& path, texts& to);
// A fractional number of bytes at amounts[name].
void warn_of_fraction(const bj::object& amounts, std::string_view name, const std::string& path, texts& to);
// The spec of a claim, or of a template of claims.
void warn_of_claim_spec(const bj::object& spec, const std::string& path, texts& to);

}}}  // namespace setpoint::v0::apiserver
