#include "testkit/story/inputs/input_story.hpp"

#include "apiserver/objects/fields.hpp"
#include "setpoint/story/explore.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using apiserver::list_of, apiserver::object_of, apiserver::text_at;

// "" without a group.
std::string_view group_in(std::string_view api_version) {
    const std::size_t slash = api_version.find('/');
    return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

const bj::object* definition_of(const story& s, const bj::object& object) {
    const std::string_view group = group_in(text_at(object, "apiVersion")), kind = text_at(object, "kind");
    const auto at = std::find_if(s.definitions.begin(), s.definitions.end(), [&](const bj::object& d) {
        const bj::object& spec = object_of(d, "spec");
        return text_at(spec, "group") == group && text_at(spec, {"names", "kind"}) == kind;
    });
    return at == s.definitions.end() ? nullptr : &*at;
}

const bj::object* schema_in(const bj::object& definition, std::string_view api_version) {
    const std::string_view version = api_version.substr(api_version.find('/') + 1);
    for (const bj::value& v : list_of(object_of(definition, "spec"), "versions"))
        if (v.is_object() && text_at(v.get_object(), "name") == version)
            return apiserver::object_at(v.get_object(), {"schema", "openAPIV3Schema"});
    return nullptr;
}

bool is_chosen_subject(const story& s, const bj::object& object) {
    const bj::object& meta = object_of(object, "metadata");
    if (!s.inputs.name.empty() && text_at(meta, "name") != s.inputs.name) return false;
    if (!s.inputs.kind.empty() && text_at(object, "kind") != s.inputs.kind) return false;
    return definition_of(s, object) != nullptr;
}

input_subject subject_at(const story& s, std::size_t step, std::size_t object) {
    input_subject out;
    out.base = s.steps[step].objects[object];
    out.step = step;
    out.object = object;
    const bj::object& meta = object_of(out.base, "metadata");
    out.target.api_version = text_at(out.base, "apiVersion");
    out.target.kind = text_at(out.base, "kind");
    out.target.name = text_at(meta, "name");
    out.target.ns = text_at(meta, "namespace");
    if (out.target.ns.empty()) out.target.ns = s.ns;
    out.target.where = s.steps[step].where;
    const bj::object* const schema = schema_in(*definition_of(s, out.base), out.target.api_version);
    if (!schema)
        throw cannot_explore(fmt::format("{}: the definition of {} has no schema for {}", out.target.where,
                                         out.target.kind, out.target.api_version));
    out.schema = *schema;
    return out;
}

story_step change_step(const input_subject& of, std::vector<bj::object> objects, expected_lines expected) {
    story_step s;
    s.what = story_step::kind::change;
    s.where = of.target.where;
    s.objects = std::move(objects);
    s.target = of.target;
    s.expected = std::move(expected);
    return s;
}

// Without the steps after the object exists.
story begin_of(const story& s, const input_subject& of, std::size_t steps) {
    story out = s;
    out.steps.resize(of.step + steps);
    out.ends_at_rest = true;
    out.ends_with_deletion = false;
    out.last_write = 0;
    return out;
}

}  // namespace

input_subject subject_of(const story& s) {
    for (std::size_t step = 0; step < s.steps.size(); ++step) {
        if (s.steps[step].what != story_step::kind::apply) continue;
        for (std::size_t object = 0; object < s.steps[step].objects.size(); ++object)
            if (is_chosen_subject(s, s.steps[step].objects[object])) return subject_at(s, step, object);
    }
    const bool is_named = !s.inputs.name.empty() || !s.inputs.kind.empty();
    throw cannot_explore(
        fmt::format("{}: no step applies {}, and inputs are changes of such an object", s.file,
                    is_named ? fmt::format("the object of `inputs` ({} {}) of a kind of `crds`",
                                           s.inputs.kind.empty() ? "any kind" : s.inputs.kind, s.inputs.name)
                             : std::string("an object of a kind of `crds`")));
}

story story_of_new(const story& s, const input_subject& of, const bj::object& object) {
    story out = begin_of(s, of, 0);
    std::vector<bj::object> objects = s.steps[of.step].objects;
    objects[of.object] = object;
    out.steps.push_back(change_step(of, std::move(objects), nullptr));
    return out;
}

story story_of_changes(const story& s, const input_subject& of, const std::vector<input_state>& states,
                       const std::vector<expected_lines>& expected) {
    std::size_t waits = 1;
    while (of.step + waits < s.steps.size() && s.steps[of.step + waits].what == story_step::kind::wait)
        ++waits;
    story out = begin_of(s, of, waits);
    out.steps.push_back(change_step(of, {}, expected.front()));
    for (std::size_t i = 0; i < states.size(); ++i)
        out.steps.push_back(change_step(of, {states[i].object}, expected[i + 1]));
    return out;
}

}}}  // namespace setpoint::v0::story
