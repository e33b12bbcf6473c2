#pragma once
// How script/bench commands the replay server: POST /bench/COMMAND?NAME=VALUE&..., answered with JSON.

#include "load.hpp"
#include "setpoint/http/server.hpp"

namespace setpoint { inline namespace v0 { namespace replay {

class control {
public:
    control(loop& l, model& m, load& changes) : loop_(l), model_(m), load_(changes) {}
    // report                                  what was counted
    // reset                                   count anew
    // check                                   is all as the WebServers say?
    // create?count=N                          N more WebServers at once
    // start?rate=R&seconds=S&seed=N&noise=SHARE&image=1
    // touch                                   an annotation of each WebServer
    // expire                                  410 for all watches
    // change?number=N&image=1                 one change now
    // drift|roll-out|delete-deployment|delete-service|delete|collect?number=N   what others do; collect: as
    // the garbage collector after delete
    http::response answer(const http::server_request& r);

private:
    loop& loop_;
    model& model_;
    load& load_;
};

}}}  // namespace setpoint::v0::replay
