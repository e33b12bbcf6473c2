// PEM blocks as Go's encoding/pem finds them.
#include "apiserver/go/pem.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

using setpoint::apiserver::go_text::next_pem_block;

BOOST_AUTO_TEST_SUITE(pem_test)

namespace {

// "TYPE=BYTES", with a star after the type of a block that has headers; then what is left.
std::string blocks_of(std::string_view text) {
    std::string out;
    while (const auto block = next_pem_block(text))
        out += block->type + (block->has_headers ? "*" : "") + "=" + block->bytes + " ";
    return out + "[" + std::string(text) + "]";
}

std::string block(const std::string& type, const std::string& content) {
    return "-----BEGIN " + type + "-----\n" + content + "-----END " + type + "-----\n";
}

}  // namespace

BOOST_AUTO_TEST_CASE(blocks_are_found_in_other_text) {
    BOOST_TEST(blocks_of("") == "[]");
    BOOST_TEST(blocks_of("nothing") == "[nothing]");
    BOOST_TEST(blocks_of("x\n" + block("A", "eHl6\n") + "y\n" + block("B C", "eA==\n") + "z") ==
               "A=xyz B C=x [z]");
    BOOST_TEST(blocks_of("-----BEGIN A-----\r\neH\r\nl6\r\n-----END A-----") == "A=xyz []");
    BOOST_TEST(blocks_of(block("A", " eH\tl6 \n")) == "A=xyz []");
    BOOST_TEST(blocks_of(block("A", "")) == "A= []");
}

BOOST_AUTO_TEST_CASE(headers_precede_the_content) {
    BOOST_TEST(blocks_of(block("A", "K: v\n\neHl6\n")) == "A*=xyz []");
    BOOST_TEST(blocks_of(block("A", "K: v\n")) == "[" + block("A", "K: v\n") + "]");
    BOOST_TEST(blocks_of("-----BEGIN A-----\nK: v\n") == "[-----BEGIN A-----\nK: v\n]");
}

BOOST_AUTO_TEST_CASE(what_is_no_block_is_skipped) {
    const std::string good = block("B", "eA==\n");
    for (const std::string& bad :
         {block("A", "e\n"), std::string("-----BEGIN A-----\neA==\n-----END B-----\n"),
          std::string("-----BEGIN A-----\neA==\n-----END A----\n"),
          std::string("-----BEGIN A-----\neA==\n-----END A----- x\n"),
          std::string("-----BEGIN A\n\n-----END A\n"),
          std::string("x -----BEGIN A-----\neA==\n-----END A-----\n"), std::string("\n-----END A-----\n")})
        BOOST_TEST(blocks_of(bad + good) == "B=x []", bad);
    BOOST_TEST(blocks_of("-----BEGIN A-----\n" + good) == "B=x []");
}

BOOST_AUTO_TEST_SUITE_END()
