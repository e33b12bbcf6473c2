#pragma once
// Sends the requests of the server's own controllers as the programs of a cluster send them.

#include "setpoint/http/transport.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// client-go sends neither fieldManager nor fieldValidation unless asked to, and webhooks see the options of a
// write as they were sent. So the field manager of a write other than an apply becomes its User-Agent, from
// which the server derives the manager.
void as_program(http::request& r);

class program_transport final : public http::transport {
public:
    // `inner` must outlive it.
    explicit program_transport(http::transport& inner) : inner_(inner) {}
    awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                   http::timeouts t) override {
        as_program(r);
        return inner_.send(std::move(r), t);
    }

private:
    http::transport& inner_;
};

}}}  // namespace setpoint::v0::apiserver
