#include "framework/webhook/certificate_plan.hpp"

#include "framework/http/certificate_facts.hpp"
#include "setpoint/http/certificates.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

using http::certificate_facts;

// Replaced with a third of its life left: enough for weeks without an API server.
wall_time renewal_of(const certificate_facts& f) {
    return f.not_after - (f.not_after - f.not_before) / 3;
}

// Certificates are dated back a little when they are made, for clocks that differ.
bool is_valid(const certificate_facts& f, wall_time now) {
    return f.not_before <= now && now < f.not_after;
}

struct contents {
    std::vector<std::string> cas;
    certificate_facts newest, cert;
    std::size_t issuer = 0;  // of the serving certificate, in cas
};

// Nothing if they do not fit together, or something has expired or is not valid yet.
std::optional<contents> read(const std::optional<webhook_keys>& held, wall_time now) {
    if (!held) return std::nullopt;
    contents c;
    c.cas = http::split_certificates(held->ca_bundle);
    if (c.cas.empty() || !http::is_key_of(held->ca_key, c.cas.front()) ||
        !http::is_key_of(held->key, held->cert))
        return std::nullopt;
    const auto newest = http::facts_of(c.cas.front()), cert = http::facts_of(held->cert);
    const auto by = std::find_if(c.cas.begin(), c.cas.end(),
                                 [&](const std::string& ca) { return http::is_issued_by(held->cert, ca); });
    if (!newest || !cert || by == c.cas.end()) return std::nullopt;
    const auto issuer = http::facts_of(*by);
    if (!issuer || !is_valid(*issuer, now) || !is_valid(*newest, now) || !is_valid(*cert, now))
        return std::nullopt;
    c.newest = *newest;
    c.cert = *cert;
    c.issuer = static_cast<std::size_t>(by - c.cas.begin());
    return c;
}

class planner {
public:
    planner(const std::vector<std::string>& names, wall_time now, random_source& random,
            const certificate_times& times)
        : names_(names), now_(now), random_(random), times_(times) {}

    result<certificate_plan> begin() {
        auto ca = make_ca();
        if (!ca) return ca.error();
        auto plan = issue({ca->cert_pem, std::move(ca->key_pem), {}, {}}, ca->cert_pem,
                          "there are no usable certificates");
        if (plan) plan->from_nothing = true;
        return plan;
    }

    result<certificate_plan> go_on(const webhook_keys& held, const contents& c) {
        if (c.issuer != 0 && now_ >= c.newest.not_before + times_.overlap)
            return issue(held, c.cas.front(), "the new CA is trusted by now");
        if (c.issuer == 0 && (now_ >= renewal_of(c.cert) || c.cert.names != names_))
            return issue(held, c.cas.front(),
                         c.cert.names == names_ ? "the serving certificate expires soon"
                                                : "the serving certificate has other names");
        if (c.issuer == 0 && c.cas.size() > 1 && now_ >= c.cert.not_before + times_.overlap) {
            webhook_keys without = held;
            without.ca_bundle = c.cas.front();
            return done(std::move(without), "the old CA is not used any more");
        }
        if (c.issuer == 0 && c.cas.size() == 1 && now_ >= renewal_of(c.newest)) {
            auto ca = make_ca();
            if (!ca) return ca.error();
            return done({ca->cert_pem + c.cas.front(), std::move(ca->key_pem), held.cert, held.key},
                        "the CA expires soon");
        }
        return certificate_plan{std::nullopt, {}, next(c), false};
    }

private:
    // When go_on() would next do something.
    wall_time next(const contents& c) const {
        if (c.issuer != 0) return c.newest.not_before + times_.overlap;
        wall_time due = renewal_of(c.cert);
        return std::min(due, c.cas.size() > 1 ? c.cert.not_before + times_.overlap : renewal_of(c.newest));
    }
    result<http::certificate> make_ca() {
        return http::make_ca("setpoint webhooks CA", now_, random_, times_.ca_valid);
    }
    result<certificate_plan> issue(webhook_keys keys, const std::string& ca_pem, std::string why) {
        http::certificate_request wanted;
        wanted.common_name = "setpoint webhooks";
        wanted.names = names_;
        wanted.server = true;
        wanted.valid = times_.cert_valid;
        auto made = http::issue_certificate({ca_pem, keys.ca_key}, wanted, now_, random_);
        if (!made) return made.error();
        keys.cert = std::move(made->cert_pem);
        keys.key = std::move(made->key_pem);
        return done(std::move(keys), std::move(why));
    }
    // Looked at again at once, since another step may be due.
    result<certificate_plan> done(webhook_keys keys, std::string why) const {
        return certificate_plan{std::move(keys), std::move(why), now_, false};
    }

    const std::vector<std::string>& names_;
    wall_time now_;
    random_source& random_;
    const certificate_times& times_;
};

}  // namespace

result<certificate_plan> plan_certificates(const std::optional<webhook_keys>& held,
                                           const std::vector<std::string>& names, wall_time now,
                                           random_source& random, const certificate_times& times) {
    const auto c = read(held, now);
    planner p(names, now, random, times);
    return c ? p.go_on(*held, *c) : p.begin();
}

}}  // namespace setpoint::v0
