// An admission review, from the body of the request to that of the response, without the connection: a
// defaulter that changes the object, so that there is a patch, and a validator, which reads two objects.
#include "../webhook/reviews.hpp"
#include "../webhook/webhooks.hpp"
#include "framework/webhook/admission_endpoints.hpp"
#include "meter.hpp"
#include "setpoint/core/task_scope.hpp"
#include "support/fake_client.hpp"

#include <prometheus/registry.h>

namespace setpoint { inline namespace v0 { namespace gate {

namespace {

struct endpoints_of_web_servers {
    endpoints_of_web_servers() {
        webhook_builder<web_server::web_server>(declared)
            .defaults(bench::set_defaults)
            .validates(bench::check);
        endpoints.add(declared);
    }
    awaitable<void> serve(std::size_t count, const http::server_request& r) {
        for (std::size_t i = 0; i < count; ++i) {
            http::response answered = co_await endpoints.serve(r);
            right += answered.status == 200;
            last = std::move(answered.body);
        }
    }

    virtual_clock time;
    random_source random{1};
    loop l{time, random};
    prometheus::Registry registry;
    metrics measured{registry};
    null_sink sink;
    fake_client api{l};
    webhook_declaration declared;
    admission_endpoints endpoints{l, api, logger(sink, time), measured};
    std::size_t right = 0;
    std::string last;
};

}  // namespace

void answer_reviews(meter& m) {
    constexpr std::size_t count = 500;
    endpoints_of_web_servers e;
    const auto measure = [&](const char* name, bench::review_kind kind) {
        const http::server_request r{"POST",
                                     std::string(bench::path_of(kind)),
                                     {{"Content-Type", "application/json"}},
                                     bench::review(kind, 0)};
        m.measure(name, count, [&] { run_to_end(e.l, "reviews", e.serve(count, r)); });
        meter::expect(bench::what_is_wrong(kind, 0, 1, 200, e.last).empty(), name);
    };
    measure("review: default with a patch", bench::review_kind::defaulted);
    measure("review: validate an update", bench::review_kind::accepted);
    measure("review: reject an update", bench::review_kind::rejected);
    meter::expect(e.right == 6 * count, "every review is answered");
}

}}}  // namespace setpoint::v0::gate
