// Schedules beside github.com/robfig/cron, which kube-apiserver and kube-controller-manager use: the same
// ones refused for the same reasons, and the same next times of the others, in many time zones.
#include "setpoint/api/cron_schedule.hpp"
#include "setpoint/api/time_zone.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/json/decode.hpp"
#include "support/go_reader.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <chrono>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(cron_schedule_reader_test,
                      *boost::unit_test::precondition(needs_go_reader("cron-reader")))

namespace {

using std::chrono::sys_seconds;

// With clocks that are set by an hour or half an hour, at midnight, in Ramadan, and with odd offsets.
constexpr std::string_view zones[] = {"UTC",
                                      "Africa/Cairo",
                                      "Africa/Casablanca",
                                      "America/Asuncion",
                                      "America/Havana",
                                      "America/New_York",
                                      "America/Nuuk",
                                      "America/Santiago",
                                      "America/Sao_Paulo",
                                      "America/St_Johns",
                                      "Antarctica/Troll",
                                      "Asia/Amman",
                                      "Asia/Beirut",
                                      "Asia/Gaza",
                                      "Asia/Kathmandu",
                                      "Asia/Kolkata",
                                      "Asia/Pyongyang",
                                      "Asia/Tehran",
                                      "Asia/Tokyo",
                                      "Atlantic/Azores",
                                      "Australia/Adelaide",
                                      "Australia/Lord_Howe",
                                      "Etc/GMT+12",
                                      "Europe/Berlin",
                                      "Europe/Dublin",
                                      "Europe/London",
                                      "Europe/Volgograd",
                                      "Pacific/Auckland",
                                      "Pacific/Chatham",
                                      "Pacific/Easter",
                                      "Pacific/Kiritimati",
                                      "Pacific/Norfolk"};

struct question {
    std::string schedule, zone;
    sys_seconds after;
};

// Schedules as people write them, with a mistake now and then.
class question_maker {
public:
    explicit question_maker(std::uint64_t seed) : random_(seed) {}

    question next() { return {schedule(), std::string(zones[random_.below(std::size(zones))]), time()}; }

private:
    bool one_in(std::uint64_t n) { return random_.below(n) == 0; }
    template <std::size_t N>
    std::string any(const std::string_view (&of)[N]) {
        return std::string(of[random_.below(N)]);
    }
    std::string number(std::uint64_t least, std::uint64_t most) {
        if (one_in(150))
            return any({"", "x", "+3", "-1", "99", "007", "4294967296", "99999999999999999999", "1.5"});
        return std::to_string(one_in(100) ? most + random_.below(3)
                                          : least + random_.below(most - least + 1));
    }
    std::string value(std::size_t field) {
        static constexpr std::string_view months[] = {"jan", "FEB", "Mar", "apr", "oct", "nov", "dec", "sep"};
        static constexpr std::string_view days[] = {"sun", "MON", "Tue", "wed", "thu", "fri", "sat"};
        if (field == 3 && one_in(4)) return any(months);
        if (field == 4 && one_in(3)) return any(days);
        static constexpr std::pair<int, int> bounds[] = {{0, 59}, {0, 23}, {1, 31}, {1, 12}, {0, 6}};
        return number(static_cast<std::uint64_t>(bounds[field].first),
                      static_cast<std::uint64_t>(bounds[field].second));
    }
    std::string range(std::size_t field) {
        std::string s = one_in(3) ? (one_in(4) ? "?" : "*") : value(field);
        if (one_in(4)) s += "-" + value(field);
        if (one_in(4)) s += "/" + number(1, one_in(3) ? 30 : 5);
        if (one_in(400)) s += any({"/2", "-3", "*", "?"});
        return s;
    }
    std::string field(std::size_t n) {
        if (one_in(n == 0 ? 8 : 3)) return one_in(6) ? "?" : "*";
        std::string s = one_in(3) ? range(n) : value(n);
        while (one_in(4)) s += (one_in(60) ? ",," : ",") + range(n);
        return s;
    }
    std::string schedule() {
        static constexpr std::string_view whole[] = {
            "@yearly",    "@annually",  "@monthly",       "@weekly",
            "@daily",     "@midnight",  "@hourly",        "@every 1h30m",
            "@every 90s", "@every 1ms", "@every 26h0.5s", "@every -5m",
            "@noon",      "@HOURLY",    "@every",         "",
            " ",          "@"};
        if (one_in(25)) return any(whole);
        std::string s;
        const std::size_t count = one_in(100) ? 4 + 2 * random_.below(2) : 5;
        for (std::size_t i = 0; i < count; ++i)
            s += (i == 0 ? "" : one_in(50) ? " \t " : " ") + field(std::min<std::size_t>(i, 4));
        return s;
    }
    // Between 2012 and 2045; every other one in the days in which clocks are set.
    sys_seconds time() {
        using namespace std::chrono;
        const year y(2012 + static_cast<int>(random_.below(34)));
        const seconds of_day(random_.below(86400));
        if (one_in(2)) return sys_days(y / January / 1) + days(random_.below(365)) + of_day;
        static constexpr month months[] = {March, April, September, October, November};
        return sys_days(y / months[random_.below(std::size(months))] / 1) + days(random_.below(31)) + of_day;
    }

