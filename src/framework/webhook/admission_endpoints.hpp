#pragma once
// Answers the requests to the admission webhooks of a program. Used by the HTTPS server, and
// directly by an API server in the same process.

#include "setpoint/core/log.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/http/server.hpp"
#include "setpoint/webhook/builder.hpp"

#include <map>
#include <memory>

namespace setpoint { inline namespace v0 {

struct admission_question;

class admission_endpoints {
public:
    // All references must outlive it and its calls. `api` is what functions read with.
    admission_endpoints(loop& l, client& api, logger log, metrics& m);
    ~admission_endpoints();

    // `d` must outlive it. Throws fault(errc::invalid) if its kind has such webhooks already.
    void add(const webhook_declaration& d);
    bool empty() const { return endpoints_.empty(); }
    std::vector<std::string> paths() const;

    // Answers 404 for other paths, 400, 405 and 415 for what is not a review, 500 for an exception of
    // a webhook, and otherwise 200 with a review.
    awaitable<http::response> serve(const http::server_request& r);

private:
    struct endpoint;
    awaitable<http::response> answer(const endpoint& e, const http::server_request& r);
    awaitable<std::string> review(const endpoint& e, const admission_question& q);
    awaitable<std::string> run_defaulter(const endpoint& e, const admission_question& q);
    awaitable<std::string> run_validator(const endpoint& e, const admission_question& q);

    loop& loop_;
    client& api_;
    logger log_;
    metrics& metrics_;
    std::map<std::string, std::unique_ptr<endpoint>, std::less<>> endpoints_;
};

}}  // namespace setpoint::v0
