#include "framework/controller/applied_text.hpp"

#include "gadget.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace setpoint;
using test::part;

BOOST_AUTO_TEST_SUITE(applied_text_test)

namespace {

part named(std::string name) {
    part p;
    p.metadata.name = std::move(name);
    p.metadata.ns = "default";
    p.metadata.annotations["a"] = "1";
    return p;
}

applied_text text_of(part& p) {
    return make_applied_text(kind_of<part>(), &p, p.metadata, "test.domain/applied-hash");
}

}  // namespace

// What it says of objects that exist must not change from one build to the next: all would be applied again.
BOOST_AUTO_TEST_CASE(the_text_holds_the_hash_and_the_object_is_left_as_it_was) {
    part p = named("p");
    const applied_text a = text_of(p);
    BOOST_TEST(a.hash == "ed3a136b4e06333c");
    BOOST_TEST(p.metadata.annotations.size() == 1u);
    p.metadata.annotations["test.domain/applied-hash"] = a.hash;
    BOOST_TEST(a.text == encode_object(p));
}

BOOST_AUTO_TEST_CASE(other_objects_have_other_hashes) {
    constexpr std::size_t lengths = 40;  // so that the last word of the text is of each length
    std::set<std::string> hashes;
    for (std::size_t n = 0; n < lengths; ++n) {
        for (const char last : {'a', 'b'}) {
            part p = named(std::string(n, 'x') + last);
            hashes.insert(text_of(p).hash);
        }
    }
    BOOST_TEST(hashes.size() == 2 * lengths);
}

BOOST_AUTO_TEST_SUITE_END()
