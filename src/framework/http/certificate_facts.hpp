#pragma once
// What certificates say: validity, names, issuer.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace http {

struct certificate_facts {
    wall_time not_before, not_after;
    std::vector<std::string> names;  // host names and addresses, in their order
};

// Of the first certificate in the text. Errors: bad_data.
result<certificate_facts> facts_of(const std::string& cert_pem);
// Whether the first certificate of `ca_pem` has signed the first of `cert_pem`. False for unreadable
// text.
bool is_issued_by(const std::string& cert_pem, const std::string& ca_pem);
bool is_key_of(const secret& key_pem, const std::string& cert_pem);
// Returns each certificate of a bundle with its delimiters.
std::vector<std::string> split_certificates(std::string_view pem);

}}}  // namespace setpoint::v0::http
