#include "testkit/story/fault.hpp"

#include "setpoint/story/explore.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

std::vector<const fault*> all_faults() {
    std::vector<const fault*> all;
    for (const auto& list :
         {process_faults(), leadership_faults(), request_faults(), watch_faults(), foreign_faults(),
          user_faults(), application_faults(), answer_faults(), webhook_faults()})
        for (const fault& f : list) all.push_back(&f);
    return all;
}

const fault* find_fault(std::string_view name) {
    const auto all = all_faults();
    const auto at = std::find_if(all.begin(), all.end(), [&](const fault* f) { return f->name == name; });
    return at == all.end() ? nullptr : *at;
}

std::string list_perturbations() {
    std::string out;
    for (const fault* f : all_faults()) out += fmt::format("  {:<11} {}\n", f->name, f->words);
    return out;
}

bool is_operator_write(const sim::story_point& at) {
    return at.p.is_request() && at.p.writes();
}

bool is_child_write(const sim::story_point& at) {
    return is_operator_write(at) && !at.p.key.name.empty() && at.p.subresource.empty() &&
           at.p.op != verb::remove && !at.is_of_user;
}

bool is_user_write(const sim::story_point& at) {
    return at.p.what == sim::point::kind::user;
}

}}}  // namespace setpoint::v0::story
