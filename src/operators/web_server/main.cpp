#include "operators/web_server/reconciler.hpp"
#include "setpoint/manager/program.hpp"

int main(int argc, char** argv) {
    return setpoint::run(
        argc, argv, "webserver-operator",
        "Runs web servers on Kubernetes: a Deployment and a NodePort Service for each WebServer.",
        web_server::add_web_server_controller);
}
