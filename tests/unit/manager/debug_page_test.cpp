// The page at /debug: it needs nothing from elsewhere, and its policy forbids the rest.
#include "framework/manager/debug_page.hpp"

#include <boost/test/unit_test.hpp>

#include <regex>
#include <stdexcept>
#include <string>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(debug_page_test)

namespace {

std::size_t count_of(const std::string& text, const char* pattern) {
    const std::regex r(pattern);
    return static_cast<std::size_t>(
        std::distance(std::sregex_iterator(text.begin(), text.end(), r), std::sregex_iterator()));
}

}  // namespace

// The hashes of "a" and "b": printf a | openssl dgst -sha256 -binary | base64.
BOOST_AUTO_TEST_CASE(the_policy_allows_the_two_inline_parts_by_hash) {
    BOOST_TEST(
        content_policy("<style>a</style><script>b</script>") ==
        "default-src 'none'; style-src 'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='; "
        "script-src 'sha256-PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0='; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'");
    for (const char* const incomplete :
         {"", "<style>a</style>", "<style>a</style><script>b", "</style><style>"})
        BOOST_CHECK_THROW(content_policy(incomplete), std::logic_error);
}

BOOST_AUTO_TEST_CASE(the_page_needs_nothing_that_its_policy_forbids) {
    const std::string page(debug_page_text());
    BOOST_TEST(page.starts_with("<!DOCTYPE html>"));
    BOOST_TEST(count_of(page, "<script") == 1u);
    BOOST_TEST(count_of(page, "<style") == 1u);
    for (const char* const forbidden :
         {"https?://", "\\ssrc=", "\\sstyle=", "<link", "<img", "<iframe", "@import", "url\\(",
          "\\son[a-z]+=\"", "innerHTML", "outerHTML", "insertAdjacentHTML", "document\\.write", "\\beval\\b"})
        BOOST_TEST(count_of(page, forbidden) == 0u, forbidden);
}

BOOST_AUTO_TEST_CASE(the_page_has_names_for_assistive_technology) {
    const std::string page(debug_page_text());
    BOOST_TEST(count_of(page, "<html lang=\"en\">") == 1u);
    BOOST_TEST(count_of(page, "<main>") == 1u);
    BOOST_TEST(count_of(page, "<h1") == 1u);
    BOOST_TEST(count_of(page, "<caption>") == count_of(page, "<table"));
    BOOST_TEST(count_of(page, "<th[ >]") == count_of(page, "<th scope=\"col\""));
    BOOST_TEST(count_of(page, "prefers-color-scheme: dark") == 1u);
    BOOST_TEST(count_of(page, "role=\"status\"") == 1u);
}

BOOST_AUTO_TEST_CASE(the_response_isolates_the_page) {
    const http::response r = debug_page();
    BOOST_TEST(r.status == 200);
    BOOST_TEST(r.body == debug_page_text());
    const auto has = [&](std::string_view name, std::string_view value) {
        return http::find_header(r.headers, name) == value;
    };
    BOOST_TEST(has("Content-Type", "text/html; charset=utf-8"));
    BOOST_TEST(has("Content-Security-Policy", content_policy(debug_page_text())));
    BOOST_TEST(has("X-Content-Type-Options", "nosniff"));
    BOOST_TEST(has("X-Frame-Options", "DENY"));
    BOOST_TEST(has("Referrer-Policy", "no-referrer"));
}

BOOST_AUTO_TEST_SUITE_END()
