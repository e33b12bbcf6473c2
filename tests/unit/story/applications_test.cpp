// Applications of a run: logs and commands of pods, readiness, and overlapping failures.
#include "testkit/story/applications.hpp"

#include "apiserver/objects/fields.hpp"
#include "setpoint/core/log.hpp"
#include "support/virtual_world.hpp"
#include "testkit/story/story.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using story::application_mode;

BOOST_AUTO_TEST_SUITE(applications_test)

namespace {

namespace bj = boost::json;

const std::string text = R"(
without: [workloads, nodes, addresses, endpoints, garbage-collection, namespaces]
steps: [{delete: {kind: Pod, name: a}}]
pods:
  answers:
  - name: db-*
    logs: "1 {pod}\n2\n3\n"
    exec: [{command: ready, exit: 0}]
)";

const std::string spec = R"("spec": {"containers": [{"name": "c", "image": "i",
    "readinessProbe": {"exec": {"command": ["ready"]}}}]}})";
const std::string pods_path = "/api/v1/namespaces/default/pods", at_pod = pods_path + "/db-0";
const object_key key{"default", "db-0"};

struct applications_world {
    virtual_world w;
    null_sink silent;
    logger log{silent, w.time};
    story::story s = story::read_story_text(text, "story.yaml", "");
    story::cluster c{w.l, log, s};
    story::applications all{w.l, c, s};

    void run(const std::function<awaitable<void>()>& body) {
        w.run([&]() -> awaitable<void> {
            all.start(nullptr);
            co_await c.start();
            co_await body();
            co_await all.stop();
            co_await c.stop();
        });
    }
    awaitable<void> create(std::string meta) {
        const story::cluster::reply done = co_await c.send(
            {"POST", pods_path, R"({"metadata": {)" + meta + "}, " + spec, "application/json", ""});
        BOOST_TEST(done.status == 201, done.message);
    }
    awaitable<void> set_failure(std::string how) {
        const story::cluster::reply done = co_await c.send(
            {"PATCH", at_pod, R"({"metadata": {"annotations": {"setpoint.dev/fail": ")" + how + R"("}}})",
             "application/merge-patch+json", ""});
        BOOST_TEST(done.status == 200, done.message);
    }
    std::vector<std::string> failures() const {
        std::vector<std::string> out;
        for (const apiserver::record_ptr& o :
             c.state().store.find_collection("pods")->part("", std::nullopt, 10)) {
            const bj::object pod = o->parse();
            out.emplace_back(apiserver::text_at(apiserver::object_of(pod, {"metadata", "annotations"}),
                                                "setpoint.dev/fail"));
        }
        return out;
    }
    std::string log_of(const std::string& query, int status = 400,
                       const std::string& body = "no log in setpoint.dev/log") const {
        http::response answer{status, {}, body, {}};
        all.show_log(key, {"GET", at_pod + "/log" + query, {}, ""}, answer);
        return answer.body;
    }
    std::string error_of_exec(const std::string& query) {
        const http::response answer =
            all.connect(key, "exec", {"GET", at_pod + "/exec?command=x" + query, {}, ""});
        BOOST_TEST(answer.status >= 400);
        return std::string(apiserver::text_at(bj::parse(answer.body).as_object(), "message"));
    }
};

using strings = std::vector<std::string>;
const std::string named = R"("name": "db-0")";

}  // namespace

BOOST_AUTO_TEST_CASE(logs_come_from_the_story) {
    applications_world w;
    w.run([&]() -> awaitable<void> {
        co_await w.create(named);
        BOOST_TEST(w.log_of("") == "1 db-0\n2\n3\n");
        BOOST_TEST(w.log_of("", 200, "of an annotation") == "1 db-0\n2\n3\n");
        BOOST_TEST(w.log_of("?tailLines=2") == "2\n3\n");
        BOOST_TEST(w.log_of("?tailLines=2&limitBytes=1") == "2");
        BOOST_TEST(w.log_of("?container=c&tailLines=0") == "");
        BOOST_TEST(w.log_of("", 400, "invalid") == "invalid");
        BOOST_TEST(w.log_of("", 204, "") == "");
    });
}

BOOST_AUTO_TEST_CASE(commands_need_a_container_of_the_pod) {
    applications_world w;
    w.run([&]() -> awaitable<void> {
        co_await w.create(named);
        BOOST_TEST(w.error_of_exec("&container=typo") == "container typo is not valid for pod db-0");
        // It does not run.
        BOOST_TEST(w.error_of_exec("").ends_with("connection: container not found (\"c\")"));
    });
}

BOOST_AUTO_TEST_CASE(readiness_is_restored_but_other_failures_stay) {
    applications_world w;
    w.run([&]() -> awaitable<void> {
        w.all.become(application_mode::refused);
        co_await w.create(named);
        co_await w.create(R"("generateName": "db-")");
        BOOST_TEST(w.failures() == strings({"unready", "unready"}));
        w.all.become(application_mode::normal);
        co_await w.all.update_readiness();
        BOOST_TEST(w.failures() == strings({"", ""}));
        co_await w.set_failure("crash");
        w.all.become(application_mode::wrong);
        co_await w.all.update_readiness();
        BOOST_TEST(w.failures() == strings({"crash", "unready"}));
    });
}

BOOST_AUTO_TEST_CASE(each_change_has_its_number) {
    applications_world w;
    const int first = w.all.become(application_mode::half);
    BOOST_TEST(w.all.last_change() == first);
    BOOST_TEST(w.all.become(application_mode::slow) != first);
}

BOOST_AUTO_TEST_SUITE_END()
