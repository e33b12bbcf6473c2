// Names of children and label values, for the names that the API server accepts.
#include "setpoint/api/child_name.hpp"

#include "framework/api/label_syntax.hpp"
#include "support/object_names.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <set>
#include <stdexcept>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(child_name_test)

namespace {

bool is_service_name(const std::string& s) {
    return detail::is_dns_label(s) && s.front() >= 'a' && s.front() <= 'z';
}

// Two names that collide.
struct distinct {
    std::map<std::string, std::string> from;
    bool add(const std::string& result, const std::string& name) {
        return from.emplace(result, name).first->second == name;
    }
    std::string owner_of(const std::string& result) const {
        const auto at = from.find(result);
        return at == from.end() ? "" : at->second;
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_name_that_fits_is_kept) {
    const std::string just_fits(63 - 8, 'a');
    for (const std::string& name : {std::string("web"), std::string("a"), std::string("web-2"), just_fits})
        BOOST_TEST(child_name(name, "-service") == name + "-service");
    for (const std::string& name : {std::string("my.site"), std::string("9lives"), std::string(251, 'z')}) {
        BOOST_TEST(child_name(name, "-0", name_form::subdomain) == name + "-0");
        if (name.size() <= 63) BOOST_TEST(label_value_of(name) == name);
    }
    BOOST_TEST(label_value_of(std::string(63, '9')) == std::string(63, '9'));
}

BOOST_AUTO_TEST_CASE(a_name_that_does_not_fit_is_changed_in_the_same_way_in_every_release) {
    // The hashes are 64-bit FNV-1a.
    BOOST_TEST(child_name("my.site", "-service") == "my-site--18b3277cf7b9f94c-service");
    BOOST_TEST(child_name("9lives", "-service") == "p9lives--4957136e68217d47-service");
    BOOST_TEST(child_name(std::string(60, 'a'), "-service") ==
               std::string(37, 'a') + "--895a07966195c431-service");
    BOOST_TEST(child_name(std::string(253, 'a'), "-0", name_form::subdomain) ==
               std::string(233, 'a') + "--8e8f6581e0ff9e30-0");
    BOOST_TEST(label_value_of(std::string(64, 'a')) == std::string(45, 'a') + "--db007849f35ebbe5");
    BOOST_TEST(child_name("web--0123456789abcdef", "-service") ==
               "web--0123456789abcdef--7006a121a6250877-service");
}

BOOST_AUTO_TEST_CASE(results_are_valid_and_distinct_for_any_name) {
    object_names make;
    BOOST_TEST_INFO_SCOPE("SETPOINT_SEED=" << make.seed);
    distinct services, pods, labels, bare, short_stems;
    std::set<std::string> names = make.make(4000);
    // A changed name is itself a valid owner name.
    for (const std::string& name : std::set<std::string>(names)) {
        names.insert(child_name_stem(name, 55));
        names.insert(child_name_stem(name, 251, name_form::subdomain));
        names.insert(label_value_of(name));
    }
    for (const std::string& name : names) {
        BOOST_REQUIRE_MESSAGE(detail::is_dns_subdomain(name), name);
        const std::string service = child_name(name, "-service"), label = label_value_of(name);
        const std::string pod = child_name(name, "-0", name_form::subdomain);
        const std::string deployment = child_name_stem(name, 242, name_form::subdomain);
        BOOST_REQUIRE_MESSAGE(is_service_name(service), name << " " << service);
        BOOST_REQUIRE_MESSAGE(service.ends_with("-service"), service);
        BOOST_REQUIRE_MESSAGE(detail::is_dns_subdomain(pod), name << " " << pod);
        BOOST_REQUIRE_MESSAGE((detail::is_dns_subdomain(deployment) && deployment.size() <= 242), deployment);
        BOOST_REQUIRE_MESSAGE((detail::is_label_value(label) && !label.empty()), name << " " << label);
        BOOST_REQUIRE_MESSAGE(services.add(service, name), name << " " << services.owner_of(service));
        BOOST_REQUIRE_MESSAGE(pods.add(pod, name), name << " " << pods.owner_of(pod));
        BOOST_REQUIRE_MESSAGE(bare.add(deployment, name), name << " " << bare.owner_of(deployment));
        BOOST_REQUIRE_MESSAGE(labels.add(label, name), name << " " << labels.owner_of(label));
        BOOST_REQUIRE_MESSAGE(short_stems.add(child_name_stem(name, 19), name), name);
        BOOST_REQUIRE(child_name(name, "-service") == service);
    }
}

BOOST_AUTO_TEST_CASE(invalid_names_become_valid) {
    for (const std::string_view name :
         {"", "-", ".", "Web", "a_b", "system:admin", "..", "a..b", "\xc3\xa4", "a."}) {
        BOOST_TEST(is_service_name(child_name(name, "-x")), name);
        BOOST_TEST(detail::is_dns_subdomain(child_name(name, "-x", name_form::subdomain)), name);
        BOOST_TEST((detail::is_label_value(label_value_of(name)) && !label_value_of(name).empty()), name);
    }
}

BOOST_AUTO_TEST_CASE(a_suffix_that_leaves_no_room_is_a_programming_error) {
    BOOST_CHECK_NO_THROW(child_name("my.site", std::string(44, 'x')));
    BOOST_CHECK_THROW(child_name("web", std::string(45, 'x')), std::invalid_argument);
    BOOST_CHECK_THROW(child_name("web", std::string(300, 'x'), name_form::subdomain), std::invalid_argument);
    BOOST_CHECK_THROW(child_name_stem("web", 64), std::invalid_argument);
    BOOST_CHECK_THROW(child_name_stem("web", 18), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
