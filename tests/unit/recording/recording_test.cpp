// The file of a recording: inputs are read as they were added, and other files are refused.
#include "setpoint/recording/recording.hpp"

#include "framework/recording/recording_log.hpp"
#include "setpoint/http/message.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(recording_file_test)

namespace {

constexpr std::size_t plenty = 1024 * 1024;

recording_header sample_header() {
    recording_header h;
    h.program = "memo-operator";
    h.version = "1.2.3";
    h.build = "abcdef";
    h.arguments = {"--leader-elect", "--name=\"x\""};
    h.found = {{"server", "10.0.0.1:6443"}};
    h.seed = 0xffff'ffff'ffff'fff0;
    h.start = wall_time(std::chrono::sys_days(std::chrono::year(2026) / 11 / 29));
    return h;
}

recording_log sample_log(std::size_t limit = plenty) {
    recording_log log(sample_header(), limit);
    const http::header_list headers{{"Content-Type", "application/json"}, {"Audit-Id", "1"}};
    log.step(time_point(1ms), 300, 0xabcd, {300, 7, 8, time_point(1ms)});
    log.head(time_point(2s), 1, 200, headers);
    log.head(time_point(2s), 2, 404, headers);
    log.piece(time_point(3s), 1, std::string(1000, 'x'), 2);
    error why(errc::conflict, "patch it");
    why.server_text = "changed";
    why.http_status = 409;
    why.retry_after = 3s;
    log.failure(time_point(4s), 2, why);
    log.signal(time_point(5s), 15);
    log.job_done(time_point(5s), 3);
    log.clock_moved(time_point(6s), -2s);
    log.step(time_point(7s), 1, 1, {301, 9, 10, time_point(7s)});
    return log;
}

std::vector<recorded_input> inputs_of(const recording& r) {
    std::vector<recorded_input> all;
    r.for_each([&](const recorded_input& one) {
        all.push_back(one);
        return true;
    });
    return all;
}

std::string sample_file() {
    return sample_log().text().joined();
}

std::string refusal_of(std::string text) {
    const auto r = recording::parse(std::move(text), "a.recording");
    return r ? "" : r.error().message;
}

}  // namespace

BOOST_AUTO_TEST_CASE(inputs_are_read_as_they_were_added) {
    const auto r = recording::parse(sample_file(), "a.recording");
    BOOST_REQUIRE_MESSAGE(r, r.error().message);
    BOOST_TEST(r->header().program == "memo-operator");
    BOOST_TEST(r->header().seed == 0xffff'ffff'ffff'fff0);
    BOOST_TEST(r->header().arguments == sample_header().arguments);
    BOOST_TEST((r->header().start == sample_header().start));
    BOOST_TEST(!r->ends_early());
    BOOST_TEST(r->redacted() == 2u);
    BOOST_TEST((r->end() == recording_state{301, 9, 10, time_point(7s)}));
    const std::vector<recorded_input> all = inputs_of(*r);
    BOOST_REQUIRE(all.size() == 9u);
    BOOST_TEST(all[0].turns == 300u);
    BOOST_TEST(all[0].check == 0xabcd);
    BOOST_TEST(all[2].status == 404);
    BOOST_TEST(all[2].headers->size() == 1u);
    BOOST_TEST(http::find_header(*all[2].headers, "content-type") == "application/json");
    BOOST_TEST(all[3].text == std::string(1000, 'x'));
    BOOST_TEST((all[4].why.code == errc::conflict));
    BOOST_TEST(all[4].why.server_text == "changed");
    BOOST_TEST((all[4].why.retry_after == 3s));
    BOOST_TEST(all[5].number == 15u);
    BOOST_TEST((all[7].shift == -2s));
    BOOST_TEST((all[7].when == time_point(6s)));
}

BOOST_AUTO_TEST_CASE(a_file_that_was_cut_anywhere_is_refused_with_the_place) {
    const std::string whole = sample_file();
    for (std::size_t size = 1; size < whole.size(); ++size) {
        const std::string why = refusal_of(whole.substr(0, size));
        BOOST_TEST(why.find("a.recording is incomplete: it was cut after ") == 0u, size << ": " << why);
    }
    BOOST_TEST(refusal_of(whole.substr(0, whole.size() - 1)).find("after 9 inputs and 7.000 s") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_changed_byte_is_noticed) {
    const std::string whole = sample_file();
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
            BOOST_TEST(!refusal_of(changed).empty(), "byte " << at << ", bit " << bit);
        }
}

BOOST_AUTO_TEST_CASE(other_files_are_refused) {
    BOOST_TEST(refusal_of("") == "a.recording is not a recording of a setpoint program");
    BOOST_TEST(refusal_of("apiVersion: v1\nkind: Pod and more text") ==
               "a.recording is not a recording of a setpoint program");
    BOOST_TEST(refusal_of("setpoint recording 9\nxxxxxxxxx") ==
               "a.recording was written by another version of setpoint, in another format");
}

BOOST_AUTO_TEST_CASE(the_beginning_is_kept_when_the_memory_is_full) {
    const recording_log log = sample_log(700);
    BOOST_TEST(!log.is_recording());
    BOOST_TEST(log.cut_because() == "its memory is full");
    BOOST_TEST(log.size() <= 700u);
    const auto r = recording::parse(log.text().joined(), "a.recording");
    BOOST_REQUIRE(r);
    BOOST_TEST(r->ends_early());
    BOOST_TEST(r->inputs() == 3u);
    BOOST_TEST((r->end() == recording_state{300, 7, 8, time_point(1ms)}));
}

BOOST_AUTO_TEST_CASE(a_cut_recording_is_shorter_than_its_run) {
    recording_log log = sample_log();
    log.cut("a reason");
    log.signal(time_point(8s), 15);
    const auto r = recording::parse(log.text().joined(), "a.recording");
    BOOST_REQUIRE(r);
    BOOST_TEST(r->ends_early());
    BOOST_TEST(r->inputs() == 9u);
}

BOOST_AUTO_TEST_CASE(a_text_of_many_chunks_stays_as_it_was) {
    recording_log log(sample_header(), plenty);
    for (int i = 0; i < 300; ++i) log.piece(time_point(1s), 1, std::string(1000, 'x'), 0);
    const recording_text before = log.text();
    const std::string then = before.joined();
    BOOST_TEST(before.parts.size() > 3u);
    log.piece(time_point(2s), 1, "more", 0);
    BOOST_TEST(before.joined() == then);
    BOOST_TEST(before.size() == then.size());
    BOOST_TEST(recording::parse(then, "a.recording")->inputs() == 300u);
    BOOST_TEST(recording::parse(log.text().joined(), "a.recording")->inputs() == 301u);
}

BOOST_AUTO_TEST_CASE(a_program_has_a_build_and_other_files_have_none) {
    const auto own = build_of_this_program();
    BOOST_REQUIRE(own);
    BOOST_TEST(!own->empty());
#ifdef __linux__
    BOOST_TEST(*own == *build_of_program("/proc/self/exe"));
#endif
    BOOST_TEST(!build_of_program("/nonexistent/program"));
}

BOOST_AUTO_TEST_SUITE_END()
