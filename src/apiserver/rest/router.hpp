#pragma once
// From an HTTP request to its answer.

#include <setpoint/http/server.hpp>

#include <apiserver/rest/negotiate.hpp>
#include <apiserver/rest/request_info.hpp>
#include <apiserver/rest/watch.hpp>

namespace setpoint::apiserver {

struct router_options {
    std::size_t max_body = 3 * 1024 * 1024;
    // Discovery, OpenAPI, version, health: what is not about a resource.
    std::function<std::optional<http::response>(const http::server_request&)> documents;
    std::function<void(const request_info&, std::string_view verb)> on_request;
};

class router {
public:
    router(world_ptr w, router_options o) : world_(std::move(w)), options_(std::move(o)) {}
    // Nothing here suspends: an answer is made in one go, and a watch by its body.
    http::response handle(const http::server_request& r);

private:
    struct exchange;
    http::response find(const http::server_request& r);
    api_result<http::response> serve(const http::server_request& r, const request_info& q);
    api_result<http::response> dispatch(exchange& x);
    api_result<http::response> get(exchange& x);
    api_result<http::response> list(exchange& x);
    api_result<http::response> watch(exchange& x);
    api_result<http::response> create(exchange& x);
    api_result<http::response> update(exchange& x);
    api_result<http::response> patch(exchange& x);
    api_result<http::response> remove(exchange& x);
    api_result<http::response> remove_collection(exchange& x);
    api_result<http::response> below(exchange& x);
    api_result<http::response> show(const exchange& x, int status, bj::object tree,
                                    bool is_list = false) const;

    world_ptr world_;
    router_options options_;
};

}  // namespace setpoint::apiserver
