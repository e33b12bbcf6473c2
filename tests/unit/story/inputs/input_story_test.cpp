// Which object of a story is changed, and the stories that change it.
#include "testkit/story/inputs/input_story.hpp"

#include "setpoint/story/explore.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using step_kind = story::story_step::kind;

BOOST_AUTO_TEST_SUITE(input_story_test)

namespace {

const std::string crds = std::string("crds: [") + SETPOINT_SOURCE_DIR + "/tests/explore/gadgets.crd.yaml]\n";
const std::string steps = R"(steps:
- apply: {apiVersion: v1, kind: ConfigMap, metadata: {name: other}}
- apply:
  - {apiVersion: example.com/v1, kind: Gadget, metadata: {name: g}, spec: {parts: 1}}
  - {apiVersion: v1, kind: ConfigMap, metadata: {name: more}}
- wait: {kind: Gadget, name: g, path: .status.parts, value: 1}
- patch: {kind: Gadget, name: g, merge: {spec: {parts: 3}}}
- wait: {kind: Gadget, name: g, path: .status.parts, value: 3}
)";

story::story read(const std::string& text) {
    return story::read_story_text(text, "story.yaml", ".");
}

std::string error_of_inputs(const std::string& text) {
    try {
        const story::story s = read(crds + steps + text);
        (void)story::subject_of(s);
    } catch (const story::cannot_explore& e) {
        return e.what();
    }
    return "no error";
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_first_custom_object_is_changed) {
    const story::input_subject of = story::subject_of(read(crds + steps));
    BOOST_TEST(of.target.kind == "Gadget");
    BOOST_TEST(of.target.name == "g");
    BOOST_TEST(of.target.ns == "default");
    BOOST_TEST(of.step == 1u);
    BOOST_TEST(of.object == 0u);
    BOOST_TEST(of.schema.contains("properties"));
}

BOOST_AUTO_TEST_CASE(a_new_object_replaces_the_one_of_the_story) {
    const story::story s = read(crds + steps);
    const story::input_subject of = story::subject_of(s);
    boost::json::object changed = of.base;
    changed["spec"] = "x";
    const story::story made = story::story_of_new(s, of, changed);
    BOOST_REQUIRE(made.steps.size() == 2u);
    BOOST_TEST((made.steps[0].what == step_kind::apply));
    BOOST_TEST((made.steps[1].what == step_kind::change));
    BOOST_REQUIRE(made.steps[1].objects.size() == 2u);
    BOOST_TEST((made.steps[1].objects[0] == changed));
    BOOST_TEST(made.ends_at_rest);
}

BOOST_AUTO_TEST_CASE(changes_follow_the_waits_after_the_object) {
    const story::story s = read(crds + steps);
    const story::input_subject of = story::subject_of(s);
    const auto states = story::states_of(story::parse_input_plan(".spec.parts=2; back"), of.base);
    const story::story made = story::story_of_changes(s, of, states, {nullptr, nullptr, nullptr});
    std::vector<step_kind> kinds;
    for (const story::story_step& one : made.steps) kinds.push_back(one.what);
    BOOST_TEST((kinds == std::vector{step_kind::apply, step_kind::apply, step_kind::wait, step_kind::change,
                                     step_kind::change, step_kind::change}));
    BOOST_TEST(made.steps[3].objects.empty());
    BOOST_TEST((made.steps[5].objects.front() == of.base));
}

BOOST_AUTO_TEST_CASE(inputs_are_read_with_their_places) {
    const story::story s = read(crds + steps + R"(inputs:
  kind: Gadget
  name: g
  only: [.spec.parts]
  skip: [.spec.text]
  values: {.spec.parts: [7]}
  bad: {.spec.text: ['', x]}
)");
    BOOST_TEST(s.inputs.choice.only.front() == ".spec.parts");
    BOOST_TEST(s.inputs.choice.bad.at(".spec.text").size() == 2u);
    BOOST_TEST(s.inputs.choice.values.at(".spec.parts").front().as_int64() == 7);
}

BOOST_AUTO_TEST_CASE(mistakes_in_inputs_are_named) {
    BOOST_TEST(
        error_of_inputs("inputs: {only: [parts]}\n") ==
        "story.yaml:10: .inputs.only[0]: \"parts\" is not a field of the spec, such as .spec.replicas");
    BOOST_TEST(error_of_inputs("inputs: {skip: [.status.x]}\n").find("not a field of the spec") !=
               std::string::npos);
    BOOST_TEST(error_of_inputs("inputs: {values: {.spec.parts: []}}\n").find("has no value") !=
               std::string::npos);
    BOOST_TEST(error_of_inputs("inputs: {what: x}\n").find("unknown key") != std::string::npos);
    BOOST_TEST(error_of_inputs("inputs: {name: none}\n").find("no step applies the object of `inputs`") !=
               std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
