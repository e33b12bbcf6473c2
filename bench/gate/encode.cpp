// What a reconciler sends: the Deployment of a WebServer, applied, and its status.
#include "events.hpp"
#include "meter.hpp"
#include "operators/web_server/plan.hpp"
#include "support/fake_client.hpp"

namespace setpoint { inline namespace v0 { namespace gate {

using namespace kinds;

void encode_writes(meter& m) {
    constexpr std::size_t count = 500;
    virtual_clock time;
    random_source random(1);
    loop l(time, random);
    const fake_client api(l);
    const auto self = make_web_server(7, 2);
    const deployment wanted = ::web_server::desired_deployment(*self);
    web_server::web_server reported = *self;
    reported.status = ::web_server::desired_status(*self, {}, wall_time(std::chrono::seconds(1'790'000'000)));
    const auto encode_with = [&](const kind_info& kind, const void* object, const char* subresource) {
        std::size_t bytes = 0;
        for (std::size_t i = 0; i < count; ++i)
            bytes += api.apply_call(kind, object, subresource, {}).body.size();
        meter::expect(bytes / count > 200, "it is encoded");
    };
    m.measure("encode a Deployment", count, [&] { encode_with(kind_of<deployment>(), &wanted, ""); });
    m.measure("encode a status", count,
              [&] { encode_with(kind_of<web_server::web_server>(), &reported, "status"); });
}

}}}  // namespace setpoint::v0::gate
