#include "setpoint/api/image_reference.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <array>

BOOST_AUTO_TEST_SUITE(image_reference_limits)

// Empty for a reference, otherwise why it is invalid.
static std::string check_image_reference(std::string_view image) {
    const auto read = setpoint::parse_image_reference(image);
    return read ? std::string() : read.error().message;
}
namespace data = boost::unit_test::data;

static const std::array<const char*, 13> good = {
    "nginx",
    "nginx:1.23.1",
    "library/nginx:latest",
    "docker.io/library/nginx:1.23",
    "localhost/app:1",
    "localhost:5000/app",
    "registry.example.com:5000/team/app_one/web-server:v1.2.3-rc.1",
    "a__b/c--d:x",
    "Registry.Example/app",
    "nginx@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "nginx:1.23@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "n",
    "1/2/3"};

static const std::array<const char*, 24> bad = {"",
                                                " ",
                                                "nginx:",
                                                "nginx: 1",
                                                "nginx:not a tag",
                                                "not an image",
                                                "Nginx",
                                                "nginx/",
                                                "/nginx",
                                                "nginx//x",
                                                "-nginx",
                                                "nginx-",
                                                "nginx..x",
                                                "a___b",
                                                "nginx:1:2",
                                                "nginx@",
                                                "nginx@sha256:",
                                                "nginx@sha256:xyz",
                                                ":1",
                                                "@sha256:0123456789abcdef0123456789abcdef",
                                                "reg..istry.io/x",
                                                "registry.io:port/x",
                                                "registry.io:/x",
                                                "nginx:-1"};

BOOST_DATA_TEST_CASE(a_reference_is_accepted, data::make(good), image) {
    BOOST_TEST(check_image_reference(image) == "");
}

BOOST_DATA_TEST_CASE(what_is_no_reference_is_refused_with_a_reason, data::make(bad), image) {
    BOOST_TEST(check_image_reference(image) != "");
}

BOOST_AUTO_TEST_CASE(a_name_or_tag_that_is_too_long_is_refused) {
    // Docker Hub's name for it begins with "library/", which counts.
    BOOST_TEST(check_image_reference(std::string(247, 'a')) == "");
    BOOST_TEST(check_image_reference(std::string(248, 'a')) != "");
    BOOST_TEST(check_image_reference("registry.example/" + std::string(255, 'a')) == "");
    BOOST_TEST(check_image_reference("registry.example/" + std::string(256, 'a')) != "");
    BOOST_TEST(check_image_reference("a:" + std::string(128, 't')) == "");
    BOOST_TEST(check_image_reference("a:" + std::string(129, 't')) != "");
}

BOOST_AUTO_TEST_SUITE_END()
