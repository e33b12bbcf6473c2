#include "testkit/sim/point.hpp"

#include "setpoint/testing/network_fault_plan.hpp"
#include "testkit/testing/event_head.hpp"
#include "testkit/testing/request_target.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

std::string with(const std::string& who, std::string text) {
    return who.empty() ? text : who + ": " + text;
}

std::string_view version_of(std::string_view path) {
    std::size_t begin = path.starts_with("/api/") ? 5 : path.find('/', 6);
    if (begin == std::string_view::npos) return {};
    if (!path.starts_with("/api/")) ++begin;
    return path.substr(begin, path.find('/', begin) - begin);
}

}  // namespace

void point_namer::number(point& p, std::string text) {
    p.nth = ++counts_[text];
    p.text = fmt::format("{}#{}", text, p.nth);
}

point point_namer::request(const std::string& who, const http::request& r) {
    point p;
    const testing::request_target t = testing::request_target::of(r.target);
    p.op = testing::network_request::of(r).op;
    p.gvr = {std::string(t.group), std::string(version_of(t.path)), std::string(t.resource)};
    p.subresource = t.subresource;
    if (p.writes()) p.body = r.body;
    p.key = {std::string(t.ns), testing::object_name(t, r)};
    std::string text = fmt::format("{} {}", to_string(p.op), t.resource);
    if (!p.subresource.empty()) text += "/" + p.subresource;
    if (!p.key.name.empty()) text += fmt::format(" {}", p.key);
    number(p, with(who, std::move(text)));
    return p;
}

point point_namer::event(const std::string& who, const group_version_resource& of, std::string_view line) {
    point p;
    p.what = point::kind::event;
    p.op = verb::watch;
    p.gvr = of;
    if (std::optional<testing::event_head> head = testing::read_event_head(line)) {
        p.event_type = std::move(head->type);
        p.key = {std::move(head->ns), std::move(head->name)};
    }
    number(p, with(who, fmt::format("event {} {} {}", of.resource, p.event_type, p.key)));
    return p;
}

point point_namer::reconcile(const std::string& who, std::string_view controller, const object_key& key) {
    point p;
    p.what = point::kind::reconcile;
    p.key = key;
    number(p, with(who, fmt::format("reconcile {} {}", controller, key)));
    return p;
}

point point_namer::mapping(std::string_view controller, const object_key& key, const kind_info& kind,
                           const object_key& object) {
    point p;
    p.what = point::kind::mapping;
    p.gvr = kind.resource();
    p.key = key;
    number(p, fmt::format("{} {} queues {} {}", p.gvr.resource, object, controller, key));
    return p;
}

}}}  // namespace setpoint::v0::sim
