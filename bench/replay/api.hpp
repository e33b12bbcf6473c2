#pragma once
// What the replay server answers: as much of the Kubernetes API as the programs under test ask for, in
// JSON and, of the built-in kinds, in protobuf.

#include "model.hpp"
#include "setpoint/http/server.hpp"

namespace setpoint { inline namespace v0 { namespace replay {

class api {
public:
    api(loop& l, model& m) : loop_(l), model_(m) {}
    http::response answer(const http::server_request& r);

private:
    struct target;
    http::response objects(const http::server_request& r, const target& t);
    http::response list(const http::server_request& r, const target& t);
    http::response watch(const http::server_request& r, const target& t);
    http::response write(const http::server_request& r, const target& t);
    // Events are answered and not kept.
    http::response event(const http::server_request& r, const target& t);

    loop& loop_;
    model& model_;
    std::uint64_t events_ = 0;
};

}}}  // namespace setpoint::v0::replay
