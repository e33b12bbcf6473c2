#include "testkit/story/inputs/input_plan.hpp"

#include "setpoint/story/explore.hpp"
#include "testkit/sim/printable.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::string_view step_joint = "; ", fault_joint = " + ", new_object = "new ",
                           back_to_story = "back";
constexpr std::size_t most_steps_of_plan = 100;

input_step read_input_step(std::string_view& text) {
    if (!text.starts_with(back_to_story)) return read_change(text);
    text.remove_prefix(back_to_story.size());
    return std::nullopt;
}

}  // namespace

std::string input_plan::text() const {
    std::string out(is_new ? new_object : "");
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (i != 0) out += step_joint;
        out += steps[i] ? steps[i]->text() : std::string(back_to_story);
    }
    if (!faults.steps.empty()) out.append(fault_joint).append(faults.text());
    return out;
}

input_plan parse_input_plan(std::string_view text) {
    const std::string_view whole = text;
    input_plan p;
    p.is_new = text.starts_with(new_object);
    if (p.is_new) text.remove_prefix(new_object.size());
    for (;;) {
        p.steps.push_back(read_input_step(text));
        if (text.empty()) return p;
        if (text.starts_with(fault_joint)) {
            if (p.is_new) throw cannot_explore("a plan of a new object has no faults");
            p.faults = parse_plan(text.substr(fault_joint.size()));
            return p;
        }
        if (!text.starts_with(step_joint) || p.steps.size() >= most_steps_of_plan)
            throw cannot_explore(
                fmt::format("\"{}\" is not a sequence of changes, such as .spec.replicas=3; back: steps are "
                            "joined by \"; \"",
                            sim::printable(whole)));
        text.remove_prefix(step_joint.size());
    }
}

std::vector<input_state> states_of(const input_plan& p, const bj::object& base) {
    std::vector<input_state> all;
    input_state now{base};
    for (std::size_t i = 0; i < p.steps.size(); ++i) {
        const input_step& s = p.steps[i];
        if (s) {
            (void)apply_change(now.object, *s);
            now.is_bad = now.is_bad || s->is_bad;
        } else {
            now = {base};
        }
        const bool is_last = i + 1 == p.steps.size();
        now.is_compared = is_last || !s || !p.steps[i + 1];
        if (!p.is_new || is_last) all.push_back(now);
    }
    return all;
}

std::vector<input_plan> simpler_inputs(const input_plan& p) {
    std::vector<input_plan> all;
    const auto add = [&](std::vector<input_step> steps, const story_plan& faults) {
        const bool is_empty = steps.empty() || !steps.front();
        if (!is_empty) all.push_back({p.is_new, std::move(steps), faults});
    };
    const auto add_shorter = [&](const story_plan& faults) {
        if (p.steps.size() > 2 || (p.steps.size() == 2 && p.steps[1]))
            for (const input_step& s : p.steps)
                if (s) add({s}, faults);
        if (p.steps.size() > 2)
            for (const input_step& s : p.steps)
                if (s && !p.is_new) add({s, std::nullopt}, faults);
        for (std::size_t i = p.steps.size(); i-- > 0 && p.steps.size() > 1;) {
            std::vector<input_step> fewer = p.steps;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            add(std::move(fewer), faults);
        }
    };
    if (!p.faults.steps.empty()) add(p.steps, {});
    add_shorter({});
    // With the fault, if it is needed.
    if (!p.faults.steps.empty()) add_shorter(p.faults);
    return all;
}

}}}  // namespace setpoint::v0::story
