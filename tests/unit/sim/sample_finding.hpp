#pragma once
// A finding of four lanes, as an exploration makes it.

#include "setpoint/sim/report.hpp"

namespace sim_test {

using namespace setpoint;

inline sim::timeline_entry step(double seconds, sim::lane in, std::string what, std::string detail = {}) {
    std::string match = std::string(sim::to_string(in)) + " " + what;
    return {std::chrono::duration_cast<duration>(std::chrono::duration<double>(seconds)),
            in,
            "",
            std::move(what),
            std::move(detail),
            std::move(match)};
}

// `name`: of the object that is lost.
inline sim::finding lost_child(const std::string& name = "n") {
    using sim::lane;
    const std::string object = "configmaps default/" + name;
    sim::finding f;
    f.plan = "P2@patch notes/status default/" + name + "#1";
    f.faults = {{"P2", "the operator is killed when this is done, before it knows",
                 "patch notes/status default/n#1"}};
    f.oracle = "same end";
    f.detail = "the objects differ at the end:\n  " + object + " is missing\n";
    f.differences = {{object, "", R"({"data":{"text":"one"}})", ""}};
    f.expected = {step(0, lane::user, "create notes default/" + name),
                  step(0, lane::api, "created notes default/" + name, "spec: {\"text\":\"one\"}\n"),
                  step(0, lane::watches, "notes ADDED default/" + name),
                  step(0, lane::operators, "reconcile note default/" + name),
                  step(0, lane::operators, "patch notes/status default/" + name),
                  step(0, lane::api, "changed notes default/" + name + ": status.written"),
                  step(0, lane::operators, "patch configmaps default/" + name),
                  step(0, lane::api, "created " + object, "data: {\"text\":\"one\"}\n"),
                  step(0.1, lane::user, "the story ends")};
    f.happened.assign(f.expected.begin(), f.expected.begin() + 5);
    f.happened.push_back(step(0, lane::fault, "P2: the operator is killed when this is done, before it knows",
                              "patch notes/status default/" + name + "#1"));
    f.happened.push_back(f.expected[5]);
    f.happened.push_back(step(0, lane::operators, "is killed"));
    f.happened.push_back(step(0.1, lane::operators, "starts"));
    f.happened.push_back(step(0.1, lane::operators, "list configmaps, list notes"));
    f.happened.push_back(step(0.1, lane::operators, "reconcile note default/" + name));
    f.happened.push_back(step(60, lane::check, "same end: the objects differ at the end:"));
    f.others = 2;
    f.replayed = f.repeats = 2;
    return f;
}

inline sim::findings with(std::vector<sim::finding> all) {
    sim::findings found;
    found.all = std::move(all);
    found.points = 26;
    found.plans = found.run = 147;
    found.ended_early = 100;
    found.cpu_seconds = 1.25;
    return found;
}

}  // namespace sim_test
