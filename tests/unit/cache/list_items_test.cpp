#include "framework/cache/list_items.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(list_items_test)

namespace {

struct cut {
    std::vector<std::string> items;
    std::string envelope;
    errc why = errc::failed;
    bool well = true;
};

cut cut_up(std::string_view text, std::size_t piece, std::size_t limit = 1000) {
    cut c;
    list_items l(limit);
    for (; c.well && !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
        l.feed(text.substr(0, piece));
        for (;;) {
            const auto item = l.next();
            if (!item) {
                c.well = false;
                c.why = item.error().code;
            }
            if (!item || item->empty()) break;
            c.items.emplace_back(*item);
        }
    }
    c.envelope = l.envelope();
    return c;
}

}  // namespace

BOOST_AUTO_TEST_CASE(items_are_extracted_at_any_split_whatever_they_contain) {
    const std::string text =
        R"( {"kind":"L","items" : [ {"a":"]}\"{\\"} , [1,[2]],{},)"
        "\n"
        R"({"items":[{"b":[]}]}],"metadata":{"items":[1],"continue":"c"},"x":[{"items":[]}]} )";
    const std::vector<std::string> items = {R"({"a":"]}\"{\\"})", "[1,[2]]", "{}", R"({"items":[{"b":[]}]})"};
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
        const cut c = cut_up(text, piece);
        BOOST_TEST_REQUIRE(c.well);
        BOOST_TEST(c.items == items, boost::test_tools::per_element());
        BOOST_TEST(
            c.envelope ==
            R"( {"kind":"L","items" : [],"metadata":{"items":[1],"continue":"c"},"x":[{"items":[]}]} )");
    }
}

BOOST_AUTO_TEST_CASE(items_that_are_not_objects_or_too_large_are_rejected) {
    for (const std::string_view text :
         {R"({"items":[5]})", R"({"items":["a"]})", R"({"items":[null]})", R"({"items":[{}x]})"}) {
        const cut c = cut_up(text, 3);
        BOOST_TEST(!c.well);
        BOOST_CHECK(c.why == errc::bad_data);
    }
    const cut large = cut_up(R"({"items":[{"a":"0123456789"}]})", 4, 16);
    BOOST_TEST(!large.well);
    BOOST_CHECK(large.why == errc::too_large);
    BOOST_TEST(cut_up(R"({"items":[{"a":"0123456789"}]})", 4, 18).well);
    const cut wordy = cut_up(R"({"note":"0123456789012345","items":[{}]})", 4, 18);
    BOOST_TEST(!wordy.well);
    BOOST_CHECK(wordy.why == errc::too_large);
}

BOOST_AUTO_TEST_CASE(a_truncated_text_or_non_list_leaves_an_invalid_envelope) {
    BOOST_TEST(cut_up(R"({"items":[{"a":1},{"b")", 5).envelope == R"({"items":[)");
    BOOST_TEST(cut_up(R"({"items":{"a":{}}})", 5).envelope == R"({"items":{"a":{}}})");
    BOOST_TEST(cut_up("]]}}[{", 2).items.size() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
