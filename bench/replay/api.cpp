#include "api.hpp"

#include "discovery.hpp"
#include "protobuf.hpp"
#include "streams.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace setpoint { inline namespace v0 { namespace replay {

namespace bj = boost::json;

// A path of the API, taken apart.
struct api::target {
    std::string group, resource, name, subresource;
    collection* kind = nullptr;
    boost::urls::url_view url;

    std::string query(std::string_view key) const {
        const auto at = url.params().find(boost::core::string_view(key.data(), key.size()));
        return at == url.params().end() ? std::string() : std::string((*at).value);
    }
    std::uint64_t number(std::string_view key) const {
        const std::string text = query(key);
        std::uint64_t n = 0;
        std::from_chars(text.data(), text.data() + text.size(), n);
        return n;
    }
    std::string what() const {
        return subresource.empty() ? resource : fmt::format("{}/{}", resource, subresource);
    }
};

namespace {

http::response json_answer(int status, std::string text) {
    return {status, {{"Content-Type", "application/json"}}, std::move(text)};
}

// In the form that the client prefers; JSON, when the kind has no other.
format wanted(const http::server_request& r, const kind_facts& kind) {
    return kind.has_protobuf && r.find("Accept").starts_with(protobuf_type) ? format::protobuf : format::json;
}

http::response answer_with(int status, const http::server_request& r, const prepared& o) {
    const format f = wanted(r, o.kind);
    const std::string_view type = f == format::json ? "application/json" : protobuf_type;
    return {status, {{"Content-Type", std::string(type)}}, o.body(f)};
}

http::response stream_of(format f, std::string_view more, std::shared_ptr<http::body_source> s) {
    http::response answer = json_answer(200, {});
    if (f == format::protobuf) answer.headers = {{"Content-Type", fmt::format("{}{}", protobuf_type, more)}};
    answer.stream = std::move(s);
    return answer;
}

// Names here need no escapes.
std::vector<std::string> split(std::string_view path) {
    std::vector<std::string> parts;
    while (!path.empty()) {
        path.remove_prefix(1);  // '/'
        const auto end = std::min(path.find('/'), path.size());
        parts.emplace_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return parts;
}

prepared no_such_path() {
    return failure(404, "NotFound", "the server could not find the requested resource");
}

std::string_view media_type(const http::server_request& r) {
    const std::string_view type = r.find("Content-Type");
    return type.substr(0, type.find(';'));
}

// Throws what says why it cannot be read.
bj::object body_of(const http::server_request& r, const kind_facts& kind) {
    if (media_type(r) != protobuf_type) return bj::parse(r.body).as_object();
    return decode_body(kind, r.body);
}

std::string name_in(const bj::object& o) {
    const bj::value* meta = o.if_contains("metadata");
    const bj::value* name = meta && meta->is_object() ? meta->get_object().if_contains("name") : nullptr;
    return name && name->is_string() ? std::string(name->get_string()) : std::string();
}

}  // namespace

http::response api::answer(const http::server_request& r) {
    const auto url =
        boost::urls::parse_origin_form(boost::core::string_view(r.target.data(), r.target.size()));
    if (!url) return answer_with(404, r, no_such_path());
    target t;
    t.url = *url;
    const std::vector<std::string> parts = split(r.path());
    // /api/v1/... or /apis/GROUP/VERSION/..., then [namespaces/NS/]RESOURCE[/NAME[/SUBRESOURCE]]
    std::size_t next = parts.empty() ? 0 : parts[0] == "api" ? 2 : parts[0] == "apis" ? 3 : parts.size();
    if (parts.size() <= next) {
        auto document = discovery_document(r.path());
        model_.counted.request("discover", "", 0, document ? document->size() : 0);
        return document ? json_answer(200, std::move(*document)) : answer_with(404, r, no_such_path());
    }
    if (next == 3) t.group = parts[1];
    if (parts[next] == "namespaces" && parts.size() > next + 2) next += 2;
    const auto part = [&](std::size_t i) { return i < parts.size() ? parts[i] : std::string(); };
    t.resource = part(next);
    t.name = part(next + 1);
    t.subresource = part(next + 2);
    if (t.resource == "events") return event(r, t);
    t.kind = model_.find(t.group, t.resource);
    if (!t.kind) return answer_with(404, r, no_such_path());
    return objects(r, t);
}

http::response api::objects(const http::server_request& r, const target& t) {
    if (r.method != "GET") return write(r, t);
    if (t.name.empty())
        return t.query("watch") == "true" || t.query("watch") == "1" ? watch(r, t) : list(r, t);
    const object_ptr found = t.kind->find(t.name);
    http::response answer =
        found ? answer_with(200, r, *found)
              : answer_with(404, r,
                            failure(404, "NotFound", fmt::format("{} \"{}\" not found", t.resource, t.name)));
    model_.counted.request("get", t.what(), 0, found ? answer.body.size() : 0);
    return answer;
}

http::response api::list(const http::server_request& r, const target& t) {
    list_query q;
    q.in = wanted(r, t.kind->kind);
    q.version = model_.version();
    q.limit = t.number("limit");
    if (const std::string token = t.query("continue"); !token.empty()) {
        const auto first = token.find('.'), second = token.find('.', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            return answer_with(400, r, failure(400, "BadRequest", "no such continue token"));
        q.of = std::strtoull(token.c_str(), nullptr, 10);
        q.sent = std::strtoull(token.c_str() + first + 1, nullptr, 10);
        q.after = token.substr(second + 1);
    }
    model_.counted.request("list", t.what(), 0, 0);
    return stream_of(q.in, "", make_list(loop_, *t.kind, q, model_.counted));
}

http::response api::watch(const http::server_request& r, const target& t) {
    watch_query q;
    q.in = wanted(r, t.kind->kind);
    q.from = t.number("resourceVersion");
    // Without a version, a watch begins with what there is.
    q.initial_events = t.query("sendInitialEvents") == "true" || q.from == 0;
    q.bookmarks = t.query("allowWatchBookmarks") == "true";
    q.timeout = std::chrono::seconds(t.number("timeoutSeconds"));
    model_.counted.request(t.query("sendInitialEvents") == "true" ? "watchlist" : "watch", t.what(), 0, 0);
    return stream_of(q.in, ";stream=watch",
                     make_watch(loop_, *t.kind, q, model_.version(), model_.version(), model_.counted));
}

http::response api::write(const http::server_request& r, const target& t) {
    write_request w;
    w.kind = t.kind;
    w.status = t.subresource == "status";
    w.name = t.name;
    std::string verb, name;
    if (r.method == "POST") {
        w.method = write_request::how::create;
        verb = "create";
    } else if (r.method == "PUT") {
        w.method = write_request::how::replace;
        verb = "update";
    } else if (media_type(r) == "application/apply-patch+yaml") {
        w.method = write_request::how::apply;
        verb = "apply";
    } else {
        w.method = write_request::how::merge;
        verb = "patch";
    }
    write_answer a;
    if (r.method == "DELETE" && !t.name.empty()) {
        verb = "delete";
        a = model_.remove(*t.kind, t.name);
    } else {
        try {
            w.body = body_of(r, t.kind->kind);
        } catch (const std::exception& e) {
            return answer_with(400, r, failure(400, "BadRequest", e.what()));
        }
        if (verb == "create") w.name = name = name_in(w.body);
        a = model_.write(std::move(w));
        if (a.status >= 300) verb += fmt::format("-{}", a.status);
    }
    http::response answer = answer_with(a.status, r, *a.object);
    model_.counted.request(verb, t.what(), r.body.size(), answer.body.size());
    return answer;
}

http::response api::event(const http::server_request& r, const target& t) {
    const kind_facts& kind = t.group.empty() ? old_event_kind : event_kind;
    const std::string verb = r.method == "POST" ? "create" : r.method == "PATCH" ? "patch" : "other";
    bj::object e;
    try {
        e = body_of(r, kind);
    } catch (const std::exception& why) {
        model_.counted.request(verb, "events", r.body.size(), 0);
        return answer_with(400, r, failure(400, "BadRequest", why.what()));
    }
    e["kind"] = kind.kind;
    e["apiVersion"] = kind.api_version();
    if (!e["metadata"].is_object()) e["metadata"].emplace_object();
    bj::object& meta = e["metadata"].get_object();
    if (!t.name.empty()) meta["name"] = t.name;
    meta["uid"] = fmt::format("66666666-0000-4000-8000-{:012}", ++events_);
    meta["resourceVersion"] = fmt::format("{}", model_.version());
    http::response answer = answer_with(r.method == "POST" ? 201 : 200, r, {kind, bj::serialize(e)});
    model_.counted.request(verb, "events", r.body.size(), answer.body.size());
    return answer;
}

}}}  // namespace setpoint::v0::replay
