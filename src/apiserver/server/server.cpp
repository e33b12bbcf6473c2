#include "setpoint/apiserver/server.hpp"

#include "apiserver/admission/chain.hpp"
#include "apiserver/audit/auditor.hpp"
#include "apiserver/controllers/controllers.hpp"
#include "apiserver/controllers/garbage/store_graph.hpp"
#include "apiserver/controllers/service/addresses.hpp"
#include "apiserver/documents/discovery.hpp"
#include "apiserver/documents/openapi.hpp"
#include "apiserver/resources/account_authority.hpp"
#include "apiserver/rest/access_control.hpp"
#include "apiserver/rest/router.hpp"
#include "apiserver/server/audit_webhook.hpp"
#include "apiserver/server/event_expiry.hpp"
#include "apiserver/server/initial_objects.hpp"
#include "apiserver/server/local_transport.hpp"
#include "apiserver/server/program_transport.hpp"
#include "apiserver/server/server_access.hpp"
#include "apiserver/server/snapshot/restore_request.hpp"
#include "apiserver/server/storage_metrics.hpp"
#include "apiserver/server/upkeep.hpp"
#include "apiserver/server/webhook_client.hpp"
#include "apiserver/state/durability.hpp"
#include "apiserver/write/definition_clean_up.hpp"
#include "apiserver/write/definition_status.hpp"
#include "framework/manager/process_metrics.hpp"
#include "setpoint/client/api_client.hpp"
#include "setpoint/client/credentials.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/manager/manager.hpp"

#include <prometheus/registry.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr duration ready_check = std::chrono::milliseconds(10);
// As the watch cache of kube-apiserver waits for a version (blockTimeout).
constexpr duration version_patience = std::chrono::seconds(3);
// While the disk is full, each of them fails.
constexpr duration between_deletions = std::chrono::seconds(1);
constexpr const char* own_name = "kube-controller-manager";

result<std::string> no_file(const std::string&) {
    return error(errc::not_found, "this client reads no files");
}

versioned_store::window window_of(const server_options& o) {
    versioned_store::window w;
    w.age = o.history;
    return w;
}

manager_options own_options() {
    manager_options o;
    o.name = own_name;
    o.metrics_address = "0";
    o.health_address = "0";
    o.loop_breaker = false;  // kube-controller-manager has none
    return o;
}

api_client_options client_options() {
    api_client_options o;
    o.name = own_name;
    o.host = "embedded";
    return o;
}

// Throws fault: see durability and journal::open().
server_state_ptr make_state(loop& l, const logger& log, server_options& o) {
    auto made = std::make_shared<server_state>(l, log, window_of(o));
    if (o.data_folder.empty()) return made;
    auto file = journal::open(o.data_folder);
    if (!file) throw fault(file.error());
    made->kept = std::make_shared<durability>(*made, std::move(*file));
    // Tokens stay valid.
    if (o.access.is_on() && o.access.signing_key_pem.empty())
        o.access.signing_key_pem = made->kept_key("service-account-signer", [] {
            const account_authority fresh = account_authority::make({}).value();
            return fresh.signing_key_pem();
        });
    return made;
}

// The controllers of this server are one program, which needs every right.
user_ptr controllers_user() {
    static const user_ptr made = std::make_shared<const user_info>(
        user_info{.name = "system:kube-controller-manager",
                  .groups = {std::string(privileged_group), std::string(authenticated_group)}});
    return made;
}

}  // namespace

