#include "testkit/story/cluster.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/server/server_access.hpp"
#include "setpoint/story/explore.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr duration until_served = std::chrono::seconds(5), look_for_kind = std::chrono::milliseconds(5);
constexpr const char* user_manager = "story";

std::string object_words(std::string_view doing, const apiserver::resource& r, const object_key& key,
                         const std::string& subresource = {}) {
    return fmt::format("{} {}{}{} {}", doing, r.gvr.resource, subresource.empty() ? "" : "/", subresource,
                       key);
}

}  // namespace

cluster::cluster(loop& l, logger log, const story& of)
    : loop_(l),
      story_(of),
      api_(l, std::move(log), of.server),
      state_(&apiserver::server_access::state(api_)),
      objects_(
          *state_, no_invariants_,
          of.ignored.empty() ? sim::object_state::forgive()
                             : [&of](bj::object& o) { remove_ignored(o, of.ignored); }),
      tasks_(l, "cluster") {
    state_->stored.push_back([this](const apiserver::resource& r, const apiserver::record_ptr& before,
                                    const apiserver::record_ptr& now) {
        if (on_change && sim::is_compared(r.storage)) on_change(r, before, now);
    });
}

awaitable<void> cluster::start() {
    const apiserver::background_controllers& b = story_.server.run;
    tasks_.spawn("controllers", api_.run());
    if (b.garbage_collection || b.namespaces || b.workloads || b.addresses || b.endpoints || b.nodes)
        co_await api_.ready();
    co_await create_all(story_.definitions, story_.file + ": crds");
    co_await create_all(story_.setup, story_.file + ": setup");
    if (story_.rights) co_await create_all(story_.rights->objects, story_.rights->file);
}

awaitable<void> cluster::stop() {
    on_change = nullptr;
    tasks_.request_stop();
    co_await tasks_.join();
}

awaitable<void> cluster::create_all(std::vector<bj::object> objects, std::string where) {
    for (bj::object& o : objects) {
        user_request r = co_await apply_request(std::move(o), where);
        const std::string words = r.words;
        const reply done = co_await send(std::move(r));
        if (done.status >= 300)
            throw cannot_explore(fmt::format("{}: {}: {} {}", where, words, done.status, done.message));
    }
}

// A kind whose definition has just been created is served a little later.
awaitable<apiserver::resource_ptr> cluster::served(std::string api_version, std::string kind,
                                                   std::string where) {
    const time_point due = saturating_add(loop_.now(), until_served);
    for (;;) {
        apiserver::resource_ptr r = find_resource(state_->kinds, api_version, kind);
        if (r) co_return r;
        if (loop_.now() >= due)
            throw cannot_explore(fmt::format("{}: no kind {}{}{} is served; is its definition in `crds`?",
                                             where, kind, api_version.empty() ? "" : " of ", api_version));
        co_await loop_.sleep(look_for_kind);
    }
}

std::string cluster::path_of(const group_version_resource& of, const object_key& key) {
    std::string path = of.url_prefix();
    if (!key.ns.empty()) path += "/namespaces/" + key.ns;
    path += "/" + of.resource;
    return key.name.empty() ? path : path + "/" + key.name;
}

awaitable<user_request> cluster::apply_request(bj::object o, std::string where) {
    const auto r = co_await served(std::string(apiserver::text_at(o, "apiVersion")),
                                   std::string(apiserver::text_at(o, "kind")), std::move(where));
    bj::object& meta = apiserver::make_object(o, "metadata");
    object_key key{"", std::string(apiserver::text_at(meta, "name"))};
    if (r->namespaced) {
        key.ns = apiserver::text_at(meta, "namespace");
        if (key.ns.empty()) key.ns = story_.ns;
        meta["namespace"] = key.ns;
    }
    user_request q;
    q.method = "PATCH";
    q.target = fmt::format("{}?fieldManager={}&force=true", path_of(*r, key), user_manager);
    q.body = bj::serialize(o);
    q.content_type = "application/apply-patch+yaml";
    q.words = object_words("apply", *r, key);
    co_return q;
}

awaitable<std::vector<user_request>> cluster::requests_of(const story_step& s) {
    std::vector<user_request> all;
    if (s.what == story_step::kind::apply || s.what == story_step::kind::change) {
        for (const bj::object& o : s.objects) all.push_back(co_await apply_request(o, s.where));
        co_return all;
    }
    if (s.what != story_step::kind::patch && s.what != story_step::kind::remove) co_return all;
    const auto r = co_await served(s.target.api_version, s.target.kind, s.where);
    const object_key key{r->namespaced ? s.target.ns : "", s.target.name};
    user_request q;
    q.target = path_of(*r, key);
    if (s.what == story_step::kind::patch) {
        q.method = "PATCH";
        if (!s.subresource.empty()) q.target += "/" + s.subresource;
        q.target += fmt::format("?fieldManager={}", user_manager);
        q.body = s.body;
        q.content_type = s.content_type;
        q.words = object_words("patch", *r, key, s.subresource);
    } else {
        q.method = "DELETE";
        q.body = fmt::format(R"({{"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"{}"}})",
                             s.propagation);
        q.content_type = "application/json";
        q.words = object_words("delete", *r, key);
    }
    all.push_back(std::move(q));
    co_return all;
}

awaitable<cluster::reply> cluster::send(user_request r) {
    http::server_request q;
    q.method = std::move(r.method);
    q.target = std::move(r.target);
    q.body = std::move(r.body);
    q.headers = {{"Accept", "application/json"}, {"Content-Type", std::move(r.content_type)}};
    if (story_.rights)
        q.headers.push_back(
            {"Authorization", fmt::format("Bearer {}", story_.rights->administrator_token.reveal())});
    const http::response answer = co_await api_.handle(q);
    reply done{answer.status, {}};
    if (answer.status < 300) co_return done;
    boost::system::error_code ec;
    const bj::value v = bj::parse(answer.body, ec);
    if (!ec && v.is_object()) done.message = apiserver::text_at(v.get_object(), "message");
    co_return done;
}

}}}  // namespace setpoint::v0::story
