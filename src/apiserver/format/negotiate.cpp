#include "apiserver/format/negotiate.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/protobuf_envelope.hpp"
#include "apiserver/request/query.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/yaml.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view json_type = "application/json", yaml_type = "application/yaml",
                           protobuf_type = protobuf_media_type;
constexpr std::size_t max_alternatives = 64;

std::string_view trimmed(std::string_view s) {
    while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
    while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
    return s;
}

// Removes and returns the text before the separator; `s` becomes the text after it.
std::string_view take(std::string_view& s, char separator) {
    const std::size_t at = s.find(separator);
    const std::string_view out = s.substr(0, at);
    s.remove_prefix(at == std::string_view::npos ? s.size() : at + 1);
    return out;
}

struct alternative {
    std::string_view type, subtype;
    double q = 1;
    std::vector<std::pair<std::string_view, std::string_view>> parameters;

    bool before(const alternative& o) const {
        if (q > o.q) return true;
        if (type != "*" && o.type == "*") return true;
        return subtype != "*" && o.subtype == "*";
    }
    bool takes(std::string_view media) const {
        const std::string_view t = take(media, '/');
        return (type == t && (subtype == media || subtype == "*")) || (type == "*" && subtype == "*");
    }
};

std::optional<alternative> read_alternative(std::string_view part) {
    alternative a;
    std::string_view range = take(part, ';');
    a.type = trimmed(take(range, '/'));
    a.subtype = trimmed(range);
    if (a.subtype.empty()) {
        if (a.type != "*") return std::nullopt;
        a.subtype = "*";
    }
    if (a.subtype.find('/') != std::string_view::npos) return std::nullopt;
    while (!part.empty()) {
        std::string_view value = take(part, ';');
        const std::string_view name = trimmed(take(value, '='));
        if (value.empty() || value.find('=') != std::string_view::npos) continue;
        if (name == "q") {
            a.q = std::strtod(std::string(value).c_str(), nullptr);
        } else {
            a.parameters.emplace_back(name, trimmed(value));
        }
    }
    return a;
}

std::vector<alternative> read_accept(std::string_view header) {
    std::vector<alternative> out;
    while (!header.empty() && out.size() < max_alternatives) {
        if (auto a = read_alternative(trimmed(take(header, ',')))) out.push_back(std::move(*a));
    }
    // The comparison is not a strict weak order ("*" sinks whatever its q), so this follows the
    // steps of Go's sort for short lists.
    for (std::size_t i = 1; i < out.size(); ++i) {
        for (std::size_t j = i; j > 0 && out[j].before(out[j - 1]); --j) std::swap(out[j], out[j - 1]);
    }
    return out;
}

struct target {
    std::string_view kind, group, version;
    bool empty() const { return kind.empty() && group.empty() && version.empty(); }
};

// Sets the shape; false if the endpoint does not support it.
bool set_shape(const target& t, transforms allowed, answer_format& f) {
    if (t.empty()) return allowed != transforms::discovery;
    if (allowed == transforms::discovery) {
        f.as = shape::discovery;
        return t.group == "apidiscovery.k8s.io" && t.version == "v2" && t.kind == "APIGroupDiscoveryList";
    }
    if (allowed == transforms::none || t.group != "meta.k8s.io") return false;
    if (t.version != "v1" && t.version != "v1beta1") return false;
    f.meta_version = t.version;
    if (t.kind == "Table") {
        if (allowed == transforms::metadata) return false;
        f.as = shape::table;
    } else if (t.kind == "PartialObjectMetadata") {
        f.as = shape::partial;
    } else if (t.kind == "PartialObjectMetadataList") {
        f.as = shape::partial_list;
    } else {
        return false;
    }
    return true;
}

bool has_protobuf(shape s, protobuf_forms forms) {
    if (s == shape::table) return false;
    return forms == protobuf_forms::all || (s != shape::plain && forms == protobuf_forms::metadata);
}