    random_source random_;
};

constexpr int count_of_times = 3;

std::vector<std::int64_t> next_times(const cron_schedule& s, const question& q) {
    std::vector<std::int64_t> times;
    const utc_offset zone = setpoint::find_time_zone(q.zone).value();
    auto t = std::optional(q.after);
    for (int i = 0; i < count_of_times && (t = s.next(*t, zone)); ++i)
        times.push_back(t->time_since_epoch().count());
    return times;
}

// The text that the library makes of a duration is Go's own, which we do not copy.
bool is_about_a_duration(const std::string& refusal) {
    return refusal.starts_with("failed to parse duration");
}

}  // namespace

// SETPOINT_SEED=N repeats a run.
BOOST_AUTO_TEST_CASE(a_hundred_thousand_schedules_are_read_alike) {
    const char* const given = std::getenv("SETPOINT_SEED");
    const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : random_source::system_seed();
    BOOST_TEST_INFO_SCOPE("SETPOINT_SEED=" << seed);
    question_maker maker(seed);
    std::vector<question> questions;
    std::string input;
    while (questions.size() < 100'000) {
        const question& q = questions.emplace_back(maker.next());
        input += boost::json::serialize(boost::json::object{{"schedule", q.schedule},
                                                            {"zone", q.zone},
                                                            {"after", q.after.time_since_epoch().count()},
                                                            {"count", count_of_times}}) +
                 "\n";
    }
    const auto lines = ask_go_reader("cron-reader", input);
    BOOST_REQUIRE(lines.size() == questions.size());
    std::size_t valid = 0, without_time = 0, different = 0;
    for (std::size_t i = 0; i < lines.size() && different < 20; ++i) {
        const question& q = questions[i];
        const auto go = json::decode<boost::json::value>(lines[i]).value().as_object();
        const std::string refusal(go.at("error").as_string());
        const auto ours = cron_schedule::parse(q.schedule);
        const std::string ours_refused = ours ? "" : ours.error().message;
        std::vector<std::int64_t> theirs;
        if (go.at("next").is_array())
            for (const auto& t : go.at("next").as_array()) theirs.push_back(t.to_number<std::int64_t>());
        const auto times = ours ? next_times(*ours, q) : std::vector<std::int64_t>();
        const bool same_refusal =
            is_about_a_duration(refusal) ? is_about_a_duration(ours_refused) : refusal == ours_refused;
        const std::string what =
            fmt::format("\"{}\" in {} after {}", q.schedule, q.zone, q.after.time_since_epoch().count());
        BOOST_TEST(same_refusal, what << ": Go: " << refusal << "; ours: " << ours_refused);
        BOOST_TEST(times == theirs, what << boost::test_tools::per_element());
        different += !same_refusal || times != theirs;
        valid += refusal.empty();
        without_time += refusal.empty() && theirs.empty();
    }
    BOOST_TEST_MESSAGE("SETPOINT_SEED=" << seed << ": " << valid << " of " << questions.size()
                                        << " are schedules, " << without_time << " without a time");
    BOOST_TEST(valid > questions.size() * 6 / 10);
    BOOST_TEST(valid < questions.size() * 98 / 100);
}

BOOST_AUTO_TEST_SUITE_END()
