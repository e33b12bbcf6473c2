#include "api.hpp"

#include "discovery.hpp"
#include "status_text.hpp"
#include "streams.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace setpoint::replay {

namespace bj = boost::json;

// A path of the API, taken apart.
struct api::target {
    std::string group, resource, name, subresource;
    collection* kind = nullptr;
    boost::urls::url_view url;

    std::string query(std::string_view key) const {
        const auto at = url.params().find(boost::urls::string_view(key.data(), key.size()));
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

http::response no_such_path() {
    return json_answer(404, status_text(404, "NotFound", "the server could not find the requested resource"));
}

std::string_view media_type(const http::server_request& r) {
    const std::string_view type = r.find("Content-Type");
    return type.substr(0, type.find(';'));
}

}  // namespace

http::response api::answer(const http::server_request& r) {
    const auto url =
        boost::urls::parse_origin_form(boost::urls::string_view(r.target.data(), r.target.size()));
    if (!url) return no_such_path();
    target t;
    t.url = *url;
    const std::vector<std::string> parts = split(r.path());
    // /api/v1/... or /apis/GROUP/VERSION/..., then [namespaces/NS/]RESOURCE[/NAME[/SUBRESOURCE]]
    std::size_t next = parts.empty() ? 0 : parts[0] == "api" ? 2 : parts[0] == "apis" ? 3 : parts.size();
    if (parts.size() <= next) {
        auto document = discovery_document(r.path());
        model_.counted.request("discover", "", 0, document ? document->size() : 0);
        return document ? json_answer(200, std::move(*document)) : no_such_path();
    }
    if (next == 3) t.group = parts[1];
    if (parts[next] == "namespaces" && parts.size() > next + 2) next += 2;
    const auto part = [&](std::size_t i) { return i < parts.size() ? parts[i] : std::string(); };
    t.resource = part(next);
    t.name = part(next + 1);
    t.subresource = part(next + 2);
    if (t.resource == "events") return event(r, t);
    t.kind = model_.find(t.group, t.resource);
    if (!t.kind) return no_such_path();
    return objects(r, t);
}

http::response api::objects(const http::server_request& r, const target& t) {
    if (r.method != "GET") return write(r, t);
    if (t.name.empty()) return t.query("watch") == "true" || t.query("watch") == "1" ? watch(t) : list(t);
    const text_ptr found = t.kind->find(t.name);
    model_.counted.request("get", t.what(), 0, found ? found->size() : 0);
    if (found) return json_answer(200, *found);
    return json_answer(404,
                       status_text(404, "NotFound", fmt::format("{} \"{}\" not found", t.resource, t.name)));
}

http::response api::list(const target& t) {
    list_query q;
    q.version = model_.version();
    q.limit = t.number("limit");
    if (const std::string token = t.query("continue"); !token.empty()) {
        const auto first = token.find('.'), second = token.find('.', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            return json_answer(400, status_text(400, "BadRequest", "no such continue token"));
        q.of = std::strtoull(token.c_str(), nullptr, 10);
        q.sent = std::strtoull(token.c_str() + first + 1, nullptr, 10);
        q.after = token.substr(second + 1);
    }
    model_.counted.request("list", t.what(), 0, 0);
    http::response answer = json_answer(200, {});
    answer.stream = make_list(loop_, *t.kind, q, model_.counted);
    return answer;
}

http::response api::watch(const target& t) {
    watch_query q;
    q.from = t.number("resourceVersion");
    // Without a version, a watch begins with what there is.
    q.initial_events = t.query("sendInitialEvents") == "true" || q.from == 0;
    q.bookmarks = t.query("allowWatchBookmarks") == "true";
    q.timeout = std::chrono::seconds(t.number("timeoutSeconds"));
    model_.counted.request(t.query("sendInitialEvents") == "true" ? "watchlist" : "watch", t.what(), 0, 0);
    http::response answer = json_answer(200, {});
    answer.stream = make_watch(loop_, *t.kind, q, model_.version(), model_.version(), model_.counted);
    return answer;
}

http::response api::write(const http::server_request& r, const target& t) {
    if (r.method == "DELETE" && !t.name.empty()) {
        write_answer a = model_.remove(*t.kind, t.name);
        model_.counted.request("delete", t.what(), r.body.size(), a.text.size());
        return json_answer(a.status, std::move(a.text));
    }
    const std::string_view type = media_type(r);
    if (type.find("json") == std::string_view::npos && type != "application/apply-patch+yaml")
        return json_answer(415,
                           status_text(415, "UnsupportedMediaType",
                                       "the replay server speaks JSON only: start the client with --json"));
    write_request w;
    w.kind = t.kind;
    w.status = t.subresource == "status";
    w.body = r.body;
    w.name = t.name;
    std::string verb, name;
    if (r.method == "POST") {
        w.method = write_request::how::create;
        verb = "create";
        bj::error_code ec;
        const bj::value body = bj::parse(r.body, ec);
        if (const bj::value* v = body.find_pointer("/metadata/name", ec); v && v->is_string())
            name = std::string(v->get_string());
        w.name = name;
    } else if (r.method == "PUT") {
        w.method = write_request::how::replace;
        verb = "update";
    } else if (type == "application/apply-patch+yaml") {
        w.method = write_request::how::apply;
        verb = "apply";
    } else {
        w.method = write_request::how::merge;
        verb = "patch";
    }
    write_answer a = model_.write(w);
    model_.counted.request(a.status < 300 ? verb : fmt::format("{}-{}", verb, a.status), t.what(),
                           r.body.size(), a.text.size());
    return json_answer(a.status, std::move(a.text));
}

http::response api::event(const http::server_request& r, const target& t) {
    bj::error_code ec;
    bj::value body = bj::parse(r.body, ec);
    const std::string verb = r.method == "POST" ? "create" : r.method == "PATCH" ? "patch" : "other";
    if (ec || !body.is_object()) {
        model_.counted.request(verb, "events", r.body.size(), 0);
        return json_answer(415, status_text(415, "UnsupportedMediaType", "an event that is no JSON"));
    }
    bj::object& e = body.get_object();
    e["kind"] = "Event";
    e["apiVersion"] = t.group.empty() ? std::string("v1") : t.group + "/v1";
    if (!e["metadata"].is_object()) e["metadata"].emplace_object();
    bj::object& meta = e["metadata"].get_object();
    if (!t.name.empty()) meta["name"] = t.name;
    meta["uid"] = fmt::format("66666666-0000-4000-8000-{:012}", ++events_);
    meta["resourceVersion"] = fmt::format("{}", model_.version());
    std::string text = bj::serialize(e);
    model_.counted.request(verb, "events", r.body.size(), text.size());
    return json_answer(r.method == "POST" ? 201 : 200, std::move(text));
}

}  // namespace setpoint::replay
