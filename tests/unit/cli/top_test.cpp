// `setpoint top`: what a target means, and what the tables show.
#include "cli/top/port_forward.hpp"
#include "cli/top/top_target.hpp"
#include "cli/top/top_view.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

using namespace setpoint;
using namespace setpoint::cli;

BOOST_AUTO_TEST_SUITE(top_test)

namespace {

bj::object document() {
    return bj::parse(R"({
      "program": "site-operator", "instance": "site-0", "version": "1.2.3", "time": "2026-01-01T00:01:00.000000Z",
      "ready": false, "notReady": ["informers: pods: retrying"],
      "controllers": [{"name": "site", "kind": "Site.example.com", "workers": 4, "active": 1, "watches": [],
        "queue": {"fresh": 1, "retry": 2, "timer": 3, "initial": 4, "waiting": 5, "nextInSeconds": 1.5, "adds": 9,
                  "retries": 6},
        "slowed": [{"key": "web/x", "why": "a loop"}], "paused": 7,
        "underWay": [{"key": "web/slow", "seconds": 12.25}],
        "recent": [
          {"number": 1, "at": "2026-01-01T00:00:10.000000Z", "key": "web/a", "trigger": "Site changed",
           "lane": "initial", "failuresBefore": 0, "waitedSeconds": 0.0051, "tookSeconds": 0.25, "outcome": "done",
           "wrote": ["apply deployments.apps web/a", "apply services web/a"], "wroteLeftOut": 2},
          {"number": 2, "at": "2026-01-01T00:00:50.000000Z", "key": "web/b", "trigger": "Deployment changed",
           "lane": "fresh", "failuresBefore": 1, "waitedSeconds": 0, "tookSeconds": 90, "outcome": "retry",
           "error": "quota exceeded"},
          {"number": 3, "at": "2026-01-01T00:00:55.000000Z", "key": "web/c", "trigger": "retry", "lane": "retry",
           "failuresBefore": 0, "waitedSeconds": 0, "tookSeconds": 0, "outcome": "requeueAfter",
           "afterSeconds": 30}]}],
      "informers": [{"what": "pods", "state": "retrying", "resourceVersion": "41", "why": "no permission",
        "collections": [{"type": "full", "synced": true, "objects": 3, "bytes": 20480, "ownWrites": 1},
                        {"type": "metadata", "synced": true, "objects": 2, "bytes": 0, "ownWrites": 0}]}],
      "leaderElection": {"lease": "operators/site", "holder": "site-1", "leading": false}
    })")
        .as_object();
}

std::string text_of(const std::vector<std::string>& lines) {
    return fmt::format("{}\n", fmt::join(lines, "\n"));
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_tables_show_every_part) {
    BOOST_TEST(text_of(top_lines(document(), 0)) ==
               R"(site-operator   site-0   version 1.2.3   NOT READY   standby of site-1
  informers: pods: retrying

CONTROLLER   ACTIVE   FRESH   RETRY   TIMER   INITIAL   WAITING   NEXT   RETRIES   PAUSED   SLOWED
site         1/4      1       2       3       4         5         1.5s   6         7        1

INFORMER   STATE      OBJECTS   BYTES   OWN WRITES   WHY
pods       retrying   5         20Ki    1            no permission

AGE   CONTROLLER   KEY        WHY IT RAN           WAITED   TOOK    OUTCOME                  WROTE
now   site         web/slow   -                    -        12.2s   under way                
5s    site         web/c      retry                0.0ms    0.0ms   again in 30.0s           
10s   site         web/b      Deployment changed   0.0ms    2m      failed: quota exceeded   
50s   site         web/a      Site changed         5.1ms    250ms   done                     )"
               "apply deployments.apps web/a, apply services web/a, 2 more\n");
}

BOOST_AUTO_TEST_CASE(the_lines_fit_the_height_of_the_terminal) {
    bj::object d = document();
    bj::array& recent = d["controllers"].at(0).at("recent").as_array();
    const bj::value one = recent.back();
    for (int i = 0; i < 100; ++i) recent.push_back(one);
    bj::array& informers = d["informers"].as_array();
    const bj::value pods = informers.back();
    for (int i = 0; i < 100; ++i) informers.push_back(pods);
    for (const std::size_t height : {1u, 5u, 12u, 24u, 60u})
        BOOST_TEST(top_lines(d, height).size() <= height, height);
    BOOST_TEST(top_lines(d, 24).size() == 24u);
    const std::string text = text_of(top_lines(d, 24));
    BOOST_TEST(text.find("web/slow") != std::string::npos, text);
    BOOST_TEST(text.find("and 95 more") != std::string::npos, text);
    BOOST_TEST(top_lines(d, 0).size() > 200u);
}

