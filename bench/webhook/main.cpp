// The webhooks of WebServers: ../webhook.md. script/bench starts it.
#include "setpoint/manager/program.hpp"
#include "webhooks.hpp"

namespace {

using namespace setpoint::bench;

void declare(setpoint::manager& m) {
    m.webhook<web_server::web_server>().defaults(set_defaults).validates(check);
    m.conversion<web_server::web_server>().version<web_server_v2>(to_hub, from_hub);
}

}  // namespace

int main(int argc, char** argv) {
    return setpoint::run(argc, argv, "webserver-webhooks",
                         "Serves the webhooks of WebServers, to be measured by script/bench.", declare);
}
