#include "framework/cache/watch_frames.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(watch_frames_test)

namespace {

struct outcome {
    std::vector<std::pair<watch_event, std::string>> frames;
    std::string error;
    bool cut_short = false;
    friend bool operator==(const outcome&, const outcome&) = default;
};

std::ostream& operator<<(std::ostream& out, const outcome& o) {
    for (const auto& [type, object] : o.frames) out << to_string(type) << ' ' << object << '\n';
    return out << "error: " << o.error << (o.cut_short ? " (cut short)" : "");
}

void feed(watch_frames& frames, std::string_view piece, outcome& out) {
    frames.feed(piece);
    for (;;) {
        auto frame = frames.next();
        if (!frame) {
            out.error = frame.error().to_string();
            return;
        }
        if (!*frame) return;
        out.frames.emplace_back((*frame)->type, std::string((*frame)->object));
    }
}

// Each piece has its own memory, so that the sanitizers detect a view that outlives it.
outcome read(const std::vector<std::string>& pieces, std::size_t limit = watch_frames::default_limit) {
    outcome out;
    watch_frames frames(limit);
    for (const std::string& p : pieces) {
        auto own = std::make_unique<char[]>(p.size());
        std::copy(p.begin(), p.end(), own.get());
        feed(frames, {own.get(), p.size()}, out);
        if (!out.error.empty()) return out;
    }
    out.cut_short = frames.inside_frame();
    return out;
}

std::vector<std::string> in_pieces_of(std::string_view s, std::size_t n) {
    std::vector<std::string> pieces;
    for (; !s.empty(); s.remove_prefix(std::min(n, s.size()))) pieces.emplace_back(s.substr(0, n));
    return pieces;
}

const std::string usual = R"({"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"a"}}})"
                          "\n"
                          R"({"type":"MODIFIED","object":{"kind":"Pod","metadata":{"name":"b}\"{"}}})"
                          "\n"
                          R"({"type":"DELETED","object":{"kind":"Pod","metadata":{"name":"c"}}})"
                          "\n"
                          R"({"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":"12"}}})"
                          "\n"
                          R"({"type":"ERROR","object":{"kind":"Status","code":410}})"
                          "\n";

const std::string unusual =
    "\n  \r\n"
    R"( { "object" : {"a":["}", {"b":"\"]"}]} , "type":"ADDED"} )"
    "\r\n"
    R"({"type": "MODIFIED", "extra":[1,{"x":null}], "n":-1.5e3, "t":true, "object":{}})"
    "\n\n"
    R"({"type":"DELETED","object":{},"more":1})"
    "\n";

}  // namespace

BOOST_AUTO_TEST_CASE(a_stream_returns_its_frames_in_order) {
    const outcome whole = read({usual});
    BOOST_TEST(whole.error == "");
    BOOST_TEST_REQUIRE(whole.frames.size() == 5u);
    BOOST_CHECK(whole.frames[0].first == watch_event::added);
    BOOST_TEST(whole.frames[0].second == R"({"kind":"Pod","metadata":{"name":"a"}})");
    BOOST_CHECK(whole.frames[1].first == watch_event::modified);
    BOOST_TEST(whole.frames[1].second == R"({"kind":"Pod","metadata":{"name":"b}\"{"}})");
    BOOST_CHECK(whole.frames[2].first == watch_event::deleted);
    BOOST_CHECK(whole.frames[3].first == watch_event::bookmark);
    BOOST_TEST(whole.frames[3].second == R"({"kind":"Pod","metadata":{"resourceVersion":"12"}})");
    BOOST_CHECK(whole.frames[4].first == watch_event::error);
    BOOST_TEST(!whole.cut_short);
}

BOOST_AUTO_TEST_CASE(other_key_orders_white_space_and_unknown_members_are_read) {
    const outcome whole = read({unusual});
    BOOST_TEST(whole.error == "");
    BOOST_TEST_REQUIRE(whole.frames.size() == 3u);
    BOOST_CHECK(whole.frames[0].first == watch_event::added);
    BOOST_TEST(whole.frames[0].second == R"({"a":["}", {"b":"\"]"}]})");
    BOOST_CHECK(whole.frames[1].first == watch_event::modified);
    BOOST_TEST(whole.frames[1].second == "{}");
    BOOST_CHECK(whole.frames[2].first == watch_event::deleted);
    BOOST_TEST(whole.frames[2].second == "{}");
}

