#pragma once
// The embedded API server: the Kubernetes API in this process, with a cluster's controllers behind
// it (garbage collection, namespaces, workloads, Service addresses, fake nodes). All objects are in
// memory, and with options.data_folder also in a file. docs/apiserver.md introduces it;
// docs/api-differences.md lists where it differs from kube-apiserver. Tests of operators rather use
// testing::environment.
//
//     apiserver::server cluster(l, log);
//     task_scope tasks(l, "cluster");
//     tasks.spawn("controllers", cluster.run());
//     co_await cluster.ready();
//     api_client client(l, cluster.transport(), ...);
//
// All of it runs on the given loop. Under a virtual clock the same seed gives the same run.

#include "setpoint/apiserver/options.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/server.hpp"
#include "setpoint/http/transport.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Neither copied nor moved. `l` must outlive it.
class server {
public:
    // The API answers immediately; the controllers start with run(). Throws fault: bad_config for an invalid
    // options.admission or options.access, and for an options.data_folder that cannot be used; bad_data for
    // one that is damaged. Reading it blocks.
    server(loop& l, logger log, server_options options = {});
    // Precondition: no task runs run(), handle() or ready(). Watches that are still open end.
    ~server();

    // Answers one request; for the handler of an http::server. Without options.access every request is
    // allowed. An error is a response with a Status, as from
    // kube-apiserver; a watch is a response with a `stream`. A request for a resourceVersion that
    // does not exist yet waits for it, at most three seconds. Cancellation leaves a write either
    // complete or undone; a deletecollection may have deleted some of its objects. `r` must outlive
    // the call.
    awaitable<http::response> handle(const http::server_request& r);
    // Calls handle() without a socket, for clients in this process, which need credentials like any other if
    // access control is on. Valid as long as the server.
    http::transport& transport();
    // Runs the controllers that the options enable, until it is cancelled. Call it at most once. The
    // API works without it, but nothing then acts on the objects, and with options.data_folder nothing is
    // answered. After a cancellation it returns when what was written is on the disk.
    awaitable<void> run();
    // Returns when the caches of the controllers are synchronized, and the nodes and the objects that
    // each namespace gets exist, and with a data folder the initial objects are in it. Precondition: run()
    // was spawned, or no controller is enabled and there is no data folder; otherwise it waits until it is
    // cancelled.
    awaitable<void> ready();

    // Calls of admission and conversion webhooks on that host go to `handler` in this process, without
    // TLS: a host is that of a URL, or "name.namespace.svc" of a Service, whose port is ignored. The
    // handler gets the path and query of the call, and ends at the webhook's timeout at the latest. Null:
    // calls go to the network again if the options permit it, otherwise they fail. What the handler
    // refers to must outlive the server, or until it is replaced and its calls have ended.
    void serve_webhooks(const std::string& host, http::server::handler handler);

    // Returns the newest resourceVersion. Each change of an object increments it.
    std::uint64_t revision() const;
    // Returns the number of stored objects of all kinds.
    std::size_t objects() const;
    // Drops the history before the newest resourceVersion, as etcd's compaction does: lists, watches
    // and continue tokens of older versions are answered with 410 (Expired). Open watches continue.
    void compact();

private:
    friend struct server_access;
    struct impl;
    std::unique_ptr<impl> impl_;
};

// The version of Kubernetes that servers report: "v1.37.2+setpoint".
std::string reported_version();

}}}  // namespace setpoint::v0::apiserver