struct server::impl {
    impl(loop& l, logger to, server_options o)
        : event_loop(l),
          log(std::move(to)),
          options(std::move(o)),
          shared(make_state(l, log, options)),
          admission(std::make_shared<admission_settings>()),
          access(options.access.is_on() ? std::make_unique<access_control>(
                                              *shared, options.access, initial_cluster_role("system:node"))
                                        : nullptr),
          audit_events(options.audit.is_on() && !options.audit.webhook_kubeconfig.empty()
                           ? std::make_unique<audit_webhook>(l, log, options.audit)
                           : nullptr),
          auditor(make_auditor()),
          requests(std::make_shared<request_metrics>()),
          stored(std::make_shared<storage_metrics>(shared)),
          openapi(l, shared->kinds, [this](std::string_view name) { return definition(name); }),
          paths(shared, routing()),
          net(l, [this](const http::server_request& r) { return paths.handle(r); }),
          inside(l, [this](const http::server_request& r) { return handle_inside(r); }),
          graph(shared->store, shared->kinds),
          addresses([w = shared.get()](std::uint64_t bound) { return w->random_below(bound); },
                    [w = shared.get()](const std::string& ip) {
                        return w->store.find("ipaddresses.networking.k8s.io", object_key::cluster(ip)) !=
                               nullptr;
                    }),
          webhooks(l, shared->store, options.call_webhooks),
          expiry(*shared, options.event_ttl),
          measured(registry_of_metrics),
          no_credentials({}, l.time(), no_file, log),
          silent_log(null_log, l.time()),
          own_net(inside),
          api(l, own_net, no_credentials, silent_log, client_options()),
          upkeep(*shared, api, has_bootstrap_objects()) {
        measured.show(requests);
        measured.show(stored);
        if (auditor) measured.show(auditor);
        choose_plugins();
        add_builtin_resources(shared->kinds, *emulated_version_of(options.emulated_version));
        admission->counts_quotas = options.run.workloads;
        add_admission(*shared, admission);
        serve_definitions(*shared);
        if (options.run.addresses) allocate_addresses();
        shared->call_webhook = [this](webhook_address_ptr at, std::string body, std::chrono::seconds limit) {
            return shared->kept ? call_durably(std::move(at), std::move(body), limit)
                                : webhooks.call(std::move(at), std::move(body), limit);
        };
        shared->store.on_change = [this, wake = shared->store.on_change](collection& c, const change& made) {
            wake(c, made);
            if (!shared->kept) graph.changed(c);
        };
        shared->stored.push_back([this](const resource& r, const record_ptr& before, const record_ptr& now) {
            expiry.note(r, before, now);
            upkeep.note(r, before, now);
        });
        if (shared->kept) take_up_kept();
        add_initial_objects(*shared);
        if (has_bootstrap_objects()) {
            const access_options& a = options.access;
            add_bootstrap_objects(*shared, a.client_ca_pem.empty() ? options.ca_pem : a.client_ca_pem,
                                  a.front_proxy);
        }
        if (shared->kept) shared->kept->replay_admission();
    }
    ~impl() {
        shared->stop();
        if (auditor) auditor->close();
        // Watches may outlive the server; they must not call into it.
        shared->store.on_change = nullptr;
        shared->admission.clear();
        shared->allocation.clear();
        shared->rechecks.clear();
        shared->stored.clear();
        shared->call_webhook = nullptr;
        shared->store.log = nullptr;
        shared->kept = nullptr;  // the next server may open the folder
    }

    void take_up_kept() {
        graph.visible = [w = shared.get()] { return w->visible_revision(); };
        shared->kept->on_kept = [this](collection& c) { graph.changed(c); };
        shared->kept->replay();
    }

    // Webhooks, too, see only what is on the disk.
    awaitable<result<std::string>> call_durably(webhook_address_ptr to, std::string body,
                                                std::chrono::seconds limit) {
        const std::shared_ptr<durability> kept = shared->kept;
        if (!co_await kept->saved(kept->undone()))
            co_return error(errc::failed, "the data folder cannot be written");
        co_return co_await webhooks.call(std::move(to), std::move(body), limit);
    }

    // Deletions of definitions that were in progress when the server ended, or of which a part was undone.
    awaitable<void> continue_deletions(std::shared_ptr<durability> kept) {
        for (;;) {
            const std::uint64_t since = kept->undone();
            const auto found = shared->store.of(definitions_storage).list("", 0, std::nullopt, 0, nullptr);
            for (const record_ptr& one : found.items)
                if (one->json.find("\"deletionTimestamp\"") != std::string::npos)
                    co_await clean_up_definition(shared, one->key);
            co_await kept->wait_for_undo(since);
            co_await event_loop.sleep(between_deletions);
        }
    }

    // All that runs in the background but the journal.
    awaitable<void> run() {
        if (!has_controllers()) {
            task_scope tasks(event_loop, "server");
            tasks.spawn("event expiry", expiry.run());
            tasks.spawn("upkeep", upkeep.run());
            if (access && access->clients().has_tasks())
                tasks.spawn("identity providers", access->clients().run());
            if (audit_events) tasks.spawn("audit webhook", audit_events->run());
            co_await tasks.join();
            co_return;
        }
        admission->creates_service_accounts = options.run.namespaces;
        controllers = std::make_unique<manager>(event_loop, api, log, measured, own_options());
        builtin_controller_options o;
        o.run = options.run;
        o.nodes = options.nodes;
        o.serves_other_nodes = [this] { return refuse_inside != nullptr; };
        o.ca_pem = options.ca_pem;
        o.ca_key_pem = options.ca_key_pem;
        o.accounts = shared->accounts;
        o.kinds = &shared->kinds;
        o.features = shared->features;
        add_builtin_controllers(*controllers, o, &graph);
        controllers->add_runnable("event expiry", [this] { return expiry.run(); });
        controllers->add_runnable("upkeep", [this] { return upkeep.run(); });
        if (access && access->clients().has_tasks())
            controllers->add_runnable("identity providers", [this] { return access->clients().run(); });
        if (audit_events) controllers->add_runnable("audit webhook", [this] { return audit_events->run(); });
        co_await controllers->run();
    }

