// Names and literals of C++ for the names and texts of a schema.
#include "cli/describe/cpp_names.hpp"

#include <boost/test/unit_test.hpp>

#include <utility>

using namespace setpoint::cli;

BOOST_AUTO_TEST_SUITE(cpp_names_test)

BOOST_AUTO_TEST_CASE(words_of_a_name_are_separated) {
    const std::pair<const char*, const char*> cases[] = {{"apiVersion", "api_version"},
                                                         {"HTTPRoute", "http_route"},
                                                         {"podCIDRs", "pod_cidrs"},
                                                         {"clientIPs", "client_ips"},
                                                         {"externalIPsPolicy", "external_ips_policy"},
                                                         {"http01", "http01"},
                                                         {"S3Bucket", "s3_bucket"},
                                                         {"MyAPI", "my_api"},
                                                         {"Redis", "redis"},
                                                         {"clientIPConfig", "client_ip_config"},
                                                         {"issuer-name", "issuer_name"},
                                                         {"a.b/c$", "a_b_c"},
                                                         {"x__y", "x_y"},
                                                         {"$ref", "ref"},
                                                         {"ID", "id"},
                                                         {"", ""},
                                                         {"caf\xc3\xa9", "caf"}};
    for (const auto& [name, expected] : cases) BOOST_TEST(snake_case(name) == expected, name);
}

BOOST_AUTO_TEST_CASE(an_identifier_is_valid_whatever_the_name) {
    const std::pair<const char*, const char*> cases[] = {{"class", "class_"},
                                                         {"Default", "default_"},
                                                         {"2fa", "n2fa"},
                                                         {"$", "n"},
                                                         {"linux", "linux_"},
                                                         {"tls", "tls"},
                                                         {"sched_priority", "sched_priority_"}};
    for (const auto& [name, expected] : cases) BOOST_TEST(identifier(name) == expected, name);
}

BOOST_AUTO_TEST_CASE(a_namespace_has_parts_that_are_names) {
    for (const char* const good : {"a", "a::b", "acme::certs_v1"}) BOOST_TEST(is_namespace(good), good);
    for (const char* const bad : {"", "::a", "a::", "a:b", "a::class", "1a", "a b", "a-b"})
        BOOST_TEST(!is_namespace(bad), bad);
}

BOOST_AUTO_TEST_CASE(a_name_is_given_away_once) {
    unused_names names;
    BOOST_TEST(names.take("a") == "a");
    BOOST_TEST(names.take("a") == "a_2");
    BOOST_TEST(names.take("a_2") == "a_2_2");
    BOOST_TEST(names.take("a") == "a_3");
    BOOST_TEST(names.is_taken("a_3"));
    BOOST_TEST(!names.is_taken("a_4"));
}

BOOST_AUTO_TEST_CASE(a_literal_is_read_by_a_compiler_as_the_text) {
    BOOST_TEST(literal("a \"b\" \\d") == R"("a \"b\" \\d")");
    BOOST_TEST(literal("a\nb\x01"
                       "2") == R"("a\012b\0012")");
    BOOST_TEST(literal("a?\?/?\?\?") == R"("a?\?/?\?\?")");
    BOOST_TEST(raw_literal("\\d?\?=") == R"("\\d?\?=")");
    BOOST_TEST(raw_literal("abc") == "\"abc\"");
    BOOST_TEST(raw_literal("\\d") == "R\"(\\d)\"");
    BOOST_TEST(raw_literal("(\")\"") == "R\"re((\")\")re\"");
    BOOST_TEST(raw_literal(")re\" )\"") == literal(")re\" )\""));
    BOOST_TEST(raw_literal("\\\n") == R"("\\\012")");
}

BOOST_AUTO_TEST_CASE(documentation_is_cut_to_its_first_sentence) {
    const std::pair<const char*, const char*> cases[] = {
        {"One. Two.", "One."},
        {"  One\n  line. Two.", "One line."},
        {"Of a kind, e.g. This one. Next.", "Of a kind, e.g. This one."},
        {"Version 1.2 of it. Next.", "Version 1.2 of it."},
        {"First paragraph\n\nSecond.", "First paragraph"},
        {"No end", "No end"},
        {"Ends here! More", "Ends here!"},
        {"a tab\tand a bell\x07.", "a tab and a bell ."},
        {"\n\n", ""}};
    for (const auto& [text, expected] : cases) BOOST_TEST(first_sentence(text) == expected, text);
    BOOST_TEST(first_sentence("one two three", 8) == "one two ...");
    BOOST_TEST(first_sentence("\xc3\xa9\xc3\xa9\xc3\xa9", 3) == "\xc3\xa9 ...");
}

BOOST_AUTO_TEST_SUITE_END()
