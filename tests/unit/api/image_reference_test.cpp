// If Go is installed, tests/integration/readers compares many more with the reference
// implementation.
#include "setpoint/api/image_reference.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(image_reference_test)

namespace {

const std::string digits = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

// "registry|repository|tag|digest", or "" for an invalid reference.
std::string parts_of(const std::string& text) {
    const auto r = parse_image_reference(text);
    return r ? fmt::format("{}|{}|{}|{}", r->registry, r->repository, r->tag, r->digest) : "";
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_reference_has_four_parts) {
    const std::string digest = "sha256:" + digits;
    const std::pair<std::string, std::string> cases[] = {
        {"nginx", "|nginx||"},
        {"nginx:1.23", "|nginx|1.23|"},
        {"library/nginx:1", "|library/nginx|1|"},
        {"docker.io/nginx", "docker.io|nginx||"},
        {"localhost/a", "localhost|a||"},
        {"localhost:5000/a:b", "localhost:5000|a|b|"},
        {"[2001:db8::1]:5000/foo/bar:1", "[2001:db8::1]:5000|foo/bar|1|"},
        {"[::1]/a", "[::1]|a||"},
        {"a.b:80", "|a.b|80|"},  // without a slash there is no registry
        {"127.0.0.1:80/a", "127.0.0.1:80|a||"},
        {"Registry/a", "Registry|a||"},
        {"a_b.c/d:1", "|a_b.c/d|1|"},
        {"a@" + digest, "|a||" + digest},
        {"a.b/c:d@" + digest, "a.b|c|d|" + digest},
        {"a@sha384:" + digits + digits.substr(32), "|a||sha384:" + digits + digits.substr(32)},
        {"a@sha512:" + digits + digits, "|a||sha512:" + digits + digits},
        {digits + ":1", "|" + digits + "|1|"},
        {digits.substr(1), "|" + digits.substr(1) + "||"},
    };
    for (const auto& [text, parts] : cases) BOOST_TEST(parts_of(text) == parts, text);
}

BOOST_AUTO_TEST_CASE(invalid_reference_is_rejected_with_a_reason) {
    const std::string texts[] = {digits,
                                 "a@sha256:" + digits.substr(32),
                                 "a@sha256:" + digits + "0",
                                 "a@sha256:" + digits.substr(1) + "A",
                                 "a@sha512:" + digits,
                                 "a@md5:" + digits.substr(32),
                                 "a@SHA256:" + digits,
                                 "a@sha256:" + digits + ":1",
                                 "[2001:db8::1/a",
                                 "[]/a",
                                 "[::1]5000/a",
                                 "[::1]:/a",
                                 "[fe80::1%eth0]/a",
                                 "::1/a",
                                 "reg./a",
                                 "reg.:80/a",
                                 std::string("a\0b", 3),
                                 "a\n",
                                 "\xc3\x84/a"};
    for (const std::string& text : texts) {
        const auto r = parse_image_reference(text);
        BOOST_TEST(!r, text);
        if (!r) BOOST_TEST((r.error().code == errc::bad_data && !r.error().message.empty()));
    }
}

BOOST_AUTO_TEST_SUITE_END()