    // The journal outlives the controllers: their last writes are kept too. If it fails, they end.
    awaitable<void> run_with_journal() {
        std::exception_ptr ended;
        cancel_scope* others = nullptr;
        task_scope saving(event_loop, "data folder", [&](std::string_view, std::exception_ptr why) {
            if (!ended) ended = std::move(why);
            if (others != nullptr) others->cancel();
        });
        const std::shared_ptr<durability> kept = shared->kept;
        const std::uint64_t since = kept->undone();
        saving.spawn("data folder", kept->run());
        try {
            cancel_scope running(event_loop);
            others = &running;
            // The initial objects, and those of a snapshot.
            if (!co_await kept->saved(since))
                throw fault(kept->failure().within("write the first objects to the data folder"));
            has_begun = true;
            saving.spawn("delete definitions", continue_deletions(kept));
            co_await run();
        } catch (...) {  // rule-ok: rethrown below
            if (!ended) ended = std::current_exception();
        }
        others = nullptr;
        {
            cancel_scope shield(event_loop, never, true);
            saving.request_stop();
            co_await saving.join();
        }
        if (ended) std::rethrow_exception(ended);
    }

    // Null: requests are not recorded. Throws fault: bad_config.
    std::shared_ptr<audit::auditor> make_auditor() {
        if (options.audit.policy.empty()) return nullptr;
        auto read = audit::read_policy(options.audit.policy, options.audit.policy_name);
        if (!read) throw fault(read.error());
        if (!read->warning.empty()) log.warn(read->warning);
        if (!options.audit.is_on()) return nullptr;
        audit::outputs to;
        to.log = options.audit.log;
        if (audit_events) to.webhook = [this](std::string event) { audit_events->add(std::move(event)); };
        auto made = std::make_shared<audit::auditor>(std::move(read->content), std::move(to), log,
                                                     event_loop.time(), event_loop.random());
        if (audit_events) audit_events->report_to(*made);
        return made;
    }

    // Throws fault: bad_config.
    void choose_plugins() {
        auto plugins = plugin_set::make(options.admission);
        auto security = make_pod_security_config(options.admission.pod_security);
        const auto version = emulated_version_of(options.emulated_version);
        if (!version) throw fault(version.error());
        auto features = feature_gates::make(options.admission.feature_gates, *version);
        if (!plugins) throw fault(plugins.error());
        if (!security) throw fault(security.error());
        if (!features) throw fault(features.error());
        for (const std::string_view name : plugins->missing())
            log.warn("This server does not have the admission plugin", {{"plugin", name}});
        admission->plugins = std::move(*plugins);
        admission->pod_security = std::move(*security);
        shared->features = std::move(*features);
    }

    router_options routing() {
        router_options r;
        r.max_body = options.max_body;
        r.version_patience = version_patience;
        r.metrics = requests;
        r.admission = admission;
        r.access = access.get();
        r.audit = auditor;
        r.documents = [this](const http::server_request& q) { return document(q); };
        if (options.on_request)
            r.on_request = [this](const request_info& q, std::string_view verb) {
                options.on_request(verb, q.group, q.resource, q.subresource, q.ns, q.name);
            };
        return r;
    }

    awaitable<std::optional<http::response>> document(const http::server_request& q) {
        if (q.path() == "/metrics") co_return metrics_page();
        if (q.path() == restore_path) co_return restore_snapshot(*shared, q);
        if (q.path() == "/openapi/v2") co_return co_await openapi.serve_v2(q);
        if (access)
            if (auto document = access->clients().open_id_document(q)) co_return document;
        auto page = openapi.serve(q);
        co_return page ? std::move(page) : serve_discovery(q, shared->kinds, is_ready());
    }

    // A request of the controllers.
    awaitable<http::response> handle_inside(const http::server_request& r) {
        if (refuse_inside)
            if (std::optional<http::response> refused = refuse_inside(r)) co_return std::move(*refused);
        co_return co_await paths.handle(r, controllers_user());
    }

