#include "framework/webhook/certificate_plan.hpp"

#include "framework/http/certificate_facts.hpp"
#include "setpoint/http/certificates.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <deque>

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

const std::vector<std::string> names{"site-webhook.site-system.svc", "site-webhook.site-system"};
const wall_time begin = wall_time(std::chrono::sys_days(std::chrono::year(2026) / 1 / 1));

// What everyone has seen of the Secret, since when.
struct history {
    std::deque<std::pair<wall_time, webhook_keys>> states;
    random_source random{1};
    certificate_times times;
    int written = 0;

    // Takes all steps that are due at `now`; returns when the next one is.
    wall_time step(wall_time now, const std::vector<std::string>& wanted = names) {
        for (;;) {
            std::optional<webhook_keys> held;
            if (!states.empty()) held = states.back().second;
            auto plan = plan_certificates(held, wanted, now, random, times);
            BOOST_REQUIRE_MESSAGE(plan.has_value(), plan.error().to_string());
            if (!plan->write) return plan->look_again;
            BOOST_REQUIRE(!plan->why.empty());
            BOOST_REQUIRE_MESSAGE(++written < 1000, "the plan never comes to rest: " << plan->why);
            states.emplace_back(now, std::move(*plan->write));
        }
    }
    // Everything that a process which reads at least once an `overlap` may have at `now`.
    std::vector<const webhook_keys*> in_use(wall_time now) const {
        std::vector<const webhook_keys*> all;
        for (std::size_t i = 0; i < states.size(); ++i)
            if (i + 1 == states.size() || states[i + 1].first + times.overlap > now)
                all.push_back(&states[i].second);
        return all;
    }
};

bool trusts(const webhook_keys& client, const webhook_keys& server, wall_time now) {
    const auto cas = http::split_certificates(client.ca_bundle);
    const auto cert = http::facts_of(server.cert).value();
    return cert.not_before <= now && now < cert.not_after &&
           std::any_of(
               cas.begin(), cas.end(),
               [&](const std::string& ca) {
                   const auto facts = http::facts_of(ca).value();
                   return facts.not_before <= now && now < facts.not_after &&
                          http::is_issued_by(server.cert, ca);
               });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(certificate_plan_test)

BOOST_AUTO_TEST_CASE(the_first_step_makes_everything) {
    history h;
    const wall_time next = h.step(begin);
    BOOST_TEST(h.written == 1);
    const webhook_keys& keys = h.states.back().second;
    BOOST_TEST(http::is_issued_by(keys.cert, keys.ca_bundle));
    BOOST_TEST(http::is_key_of(keys.key, keys.cert));
    BOOST_TEST(http::is_key_of(keys.ca_key, keys.ca_bundle));
    BOOST_TEST(http::facts_of(keys.cert).value().names == names, boost::test_tools::per_element());
    BOOST_CHECK(next > begin + h.times.cert_valid / 2);
    BOOST_CHECK(next < begin + h.times.cert_valid);
}

// The clock was ahead when they were made, and was corrected since.
BOOST_AUTO_TEST_CASE(certificates_that_are_not_valid_yet_are_replaced) {
    history h;
    h.step(begin + 24h);
    h.step(begin);
    const webhook_keys& keys = h.states.back().second;
    BOOST_TEST(h.written == 2);
    BOOST_TEST(trusts(keys, keys, begin));
    // A serving certificate of a CA that is valid.
    const wall_time late = begin + 24h;
    h.step(late, {"other.site-system.svc"});
    h.step(begin + 1h, {"other.site-system.svc"});
    BOOST_TEST(trusts(h.states.back().second, h.states.back().second, begin + 1h));
    // Clocks differ a little between replicas.
    const int before = h.written;
    h.step(begin + 1h - 4min, {"other.site-system.svc"});
    BOOST_TEST(h.written == before);
}

// Through five years: whoever reads the Secret or the configurations up to an overlap too late still trusts,
// and is trusted by, everyone else.
BOOST_AUTO_TEST_CASE(everyone_trusts_everyone_for_years) {
    history h;
    const wall_time end = begin + 24h * 365 * 5;
    std::vector<std::string> authorities;
    wall_time looked = begin;
    for (wall_time now = begin; now < end;) {
        const wall_time next = h.step(now);
        BOOST_REQUIRE_MESSAGE(next > now, "a step that is due was not taken");
        // Just after a change, and just before the next one.
        for (const wall_time at : {now, now + h.times.overlap - 1s, next - 1s}) {
            if (at < looked) continue;
            looked = at;
            for (const webhook_keys* client : h.in_use(at))
                for (const webhook_keys* server : h.in_use(at))
                    BOOST_REQUIRE_MESSAGE(
                        trusts(*client, *server, at),
                        "not trusted after "
                            << std::chrono::duration_cast<std::chrono::hours>(at - begin).count()
                            << " hours");
        }
        for (std::string& ca : http::split_certificates(h.states.back().second.ca_bundle))
            if (std::find(authorities.begin(), authorities.end(), ca) == authorities.end())
                authorities.push_back(std::move(ca));
        now = next;
    }
    // A CA lives for two thirds of a year: eight or nine of them. Each step is written once.
    BOOST_TEST(authorities.size() >= 7u);
    BOOST_TEST(authorities.size() <= 9u);
    BOOST_TEST(h.written < 70);
    BOOST_TEST(http::split_certificates(h.states.back().second.ca_bundle).size() <= 2u);
}

BOOST_AUTO_TEST_CASE(other_names_get_a_new_certificate_of_the_same_authority) {
    history h;
    h.step(begin);
    const std::string ca = h.states.back().second.ca_bundle;
    h.step(begin + 1h, {"other.site-system.svc"});
    BOOST_TEST(h.written == 2);
    BOOST_TEST(h.states.back().second.ca_bundle == ca);
    BOOST_TEST(http::facts_of(h.states.back().second.cert).value().names.at(0) == "other.site-system.svc");
}

BOOST_AUTO_TEST_CASE(contents_that_do_not_fit_together_are_replaced) {
    history h, other;
    other.random = random_source(2);
    h.step(begin);
    other.step(begin);
    const webhook_keys good = h.states.back().second, strange = other.states.back().second;
    const auto broken = [&](auto change) {
        webhook_keys k = good;
        change(k);
        const auto plan = plan_certificates(k, names, begin + 1h, h.random).value();
        BOOST_REQUIRE(plan.write);
        BOOST_TEST(plan.from_nothing);
        BOOST_TEST(http::is_issued_by(plan.write->cert, plan.write->ca_bundle));
    };
    broken([](webhook_keys& k) { k.cert = "garbage"; });
    broken([](webhook_keys& k) { k.ca_bundle.clear(); });
    broken([&](webhook_keys& k) { k.key = strange.key; });
    broken([&](webhook_keys& k) { k.ca_key = strange.ca_key; });
    broken([&](webhook_keys& k) { k.ca_bundle = strange.ca_bundle; });
    // Nobody has looked for years: all has expired.
    BOOST_TEST(plan_certificates(good, names, begin + 24h * 800, h.random).value().from_nothing);
}

BOOST_AUTO_TEST_SUITE_END()
