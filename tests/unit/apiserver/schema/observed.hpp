#pragma once
// Responses of kube-apiserver 1.36.3, from the files in observed/.

#include "apiserver/schema/api_error.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace setpoint { inline namespace v0 { namespace apiserver::test {

inline bj::value observed(const char* file) {
    const std::string path = std::string(SETPOINT_SOURCE_DIR "/tests/unit/apiserver/schema/observed/") + file;
    std::ifstream in(path);
    BOOST_REQUIRE_MESSAGE(in, path);
    std::stringstream text;
    text << in.rdbuf();
    bj::parse_options options;
    options.max_depth = 64;
    return bj::parse(text.str(), {}, options);
}

inline bj::value json(std::string_view text) {
    return bj::parse(bj::string_view(text.data(), text.size()));
}

// One per line, sorted: the order of fields in kube-apiserver differs from run to run.
inline std::string lines(std::vector<std::string> all) {
    std::sort(all.begin(), all.end());
    std::string out;
    for (const auto& line : all) out += line + "\n";
    return out;
}

inline std::string lines(const field_errors& errors) {
    std::vector<std::string> all;
    for (const auto& e : errors) all.push_back(e.text());
    return lines(std::move(all));
}

// A member of a row; "" if absent.
inline std::string lines(const bj::object& row, const char* key) {
    std::vector<std::string> all;
    if (const bj::value* list = row.if_contains(key)) {
        for (const auto& v : list->as_array()) all.emplace_back(v.as_string());
    }
    return lines(std::move(all));
}

}}}  // namespace setpoint::v0::apiserver::test