std::optional<answer_format> accepted(const alternative& a, answer_format::media media, transforms allowed,
                                      protobuf_forms forms) {
    answer_format f;
    f.type = media;
    target to;
    for (const auto& [name, value] : a.parameters) {
        if (name == "as") to.kind = value;
        if (name == "g") to.group = value;
        if (name == "v") to.version = value;
        if (name == "pretty") f.pretty = value == "1";
        if (name == "stream" && !value.empty() && (value != "watch" || media == answer_format::media::yaml)) {
            return std::nullopt;
        }
        if (name == "sv" && !value.empty()) return std::nullopt;
    }
    if (!set_shape(to, allowed, f)) return std::nullopt;
    if (media == answer_format::media::protobuf && !has_protobuf(f.as, forms)) return std::nullopt;
    return f;
}

bool wants_pretty(const http::server_request& r) {
    const std::string_view query = r.query();
    if (query.find("pretty") != std::string_view::npos) {
        const query_parameters parameters(query);
        const std::string_view v = parameters.get("pretty");
        if (!v.empty()) return go_text::parse_bool(v).value_or(false);
    }
    const std::string_view agent = r.find("User-Agent");
    return agent.starts_with("curl") || agent.starts_with("Wget") || agent.starts_with("Mozilla/5.0");
}

// The check that the real server's routes do first: exact names only, not "application/*".
bool route_takes(std::string_view accept, bool json_only) {
    if (accept.empty()) return true;
    while (!accept.empty()) {
        std::string_view part = take(accept, ',');
        const std::string_view name = trimmed(take(part, ';'));
        if (name == "*/*" || name == json_type) return true;
        if (!json_only && (name == yaml_type || name == protobuf_type)) return true;
    }
    return false;
}

constexpr std::string_view
    has_types = "application/json, application/yaml, application/vnd.kubernetes.protobuf",
    stream_types = "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch";

api_error route_refuses(std::string_view types) {
    api_error e = not_acceptable("406: Not Acceptable\n\nAvailable representations: " + std::string(types));
    e.empty_details = true;
    return e;
}

api_error nothing_acceptable(bool watch) {
    return not_acceptable("only the following media types are accepted: " +
                          std::string(watch ? stream_types : has_types));
}

bj::value sorted(const bj::value& v) {
    if (const bj::array* a = v.if_array()) {
        bj::array out;
        for (const bj::value& item : *a) out.push_back(sorted(item));
        return out;
    }
    const bj::object* o = v.if_object();
    if (o == nullptr) return v;
    std::vector<std::string_view> keys;
    for (const auto& [key, value] : *o) keys.push_back(key);
    std::sort(keys.begin(), keys.end());
    bj::object out;
    for (const std::string_view key : keys) out.emplace(key, sorted(*o->if_contains(key)));
    return out;
}

}  // namespace

std::string_view answer_format::content_type() const {
    return type == media::yaml ? yaml_type : type == media::json ? json_type : protobuf_type;
}

std::optional<answer_format> choose_format(const http::server_request& r, transforms allowed,
                                           protobuf_forms forms) {
    const std::string_view accept = r.find("Accept");
    const bool pretty = wants_pretty(r);
    std::optional<answer_format> out;
    if (accept.empty() && allowed != transforms::discovery) out.emplace();
    for (const alternative& a : read_accept(accept)) {
        if (out) break;
        for (const auto& [name, media] : {std::pair(json_type, answer_format::media::json),
                                          std::pair(yaml_type, answer_format::media::yaml),
                                          std::pair(protobuf_type, answer_format::media::protobuf)})
            if (!out && a.takes(name)) out = accepted(a, media, allowed, forms);
    }
    if (out && pretty) out->pretty = true;
    return out;
}

api_result<answer_format> negotiate(const http::server_request& r, bool custom, route to,
                                    transforms allowed) {
    if (!custom && !route_takes(r.find("Accept"), false)) {
        std::string types(has_types);
        if (to != route::one) types.append(", ").append(stream_types);
        return route_refuses(types);
    }
    auto out = choose_format(r, allowed, custom ? protobuf_forms::metadata : protobuf_forms::all);
    if (!out) return nothing_acceptable(false);
    if (to == route::watch && out->type == answer_format::media::yaml) return nothing_acceptable(true);
    return *out;
}

