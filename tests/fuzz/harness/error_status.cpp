// The body of a refusal, from the API server or whatever stands in front of it: always an error that can be
// told.
#include "harness.hpp"
#include "setpoint/client/status.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

void error_status(std::string_view input) {
    const api_status s = parse_status(input);
    for (const int http_status : {0, 400, 404, 409, 410, 422, 429, 500, 504}) {
        const error e = to_error(s, http_status, "get pods default/web");
        expect(e.message.find("get pods default/web") != std::string::npos, "it says what was attempted");
        expect(e.message.size() < 300, "our words do not grow with the server's");
        expect(!e.retry_after || e.retry_after->count() >= 0, "nothing is retried in the past");
    }
}

}}}  // namespace setpoint::v0::fuzz
