#include "setpoint/api/meta.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(meta_test)

namespace {

const group_version_kind web_server("my.domain", "v1", "WebServer");

object_meta meta(std::string_view ns, std::string_view name, std::string_view uid = "") {
    object_meta m;
    m.ns = ns;
    m.name = name;
    m.uid = uid;
    return m;
}

}  // namespace

BOOST_AUTO_TEST_CASE(key_is_namespace_and_name) {
    BOOST_TEST(key_of(meta("default", "web")) == object_key("default", "web"));
    BOOST_TEST(key_of(meta("", "node-1")) == object_key::cluster("node-1"));
}

BOOST_AUTO_TEST_CASE(object_is_deleting_once_a_time_is_set) {
    object_meta m = meta("default", "web");
    BOOST_TEST(!is_deleting(m));
    m.deletion_timestamp = timestamp();
    BOOST_TEST(!is_deleting(m));
    m.deletion_timestamp = timestamp::parse("2026-01-01T00:00:00Z").value();
    BOOST_TEST(is_deleting(m));
}

BOOST_AUTO_TEST_CASE(controller_reference_names_the_owner) {
    object_meta child = meta("default", "web");
    BOOST_TEST(controller_of(child) == nullptr);
    BOOST_TEST(!is_controlled_by(child, "u1"));
    BOOST_REQUIRE(set_controller_reference(child, web_server, meta("default", "owner", "u1")).has_value());
    const owner_reference* owner = controller_of(child);
    BOOST_REQUIRE(owner != nullptr);
    BOOST_TEST(owner->api_version == "my.domain/v1");
    BOOST_TEST(owner->kind == "WebServer");
    BOOST_TEST(owner->name == "owner");
    BOOST_TEST(owner->uid == "u1");
    BOOST_TEST(is_controlled_by(child, "u1"));
    BOOST_TEST(!is_controlled_by(child, "u2"));
    BOOST_TEST(owner->controller.value());
    BOOST_TEST(owner->block_owner_deletion.value());
}

BOOST_AUTO_TEST_CASE(setting_the_same_controller_again_updates_the_reference) {
    object_meta child = meta("default", "web");
    child.owner_references.push_back(
        {.api_version = "v1", .kind = "ConfigMap", .name = "other", .uid = "u0"});
    BOOST_REQUIRE(set_controller_reference(child, web_server, meta("default", "owner", "u1")).has_value());
    const group_version_kind newer("my.domain", "v2", "WebServer");
    BOOST_REQUIRE(set_controller_reference(child, newer, meta("default", "owner", "u2")).has_value());
    BOOST_REQUIRE(child.owner_references.size() == 2U);
    BOOST_TEST(controller_of(child)->api_version == "my.domain/v2");
    BOOST_TEST(controller_of(child)->uid == "u2");
    BOOST_TEST(child.owner_references[0].name == "other");
}

BOOST_AUTO_TEST_CASE(plain_owner_becomes_controller_without_a_second_reference) {
    object_meta child = meta("default", "web");
    child.owner_references.push_back(
        {.api_version = "my.domain/v1", .kind = "WebServer", .name = "owner", .uid = "u1"});
    BOOST_REQUIRE(set_controller_reference(child, web_server, meta("default", "owner", "u1")).has_value());
    BOOST_TEST(child.owner_references.size() == 1U);
    BOOST_TEST(controller_of(child) != nullptr);
}

BOOST_AUTO_TEST_CASE(second_controller_is_rejected) {
    object_meta child = meta("default", "web");
    BOOST_REQUIRE(set_controller_reference(child, web_server, meta("default", "first", "u1")).has_value());
    const auto r = set_controller_reference(child, web_server, meta("default", "second", "u2"));
    BOOST_REQUIRE(r.has_error());
    BOOST_TEST((r.error().code == errc::already_exists));
    BOOST_TEST(
        r.error().message ==
        "making WebServer default/second the controller of default/web: it is controlled by WebServer first");
    BOOST_TEST(child.owner_references.size() == 1U);
    const group_version_kind same_name_other_group("other.domain", "v1", "WebServer");
    BOOST_TEST(
        set_controller_reference(child, same_name_other_group, meta("default", "first", "u3")).has_error());
}

BOOST_AUTO_TEST_CASE(unreachable_owner_is_rejected) {
    struct row {
        object_meta child, owner;
        bool allowed;
    };
    const std::vector<row> rows{
        {meta("a", "child"), meta("a", "owner", "u"), true},
        {meta("a", "child"), meta("", "owner", "u"), true},
        {meta("", "child"), meta("", "owner", "u"), true},
        {meta("a", "child"), meta("b", "owner", "u"), false},
        {meta("", "child"), meta("b", "owner", "u"), false},
        {meta("a", "child"), meta("a", "owner", ""), false},
        {meta("a", "child"), meta("a", "", "u"), false},
    };
    for (const row& r : rows) {
        object_meta child = r.child;
        const auto outcome = set_controller_reference(child, web_server, r.owner);
        BOOST_TEST(outcome.has_value() == r.allowed);
        if (outcome.has_error()) {
            BOOST_TEST((outcome.error().code == errc::invalid));
            BOOST_TEST(child.owner_references.empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(finalizer_calls_report_whether_they_changed_anything) {
    object_meta m = meta("default", "web");
    BOOST_TEST(!has_finalizer(m, "my.domain/cleanup"));
    BOOST_TEST(!remove_finalizer(m, "my.domain/cleanup"));
    BOOST_TEST(add_finalizer(m, "my.domain/cleanup"));
    BOOST_TEST(!add_finalizer(m, "my.domain/cleanup"));
    BOOST_TEST(add_finalizer(m, "my.domain/other"));
    BOOST_TEST(has_finalizer(m, "my.domain/cleanup"));
    BOOST_TEST(remove_finalizer(m, "my.domain/cleanup"));
    BOOST_TEST(!has_finalizer(m, "my.domain/cleanup"));
    BOOST_TEST(m.finalizers.size() == 1U);
}

BOOST_AUTO_TEST_CASE(generation_reads_like_a_number) {
    object_meta m;
    BOOST_TEST(json::scalar_traits<generation_number>::is_unset(m.generation));
    m.generation = 7;
    const std::int64_t observed = m.generation;
    BOOST_TEST(observed == 7);
    BOOST_TEST((m.generation == observed));
    std::string out;
    json::scalar_traits<generation_number>::print(m.generation, out);
    BOOST_TEST(out == "7");
}

BOOST_AUTO_TEST_SUITE_END()
