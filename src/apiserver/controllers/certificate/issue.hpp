#pragma once
// Signs certificate requests (kubernetes' pkg/controller/certificates/authority).

#include "apiserver/kinds/certificates/signing_request.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/http/certificates.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct wanted_certificate {
    std::vector<std::string> usages;  // as in spec.usages
    duration valid;
};

// The certificate in PEM, with the subject, the key and the alternative names of the request: valid from five
// minutes before `now`, and not longer than the CA. `random`: for the serial number.
// Errors: bad_config for an unusable CA, one that has expired included; bad_data for a request whose
// signature is wrong, or unknown usages; failed if OpenSSL fails.
result<std::string> issue_requested(const http::certificate& ca, const signing_request& request,
                                    const wanted_certificate& wanted, wall_time now, random_source& random);

}}}  // namespace setpoint::v0::apiserver
