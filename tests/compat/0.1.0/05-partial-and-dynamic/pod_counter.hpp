#pragma once
// Kinds that the operator does not own: a partial type stores only two fields of each pod, and a
// dynamic_object is of a kind that is known only from a flag. Each such object is annotated with its
// number of running pods.
#include <algorithm>
#include <setpoint/operator.hpp>

namespace pod_counts {

using namespace setpoint;
using namespace setpoint::kinds;

// The fields of a Pod that are read here. All others are skipped while parsing.
struct pod_phase {
    struct status_part {
        interned_string phase;
        static constexpr auto describe() {
            using namespace setpoint::schema;
            return object("", field(&status_part::phase, "phase", ""));
        }
    };
    struct meta_part : basic_meta {  // object_meta also has annotations and owners
        string_map labels;
        static constexpr auto describe() {
            using namespace setpoint::schema;
            return object("", fields_of<basic_meta>, field(&meta_part::labels, "labels", ""));
        }
    };
    meta_part metadata;
    status_part status;

    static constexpr auto kind() { return partial<pod>(); }
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("", field(&pod_phase::metadata, "metadata", ""),
                      field(&pod_phase::status, "status", ""));
    }
};

// A pod belongs to the object that its label "app" names.
inline std::string app_of(const pod_phase& p) {
    const auto app = p.metadata.labels.find("app");
    return app == p.metadata.labels.end() ? std::string() : app->second.str();
}

inline constexpr std::string_view annotation = "example.com/running-pods";

struct pod_counter {
    const kind_info& kind;  // of the annotated objects

    awaitable<outcome> reconcile(context& ctx, snapshot<dynamic_object> self) const {
        const auto pods =
            co_await ctx.indexed<pod_phase>("app", std::string(self->name()), std::string(self->ns()));
        if (!pods) co_return pods.error();
        const std::string running = std::to_string(
            std::ranges::count_if(*pods, [](const auto& p) { return p->status.phase == "Running"; }));

        const string_map& annotations = self->meta().annotations;
        const auto written = annotations.find(annotation);
        if (written != annotations.end() && written->second == running) co_return outcome::done();
        // The object has another owner: a merge patch of one field leaves all others alone.
        write_options same_object;
        same_object.uid = self->uid();
        const auto patched = co_await ctx.client().merge_patch(
            kind, self->key(), {{"metadata", {{"annotations", {{annotation, running}}}}}}, same_object);
        if (!patched) co_return patched.error();
        co_return outcome::done();
    }
};

// `kind` must outlive the manager.
inline void add_pod_counter(manager& m, const kind_info& kind) {
    m.controller(kind)
        .named("pod-counter")
        .watches<pod_phase>([](const pod_phase& p) {
            std::vector<object_key> keys;
            if (std::string app = app_of(p); !app.empty())
                keys.emplace_back(p.metadata.ns.str(), std::move(app));
            return keys;
        })
        .index<pod_phase>(
            "app", [](const pod_phase& p, std::vector<std::string>& values) { values.push_back(app_of(p)); })
        .uses(kind, {verb::patch})
        .reconcile(pod_counter{kind});
}

}  // namespace pod_counts
