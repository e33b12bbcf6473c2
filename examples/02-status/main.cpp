// The operator of web_app.hpp: example-02-status --print-crd | kubectl apply -f - && example-02-status
#include "web_app.hpp"

int main(int argc, char** argv) {
    return setpoint::run(argc, argv, "web-app-operator", "Runs web applications.",
                         web_apps::add_web_app_controller);
}
