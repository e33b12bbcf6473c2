#pragma once
// The WebServer operator behind a proxy that breaks its connections, and a story that has to end well all the
// same. The test's own client goes to the server directly.

#include "fixture.hpp"
#include "support/fault_proxy.hpp"

namespace web_server_test {

struct proxied_world {
    explicit proxied_world(control_plane& plane)
        : file(plane.folder() + "/proxied-" + std::to_string(at.port())),
          server(kubeconfig_through(plane.kubeconfig(), at.port(), file)),
          w(plane, options()),
          proxy(w.l, at, server) {}

    // Web servers a and b run; then `fault` breaks things while they are changed and c is made, and returns
    // when it has been long enough. Everything must become as it should, with the first Deployments still
    // there.
    template <class F>
    void survive(F fault, duration limit = std::chrono::seconds(180)) {
        w.with_operator([&]() -> awaitable<void> { co_await story(fault); }, limit);
    }

    reserved_port at;
    std::string file;
    std::uint16_t server;
    operator_world w;
    fault_proxy proxy;

private:
    operator_options options() const {
        operator_options o;
        o.kubeconfig = file;
        return o;
    }
    awaitable<std::string> as_wanted(std::string name, std::int32_t replicas, std::string image) {
        const auto d = co_await w.until<deployment>(
            w.key(name), name + " is as wanted",
            [&](const deployment& x) {
                return x.spec.replicas == replicas && x.status.ready_replicas == replicas &&
                       x.spec.pod_template.spec.containers.at(0).image == image;
            },
            std::chrono::seconds(120));
        co_return d->metadata.uid.str();
    }
    awaitable<void> create(std::string name) { (co_await w.api.create(w.make(std::move(name), 1))).value(); }
    awaitable<void> change(std::string name, std::string spec) {
        co_await w.patch("my.domain/v1/webservers/" + name, "{\"spec\":" + spec + "}");
    }
    template <class F>
    awaitable<void> story(F& fault) {
        std::exception_ptr failure;
        try {
            for (const char* name : {"a", "b"}) co_await create(name);
            const std::string a = co_await as_wanted("a", 1, "nginx:1.23.1");
            const std::string b = co_await as_wanted("b", 1, "nginx:1.23.1");
            co_await w.settle();
            const std::size_t before = w.calls.size();
            const time_point begin = w.l.now();
            co_await change("a", R"({"replicas":2})");
            co_await create("c");
            co_await fault(*this);
            co_await change("b", R"({"image":"nginx:1.23.0"})");
            proxy.heal();
            BOOST_TEST(co_await as_wanted("a", 2, "nginx:1.23.1") == a);
            BOOST_TEST(co_await as_wanted("b", 1, "nginx:1.23.0") == b);
            co_await as_wanted("c", 1, "nginx:1.23.1");
            const bool ready = co_await w.eventually([&] { return w.m.ready(); }, std::chrono::seconds(120));
            BOOST_TEST(ready, w.log_text.str());
            list_options here;
            here.ns = w.ns;
            const auto deployments = co_await w.api.list<deployment>(here);
            BOOST_TEST(deployments.value().size() == 3u);
            // What the work takes, and what back-off allows: a storm makes thousands.
            const auto seconds = static_cast<std::size_t>((w.l.now() - begin) / std::chrono::seconds(1));
            BOOST_TEST(w.calls.size() - before <= 250 + 20 * seconds);
        } catch (const cancelled&) {
            throw;
        } catch (...) {
            failure = std::current_exception();
        }
        proxy.heal();
        co_await proxy.stop();
        if (failure) std::rethrow_exception(failure);
    }
};

}  // namespace web_server_test
