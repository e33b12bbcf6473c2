// The operator of consumer.hpp with a file as the broker: "QUEUE MESSAGES" on each line.
#include "consumer.hpp"

#include <CLI/CLI.hpp>

#include <fstream>
#include <optional>

namespace {

using namespace setpoint;

class file_broker : public consumers::broker {
public:
    file_broker(loop& l, std::string path) : loop_(l), path_(std::move(path)) {}

    awaitable<result<consumers::backlogs>> read() override {
        co_return co_await loop_.blocking("read the queues", [path = path_]() -> result<consumers::backlogs> {
            std::ifstream in(path);
            if (!in) return error(errc::failed, "cannot read " + path);
            consumers::backlogs found;
            std::string queue;
            for (std::int64_t messages = 0; in >> queue >> messages;) found[queue] = messages;
            return found;
        });
    }

private:
    loop& loop_;
    std::string path_;
};

}  // namespace

int main(int argc, char** argv) {
    std::string path = "queues.txt";
    std::optional<file_broker> broker;
    program consumer_operator("consumer-operator", "Scales Deployments by the number of waiting messages.");
    consumer_operator.flags().add_option("--queues", path, "File with the number of messages of each queue");
    return consumer_operator.run(argc, argv, [&](manager& m) {
        broker.emplace(m.event_loop(), path);
        consumers::add_consumer_controller(m, *broker);
    });
}
