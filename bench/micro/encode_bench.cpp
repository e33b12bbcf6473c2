// What it costs to encode what a reconciler sends: the Deployment of a WebServer, applied, and its status.
#include "../gate/events.hpp"
#include "best_of.hpp"
#include "operators/web_server/plan.hpp"
#include "support/fake_client.hpp"

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

constexpr int runs = 5;
constexpr std::size_t operations = 50'000;

void measure(const client& api, const char* what, const kind_info& kind, const void* object,
             const char* subresource) {
    const std::size_t size = api.apply_call(kind, object, subresource, {}).body.size();
    std::size_t bytes = 0;
    const double cost = bench::best_of(
        runs, operations, [] { return 0; },
        [&](int) {
            for (std::size_t i = 0; i < operations; ++i)
                bytes += api.apply_call(kind, object, subresource, {}).body.size();
        });
    if (bytes != size * operations * runs) throw std::logic_error("not the same bytes each time");
    fmt::print("{:<24} {:>5} bytes {:>7.0f} ns\n", what, size, cost);
}

}  // namespace

int main() {
    virtual_clock time;
    random_source random(1);
    loop l(time, random);
    const fake_client api(l);
    const auto self = gate::make_web_server(7, 2);
    const deployment wanted = ::web_server::desired_deployment(*self);
    web_server::web_server reported = *self;
    reported.status = ::web_server::desired_status(*self, {}, wall_time(std::chrono::seconds(1'790'000'000)));
    measure(api, "apply of a Deployment", kind_of<deployment>(), &wanted, "");
    measure(api, "apply of a status", kind_of<web_server::web_server>(), &reported, "status");
}
