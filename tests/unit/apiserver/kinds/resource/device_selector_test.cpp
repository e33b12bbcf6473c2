// Expressions that select devices.

#include "apiserver/kinds/resource/device_selector.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;

// The first line of the error, without its path.
std::string selector_error(std::string_view expression) {
    field_errors errors;
    validate_device_selector(expression, "x", errors);
    if (errors.empty()) return {};
    const std::string text = errors[0].text();
    return text.substr(3, text.find('\n') - 3);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(device_selector_test)

BOOST_AUTO_TEST_CASE(selectors_are_about_a_device) {
    BOOST_TEST(selector_error(
                   "device.driver == 'a' && device.attributes['a'].big && device.allowMultipleAllocations") ==
               "");
    BOOST_TEST(selector_error("device.attributes['a'].big") == "");
    BOOST_TEST(selector_error("device.capacity['a'].memory.isGreaterThan(quantity('1Gi'))") == "");
    BOOST_TEST(selector_error("cel.bind(a, device.attributes['a'], a.x && a.y)") == "");
    BOOST_TEST(
        selector_error("device.none") ==
        "Invalid value: \"device.none\": compilation failed: ERROR: <input>:1:7: undefined field 'none'");
}

BOOST_AUTO_TEST_CASE(selectors_are_true_or_false) {
    BOOST_TEST(selector_error("device.driver") ==
               "Invalid value: \"device.driver\": must evaluate to bool or the unknown type, not string");
}

BOOST_AUTO_TEST_CASE(expensive_selectors_are_refused) {
    constexpr auto nested =
        "device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, "
        "a == b && c == d))))";
    BOOST_TEST(selector_error(nested) == "Forbidden: too complex, exceeds cost limit");
    BOOST_TEST(selector_error("device.attributes.all(a, a == 'b')") == "");
}

BOOST_AUTO_TEST_SUITE_END()
