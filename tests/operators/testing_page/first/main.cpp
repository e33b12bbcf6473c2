#include "greeting.hpp"

int main(int argc, char** argv) {
    return setpoint::run(argc, argv, "greeting-operator", "Greets people.", add_greeting_controller);
}
