#include "lamp.hpp"

int main(int argc, char** argv) {
    return setpoint::run(argc, argv, "lamp-operator", "Switches lamps.",
                         [](setpoint::manager& m) { m.controller<lamp>().reconcile(lamp_reconciler{}); });
}
