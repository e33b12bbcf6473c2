#include "sample_types.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace sample;

namespace {

template <class T>
std::size_t footprint(const T& value) {
    return json::footprint(json::type_of<T>(), &value);
}

template <class T>
std::size_t heap(std::string_view document) {
    const T value = json::decode<T>(document).value();
    return footprint(value) - sizeof(T);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(footprint_test)

BOOST_AUTO_TEST_CASE(an_empty_value_is_as_large_as_its_type) {
    BOOST_TEST(footprint(everything{}) == sizeof(everything));
    BOOST_TEST(footprint(node{}) == sizeof(node));
    BOOST_TEST(footprint(std::int32_t{7}) == 4U);
}

BOOST_AUTO_TEST_CASE(heap_memory_is_added) {
    const std::string long_string(100, 'x');
    BOOST_TEST(heap<everything>(R"({"string":"short"})") == 0U);
    BOOST_TEST(heap<everything>(fmt::format(R"({{"string":"{}"}})", long_string)) == 101U);
    BOOST_TEST(heap<everything>(R"({"shared":"12345678"})") == interned_string("12345678").footprint());
    BOOST_TEST(heap<everything>(R"({"numbers":[1,2,3,4,5]})") == 20U);
    BOOST_TEST(heap<everything>(R"({"nested":[["ab"],[]]})") == 2 * sizeof(std::vector<interned_string>) +
                                                                    sizeof(interned_string) +
                                                                    interned_string("ab").footprint());
    BOOST_TEST(heap<everything>(R"({"labels":{"ab":"cd"}})") ==
               2 * sizeof(interned_string) + 2 * interned_string("ab").footprint());
    BOOST_TEST(heap<everything>(R"({"counts":{"ab":1}})") ==
               32 + sizeof(std::pair<const std::string, std::int32_t>));
    BOOST_TEST(heap<everything>(R"({"maybeLeaf":{"name":"ab"}})") == interned_string("ab").footprint());
    BOOST_TEST(heap<node>(R"({"children":[{"children":[{}]}]})") == 2 * sizeof(node));
    const std::size_t tree = heap<everything>(fmt::format(R"({{"anything":{{"k":["{}"]}}}})", long_string));
    BOOST_TEST(tree > 150U);
    BOOST_TEST(tree < 300U);
}

BOOST_AUTO_TEST_CASE(a_shared_text_counts_for_each_holder) {
    string_pool pool;
    const auto two = json::decode<everything>(R"({"nested":[["abcdef","abcdef"]]})", {.pool = &pool}).value();
    BOOST_TEST(footprint(two) == sizeof(everything) + sizeof(std::vector<interned_string>) +
                                     2 * sizeof(interned_string) + 2 * interned_string("abcdef").footprint());
}

BOOST_AUTO_TEST_SUITE_END()