BOOST_AUTO_TEST_CASE(the_frames_do_not_depend_on_how_the_bytes_are_cut) {
    for (const std::string& stream : {usual, unusual, usual + unusual}) {
        const outcome whole = read({stream});
        for (std::size_t cut = 0; cut <= stream.size(); ++cut)
            BOOST_TEST_REQUIRE(read({stream.substr(0, cut), stream.substr(cut)}) == whole);
        for (const std::size_t n : {1, 2, 3, 7, 64, 100})
            BOOST_TEST_REQUIRE(read(in_pieces_of(stream, n)) == whole);
    }
}

BOOST_AUTO_TEST_CASE(a_frame_inside_one_piece_is_not_copied) {
    watch_frames frames;
    frames.feed(usual);
    auto frame = frames.next();
    BOOST_REQUIRE(frame && *frame);
    BOOST_CHECK((*frame)->object.data() > usual.data() &&
                (*frame)->object.data() < usual.data() + usual.size());
}

BOOST_AUTO_TEST_CASE(a_stream_that_ends_inside_a_frame_was_cut_short) {
    const std::size_t first = usual.find('\n') + 1;
    BOOST_TEST(!read({usual.substr(0, first)}).cut_short);
    BOOST_TEST(!read({usual.substr(0, first) + "  "}).cut_short);
    const outcome cut = read({usual.substr(0, first + 10)});
    BOOST_TEST(cut.cut_short);
    BOOST_TEST(cut.frames.size() == 1u);
    // Without its newline a frame may be incomplete.
    BOOST_TEST(read({usual.substr(0, first - 1)}).frames.empty());
}

BOOST_AUTO_TEST_CASE(garbage_is_bad_data_and_names_the_frame) {
    const struct {
        const char *line, *error;
    } cases[] = {
        {"nonsense", "watch frame 2 is not a JSON object: \"nonsense\""},
        {"[]", "watch frame 2 is not a JSON object: \"[]\""},
        {"{\"type\":\"ADDED\",\"object\":{}",
         "watch frame 2 is not a JSON object: \"{\\\"type\\\":\\\"ADDED\\\",\\\"object\\\":{}\""},
        {"{\"object\":{\"a\":\"x}}", nullptr},
        {"{\"type\":\"ADDED\"}", "watch frame 2 has no object: \"{\\\"type\\\":\\\"ADDED\\\"}\""},
        {"{\"type\":\"ADDED\",\"object\":7}", nullptr},
        {"{\"type\":\"ADDED\",\"more\":0,\"object\":{\"a\":1]}", nullptr},
        {"{\"object\":{}}", "watch frame 2 has no type: \"{\\\"object\\\":{}}\""},
        {"{\"type\":\"RENAMED\",\"object\":{}}",
         "watch frame 2 has an unknown type: \"{\\\"type\\\":\\\"RENAMED\\\",\\\"object\\\":{}}\""},
        {"{\"type\":\"ADDED\",\"object\":{}} x", nullptr},
        {"{}", "watch frame 2 has no type: \"{}\""},
        {"{,}", nullptr},
        {"{\"type\"}", nullptr},
        {"{\"type\":\"ADDED\" \"object\":{}}", nullptr},
        {"{\"type\":\"\\", nullptr},
    };
    const std::string first = usual.substr(0, usual.find('\n') + 1);
    for (const auto& c : cases) {
        BOOST_TEST_CONTEXT(c.line) {
            const std::string stream = first + c.line + "\n" + first;
            const outcome whole = read({stream});
            BOOST_TEST(whole.frames.size() == 1u);
            BOOST_TEST(whole.error.starts_with("watch frame 2 "), whole.error);
            if (c.error) BOOST_TEST(whole.error == c.error);
            BOOST_TEST(read(in_pieces_of(stream, 1)) == whole);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_frame_over_the_limit_is_rejected_before_it_is_complete) {
    const std::string frame = R"({"type":"ADDED","object":{}})";
    BOOST_TEST(read({frame + "\n"}, frame.size()).error == "");
    for (const std::size_t n : {std::size_t{1}, std::size_t{10}, frame.size() + 1}) {
        watch_frames frames(frame.size() - 1);
        outcome out;
        for (const std::string& piece : in_pieces_of(frame + "\n", n)) {
            feed(frames, piece, out);
            if (!out.error.empty()) break;
        }
        BOOST_TEST(out.error.starts_with("watch frame 1 has more than 27 bytes"), out.error);
    }
    watch_frames endless(1000);
    const std::string piece(600, 'x');
    endless.feed(piece);
    BOOST_CHECK(endless.next());
    endless.feed(piece);
    auto r = endless.next();
    BOOST_REQUIRE(!r);
    BOOST_CHECK(r.error().code == errc::too_large);
    BOOST_TEST(r.error().server_text.size() <= 128u);
}

BOOST_AUTO_TEST_SUITE_END()