    http::response metrics_page() {
        refresh_process_metrics(measured);
        return {200, {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}}, measured.text(), {}};
    }

    void allocate_addresses() {
        shared->allocation.push_back([this](pending_write& p) -> api_result<> {
            if (p.kind.storage != "services" || !p.object || !p.subresource.empty()) return {};
            return addresses.prepare(*p.object, p.old, p.dry_run);
        });
        shared->stored.push_back([this](const resource& r, const record_ptr& before, const record_ptr& now) {
            if (r.storage != "services") return;
            const bj::object was = before ? before->parse() : bj::object();
            const bj::object is = now ? now->parse() : bj::object();
            addresses.replace(before ? &was : nullptr, now ? &is : nullptr);
            follow_service(*shared, before ? &was : nullptr, now ? &is : nullptr);
        });
    }

    std::shared_ptr<const bj::object> definition(std::string_view name) {
        const record_ptr found = shared->store.of("customresourcedefinitions.apiextensions.k8s.io")
                                     .get(object_key::cluster(std::string(name)));
        return found ? std::make_shared<const bj::object>(found->parse()) : nullptr;
    }

    bool has_bootstrap_objects() const { return options.bootstrap_objects || options.access.is_on(); }
    bool has_controllers() const {
        const background_controllers& b = options.run;
        return b.garbage_collection || b.namespaces || b.workloads || b.endpoints || b.nodes;
    }
    bool is_ready() const {
        if (shared->kept && !has_begun) return false;
        return !has_controllers() || (controllers && controllers->ready());
    }

    loop& event_loop;
    logger log;
    server_options options;
    server_state_ptr shared;
    std::shared_ptr<admission_settings> admission;
    std::unique_ptr<access_control> access;       // null: everybody may do everything
    std::unique_ptr<audit_webhook> audit_events;  // null: there is none
    std::shared_ptr<audit::auditor> auditor;      // null: requests are not recorded
    std::shared_ptr<request_metrics> requests;
    std::shared_ptr<storage_metrics> stored;
    openapi_documents openapi;
    router paths;
    local_transport net;
    local_transport inside;  // for the controllers
    store_graph graph;
    service_addresses addresses;
    webhook_client webhooks;
    event_expiry expiry;
    prometheus::Registry registry_of_metrics;
    metrics measured;
    credentials no_credentials;
    // Warnings to the server's own controllers are dropped.
    null_sink null_log;
    logger silent_log;
    program_transport own_net;
    api_client api;
    server_upkeep upkeep;
    std::unique_ptr<manager> controllers;
    controller_screen refuse_inside;  // null: the controllers may do everything
    bool has_begun = false;           // what the constructor stored is in the data folder
};

server::server(loop& l, logger log, server_options options)
    : impl_(std::make_unique<impl>(l, std::move(log), std::move(options))) {}
server::~server() = default;

awaitable<http::response> server::handle(const http::server_request& r) {
    co_return co_await impl_->paths.handle(r);
}

http::transport& server::transport() {
    return impl_->net;
}

awaitable<void> server::run() {
    return impl_->shared->kept ? impl_->run_with_journal() : impl_->run();
}

awaitable<void> server::ready() {
    while (!impl_->is_ready()) co_await impl_->event_loop.sleep(ready_check);
}

void server::serve_webhooks(const std::string& host, http::server::handler handler) {
    impl_->webhooks.serve(host, std::move(handler));
}

server_state& server_access::state(server& of) {
    return *of.impl_->shared;
}

server_state_ptr server_access::shared_state(server& of) {
    return of.impl_->shared;
}

void server_access::screen_controllers(server& of, controller_screen refuse) {
    of.impl_->refuse_inside = std::move(refuse);
}
awaitable<http::response> server_access::handle(server& of, const http::server_request& r, user_ptr as) {
    co_return co_await of.impl_->paths.handle(r, std::move(as));
}

awaitable<void> server_access::until_controllers_rest(server& of, time_point due, duration quiet) {
    // An event reaches a reconcile, and that its next request, within a few turns of everything that is
    // ready.
    constexpr int enough_turns = 8;
    constexpr std::uint64_t busy_turns = 1000;  // then something takes time, such as a webhook
    constexpr duration look_again = std::chrono::milliseconds(1);
    const local_transport& net = of.impl_->inside;
    loop& l = of.impl_->event_loop;
    // Looks rather than time, which passes for a process that does not run too.
    const auto looks = enough_turns + quiet / look_again;
    std::uint64_t seen = net.sent(), turns = 0;
    for (int idle = 0; idle < looks && l.now() < due; ++idle) {
        if (++turns < busy_turns && idle < enough_turns)
            co_await l.yield();
        else
            co_await l.sleep(look_again);
        if (net.in_flight() == 0 && net.sent() == seen) continue;
        idle = -1;
        seen = net.sent();
    }
}

std::uint64_t server::revision() const {
    return impl_->shared->store.revision();
}

std::size_t server::objects() const {
    return impl_->shared->store.objects();
}

void server::compact() {
    impl_->shared->store.compact(impl_->event_loop.wall_now(), true);
}

std::string reported_version() {
    return git_version();
}

}}}  // namespace setpoint::v0::apiserver
