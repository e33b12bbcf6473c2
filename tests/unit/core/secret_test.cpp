#include "setpoint/core/secret.hpp"

#include "setpoint/core/log.hpp"
#include "setpoint/core/random_secret.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <ostream>
#include <type_traits>

using namespace setpoint;

namespace {

const std::string short_text = "hunter2";                                     // kept inside the object
const std::string long_text = "a-token-that-does-not-fit-inside-the-object";  // kept on the heap

template <class T>
concept printable = requires(std::ostream& out, const T& value) { out << value; };

// Whether the buffer contains the bytes of any part of `text` of at least 4 characters.
bool holds_part_of(const char* data, std::size_t size, std::string_view text) {
    const std::string_view buffer(data, size);
    for (std::size_t at = 0; at + 4 <= text.size(); ++at) {
        if (buffer.find(text.substr(at, 4)) != std::string_view::npos) return true;
    }
    return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(secret_test)

BOOST_AUTO_TEST_CASE(value_is_available_through_reveal) {
    const secret s(long_text);
    BOOST_TEST(s.reveal() == long_text);
    BOOST_TEST(!s.empty());
    BOOST_TEST(secret().empty());
    BOOST_TEST((secret(short_text) == secret(short_text)));
    BOOST_TEST((secret(short_text) != secret(long_text)));
}

BOOST_AUTO_TEST_CASE(nothing_prints_it) {
    BOOST_TEST(!printable<secret>);
    BOOST_TEST(!fmt::is_formattable<secret>::value);
    BOOST_TEST((!std::is_convertible_v<secret, std::string_view>));
    BOOST_TEST((!std::is_convertible_v<secret, std::string>));
    BOOST_TEST((!std::is_constructible_v<log_field, std::string_view, secret>));
}

BOOST_AUTO_TEST_CASE(copies_and_moves_keep_the_value) {
    for (const std::string& text : {short_text, long_text}) {
        secret a(text);
        secret copy(a);
        secret moved(std::move(a));
        BOOST_TEST(copy.reveal() == text);
        BOOST_TEST(moved.reveal() == text);
        BOOST_TEST(a.empty());  // NOLINT: what a move leaves behind is part of the contract
        secret b("other");
        b = copy;
        BOOST_TEST(b.reveal() == text);
        secret c(long_text);
        c = std::move(b);
        BOOST_TEST(c.reveal() == text);
        BOOST_TEST(b.empty());  // NOLINT
        secret& self = c;
        c = self;
        BOOST_TEST(c.reveal() == text);
        c = std::move(self);
        BOOST_TEST(c.reveal() == text);
    }
}

BOOST_AUTO_TEST_CASE(destruction_wipes_a_value_inside_the_object) {
    alignas(secret) char storage[sizeof(secret)];
    secret* s = new (storage) secret(short_text);
    BOOST_TEST(holds_part_of(storage, sizeof storage, short_text));
    s->~secret();
    BOOST_TEST(!holds_part_of(storage, sizeof storage, short_text));
}

BOOST_AUTO_TEST_CASE(move_wipes_what_it_leaves_behind) {
    alignas(secret) char storage[sizeof(secret)];
    secret* s = new (storage) secret(short_text);
    const secret moved(std::move(*s));
    BOOST_TEST(!holds_part_of(storage, sizeof storage, short_text));
    secret assigned;
    *s = moved;
    BOOST_TEST(holds_part_of(storage, sizeof storage, short_text));
    assigned = std::move(*s);
    BOOST_TEST(!holds_part_of(storage, sizeof storage, short_text));
    s->~secret();
}

BOOST_AUTO_TEST_CASE(assignment_wipes_the_old_value) {
    // A string keeps its allocation when a shorter one is assigned: the remainder must not contain
    // the old value.
    const secret other("x");
    secret s(long_text);
    const char* heap = s.reveal().data();
    s = other;
    BOOST_TEST(s.reveal() == "x");
    BOOST_REQUIRE((s.reveal().data() == heap));
    BOOST_TEST(!holds_part_of(heap, long_text.size(), long_text));
}

BOOST_AUTO_TEST_CASE(random_keys_and_tokens_differ) {
    BOOST_TEST(random_key(32).reveal().size() == 32u);
    BOOST_TEST((random_key(32) != random_key(32)));
    const secret token = random_token(24);
    BOOST_TEST(token.reveal().size() == 48u);
    BOOST_TEST(token.reveal().find_first_not_of("0123456789abcdef") == std::string_view::npos);
    BOOST_TEST((random_token(24) != token));
}

BOOST_AUTO_TEST_SUITE_END()
