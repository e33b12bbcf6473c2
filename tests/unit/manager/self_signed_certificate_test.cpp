#include "framework/manager/self_signed_certificate.hpp"

#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(self_signed_certificate_test)

BOOST_AUTO_TEST_CASE(one_certificate_serves_until_it_is_time_for_another) {
    virtual_world w;
    null_sink nothing;
    self_signed_certificate own(w.l, logger(nothing, w.time), "op-0");
    const http::tls_context_ptr first = own.current();
    BOOST_REQUIRE(first);
    w.time.advance(self_signed_certificate::renewed_after - 1s);
    BOOST_CHECK(own.current() == first);
    w.time.advance(1s);
    const http::tls_context_ptr second = own.current();
    BOOST_REQUIRE(second);
    BOOST_CHECK(second != first);
    BOOST_CHECK(own.current() == second);
    BOOST_CHECK(self_signed_certificate::renewed_after < self_signed_certificate::valid);
}

BOOST_AUTO_TEST_CASE(a_host_name_that_no_certificate_can_hold_is_left_out) {
    virtual_world w;
    null_sink nothing;
    self_signed_certificate own(w.l, logger(nothing, w.time), "my_machine,DNS:evil");
    BOOST_CHECK(own.current());
}

BOOST_AUTO_TEST_SUITE_END()
