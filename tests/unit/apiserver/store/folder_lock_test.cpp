#include "apiserver/store/folder_lock.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(folder_lock_test)

BOOST_AUTO_TEST_CASE(where_no_folder_can_be_made_it_says_what_to_do) {
    const result<apiserver::folder_lock> held = apiserver::folder_lock::take("/proc/absent/data");
    BOOST_REQUIRE(!held);
    BOOST_TEST((held.error().code == errc::bad_config));
    const std::string& text = held.error().message;
    BOOST_TEST(text.starts_with("make the folder /proc/absent: "), text);
    BOOST_TEST(text.ends_with("; choose one in a place that can be written"), text);
    BOOST_TEST(text.find('\n') == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
