// The pure parts: patterns, rules, the schedule of who deletes what, the plan and the events.
#include "setpoint/json/decode.hpp"
#include "world.hpp"

BOOST_AUTO_TEST_SUITE(job_watcher_book)

using namespace job_watcher_test;
using namespace ::job_watcher;

namespace {

constexpr wall_time noon{std::chrono::seconds(1'767'268'800)};  // 2026-01-01T12:00:00Z

snapshot<job_end> ended(std::string name, ending how, wall_time when, std::string uid = {},
                        std::string ns = "default") {
    auto j = std::make_shared<job_end>();
    j->metadata.ns = ns;
    j->metadata.name = name;
    j->metadata.uid = uid.empty() ? ns + "/" + name : uid;
    j->status.conditions.push_back({.type = how == ending::completed ? "Complete" : "Failed",
                                    .status = condition_status::true_,
                                    .since = timestamp::from(when)});
    return j;
}
void distribute(job_schedule& b) {
    while (b.distribute(2)) {
    }
}
std::string due_of(const job_schedule& b, const char* watcher, wall_time now) {
    const auto j = b.first_due(key(watcher), now);
    return j ? j->job->metadata.name.str() : "";
}

}  // namespace

BOOST_AUTO_TEST_CASE(patterns_are_within_bounds) {
    const auto ok = [](const char* p) { return pattern_set::compile({p}, "f").has_value(); };
    for (const char* good : {"a", "^a$", "[a-z0-9-]{1,63}", "(foo|bar)-.*", ".*", "", "\\w+"})
        BOOST_TEST(ok(good), good);
    for (const char* bad : {"(", "[", "a**", "a{1001}", "((a{1,30}){1,30}){1,30}", "(?=a)", "\\1",
                            "(a{1,500}){2}b{500}", "\\pL+"})
        BOOST_TEST(!ok(bad), bad);
    const auto wrong = pattern_set::compile({"a", "("}, "spec.x");
    BOOST_REQUIRE(!wrong);
    BOOST_TEST(wrong.error().message.starts_with("spec.x[1] \"(\" is not a usable regular expression"),
               wrong.error().message);
    const auto long_one = pattern_set::compile({std::string(252, 'a') + "\u00e9aaa"}, "f");
    BOOST_REQUIRE(!long_one);  // and is cut between characters
    BOOST_TEST(long_one.error().message.find("\"" + std::string(252, 'a') + "...\"") != std::string::npos,
               long_one.error().message);
    BOOST_TEST(!pattern_set::compile(std::vector<std::string>(17, "a"), "f").has_value());
    const auto set = pattern_set::compile({"foo", "b.r"}, "f").value();
    const std::pair<const char*, bool> names[] = {
        {"foo", true}, {"bar", true}, {"foobar", false}, {"", false}, {"ba", false}};
    for (const auto& [name, matches] : names) BOOST_TEST(set.matches(name) == matches, name);
    BOOST_TEST(!pattern_set().matches(""));
}

BOOST_AUTO_TEST_CASE(matching_takes_time_linear_in_the_text_however_hostile_the_pattern) {
    const auto set = pattern_set::compile({"(a|a)*(a|a)*(a|a)*(a*)*b", "(x+x+)+y"}, "f").value();
    BOOST_TEST(!set.matches(std::string(253, 'a')));  // for a backtracking library, longer than the universe
    BOOST_TEST(!set.matches(std::string(253, 'x')));
}

BOOST_AUTO_TEST_CASE(what_counts_as_an_end) {
    struct row {
        const char* conditions;
        const char* completion;
        std::optional<finish> wanted;
    };
    const timestamp at = timestamp::from(noon);
    const row table[] = {
        {R"([])", "", {}},
        {R"([{"type":"Suspended","status":"True"}])", "", {}},
        {R"([{"type":"SuccessCriteriaMet","status":"True"},{"type":"FailureTarget","status":"True"}])",
         "",
         {}},
        {R"([{"type":"Complete","status":"False","lastTransitionTime":"2026-01-01T12:00:00Z"}])", "", {}},
        {R"([{"type":"Complete","status":"True","lastTransitionTime":"2026-01-01T12:00:00Z"}])", "",
         finish{ending::completed, at}},
        {R"([{"type":"Failed","status":"True","lastTransitionTime":"2026-01-01T12:00:00Z"}])", "",
         finish{ending::failed, at}},
        {R"([{"type":"Complete","status":"True"}])", R"("completionTime":"2026-01-01T12:00:00Z",)",
         finish{ending::completed, at}},
        {R"([{"type":"Complete","status":"True"}])", "", finish{ending::completed, {}}},
    };
    for (const row& r : table) {
        const std::string text = std::string(R"({"metadata":{"name":"a"},"status":{)") + r.completion +
                                 R"("conditions":)" + r.conditions + "}}";
        const auto j = json::decode<job_end>(text);
        BOOST_REQUIRE(j);
        BOOST_TEST((finish_of(*j) == r.wanted), text);
    }
}

BOOST_AUTO_TEST_CASE(the_shortest_ttl_claims_then_the_first_by_name) {
    struct row {
        std::optional<go_duration> a, b, c;  // TTLs for completed Jobs
        const char* wanted;
    };
    const row table[] = {
        {1h, 2h, 3h, "a"}, {3h, 2h, 1h, "c"}, {2h, 2h, 2h, "a"}, {3h, 1h, 1h, "b"},
        {{}, 2h, 1h, "c"}, {{}, {}, 5h, "c"}, {{}, {}, {}, ""},  {1h, go_duration(0s), {}, "b"}};
    for (const row& r : table) {
        job_schedule b;
        const auto job = ended("j", ending::completed, noon);
        b.set_watcher(key("a"), rules_of(make("a", r.a, 9h)));
        b.set_job(job, noon);
        b.set_watcher(key("c"), rules_of(make("c", r.c, 9h)));
        b.set_watcher(key("b"), rules_of(make("b", r.b, 9h)));
        distribute(b);
        const auto owner = b.owner_of(*job);
        BOOST_TEST((owner ? owner->name : "") == r.wanted);
    }
}

BOOST_AUTO_TEST_CASE(jobs_are_due_in_the_order_of_their_time_and_change_hands) {
    job_schedule b;
    b.set_watcher(key("w"), rules_of(make("w", 1h, 10min)));
    for (int i = 0; i < 9; ++i)
        b.set_job(ended("c" + std::to_string(i), ending::completed, noon + std::chrono::minutes(i)),
                  noon + 1h);
    b.set_job(ended("f", ending::failed, noon + 51min), noon + 1h);
    distribute(b);
    BOOST_TEST(b.waiting(key("w")) == 10u);
    BOOST_TEST((b.next(key("w")) == noon + 1h));
    BOOST_TEST(due_of(b, "w", noon + 59min) == "");
    BOOST_TEST(due_of(b, "w", noon + 60min) == "c0");
    auto first = b.first_due(key("w"), noon + 60min);
    BOOST_TEST(b.close(*first));
    BOOST_TEST(!b.close(*first));  // known
    BOOST_TEST((b.next(key("w")) == noon + 61min));
    BOOST_TEST(!b.is_behind(key("w"), noon + 60min));
    BOOST_TEST(b.is_behind(key("w"), noon + 61min));
    b.postpone(*b.first_due(key("w"), noon + 62min), noon + 90min);
    BOOST_TEST(due_of(b, "w", noon + 61min) == "f");
    b.remove_job(*ended("f", ending::failed, noon));
    BOOST_TEST(due_of(b, "w", noon + 62min) == "c2");
    // Another one takes over what it wants sooner; c0 stays closed.
    b.set_watcher(key("x"), rules_of(make("x", 30min)));
    distribute(b);
    BOOST_TEST(b.waiting(key("w")) == 0u);
    BOOST_TEST(b.waiting(key("x")) == 8u);
    BOOST_TEST(due_of(b, "x", noon + 31min) == "c1");
    b.remove_watcher(key("x"));
    distribute(b);
    BOOST_TEST(b.waiting(key("w")) == 8u);
    BOOST_TEST(b.watchers().size() == 1u);
    // A watcher that is being deleted, or is wrong, claims nothing.
    jw leaving = make("w", 1h);
    leaving.metadata.deletion_timestamp = timestamp::from(noon);
    b.set_watcher(key("w"), rules_of(leaving));
    distribute(b);
    BOOST_TEST(b.waiting(key("w")) == 0u);
}

BOOST_AUTO_TEST_CASE(a_watcher_is_behind_while_a_job_that_could_not_be_deleted_exists) {
    job_schedule b;
    b.set_watcher(key("w"), rules_of(make("w", 1h)));
    const auto one = ended("a", ending::completed, noon), other = ended("b", ending::completed, noon);
    const wall_time later = noon + 2h, again = noon + 3h;
    for (const auto& j : {one, other}) b.set_job(j, noon);
    distribute(b);
    BOOST_TEST(!b.is_behind(key("w"), noon));
    for (int i = 0; i < 2; ++i) b.postpone(*b.first_due(key("w"), later), again);
    BOOST_TEST(b.is_behind(key("w"), later));
    BOOST_TEST(b.close(*b.first_due(key("w"), again)));
    BOOST_TEST(b.is_behind(key("w"), later));
    b.remove_job(*other);
    BOOST_TEST(!b.is_behind(key("w"), again));
    BOOST_TEST(!b.is_behind(key("another"), again));
}

BOOST_AUTO_TEST_CASE(a_change_in_the_midst_of_distributing_begins_anew) {
    job_schedule b;
    for (int i = 0; i < 10; ++i) b.set_job(ended("j" + std::to_string(i), ending::completed, noon), noon);
    b.set_watcher(key("a"), rules_of(make("a", 1h)));
    BOOST_TEST(b.distribute(4));
    b.set_watcher(key("b"), rules_of(make("b", 1min)));
    BOOST_TEST(b.distribute(4));
    b.remove_watcher(key("a"));
    b.remove_job(*ended("j5", ending::completed, noon));
    b.set_job(ended("j10", ending::completed, noon), noon);
    distribute(b);
    BOOST_TEST(b.waiting(key("b")) == 10u);
    BOOST_TEST(!b.next(key("a")));
}

BOOST_AUTO_TEST_CASE(times_that_cannot_be_are_read_as_now_or_as_long_ago) {
    struct row {
        wall_time said, seen, due;
    };
    for (const row& r :
         {row{noon, noon, noon + 1h}, row{noon + 5s, noon, noon + 1h},
          row{noon + 24h * 365 * 100, noon, noon + 1h}, row{noon - 24h * 365 * 80, noon, wall_time{} + 1h}}) {
        job_schedule b;
        b.set_watcher(key("w"), rules_of(make("w", 1h)));
        b.set_job(ended("j", ending::completed, r.said), r.seen);
        b.set_job(ended("j", ending::completed, r.said), r.seen + 10min);  // an update that says the same
        distribute(b);
        BOOST_TEST((b.next(key("w")) == r.due));
    }
    job_schedule b;
    b.set_watcher(key("w"), rules_of(make("w", 1h)));
    auto nobody_said = std::make_shared<job_end>(*ended("j", ending::completed, noon));
    nobody_said->status.conditions[0].since = {};
    b.set_job(nobody_said, noon);
    distribute(b);
    BOOST_TEST((b.next(key("w")) == noon + 1h));
    b.set_job(ended("j", ending::completed, noon, "another"), noon + 2h);
    BOOST_TEST((b.next(key("w")) == noon + 1h));
    b.set_watcher(key("w"), rules_of(make("w", duration::max())));
    distribute(b);
    BOOST_TEST((b.next(key("w")) == wall_time::max()));
}

BOOST_AUTO_TEST_CASE(specs_that_cannot_work_say_why) {
    const auto reason = [](jw w) {
        const auto r = rules_of(w);
        return r.wrong ? r.wrong->reason : "";
    };
    BOOST_TEST(reason(make("w", 1h)) == "");
    BOOST_TEST(reason(make("w", {}, 1h)) == "");
    BOOST_TEST(reason(make("w", {}, {})) == "NoTTL");
    BOOST_TEST(reason(make("w", -1h)) == "InvalidTTL");
    BOOST_TEST(reason(make("w", 1h, -1h)) == "InvalidTTL");
    jw w = make("w", 1h);
    w.spec.namespace_patterns = {"("};
    BOOST_TEST(reason(w) == "InvalidPattern");
    w.spec.namespace_patterns = {};
    w.spec.job_name_patterns = {"a", ")"};
    BOOST_TEST(reason(w) == "InvalidPattern");
    BOOST_TEST((delay_of(make("w", 1h, {}, 0s)) == 1s));
    BOOST_TEST((delay_of(make("w", 1h, {}, -5s)) == 1s));
    BOOST_TEST((delay_of(make("w", 1h, {}, 5s)) == 5s));
}

BOOST_AUTO_TEST_CASE(the_next_pass_waits_for_the_delay_and_for_the_first_job) {
    const jw w = make("w", 1h, {}, 1min);
    progress p;
    BOOST_TEST((!next_pass(w, p, {}, noon)));
    BOOST_TEST((next_pass(w, p, noon - 1h, noon) == noon));
    BOOST_TEST((next_pass(w, p, noon + 1h, noon) == noon + 1h));
    p.end = noon - 10s;
    BOOST_TEST((next_pass(w, p, noon - 1h, noon) == noon + 50s));
    p.end = noon + 24h;  // somebody's clock was wrong
    BOOST_TEST((next_pass(w, p, noon - 1h, noon) == noon + 1min));
}

BOOST_AUTO_TEST_CASE(counts_go_on_and_never_back) {
    jw w = make("w", 1h);
    w.metadata.uid = "1";
    w.status.counts.completed = 5;
    w.status.end = timestamp::from(noon);
    progress p;
    restore(p, w);
    BOOST_TEST(p.completed == 5);
    count(p, {ended("j", ending::completed, noon), ending::completed, noon, noon + 1h}, noon + 1h + 15ms);
    count(p, {ended("k", ending::failed, noon), ending::failed, noon, noon + 1h}, noon + 1h);
    p.end = noon + 1h;
    restore(p, w);  // not written yet
    BOOST_TEST(p.completed == 6);
    BOOST_TEST(p.failed == 1);
    BOOST_TEST((p.last && p.last->name == "k"));
    w.status.counts.completed = 9;  // another process led in between
    w.status.end = timestamp::from(noon + 2h);
    restore(p, w);
    BOOST_TEST(p.completed == 9);
    BOOST_TEST((p.end == noon + 2h));
    w.metadata.uid = "2";
    w.status = {};
    restore(p, w);
    BOOST_TEST(p.completed == 0);
    BOOST_TEST(!p.end);
}

BOOST_AUTO_TEST_CASE(the_status_says_what_is_wrong_and_keeps_transition_times) {
    jw w = make("w", 90s);
    w.metadata.generation = 3;
    progress p;
    w.status = desired_status(w, rules_of(w), p, noon);
    const condition* c = find_condition(w.status.conditions, "Ready");
    BOOST_REQUIRE(c);
    BOOST_TEST(c->message == "Completed Jobs are deleted 1m30s after their end, failed Jobs are kept.");
    BOOST_TEST(w.status.observed_generation == 3);
    p.problem = problem{"Forbidden", "no"};
    const auto later = desired_status(w, rules_of(w), p, noon + 1h);
    BOOST_TEST((find_condition(later.conditions, "Ready")->last_transition_time == timestamp::from(noon)));
    BOOST_TEST(
        (find_condition(later.conditions, "Degraded")->last_transition_time == timestamp::from(noon + 1h)));
    BOOST_TEST(is_true(later.conditions, "Degraded"));
}

BOOST_AUTO_TEST_CASE(few_deletions_are_told_one_by_one_and_many_together_and_none_is_left_out) {
    digest d;
    time_point now{};
    const auto deleted = [&](int n) {
        for (int i = 0; i < n; ++i)
            d.add({ended("j" + std::to_string(i), i % 4 ? ending::completed : ending::failed, noon),
                   i % 4 ? ending::completed : ending::failed, noon, noon},
                  noon + 15s + 43ms);
    };
    BOOST_TEST(!d.next());
    deleted(3);
    auto notes = d.due_notes(now);
    BOOST_REQUIRE_EQUAL(notes.size(), 3u);
    BOOST_TEST(notes[0].text ==
               "Deleted failed Job default/j0: finished 2026-01-01T12:00:00Z, 15.043s before");
    deleted(1000);
    notes = d.due_notes(now);
    BOOST_REQUIRE_EQUAL(notes.size(), 1u);
    BOOST_TEST(notes[0].reason == "DeletedJobs");
    BOOST_TEST(
        notes[0].text ==
        "Deleted 1000 Jobs, 750 completed and 250 failed, that finished between 2026-01-01T12:00:00Z and "
        "2026-01-01T12:00:00Z; the last was default/j999");
    // One a minute, for ten hours: all are told, in few events.
    std::size_t events = 0, singles = 0;
    for (int minute = 0; minute < 600; ++minute) {
        deleted(1);
        now += 1min;
        for (const note& n : d.due_notes(now)) {
            ++events;
            singles += n.reason == "DeletedJob";
        }
    }
    BOOST_TEST(singles >= 16u);
    BOOST_TEST(events <= 16u + 1 + 100);
    if (d.next()) {
        BOOST_TEST((*d.next() > now && *d.next() <= now + digest::refill));
        BOOST_TEST(d.due_notes(*d.next()).size() == 1u);
    }
    BOOST_TEST(!d.next());
}

BOOST_AUTO_TEST_SUITE_END()
