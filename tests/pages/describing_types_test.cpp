// What docs/describing-types.md shows is compiled: its first block is the API of the WebServer operator, all
// others are from this file.
#include "pages/quotes.hpp"
#include "setpoint/api/crd.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/operator.hpp"

#include <boost/test/unit_test.hpp>

#include <regex>

BOOST_AUTO_TEST_SUITE(describing_types_page)

namespace {

using namespace setpoint;

struct settings_spec {
    std::string color;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A site.", field(&settings_spec::color, "color", "Its colour."));
    }
};
namespace v1 {
struct site : custom_resource<settings_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Site", "A site."); }
};
}  // namespace v1
namespace v1alpha1 {
struct site : custom_resource<settings_spec> {
    static constexpr auto kind() {
        return custom_kind("example.com", "v1alpha1", "Site", "A site.").not_stored();
    }
};
}  // namespace v1alpha1

awaitable<outcome> reconcile(context&, snapshot<v1::site>) {
    co_return outcome::done();
}

[[maybe_unused]] void declare(manager& m) {
    m.controller<v1::site>().also_serves<v1alpha1::site>().reconcile(reconcile);
}

[[maybe_unused]] void reckon(context& ctx, std::map<std::string, quantity>& limits) {
    limits["cpu"] = "500m";                          // "500 m" does not compile
    limits["memory"] = quantity::bytes(1610612736);  // 1536Mi
    const quantity all = 3 * limits["cpu"] + quantity("1.5");
    if (all > "2") ctx.log().info("much", {{"cpu", all.to_double()}});
}

enum class update_policy { rolling, recreate };
constexpr auto describe_enum(update_policy) {
    using namespace setpoint::schema;
    return names(value(update_policy::rolling, "Rolling"), value(update_policy::recreate, "Recreate"));
}

struct policy_spec {
    update_policy policy = update_policy::recreate;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A policy.", field(&policy_spec::policy, "policy", "How pods are replaced."));
    }
};

struct pod_place {
    struct place {
        setpoint::interned_string node_name;
        static constexpr auto describe() {
            using namespace setpoint::schema;
            return object("", field(&place::node_name, "nodeName", ""));
        }
    };
    setpoint::basic_meta metadata;  // or object_meta, or a struct derived from basic_meta
    place spec;

    static constexpr auto kind() { return setpoint::partial<setpoint::kinds::pod>(); }
    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = pod_place;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""));
    }
};

struct site_spec {
    std::optional<setpoint::kinds::pod_template_spec> pod_template;  // not given: the operator's own
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A site.", field(&site_spec::pod_template, "template", "How its pods are made."));
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(the_first_block_is_the_api_of_the_web_server) {
    std::string compiled = pages::read("src/operators/web_server/types.hpp");
    compiled.erase(0, compiled.find("#include"));
    // As a user writes it.
    compiled = std::regex_replace(compiled, std::regex("#include \"(setpoint/[^\"]*)\""), "#include <$1>");
    const std::vector<std::string> shown = pages::blocks(pages::read("docs/describing-types.md"));
    BOOST_REQUIRE(!shown.empty());
    BOOST_TEST(shown.front() == compiled);
}

BOOST_AUTO_TEST_CASE(all_other_blocks_are_from_this_file) {
    std::string page = pages::read("docs/describing-types.md");
    page = pages::from_heading(page, "## Members");
    BOOST_TEST(pages::not_quoted(page, {"tests/pages/describing_types_test.cpp"}) == "");
}

BOOST_AUTO_TEST_CASE(what_the_page_says_of_its_snippets_holds) {
    BOOST_TEST((quantity("500m") * 3 + quantity("1.5")).to_string() == "3");
    BOOST_TEST(quantity::bytes(1610612736).to_string() == "1536Mi");
    BOOST_TEST(json::encode(policy_spec{}) == R"({"policy":"Recreate"})");
    BOOST_TEST(kind_of<pod_place>().is_partial);
    BOOST_TEST(json::encode(site_spec{}) == "{}");
    setpoint::kinds::deployment d;
    d.spec.pod_template.metadata.labels["app"] = "web";  // must match spec.selector
    d.spec.pod_template.spec.containers = {
        setpoint::kinds::container{.name = "web", .image = "nginx:1.23.1"}};
    BOOST_TEST(json::encode(d).find(R"("template":{"metadata":{"labels":{"app":"web"}})") !=
               std::string::npos);
    const auto crd = crd_of<v1::site, v1alpha1::site>();
    BOOST_TEST(crd.at("spec").at("versions").as_array().size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
