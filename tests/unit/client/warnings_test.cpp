#include "framework/client/warnings.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(warnings_test)

namespace {

std::string joined(std::string_view header) {
    std::string all;
    for (const std::string& w : parse_warnings(header)) all += "[" + w + "]";
    return all;
}

struct world {
    virtual_clock clock;
    std::ostringstream out;
    text_sink sink{out};
    warning_log warnings{logger(sink, clock)};

    void take(std::string text) {
        http::response_head head{200, {{"warning", "299 - \"" + std::move(text) + "\""}}};
        call c;
        c.resource = {"", "v1", "pods"};
        warnings.take(head, c);
    }
    std::size_t lines() const {
        const std::string s = out.str();
        return static_cast<std::size_t>(std::count(s.begin(), s.end(), '\n'));
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(texts_are_extracted_from_the_header) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {R"(299 - "batch/v1beta1 CronJob is deprecated")", "[batch/v1beta1 CronJob is deprecated]"},
        {R"(299 - "a", 299 - "b, c")", "[a][b, c]"},
        {R"(299 - "say \"hi\" \\ now")", R"([say "hi" \ now])"},
        {R"(299 - "dated" "Wed, 21 Oct 2026 07:28:00 GMT", 299 - "next")", "[dated][next]"},
        {R"(110 - "stale", 299 - "mine")", "[mine]"},
        {"  299  agent  \"x\"  ", "[x]"},
        {R"(299 - "")", ""},
        {R"(299 - "unfinished)", ""},
        {R"(299 - "good", 299 - unquoted, 299 - "lost")", "[good]"},
        {R"(299 - "ends in a backslash \)", ""},
        {"", ""},
        {"299", ""},
        {",,,", ""},
    };
    for (const auto& [header, expected] : rows)
        BOOST_TEST(joined(header) == expected, header << " -> " << joined(header));
}

BOOST_AUTO_TEST_CASE(each_text_is_logged_once) {
    world w;
    for (int i = 0; i < 5; ++i) w.take("same");
    w.take("other");
    BOOST_TEST(w.lines() == 2u);
    BOOST_TEST(w.out.str().find("same") != std::string::npos);
    BOOST_TEST(w.out.str().find("get pods") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(memory_is_bounded) {
    world w;
    w.take("first");
    for (std::size_t i = 0; i < warning_log::memory; ++i) w.take("warning " + std::to_string(i));
    const std::size_t before = w.lines();
    w.take("first");  // forgotten by now
    BOOST_TEST(w.lines() == before + 1);
    w.take("warning " + std::to_string(warning_log::memory - 1));
    BOOST_TEST(w.lines() == before + 1);

    w.take(std::string(100'000, 'x'));
    w.take(std::string(100'000, 'x'));
    BOOST_TEST(w.lines() == before + 2);
    BOOST_TEST(w.out.str().size() < 100'000u);
    BOOST_TEST(w.out.str().find("x...") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
