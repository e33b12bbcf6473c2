#pragma once
// A manager with the webhooks of backup.hpp that an API server calls at a URL.

#include "backup.hpp"
#include "support/live_operator.hpp"

#include <boost/asio/ip/tcp.hpp>

namespace setpoint { inline namespace v0 { namespace test {

using namespace kinds;

// Of this machine; free when it was looked for.
inline std::uint16_t free_port() {
    asio::io_context io;
    const asio::ip::tcp::acceptor probe(io, {asio::ip::address_v4::loopback(), 0});
    return probe.local_endpoint().port();
}

class webhook_world : public live_operator {
public:
    explicit webhook_world(control_plane& plane, std::function<void(manager&)> also = {},
                           std::uint16_t port = free_port())
        : live_operator(plane, {.program = "backup-operator",
                                .set_up =
                                    [also](manager& m) {
                                        declare_webhooks(m);
                                        if (also) also(m);
                                    },
                                .adjust =
                                    [port](manager_options& o) {
                                        o.namespaces.clear();
                                        o.webhooks.address = fmt::format("127.0.0.1:{}", port);
                                        o.webhooks.url = fmt::format("https://127.0.0.1:{}", port);
                                    }}) {
        run([&]() -> awaitable<void> { co_await install(); });
    }

    // Runs `body` once the API server calls the webhooks.
    template <class F>
    void with_webhooks(F body) {
        with_operator([&]() -> awaitable<void> {
            co_await in_force();
            co_await body();
        });
    }
    backup named(std::string name, std::string schedule = "0 3 * * *") const {
        backup b;
        b.metadata.ns = ns;
        b.metadata.name = std::move(name);
        b.spec.schedule = std::move(schedule);
        return b;
    }
    backup_v2 named_v2(std::string name) const {
        backup_v2 b;
        b.metadata.ns = ns;
        b.metadata.name = std::move(name);
        b.spec.at = {"30", "4"};
        return b;
    }

    // A v1 object can be read as v2 again.
    awaitable<void> eventually_converted() {
        const auto made = co_await api.create(named("converted", "7 8 * * *"));
        made.value();
        co_await until<backup_v2>(key("converted"), "is converted",
                                  [](const backup_v2& b) { return b.spec.at.minute == "7"; });
    }

private:
    awaitable<void> install() {
        for (boost::json::object& crd : m.crds()) {
            const object_key name =
                object_key::cluster(std::string(crd.at("metadata").at("name").as_string()));
            // The manager registers the URL; a Service would do until then, but there is none.
            crd.at("spec").as_object().erase("conversion");
            const auto applied =
                co_await api.apply(dynamic_object(std::move(crd)), kind_of<custom_resource_definition>());
            applied.value();
            co_await until<custom_resource_definition>(
                name, "is served", [](const custom_resource_definition& d) { return is_established(d); });
        }
    }
    // The API server learns of configurations a little later.
    awaitable<void> in_force() {
        for (int i = 0;; ++i) {
            write_options dry;
            dry.dry_run = true;
            const auto made = co_await api.create(named("probe", "never"), dry);
            const auto converted = co_await api.create(named_v2("probe"), dry);
            if (!made && made.error().server_text.find("five fields") != std::string::npos && converted)
                co_return;
            if (i == 600)
                throw std::runtime_error(
                    "the webhooks do not come into force: " + (made ? "allowed" : made.error().to_string()) +
                    ", " + (converted ? "converted" : converted.error().to_string()) + "\n" + log_text.str());
            co_await l.sleep(std::chrono::milliseconds(50));
        }
    }
};

}}}  // namespace setpoint::v0::test
