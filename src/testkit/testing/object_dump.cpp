#include "testkit/testing/object_dump.hpp"

#include "apiserver/objects/fields.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace testing {

namespace bj = boost::json;

namespace {

constexpr std::size_t max_kinds = 20;
constexpr std::size_t max_answer = 4 * 1024 * 1024;

using apiserver::list_of, apiserver::object_of, apiserver::text_at;

void append_conditions(std::string& out, const bj::object& status) {
    for (const bj::value& v : list_of(status, "conditions")) {
        if (!v.is_object()) continue;
        const bj::object& c = v.get_object();
        out += fmt::format(", {}={}", text_at(c, "type"), text_at(c, "status"));
        if (!text_at(c, "reason").empty()) out += fmt::format(" ({})", text_at(c, "reason"));
    }
}

std::string describe(const bj::object& object) {
    const bj::object& meta = object_of(object, "metadata");
    const bj::object& status = object_of(object, "status");
    const std::string_view ns = text_at(meta, "namespace");
    std::string out = fmt::format("{}{}{}:", ns, ns.empty() ? "" : "/", text_at(meta, "name"));
    std::string rest;
    if (const bj::value* g = meta.if_contains("generation")) rest += ", generation " + bj::serialize(*g);
    if (meta.contains("deletionTimestamp")) rest += ", being deleted";
    for (const std::string_view field : {"phase", "replicas", "readyReplicas"})
        if (const bj::value* v = status.if_contains(field))
            rest += fmt::format(", {} {}", field,
                                v->is_string() ? std::string(v->get_string()) : bj::serialize(*v));
    append_conditions(rest, status);
    return out + (rest.empty() ? "" : rest.substr(1));
}

}  // namespace

std::string describe_objects(const group_version_resource& kind, std::string_view list_json) {
    boost::system::error_code ec;
    const bj::value list = bj::parse({list_json.data(), list_json.size()}, ec);
    const bj::value* items = ec || !list.is_object() ? nullptr : list.get_object().if_contains("items");
    std::string out;
    if (!items || !items->is_array()) return out;
    for (const bj::value& v : items->get_array())
        if (v.is_object()) out += fmt::format("    {} {}\n", kind.group_resource(), describe(v.get_object()));
    return out;
}

awaitable<std::string> dump_objects(http::transport& api, std::set<group_version_resource> kinds) {
    std::string out;
    std::size_t left = max_kinds;
    for (const group_version_resource& kind : kinds) {
        if (left-- == 0) break;
        http::request r;
        r.target = fmt::format("{}/{}?limit=10", kind.url_prefix(), kind.resource);
        r.headers = {{"Accept", "application/json"}};
        auto answer = co_await api.send(std::move(r), {});
        if (!answer || (*answer)->head().status != 200) continue;
        const auto body = co_await http::read_all(**answer, max_answer);
        if (body) out += describe_objects(kind, *body);
    }
    co_return out;
}

}}}  // namespace setpoint::v0::testing