BOOST_AUTO_TEST_CASE(no_text_of_the_document_controls_the_terminal) {
    bj::object d = document();
    const char* const hostile =
        "a\x1b[2Jb\x07\xc2\x9b"
        "c\n\xc3\xa9";
    for (const char* const name : {"program", "instance", "version"}) d[name] = hostile;
    d["notReady"] = bj::array{hostile};
    bj::object& c = d["controllers"].at(0).as_object();
    c["name"] = hostile;
    for (const char* const name : {"key", "trigger", "error"}) c["recent"].at(1).as_object()[name] = hostile;
    c["recent"].at(0).as_object()["wrote"] = bj::array{hostile};
    d["informers"].at(0).as_object()["why"] = hostile;
    d["leaderElection"].as_object()["holder"] = hostile;
    for (const std::string& line : top_lines(d, 0)) {
        for (const char ch : line) BOOST_TEST((static_cast<unsigned char>(ch) >= 0x20 && ch != 0x7f), line);
        BOOST_TEST(line.find("\xc2\x9b") == std::string::npos, line);
    }
    BOOST_TEST(top_lines(d, 0).front().starts_with("a [2Jb  c \xc3\xa9"), top_lines(d, 0).front());
}

BOOST_AUTO_TEST_CASE(a_document_of_another_form_is_shown_as_far_as_it_goes) {
    for (const char* const text :
         {R"({})", R"({"controllers": 3})", R"({"controllers": [1, {}], "informers": [{}]})",
          R"({"controllers": [{"queue": [], "recent": [{}, 2]}], "notReady": [1]})"})
        BOOST_TEST(top_lines(bj::parse(text).as_object(), 0).size() >= 4u, text);
}

BOOST_AUTO_TEST_CASE(a_target_is_an_url_or_an_object) {
    struct {
        const char *text, *object, *host, *port, *path;
    } const cases[] = {
        {"http://localhost:8081", "", "localhost", "8081", "/debug/setpoint"},
        {"http://localhost:8081/", "", "localhost", "8081", "/debug/setpoint"},
        {"http://localhost:8081/debug", "", "localhost", "8081", "/debug/setpoint"},
        {"http://localhost:8081/debug/setpoint", "", "localhost", "8081", "/debug/setpoint"},
        {"localhost:8081", "", "localhost", "8081", "/debug/setpoint"},
        {"http://[::1]:9", "", "::1", "9", "/debug/setpoint"},
        {"http://op", "", "op", "80", "/debug/setpoint"},
        {"http://127.0.0.1:8001/api/v1/namespaces/a/pods/b:8081/proxy", "", "127.0.0.1", "8001",
         "/api/v1/namespaces/a/pods/b:8081/proxy/debug/setpoint"},
        {"deployment/site-operator", "deployment/site-operator", "127.0.0.1", "", "/debug/setpoint"},
        {"site-operator-0", "site-operator-0", "127.0.0.1", "", "/debug/setpoint"},
    };
    for (const auto& c : cases) {
        const auto t = parse_top_target(c.text);
        BOOST_REQUIRE_MESSAGE(t.has_value(), c.text);
        BOOST_TEST(t->object == c.object, c.text);
        BOOST_TEST(t->at.host == c.host, c.text);
        BOOST_TEST(t->at.port == c.port, c.text);
        BOOST_TEST(t->path == c.path, c.text);
    }
    for (const char* const text : {"", "https://a:1", "http://", "http://u:p@a", "-x", "deployment/", "/a",
                                   "a/b/c", "a b", "ftp://a", "deployment/-x"}) {
        const auto t = parse_top_target(text);
        BOOST_REQUIRE_MESSAGE(!t.has_value(), text);
        BOOST_TEST((t.error().code == errc::bad_config), text);
    }
}

BOOST_AUTO_TEST_CASE(kubectl_is_asked_for_a_free_port) {
    BOOST_TEST(fmt::format("{}", fmt::join(forward_arguments({"deployment/a", "8081", "", "", ""}), " ")) ==
               "port-forward --address 127.0.0.1 deployment/a :8081");
    BOOST_TEST(fmt::format("{}", fmt::join(forward_arguments({"a", "9", "k", "c", "n"}), " ")) ==
               "port-forward --address 127.0.0.1 --kubeconfig k --context c --namespace n a :9");
    BOOST_TEST(forwarded_port("Forwarding from 127.0.0.1:40519 -> 8081").value_or("") == "40519");
    for (const char* const other :
         {"Forwarding from [::1]:40519 -> 8081", "Handling connection for 40519", "",
          "Forwarding from 127.0.0.1: -> 8081", "Forwarding from 127.0.0.1:x1 -> 8081",
          "Forwarding from 127.0.0.1:1234567 -> 8081"})
        BOOST_TEST(!forwarded_port(other).has_value(), other);
}

BOOST_AUTO_TEST_SUITE_END()
