#include "operators/redis/reconciler.hpp"
#include "setpoint/manager/program.hpp"

int main(int argc, char** argv) {
    setpoint::program redis_operator("redis-operator",
                                     "Runs groups of Redis pods on Kubernetes, one group for each Redis.");
    redis_operator.sample(redis::sample());
    return redis_operator.run(argc, argv, redis::add_redis_controller);
}
