#include "setpoint/core/error.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(error_test)

BOOST_AUTO_TEST_CASE(every_code_has_its_own_name) {
    std::set<std::string_view> names;
    for (int i = 0; i <= static_cast<int>(errc::failed); ++i) {
        const std::string_view name = to_string(static_cast<errc>(i));
        BOOST_TEST(names.insert(name).second, "named twice: " << name);
        BOOST_TEST(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos);
    }
    BOOST_TEST(to_string(errc::too_many_requests) == "too_many_requests");
    BOOST_TEST(to_string(errc::failed) == "failed");
}

BOOST_AUTO_TEST_CASE(text_is_the_message_and_the_servers_text_in_quotes) {
    error e(errc::conflict, "update deployments/web");
    BOOST_TEST(e.to_string() == "update deployments/web");
    e.server_text = "the object has been modified";
    BOOST_TEST(e.to_string() == "update deployments/web: \"the object has been modified\"");
}

BOOST_AUTO_TEST_CASE(text_is_the_code_when_there_is_no_message) {
    BOOST_TEST(error(errc::gone, "").to_string() == "gone");
    BOOST_TEST(error().to_string() == "failed");
}

BOOST_AUTO_TEST_CASE(control_characters_of_the_server_are_escaped) {
    error e(errc::invalid, "create pods");
    e.server_text = "first\nlevel=error \x1b[31m\"quoted\"";
    BOOST_TEST(e.to_string() == "create pods: \"first\\nlevel=error \\x1b[31m\\\"quoted\\\"\"");
}

BOOST_AUTO_TEST_CASE(within_prepends_the_attempt_and_keeps_the_rest) {
    error inner(errc::not_found, "get secrets/tls");
    inner.server_text = "secrets \"tls\" not found";
    inner.http_status = 404;
    inner.reason = "NotFound";
    inner.retry_after = std::chrono::seconds(3);

    const error outer = inner.within("read the certificate");
    BOOST_TEST(outer.message == "read the certificate: get secrets/tls");
    BOOST_TEST((outer.code == errc::not_found));
    BOOST_TEST(outer.server_text == inner.server_text);
    BOOST_TEST(outer.http_status == 404);
    BOOST_TEST(outer.reason == "NotFound");
    BOOST_TEST((outer.retry_after == std::chrono::seconds(3)));
    BOOST_TEST(error(errc::timeout, "").within("list pods").message == "list pods");
}

BOOST_AUTO_TEST_CASE(value_of_a_failed_result_throws_a_fault_that_carries_the_error) {
    const result<int> failed = error(errc::forbidden, "list nodes");
    BOOST_CHECK_EXCEPTION(failed.value(), fault, [](const fault& f) {
        return f.why().code == errc::forbidden && std::string_view(f.what()) == "list nodes";
    });
    BOOST_TEST(result<int>(7).value() == 7);
}

BOOST_AUTO_TEST_CASE(value_of_a_failed_result_of_nothing_throws_too) {
    const result<> failed = error(errc::stopping, "apply services/web");
    BOOST_CHECK_THROW(failed.value(), fault);
    BOOST_CHECK_NO_THROW(result<>().value());
}

BOOST_AUTO_TEST_CASE(cancellation_is_not_an_exception_of_the_standard_library) {
    bool swallowed = false;
    try {
        try {
            throw cancelled{};
        } catch (const std::exception&) {
            swallowed = true;
        }
    } catch (const cancelled&) {
    }
    BOOST_TEST(!swallowed);
}

BOOST_AUTO_TEST_SUITE_END()
