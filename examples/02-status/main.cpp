// An operator with a status: web_app.hpp is all of it.
#include "web_app.hpp"

int main(int argc, char** argv) {
    return setpoint::run(argc, argv, "web-app-operator", "Runs web applications.",
                         web_apps::add_web_app_controller);
}
