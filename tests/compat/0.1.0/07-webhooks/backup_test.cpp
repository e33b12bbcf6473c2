#include "backup.hpp"

#include <boost/test/unit_test.hpp>

#include <setpoint/testing/admission.hpp>
#include <setpoint/testing/environment.hpp>

BOOST_AUTO_TEST_SUITE(example_07_webhooks)

using namespace backups;

namespace {

backup of_shop() {
    backup b;
    b.metadata.ns = "default";
    b.metadata.name = "shop";
    b.spec = {.database = "shop", .window_begin = "22:00", .window_end = "02:00", .keep = {}};
    return b;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_api_server_calls_the_webhooks) {
    testing::environment env(add_backup_controller);
    BOOST_TEST(env.create(of_shop())->spec.keep.value_or(0) == 3);
    BOOST_CHECK_EXCEPTION(env.patch<backup>("shop", {{"spec", {{"database", "other"}}}}), testing::failure,
                          [](const testing::failure& f) {
                              return std::string(f.what()).find(
                                         "spec.database: Forbidden: cannot be changed") != std::string::npos;
                          });
    BOOST_TEST(env.until<backup>("shop", [](const backup&) { return true; })->spec.database == "shop");
}

// The same functions, called with plain values.
BOOST_AUTO_TEST_CASE(an_empty_window_is_refused) {
    backup b = of_shop();
    set_defaults(b);
    b.spec.window_end = b.spec.window_begin;
    verdict v;
    check(testing::admission_of(b), v);
    BOOST_REQUIRE(v.fields().size() == 1u);
    BOOST_TEST(v.fields()[0].path == "spec.windowEnd");
}

BOOST_AUTO_TEST_SUITE_END()
