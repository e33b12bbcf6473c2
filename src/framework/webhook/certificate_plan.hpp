#pragma once
// When the CA and the serving certificate of webhooks are made and replaced, so that at each moment
// everyone who trusts the bundle accepts the certificate in use. Pure: decides from the certificates
// alone.
//
// A CA that has a third of its life left gets a successor, which the bundle then has before the old
// one. After `overlap`, by when all webhook configurations have the new bundle and all replicas the
// new files, the successor issues the serving certificate; after another `overlap` the old CA goes.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/core/secret.hpp"

#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// The contents of the Secret.
struct webhook_keys {
    std::string ca_bundle;  // ca.crt: what clients trust; the newest CA first
    secret ca_key;          // ca.key: of the newest CA
    std::string cert;       // tls.crt
    secret key;             // tls.key
};

struct certificate_times {
    duration ca_valid = std::chrono::hours(365 * 24);
    duration cert_valid = std::chrono::hours(90 * 24);
    duration overlap = std::chrono::hours(1);
};

struct certificate_plan {
    std::optional<webhook_keys> write;  // what is to replace the contents; nothing: they are good
    std::string why;                    // for the log: "the serving certificate expires soon"
    wall_time look_again;               // when the next change is due
    bool from_nothing = false;          // what was held cannot be used: `write` has a new CA
};

// `held`: nothing if there is no Secret yet. `names`: the host names and addresses of the webhooks.
// Contents that do not fit together are replaced. Errors: those of make_ca().
result<certificate_plan> plan_certificates(const std::optional<webhook_keys>& held,
                                           const std::vector<std::string>& names, wall_time now,
                                           random_source& random, const certificate_times& times = {});

}}  // namespace setpoint::v0
