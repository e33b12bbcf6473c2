#include "apiserver/audit/event.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/net.hpp"
#include "apiserver/kinds/shared/names.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/ip_text.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

namespace {

constexpr std::size_t longest_user_agent = 1024;

// Appends members of a JSON object.
class member_writer {
public:
    explicit member_writer(std::string& to) : to_(to) { to_ += '{'; }
    void end() { to_ += '}'; }
    void raw(std::string_view key, std::string_view json) {
        if (!first_) to_ += ',';
        first_ = false;
        (to_ += '"').append(key).append("\":").append(json);
    }
    void value(std::string_view key, const bj::value& v) { raw(key, json_text::serialize(v)); }
    void text(std::string_view key, std::string_view v) { value(key, bj::value(v)); }
    void text_if_any(std::string_view key, std::string_view v) {
        if (!v.empty()) text(key, v);
    }
    void raw_if_any(std::string_view key, std::string_view json) {
        if (!json.empty()) raw(key, json);
    }

private:
    std::string& to_;
    bool first_ = true;
};

std::string text_of(const object_reference& o) {
    std::string out;
    member_writer w(out);
    w.text_if_any("resource", o.resource);
    w.text_if_any("namespace", o.namespace_name);
    w.text_if_any("name", o.name);
    w.text_if_any("uid", o.uid);
    w.text_if_any("apiGroup", o.group);
    w.text_if_any("apiVersion", o.version);
    w.text_if_any("resourceVersion", o.resource_version);
    w.text_if_any("subresource", o.subresource);
    w.end();
    return out;
}

bj::object object_of(const std::map<std::string, std::string>& annotations) {
    bj::object out;
    for (const auto& [key, value] : annotations) out[key] = value;
    return out;
}

bj::array list_of_texts(const std::vector<std::string>& all) {
    bj::array out;
    for (const std::string& s : all) out.emplace_back(s);
    return out;
}

void add_ip(std::vector<std::string>& to, std::string_view text) {
    if (sloppy_ip(text) == address_family::none) return;
    const auto address = parse_ip(without_leading_zeros(text));
    to.push_back(address ? address->to_string() : std::string(text));
}

std::string_view without_spaces(std::string_view text) {
    const auto from = text.find_first_not_of(" \t");
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(" \t") - from + 1);
}

}  // namespace

std::string event::text() const {
    std::string out;
    out.reserve(1024 + request_object.size() + response_object.size());
    member_writer w(out);
    w.raw("kind", "\"Event\"");
    w.raw("apiVersion", "\"audit.k8s.io/v1\"");
    w.text("level", name_of(at));
    w.text("auditID", id);
    w.text("stage", name_of(now));
    w.text("requestURI", uri);
    w.text("verb", verb);
    w.value("user", user ? document_of(*user) : bj::object());
    if (impersonated) w.value("impersonatedUser", document_of(*impersonated));
    if (!constraint.empty())
        w.value("authenticationMetadata", bj::object{{"impersonationConstraint", constraint}});
    if (!source_ips.empty()) w.value("sourceIPs", list_of_texts(source_ips));
    w.text_if_any("userAgent", user_agent);
    if (object) w.raw("objectRef", text_of(*object));
    if (status) w.value("responseStatus", *status);
    w.raw_if_any("requestObject", request_object);
    w.raw_if_any("responseObject", response_object);
    w.text("requestReceivedTimestamp", micro_timestamp::from(received).to_string());
    w.text("stageTimestamp", micro_timestamp::from(stage_time).to_string());
    if (!annotations.empty()) w.value("annotations", object_of(annotations));
    w.end();
    return out;
}

std::vector<std::string> source_ips(const std::vector<http::header>& headers, std::string_view from) {
    std::vector<std::string> out;
    for (std::string_view rest = http::find_header(headers, "X-Forwarded-For"); !rest.empty();) {
        const auto end = std::min(rest.find(','), rest.size());
        add_ip(out, without_spaces(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    std::vector<std::string> last;
    add_ip(last, http::find_header(headers, "X-Real-Ip"));
    if (!last.empty() && std::ranges::find(out, last[0]) == out.end()) out.push_back(last[0]);
    last.clear();
    add_ip(last, from);
    if (!last.empty() && (out.empty() || out.back() != last[0])) out.push_back(last[0]);
    return out;
}

std::string recorded_user_agent(std::string_view sent) {
    if (sent.size() <= longest_user_agent) return std::string(sent);
    return std::string(sent.substr(0, longest_user_agent)) + "...TRUNCATED";
}

std::string event_list(const std::vector<std::string>& events) {
    std::string out = R"({"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[)";
    for (const std::string& one : events) {
        if (&one != events.data()) out += ',';
        out += one;
    }
    return out += "]}\n";
}

}}}  // namespace setpoint::v0::apiserver::audit
