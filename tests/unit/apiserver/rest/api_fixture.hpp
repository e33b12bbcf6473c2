#pragma once
// A router over an empty store: requests in, responses out.

#include "apiserver/admission/chain.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/rest/router.hpp"
#include "apiserver/write/definition_status.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver::test {

// Paths of collections, and content types of patches.
inline constexpr const char *maps = "/api/v1/namespaces/default/configmaps",
                            *pods = "/api/v1/namespaces/default/pods",
                            *accounts = "/api/v1/namespaces/default/serviceaccounts",
                            *foos = "/apis/example.com/v1/namespaces/default/foos",
                            *crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
inline constexpr const char *merge_patch = "application/merge-patch+json",
                            *apply_patch = "application/apply-patch+yaml";

// Counts the turns of a task.
struct turn_counter final : loop_observer {
    explicit turn_counter(std::string_view of) : task(of) {}
    void turn(std::string_view name, duration, duration) override { turns += name == task; }
    std::string_view task;
    std::size_t turns = 0;
};

struct api_fixture {
    api_fixture()
        : l(time, random),
          w(std::make_shared<server_state>(l, logger(sink, time), versioned_store::window{})),
          paths(w, {.documents = {}, .on_request = {}, .metrics = requests, .admission = admission}) {
        add_builtin_resources(w->kinds);
        add_admission(*w, admission);
        serve_definitions(*w);
        ask("POST", "/api/v1/namespaces", R"({"metadata":{"name":"default"}})");
    }
    ~api_fixture() { w->stop(); }

    http::response ask(std::string method, std::string target, std::string body = {},
                       std::string type = "application/json") {
        http::server_request r;
        r.method = std::move(method);
        r.target = std::move(target);
        r.headers = {{"Content-Type", std::move(type)}, {"User-Agent", "test/1"}};
        r.body = std::move(body);
        return answer_to(r);
    }
    http::response answer_to(const http::server_request& r) {
        std::optional<http::response> out;
        task_scope scope(l, "request");
        scope.spawn("request", answer_into(paths, r, out));
        l.run_until(l.now());
        return out ? std::move(*out) : http::response{0, {}, "no answer", {}};
    }
    // With the whole body, also if it is streamed.
    http::response ask_whole(std::string target, std::string accept = "application/json") {
        http::server_request r;
        r.method = "GET";
        r.target = std::move(target);
        r.headers = {{"Accept", std::move(accept)}, {"User-Agent", "test/1"}};
        http::response out = answer_to(r);
        if (out.stream) out.body += read(out, duration::zero());
        return out;
    }
    bj::object tree(std::string method, std::string target, std::string body = {},
                    std::string type = "application/json") {
        return bj::parse(ask(std::move(method), std::move(target), std::move(body), std::move(type)).body)
            .as_object();
    }
    // Defines foos.example.com: spec.size (integer, default 3); spec.any preserves unknown fields.
    void define(std::string_view more = "") {
        std::string spec =
            R"({"type":"object","properties":{"size":{"type":"integer","default":3},)"
            R"("tags":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}},)"
            R"("any":{"type":"object","x-kubernetes-preserve-unknown-fields":true})" +
            std::string(more) + "}}";
        ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
            R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",)"
            R"("metadata":{"name":"foos.example.com"},"spec":{"group":"example.com","scope":"Namespaced",)"
            R"("names":{"plural":"foos","singular":"foo","kind":"Foo","listKind":"FooList"},"versions":[)"
            R"({"name":"v1","served":true,"storage":true,"subresources":{"status":{},"scale":)"
            R"({"specReplicasPath":".spec.size","statusReplicasPath":".status.size"}},)"
            R"("schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":)" +
                spec + R"(,"status":{"type":"object","properties":{"size":{"type":"integer"}}}}}}}]}})");
    }
    // Everything that a stream sends until `until`.
    std::string read(const http::response& from, duration until = std::chrono::seconds(1)) {
        std::string seen;
        task_scope scope(l, "test");
        scope.spawn("reader", read_all(from.stream, seen));
        l.run_until(l.now() + until);
        scope.request_stop();
        l.run_until(l.now() + std::chrono::milliseconds(1));
        return seen;
    }

    struct quiet final : log_sink {
        void write(const log_record&) override {}
    };
    virtual_clock time;
    random_source random{1};
    quiet sink;
    loop l;
    server_state_ptr w;
    std::shared_ptr<admission_settings> admission = std::make_shared<admission_settings>();
    std::shared_ptr<request_metrics> requests = std::make_shared<request_metrics>();
    router paths;

private:
    static awaitable<void> answer_into(router& paths, const http::server_request& r,
                                       std::optional<http::response>& to) {
        to = co_await paths.handle(r);
    }
    static awaitable<void> read_all(std::shared_ptr<http::body_source> from, std::string& to) {
        while (true) {
            auto piece = co_await from->read();
            if (!piece || piece->empty()) co_return;
            to += *piece;
        }
    }
};

inline std::string text_in(const bj::object& o, std::initializer_list<std::string_view> path) {
    return std::string(text_at(o, path));
}
inline std::string message(const bj::object& o) {
    return text_in(o, {"message"});
}

}}}  // namespace setpoint::v0::apiserver::test