api_result<answer_format> negotiate_document(const http::server_request& r, bool json_only, bool aggregated) {
    if (!aggregated && !route_takes(r.find("Accept"), json_only))
        return route_refuses(json_only ? json_type : has_types);
    if (json_only) return answer_format{};
    auto out = choose_format(r, transforms::none);
    if (!out) return nothing_acceptable(false);
    return *out;
}

void append_pretty(std::string& to, const bj::value& v, std::size_t depth) {
    const auto line = [&](std::size_t d) { to.append(1, '\n').append(2 * d, ' '); };
    if (const bj::object* o = v.if_object(); o != nullptr && !o->empty()) {
        char before = '{';
        for (const auto& [key, value] : *o) {
            to += before;
            before = ',';
            line(depth + 1);
            json::quote(key, to);
            to += ": ";
            append_pretty(to, value, depth + 1);
        }
        line(depth);
        to += '}';
    } else if (const bj::array* a = v.if_array(); a != nullptr && !a->empty()) {
        char before = '[';
        for (const bj::value& item : *a) {
            to += before;
            before = ',';
            line(depth + 1);
            append_pretty(to, item, depth + 1);
        }
        line(depth);
        to += ']';
    } else {
        json_text::append(v, to);
    }
}

std::string pretty_json(const bj::value& v) {
    std::string out;
    append_pretty(out, v, 0);
    return out;
}

std::string yaml_text(const bj::value& v) {
    return json::to_yaml(sorted(v));
}

namespace {

http::response answer_protobuf(int status, std::string_view json) {
    http::response out{status, {{"Content-Type", std::string(protobuf_type)}}, {}, {}};
    if (auto bytes = protobuf_of(json)) {
        out.body = std::move(*bytes);
        return out;
    }
    const api_error no_form = not_acceptable(fmt::format(
        "object {} does not implement the protobuf marshalling interface and cannot be encoded to a "
        "protobuf message",
        type_in_text(json).kind));
    out.status = no_form.code;
    out.body = protobuf_of(json_text::serialize(no_form.to_status())).value_or("");
    return out;
}

}  // namespace

http::response answer(int status, const bj::value& body, const answer_format& f) {
    if (f.type == answer_format::media::protobuf) return answer_protobuf(status, json_text::serialize(body));
    http::response out{status, {{"Content-Type", std::string(f.content_type())}}, {}, {}};
    if (f.type == answer_format::media::yaml) {
        out.body = yaml_text(body);
    } else if (f.pretty) {
        out.body = pretty_json(body);
    } else {
        out.body = json_text::serialize(body);
        out.body += '\n';
    }
    return out;
}

http::response answer_text(int status, std::string json, const answer_format& f) {
    if (f.type == answer_format::media::json && !f.pretty) {
        json += '\n';
        return {status, {{"Content-Type", std::string(json_type)}}, std::move(json), {}};
    }
    if (f.type == answer_format::media::protobuf) return answer_protobuf(status, json);
    return answer(status, json_text::parse_own(json), f);
}

http::response error_response(const api_error& e, const http::server_request& r) {
    answer_format raw;
    raw.pretty = true;
    const answer_format f = choose_format(r, transforms::none).value_or(raw);
    http::response out = answer(e.code, e.to_status(), f);
    if (const bj::value* seconds = e.details.if_contains("retryAfterSeconds")) {
        out.headers.push_back({"Retry-After", json_text::serialize(*seconds)});
    }
    return out;
}

http::response not_found_page() {
    return {404,
            {{"Content-Type", "text/plain; charset=utf-8"}, {"X-Content-Type-Options", "nosniff"}},
            "404 page not found\n",
            {}};
}

}}}  // namespace setpoint::v0::apiserver
