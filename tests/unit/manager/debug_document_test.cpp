#include "framework/manager/debug_document.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

reconcile_record ended(std::string name, outcome o) {
    return {wall_time(1700000000s),
            {"web", std::move(name)},
            "Deployment changed",
            lane::fresh,
            0,
            5ms,
            250ms,
            std::move(o)};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(debug_document_test)

BOOST_AUTO_TEST_CASE(every_part_has_its_place) {
    debug_state s;
    s.program = "op";
    s.instance = "op-0";
    s.version = "1.2.3";
    s.now = wall_time(1700000000s);
    s.not_ready = {"informers: pods: retrying"};
    controller_report c;
    c.name = "site";
    c.kind = "Site.example.com";
    c.workers = 4;
    c.active = 1;
    c.queue.depth = {1, 2, 3, 4};
    c.queue.waiting = 5;
    c.queue.adds = 9;
    c.queue.retries = 2;
    c.next_in = 1500ms;
    c.watches = {"sites.example.com", "deployments.apps"};
    c.under_way = {{{"web", "a"}, 2s}};
    c.recent = {ended("a", outcome::done()), ended("b", outcome::requeue_after(10s)),
                ended("c", outcome::retry(error(errc::conflict, "apply")))};
    c.recent[1].number = 7;
    c.recent[1].writes = {"apply deployments.apps web/b", "patch sites.example.com/status web/b"};
    c.recent[1].writes_left_out = 3;
    s.controllers = {c};
    s.informers = {{"pods", sync_state::retrying, "no permission", "41", {{"full", true, 3, 100, 1}}}};
    s.waiting_tasks = {"manager"};
    s.blocking_jobs = {"dns"};
    s.sections = {{"leaderElection", boost::json::value{{"holder", "op-0"}}}};
    const boost::json::value expected = boost::json::parse(R"({
      "program": "op", "instance": "op-0", "version": "1.2.3", "time": "2023-11-14T22:13:20.000000Z",
      "ready": false, "notReady": ["informers: pods: retrying"],
      "controllers": [{
        "name": "site", "kind": "Site.example.com", "workers": 4, "active": 1,
        "watches": ["sites.example.com", "deployments.apps"],
        "queue": {"fresh": 1, "retry": 2, "timer": 3, "initial": 4, "waiting": 5, "nextInSeconds": 1.5,
                  "adds": 9, "retries": 2},
        "underWay": [{"key": "web/a", "seconds": 2.0}],
        "recent": [
          {"number": 0, "at": "2023-11-14T22:13:20.000000Z", "key": "web/a", "trigger": "Deployment changed", "lane": "fresh",
           "failuresBefore": 0, "waitedSeconds": 0.005, "tookSeconds": 0.25, "outcome": "done"},
          {"number": 7, "at": "2023-11-14T22:13:20.000000Z", "key": "web/b", "trigger": "Deployment changed", "lane": "fresh",
           "failuresBefore": 0, "waitedSeconds": 0.005, "tookSeconds": 0.25, "outcome": "requeueAfter",
           "afterSeconds": 10.0, "wroteLeftOut": 3,
           "wrote": ["apply deployments.apps web/b", "patch sites.example.com/status web/b"]},
          {"number": 0, "at": "2023-11-14T22:13:20.000000Z", "key": "web/c", "trigger": "Deployment changed", "lane": "fresh",
           "failuresBefore": 0, "waitedSeconds": 0.005, "tookSeconds": 0.25, "outcome": "retry",
           "error": "apply"}]}],
      "informers": [{"what": "pods", "state": "retrying", "resourceVersion": "41", "why": "no permission",
                     "collections": [{"type": "full", "synced": true, "objects": 3, "bytes": 100, "ownWrites": 1}]}],
      "waitingTasks": ["manager"], "blockingJobs": ["dns"], "leaderElection": {"holder": "op-0"}})");
    const boost::json::object made = debug_document(s);
    BOOST_TEST(boost::json::value(made) == expected, boost::json::serialize(made));
}

BOOST_AUTO_TEST_CASE(paused_and_slowed_keys_are_shown_if_there_are_any) {
    debug_state s;
    controller_report c;
    c.pauses_all = true;
    c.paused = 3;
    c.slowed_keys = {{{"web", "a"}, "Each reconcile is caused by a write of the one before."}};
    s.controllers = {c};
    const boost::json::object made = debug_document(s);
    const auto& shown = made.at("controllers").at(0).as_object();
    BOOST_TEST(shown.at("pausesAll").as_bool());
    BOOST_TEST(shown.at("paused").as_uint64() == 3u);
    BOOST_TEST(shown.at("slowed").at(0).at("key") == "web/a");
    BOOST_TEST(!shown.at("slowed").at(0).at("why").as_string().empty());
}

BOOST_AUTO_TEST_CASE(it_is_bounded_however_much_there_is) {
    debug_state s;
    controller_report c;
    for (int i = 0; i < 10000; ++i) c.under_way.push_back({{"ns", std::to_string(i)}, 1s});
    for (int i = 0; i < 100; ++i)
        c.recent.push_back(ended("x", outcome::retry(error(errc::failed, std::string(100000, 'e')))));
    s.controllers = {c};
    s.waiting_tasks.assign(50000, "reconcile");
    s.sections = {{"large", boost::json::value(std::string(100000, 'x'))}};
    const boost::json::object made = debug_document(s);
    BOOST_TEST(made.at("waitingTasks").as_array().size() == debug_list_limit);
    BOOST_TEST(made.at("waitingTasksLeftOut").as_uint64() == 50000 - debug_list_limit);
    const auto& shown = made.at("controllers").at(0);
    BOOST_TEST(shown.at("underWay").as_array().size() == debug_list_limit);
    BOOST_TEST(shown.at("underWayLeftOut").as_uint64() == 10000 - debug_list_limit);
    BOOST_TEST(shown.at("recent").as_array().size() == 100u);
    BOOST_TEST(made.at("large") == "left out: 100002 bytes");
    BOOST_TEST(boost::json::serialize(made).size() < 200000u);
}

BOOST_AUTO_TEST_CASE(a_long_text_is_cut_between_two_characters) {
    for (std::size_t before = debug_text_limit - 3; before <= debug_text_limit; ++before) {
        debug_state s;
        s.not_ready = {std::string(before, 'a') + "\xe2\x82\xac" + std::string(50, 'b')};
        const auto made = boost::json::serialize(debug_document(s));
        boost::json::error_code ec;
        BOOST_TEST(boost::json::parse(made, ec).is_object(), ec.message());
        BOOST_TEST(made.find("bytes more)") != std::string::npos);
    }
}

BOOST_AUTO_TEST_SUITE_END()
