#include "setpoint/api/kind.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(kind_test)

namespace {

struct web_server {
    static constexpr auto kind() {
        return custom_kind("my.domain", "v1", "WebServer", "A web server.")
            .plural("webservers")
            .singular("webserver")
            .short_name("ws")
            .short_name("web")
            .category("all")
            .selectable(".spec.image")
            .scale(".spec.replicas", ".status.replicas", ".status.selector")
            .column("Image", "string", ".spec.image", "What runs.", 1)
            .column("Age", "date", ".metadata.creationTimestamp");
    }
};

struct web_server_view {
    static constexpr auto kind() { return partial<web_server>(); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(kind_is_described_at_compile_time) {
    constexpr kind_description k = web_server::kind();
    static_assert(k.group == "my.domain" && k.version == "v1" && k.name == "WebServer" && k.custom);
    static_assert(k.where == scope::namespaced && k.is_served && k.is_storage && !k.is_deprecated &&
                  !k.is_partial);
    BOOST_TEST(k.doc == "A web server.");
    BOOST_TEST(k.plural_name == "webservers");
    BOOST_TEST(k.singular_name == "webserver");
    BOOST_REQUIRE(k.short_name_count == 2U);
    BOOST_TEST(k.short_name_list[0] == "ws");
    BOOST_TEST(k.short_name_list[1] == "web");
    BOOST_REQUIRE(k.category_count == 1U);
    BOOST_TEST(k.category_list[0] == "all");
    BOOST_REQUIRE(k.selectable_count == 1U);
    BOOST_TEST(k.selectable_list[0] == ".spec.image");
    BOOST_TEST(k.scale_spec == ".spec.replicas");
    BOOST_TEST(k.scale_status == ".status.replicas");
    BOOST_TEST(k.scale_selector == ".status.selector");
    BOOST_REQUIRE(k.column_count == 2U);
    BOOST_TEST(k.column_list[0].name == "Image");
    BOOST_TEST(k.column_list[0].doc == "What runs.");
    BOOST_TEST(k.column_list[0].priority == 1);
    BOOST_TEST(k.column_list[1].type == "date");
}

BOOST_AUTO_TEST_CASE(each_call_changes_a_copy) {
    constexpr kind_description plain = custom_kind("g", "v1", "K", "");
    constexpr kind_description changed =
        plain.cluster_scoped().not_served().not_stored().deprecated("Use v2.").short_name("k");
    static_assert(plain.where == scope::namespaced && plain.is_served && plain.is_storage &&
                  plain.short_name_count == 0);
    static_assert(changed.where == scope::cluster && !changed.is_served && !changed.is_storage);
    static_assert(changed.is_deprecated && changed.deprecation == "Use v2.");
    static_assert(plain.deprecated().is_deprecated && plain.deprecated().deprecation.empty());
    BOOST_TEST(changed.short_name_count == 1U);
}

BOOST_AUTO_TEST_CASE(view_is_of_the_same_kind) {
    constexpr kind_description k = web_server_view::kind();
    static_assert(k.is_partial && k.custom && k.name == "WebServer");
    BOOST_TEST(k.plural_name == "webservers");
}

BOOST_AUTO_TEST_CASE(builtin_kind_has_no_definition) {
    constexpr kind_description k = builtin_kind("apps", "v1", "Deployment", "deployments");
    static_assert(!k.custom && k.plural_name == "deployments" && k.doc.empty());
    BOOST_TEST(builtin_kind("", "v1", "Pod").plural_name.empty());
}

BOOST_AUTO_TEST_CASE(mistakes_are_rejected) {
    using enum kind_mistake;
    const kind_description k = custom_kind("g.io", "v1", "K", "");
    BOOST_TEST((k.wrong == none));
    BOOST_TEST((custom_kind("g", "v1", "K", "").wrong == group));
    BOOST_TEST((custom_kind("g.io", "v1", "k", "").wrong == name));
    BOOST_TEST((k.column("A", "string", ".spec.a").wrong == none));
    BOOST_TEST((k.column("A", "text", ".spec.a").wrong == column_type));
    BOOST_TEST((k.column("A", "text", ".spec.a").column("B", "string", "b").wrong == column_type));
    BOOST_TEST((k.column("A", "string", "spec.a").wrong == path));
    BOOST_TEST((k.scale(".spec.replicas", ".status.replicas").wrong == none));
    BOOST_TEST((k.scale("spec.replicas", ".status.replicas").wrong == path));
    BOOST_TEST((k.scale(".spec.replicas", "").wrong == path));
    BOOST_TEST((k.selectable("").wrong == path));
    kind_description full = k;
    for (std::size_t i = 0; i < kind_description::max_names; ++i) full = full.short_name("n");
    BOOST_TEST((full.wrong == none));
    BOOST_TEST((full.short_name("one more").wrong == too_many_names));
    for (std::size_t i = 0; i < kind_description::max_columns; ++i)
        full = full.column("A", "string", ".spec.a");
    BOOST_TEST((full.wrong == none));
    BOOST_TEST((full.column("B", "string", ".spec.b").wrong == too_many_columns));
}

BOOST_AUTO_TEST_SUITE_END()
