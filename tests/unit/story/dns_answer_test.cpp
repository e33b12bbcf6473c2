// Responses of DNS for the names of Services.
#include "testkit/story/dns_answer.hpp"

#include <boost/test/unit_test.hpp>

using namespace std::string_literals;
using setpoint::story::dns_answer;

BOOST_AUTO_TEST_SUITE(dns_answer_test)

namespace {

std::vector<std::string> lookup(const std::string& name) {
    if (name == "db.shop.svc") return {"10.96.0.1", "10.96.0.2"};
    if (name == "six") return {"fd00::1"};
    return {};
}

const std::string head = "\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00"s;
const std::string name =
                      "\x02"
                      "dB\x04shop\x03svc\x00"s,
                  other = "\x02xx\x00"s, six = "\x03six\x00"s;
const std::string of_a = "\x00\x01\x00\x01"s, of_aaaa = "\x00\x1c\x00\x01"s;

}  // namespace

BOOST_AUTO_TEST_CASE(names_have_addresses_in_any_case) {
    BOOST_TEST(dns_answer(head + name + of_a, lookup) ==
               "\x12\x34\x85\x80\x00\x01\x00\x02\x00\x00\x00\x00"s + name + of_a +
                   "\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x01\x00\x04\x0a\x60\x00\x01"s +
                   "\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x01\x00\x04\x0a\x60\x00\x02"s);
}

BOOST_AUTO_TEST_CASE(other_types_have_no_records_and_other_names_do_not_exist) {
    BOOST_TEST(dns_answer(head + name + of_aaaa, lookup) ==
               "\x12\x34\x85\x80\x00\x01\x00\x00\x00\x00\x00\x00"s + name + of_aaaa);
    BOOST_TEST(dns_answer(head + other + of_a, lookup) ==
               "\x12\x34\x85\x83\x00\x01\x00\x00\x00\x00\x00\x00"s + other + of_a);
}

BOOST_AUTO_TEST_CASE(other_addresses_give_no_record) {
    BOOST_TEST(dns_answer(head + six + of_a, lookup) ==
               "\x12\x34\x85\x80\x00\x01\x00\x00\x00\x00\x00\x00"s + six + of_a);
}

BOOST_AUTO_TEST_CASE(what_is_not_a_query_gets_no_response) {
    const std::string good = head + name + of_a;
    for (std::size_t n = 0; n < good.size(); ++n)
        BOOST_TEST(dns_answer(good.substr(0, n), lookup).empty(), n);
    std::string response = good, two = good, pointer = head + "\xc0\x0c"s + of_a;
    response[2] = static_cast<char>(0x81);
    two[5] = 2;
    for (const std::string& bad : {response, two, pointer}) BOOST_TEST(dns_answer(bad, lookup).empty());
}

BOOST_AUTO_TEST_SUITE_END()
