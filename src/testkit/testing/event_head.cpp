#include "testkit/testing/event_head.hpp"

#include "apiserver/objects/fields.hpp"
#include "framework/cache/read_meta.hpp"
#include "framework/json/member_scanner.hpp"

#include <boost/json/parse.hpp>

namespace setpoint { inline namespace v0 { namespace testing {

namespace {

namespace bj = boost::json;
using apiserver::object_of, apiserver::text_at;

std::string_view unquoted(std::string_view s) {
    return s.size() < 2 || s.find('\\') != s.npos ? std::string_view() : s.substr(1, s.size() - 2);
}

// An event without a UID, or with escapes.
std::optional<event_head> parse_event(std::string_view line) {
    boost::system::error_code ec;
    const bj::value v = bj::parse({line.data(), line.size()}, ec);
    const bj::object* const e = ec ? nullptr : v.if_object();
    if (!e || object_of(*e, "object").empty()) return std::nullopt;
    const bj::object& m = object_of(*e, {"object", "metadata"});
    return event_head{std::string(text_at(*e, "type")), std::string(text_at(m, "namespace")),
                      std::string(text_at(m, "name")), std::string(text_at(m, "resourceVersion"))};
}

}  // namespace

std::optional<event_head> read_event_head(std::string_view line) {
    std::string_view type, object;
    json::each_member(line, [&](std::string_view name, std::string_view value) {
        if (name == "\"type\"")
            type = unquoted(value);
        else if (name == "\"object\"")
            object = value;
    });
    const std::optional<seen_meta> meta = object.empty() ? std::nullopt : peek_meta(object);
    if (type.empty() || !meta || meta->name.empty()) return parse_event(line);
    return event_head{std::string(type), std::string(meta->ns), std::string(meta->name),
                      std::string(meta->resource_version)};
}

bool is_bookmark(std::string_view line) {
    constexpr std::size_t where_types_are = 26;
    return line.substr(0, where_types_are).find("\"BOOKMARK\"") != line.npos;
}

}}}  // namespace setpoint::v0::testing
