#include "unit/apiserver/write/observed.hpp"

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

BOOST_AUTO_TEST_SUITE(checks_test)

BOOST_AUTO_TEST_CASE(a_rejected_create_has_the_errors_of_the_real_server) {
    for (const bj::value& row : observed("refused.json")) {
        const bj::object& object = row.at("object").as_object();
        const resource_ptr r = resource_of(object);
        BOOST_REQUIRE_MESSAGE(r, bj::serialize(object));
        field_errors errors;
        created(object, *r, errors);
        const std::string got = joined(texts(errors)), expected = joined(row.at("errors"));
        BOOST_TEST(got == expected, bj::serialize(object) << "\ngot\n" << got << "expected\n" << expected);
    }
}

BOOST_AUTO_TEST_CASE(updates_behave_like_on_the_real_server) {
    for (const bj::value& row : observed("updates.json")) {
        const bj::object& old = row.at("old").as_object();
        bj::object o = row.at("new").as_object();
        const resource_ptr r = resource_of(old);
        kind_context c;
        c.now = some_time();
        c.subresource = row.at("sub").as_string();
        if (r->code->defaults != nullptr) r->code->defaults(o);
        if (c.subresource.empty()) admit_as_alone(*r, o, &old);
        drop_disabled_fields({}, r->storage, o, &old);
        if (r->code->prepare_update != nullptr) r->code->prepare_update(o, old, c);
        field_errors errors;
        r->code->validate_update(o, old, c, errors);
        const std::string got = joined(texts(errors)), expected = joined(row.at("errors"));
        BOOST_TEST(got == expected, bj::serialize(row.at("new")) << "\ngot\n"
                                                                 << got << "expected\n"
                                                                 << expected);
        if (!expected.empty()) continue;
        std::string wrong;
        differences(o, row.at("answer"), "", wrong);
        BOOST_TEST(wrong == "", bj::serialize(row.at("new")) << "\n" << wrong);
    }
}

BOOST_AUTO_TEST_CASE(a_name_that_is_not_a_host_name_causes_a_warning) {
    const std::pair<const char*, const char*> cases[] = {
        {"v1", "Pod"}, {"apps/v1", "Deployment"}, {"batch/v1", "CronJob"}};
    for (const auto& [version, kind] : cases) {
        bj::object o{{"apiVersion", version}, {"kind", kind}};
        o["metadata"] = bj::object{{"name", "a.b"}, {"namespace", "default"}};
        std::vector<std::string> warnings;
        resource_of(o)->code->warn(o, nullptr, "", warnings);
        const std::string use =
            std::string_view(kind) == "Pod" ? "the Pod's hostname" : "Pod names and hostnames";
        BOOST_REQUIRE_EQUAL(warnings.size(), 1U);
        BOOST_TEST(warnings[0] ==
                   "metadata.name: this is used in " + use +
                       ", which can result in surprising behavior; a DNS label is recommended: [must not "
                       "contain dots]");
    }
}

BOOST_AUTO_TEST_CASE(pods_get_their_grace_period_only_when_they_may_be_running) {
    const std::pair<const char*, std::int64_t> cases[] = {
        {R"({"spec":{"terminationGracePeriodSeconds":30}})", 0},
        {R"({"spec":{"nodeName":"n","terminationGracePeriodSeconds":30}})", 30},
        {R"({"spec":{"nodeName":"n","terminationGracePeriodSeconds":-5}})", 1},
        {R"({"spec":{"nodeName":"n","terminationGracePeriodSeconds":30},"status":{"phase":"Failed"}})", 0},
    };
    const resource_ptr pods = builtin().find("", "v1", "pods");
    for (const auto& [pod, seconds] : cases) BOOST_TEST(pods->code->grace(parse(pod), {}) == seconds, pod);
    BOOST_TEST(pods->code->grace(parse(cases[1].first), 5) == 5);
    BOOST_TEST(pods->code->grace(parse(cases[1].first), -5) == 1);
    BOOST_TEST(pods->code->grace(parse(cases[0].first), 5) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
