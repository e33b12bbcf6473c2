#include "fixture.hpp"

namespace job_watcher_test {

control_plane& shared_plane() {
    static control_plane plane("jobwatcher", {"--kcm", "--kwok", "2"});
    static const bool installed = (install_crd_of<jw>(plane), true);
    BOOST_TEST(installed);
    return plane;
}

operator_world::operator_world(control_plane& p)
    : live_operator(p, {"jobwatcher-operator", ::job_watcher::add_job_watcher_controller, {}, {}, 0}) {}

jw operator_world::make(std::string name, std::optional<go_duration> completed,
                        std::optional<go_duration> failed) const {
    jw w;
    w.metadata.name = name;
    w.metadata.ns = ns;
    w.spec.completed_ttl = completed;
    w.spec.failed_ttl = failed;
    w.spec.delay = 1s;
    return w;
}

job operator_world::make_job(std::string name, std::optional<std::int64_t> deadline) const {
    job j;
    j.metadata.name = name;
    j.metadata.ns = ns;
    j.spec.backoff_limit = 0;
    j.spec.active_deadline_seconds = deadline;
    if (deadline) j.spec.pod_template.spec.node_selector["there-is"] = "none";
    j.spec.pod_template.spec.restart_policy = "Never";
    container c;
    c.name = "main";
    c.image = "busybox:1";
    j.spec.pod_template.spec.containers.push_back(std::move(c));
    return j;
}

awaitable<snapshot<jw>> operator_world::until_deleted(std::string name, std::int64_t completed,
                                                      std::int64_t failed) {
    co_return co_await until<jw>(key(name), "its counts", [=](const jw& w) {
        return w.status.counts.completed == completed && w.status.counts.failed == failed;
    });
}

}  // namespace job_watcher_test
