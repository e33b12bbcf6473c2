#include "testkit/story/inputs/input_settings.hpp"

#include "setpoint/story/explore.hpp"

#include <fmt/format.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

// ".spec.ports.name", without indexes.
std::string field_named(const story_node& n, std::string_view text) {
    const std::string_view whole = text;
    input_path p;
    try {
        p = read_path(text);
    } catch (const cannot_explore&) {
        text = whole;
    }
    const bool is_of_spec =
        !p.steps.empty() && p.steps.front() == input_path{{std::string("spec")}}.steps.front();
    if (!text.empty() || !is_of_spec || p.steps.size() < 2)
        n.fail(fmt::format("\"{}\" is not a field of the spec, such as .spec.replicas", whole));
    return name_of_field(p);
}

std::vector<std::string> fields_in(const story_node& n) {
    std::vector<std::string> all;
    for (const story_node& one : n.items()) all.push_back(field_named(one, one.text()));
    return all;
}

std::map<std::string, std::vector<bj::value>> values_in(const story_node& n) {
    std::map<std::string, std::vector<bj::value>> all;
    for (const auto& m : n.object()) {
        const story_node of = n.need(m.key());
        std::vector<bj::value>& to = all[field_named(of, m.key())];
        for (const story_node& one : of.items()) to.push_back(one.value());
        if (to.empty()) of.fail("has no value");
    }
    return all;
}

}  // namespace

input_settings read_input_settings(const story_node& n) {
    n.only({"kind", "name", "only", "skip", "values", "bad"});
    input_settings out;
    if (const auto v = n.find("kind")) out.kind = v->text();
    if (const auto v = n.find("name")) out.name = v->text();
    if (const auto v = n.find("only")) out.choice.only = fields_in(*v);
    if (const auto v = n.find("skip")) out.choice.skip = fields_in(*v);
    if (const auto v = n.find("values")) out.choice.values = values_in(*v);
    if (const auto v = n.find("bad")) out.choice.bad = values_in(*v);
    return out;
}

}}}  // namespace setpoint::v0::story
