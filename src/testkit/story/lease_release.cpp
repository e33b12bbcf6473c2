// Leases of processes that have ended, given back as client-go does when its process ends in order.

#include "testkit/story/story_run.hpp"

namespace setpoint { inline namespace v0 { namespace story {

awaitable<void> story_run::release_leases(instance& i) {
    if (!text().releases_leases || i.current()) co_return;
    const group_version_resource leases{"coordination.k8s.io", "v1", "leases"};
    const std::vector<std::string> all = leases_.of(i.index());
    for (const std::string& name : all) {
        const std::size_t slash = name.find('/');
        if (slash == std::string::npos) continue;
        user_request q;
        q.method = "PATCH";
        q.target =
            cluster::path_of(leases, {name.substr(0, slash), name.substr(slash + 1)}) + "?fieldManager=story";
        q.body = R"({"spec":{"holderIdentity":null}})";
        q.content_type = "application/merge-patch+json";
        (void)co_await cluster_->send(std::move(q));  // it may be gone
    }
}

}}}  // namespace setpoint::v0::story
