// An operator whose Job follows a ConfigMap, beside a garbage collector: one change of the template is one
// deletion.
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "support/live_operator.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;

BOOST_AUTO_TEST_SUITE(replace_operator, *boost::unit_test::precondition(needs_cluster({"kcm"})))

namespace {

awaitable<outcome> run_image(context& ctx, snapshot<config_map> self) {
    const auto image = self->data.find("image");
    if (image == self->data.end()) co_return outcome::done();
    job j;
    j.metadata.ns = self->metadata.ns;
    j.metadata.name = self->metadata.name;
    j.spec.pod_template.metadata.labels["app"] = "x";
    j.spec.pod_template.spec.restart_policy = "Never";
    j.spec.pod_template.spec.containers = {{.name = "c", .image = image->second}};
    auto made = co_await ctx.ensure(*self, std::move(j), {.mode = ensure_mode::replace_when_immutable});
    if (!made) co_return made.error();
    co_return outcome::done();
}

config_map wanting(const object_key& key, std::string_view image) {
    config_map m;
    m.metadata.ns = key.ns;
    m.metadata.name = key.name;
    m.data["image"] = image;
    return m;
}

bool runs(const job& j, std::string_view image) {
    const auto& all = j.spec.pod_template.spec.containers;
    return !is_deleting(j.metadata) && all.size() == 1 && all[0].image == image;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_job_follows_its_owner_by_one_deletion_for_each_change) {
    control_plane plane("replace", {"--kcm"});
    live_operator_options options;
    options.program = "job-runner";
    options.set_up = [](manager& m) {
        m.controller<config_map>().owns<job>().uses<job>({verb::remove}).reconcile(run_image);
    };
    live_operator w(plane, std::move(options));
    w.with_operator([&]() -> awaitable<void> {
        const object_key key = w.key("x");
        (co_await w.api.create(wanting(key, "i:1"))).value();
        auto before = co_await w.until<job>(key, "runs i:1", [](const job& j) { return runs(j, "i:1"); });
        for (const std::string image : {"i:2", "i:3"}) {
            (co_await w.api.merge_patch<config_map>(key, {{"data", {{"image", image}}}})).value();
            const auto now =
                co_await w.until<job>(key, "runs " + image, [&](const job& j) { return runs(j, image); });
            BOOST_TEST(now->metadata.uid != before->metadata.uid);
            before = now;
        }
        co_await w.settle();
        BOOST_TEST(w.called(verb::remove, "jobs") == 2u);
        BOOST_TEST((co_await w.api.get<job>(key)).value()->metadata.uid == before->metadata.uid);
    });
}

BOOST_AUTO_TEST_SUITE_END()
