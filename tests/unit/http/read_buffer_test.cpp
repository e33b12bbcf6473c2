#include "framework/http/read_buffer.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(read_buffer_test)

namespace {

void fill(read_buffer& b, std::string_view text) {
    char* const room = b.room();
    BOOST_REQUIRE(b.room_size() >= text.size());
    text.copy(room, text.size());
    b.filled(text.size());
}

}  // namespace

BOOST_AUTO_TEST_CASE(filled_bytes_are_unread_until_consumed) {
    buffer_stock stock;
    read_buffer b(stock);
    BOOST_TEST(b.unread() == "");
    fill(b, "hello world");
    b.consume(6);
    BOOST_TEST(b.unread() == "world");
    fill(b, "!");
    BOOST_TEST(b.unread() == "world!");
}

BOOST_AUTO_TEST_CASE(released_memory_is_used_again_and_a_few_unread_bytes_survive) {
    buffer_stock stock;
    read_buffer b(stock), other(stock);
    fill(b, "hello\r\n");
    const char* const memory = b.unread().data();
    b.consume(5);
    b.release();
    BOOST_TEST(b.unread() == "\r\n");
    fill(other, "x");
    BOOST_TEST((other.unread().data() == memory));
    b.consume(1);
    b.release();
    BOOST_TEST(b.unread() == "\n");
    fill(b, "more");
    BOOST_TEST(b.unread() == "\nmore");
    b.consume(5);
    b.release();
    BOOST_TEST(b.unread() == "");
}

BOOST_AUTO_TEST_CASE(memory_with_much_unread_is_not_released) {
    buffer_stock stock;
    read_buffer b(stock);
    const std::string text(100, 'x');
    fill(b, text);
    const char* const memory = b.unread().data();
    b.release();
    BOOST_TEST((b.unread().data() == memory));
    BOOST_TEST(b.unread() == text);
}

BOOST_AUTO_TEST_CASE(a_full_buffer_grows_and_keeps_what_is_unread) {
    buffer_stock stock;
    read_buffer b(stock);
    std::string all;
    while (all.size() < 5 * buffer_stock::buffer_size) {
        (void)b.room();
        const std::string piece(b.room_size(), static_cast<char>('a' + all.size() % 26));
        fill(b, piece);
        all += piece;
    }
    BOOST_TEST((b.unread() == all));
    b.consume(all.size());
    b.release();
    BOOST_TEST(b.unread() == "");
}

BOOST_AUTO_TEST_SUITE_END()
