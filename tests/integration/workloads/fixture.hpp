#pragma once
// A namespace on a control plane, real or embedded, whose controllers run workloads: what they make of the
// same steps must be the same text on both.

#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/events_v1.hpp"
#include "support/live_operator.hpp"

#include <fmt/format.h>

#include <set>

namespace workloads_test {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

inline control_plane& shared_plane() {
    static control_plane plane("workloads", {"--kcm", "--kwok", "2"});
    return plane;
}

class workload_world : public live_operator {
public:
    workload_world() : live_operator(shared_plane(), {"workloads-test", [](manager&) {}, {}, {}, 0}) {}

    list_options here() const {
        list_options o;
        o.ns = ns;
        return o;
    }
    // "reason: note" of the events about an object, each once, in order. Without conflicts, which the real
    // controllers record when their cache is behind.
    awaitable<std::string> events(std::string kind, std::string name) const {
        std::set<std::string> lines;
        for (const auto& e : (co_await api.list<events_v1::event>(here())).value())
            if (e->regarding.kind == kind && e->regarding.name == name &&
                e->note.find("the object has been modified") == std::string_view::npos)
                lines.insert(fmt::format("{}: {}\n", e->reason, e->note));
        std::string text;
        for (const std::string& line : lines) text += line;
        co_return text;
    }
    // Waits until they are that, since events are written after the fact.
    awaitable<void> expect_events(std::string kind, std::string name, std::string wanted) {
        std::string last;
        for (const time_point due = l.now() + 10s; l.now() < due; co_await l.sleep(100ms)) {
            last = co_await events(kind, name);
            if (last == wanted) co_return;
        }
        BOOST_TEST(last == wanted);
    }
    // "web-5d4c9bf8c6=1 web-...=2", by number.
    awaitable<std::string> revisions() const {
        std::map<std::int64_t, std::string> all;
        for (const auto& r : (co_await api.list<controller_revision>(here())).value())
            all[r->revision.value_or(0)] += r->metadata.name.str();
        std::string text;
        for (const auto& [number, name] : all) text += fmt::format("{}={} ", name, number);
        co_return text;
    }
};

inline pod_template_spec template_of(std::string image) {
    pod_template_spec t;
    t.metadata.labels["app"] = "web";
    t.spec.termination_grace_period_seconds = 0;
    container c;
    c.name = "main";
    c.image = std::move(image);
    t.spec.containers.push_back(std::move(c));
    return t;
}

inline label_selector app_web() {
    label_selector s;
    s.match_labels["app"] = "web";
    return s;
}

// A merge patch that changes the image of a workload's template.
inline boost::json::object new_image(std::string_view image) {
    boost::json::object container{{"name", "main"}, {"image", image}};
    boost::json::object spec{{"containers", boost::json::array{container}},
                             {"terminationGracePeriodSeconds", 0}};
    boost::json::object of_template, of_spec, patch;
    of_template["spec"] = std::move(spec);
    of_spec["template"] = std::move(of_template);
    patch["spec"] = std::move(of_spec);
    return patch;
}

}  // namespace workloads_test
