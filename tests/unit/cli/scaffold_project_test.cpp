// PROJECT, the requests that change it, and the files that follow from it.
#include "cli/scaffold/project_file.hpp"
#include "cli/scaffold/project_tree.hpp"
#include "cli/scaffold/requests.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/json/yaml.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <sstream>

BOOST_AUTO_TEST_SUITE(scaffold_project_test)

using namespace setpoint;
using namespace setpoint::cli::scaffold;

namespace {

project_file shop() {
    project_file p;
    p.domain = "example.com";
    p.name = "shop-operator";
    p.setpoint_version = SETPOINT_VERSION;
    return p;
}

// The message of the fault; "" if there is none.
template <class F>
std::string refusal(F f) {
    try {
        f();
        return {};
    } catch (const fault& e) {
        BOOST_CHECK(e.why().code == errc::bad_config);
        BOOST_TEST(e.why().message.find('\n') == std::string::npos);
        return e.why().message;
    }
}
std::string refused(const project_file& p, const api_request& r) {
    return refusal([&] { with_api(p, r); });
}
std::string refused(const project_file& p, const webhook_request& r) {
    return refusal([&] { with_webhook(p, r); });
}
std::string parse_error(const std::string& text) {
    return refusal([&] { parse_project_file(text, "PROJECT"); });
}
bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

api_request kind(std::string name, std::string version = "v1") {
    api_request r;
    r.group = "shop";
    r.version = std::move(version);
    r.kind = std::move(name);
    return r;
}
api_request controller_of(std::string group, std::string name) {
    api_request r = kind(std::move(name));
    r.group = std::move(group);
    r.resource = false;
    return r;
}
webhook_request webhook(std::string name, std::string version = "v1") {
    webhook_request r;
    r.group = "shop";
    r.version = std::move(version);
    r.kind = std::move(name);
    return r;
}

// The paths below src/ and tests/, without those of the project.
std::string kind_files(const project_file& p) {
    std::ostringstream out;
    for (const generated_file& f : project_tree(p))
        if (std::ranges::count(f.path, '/') == 2 && !f.path.starts_with('.')) out << f.path << '\n';
    return out.str();
}
std::string text_of(const project_file& p, std::string_view path) {
    for (const generated_file& f : project_tree(p))
        if (f.path == path) return f.text;
    throw std::logic_error("there is no " + std::string(path));
}
std::string lines(const std::vector<std::string>& all) {
    std::string text;
    for (const std::string& line : all) text += line + '\n';
    return text;
}

constexpr std::string_view kubebuilder_layout =
    "domain: my.domain\nlayout:\n- go.kubebuilder.io/v4\nprojectName: shop\nversion: \"3\"\n";
const std::string least = "domain: my.domain\nlayout: [cpp.setpoint/v1]\nprojectName: shop\n";

}  // namespace

BOOST_AUTO_TEST_CASE(a_project_is_read_as_it_was_written) {
    project_file p = with_api(shop(), kind("Order"));
    p = with_api(p, kind("Order", "v2"));
    p = with_api(p, controller_of("apps", "Deployment"));
    webhook_request w = webhook("Order");
    w.validation = w.conversion = true;
    p = with_webhook(p, w);
    p.namespaced = true;
    p.files["src/main.cpp"] = "0123";
    const std::string text = to_text(p);
    BOOST_TEST(to_text(parse_project_file(text, "PROJECT")) == text);
    const project_file read = parse_project_file(text, "PROJECT");
    BOOST_REQUIRE(read.resources.size() == 3u);
    BOOST_TEST(read.resources[0].validation);
    BOOST_TEST(!read.resources[0].defaulting);
    BOOST_TEST(lines(read.resources[0].spokes) == "v2\n");
    BOOST_TEST(!read.resources[1].controller);
    BOOST_TEST(!read.resources[2].api);
    BOOST_TEST(read.namespaced);
    BOOST_TEST(read.files.at("src/main.cpp") == "0123");
}

BOOST_AUTO_TEST_CASE(a_kind_of_kubernetes_may_have_webhooks) {
    webhook_request w;
    w.group = "apps";
    w.version = "v1";
    w.kind = "Deployment";
    BOOST_CHECK_THROW(with_webhook(shop(), w), fault);
    w.validation = true;
    const project_file p = with_webhook(shop(), w);
    BOOST_REQUIRE(p.resources.size() == 1u);
    BOOST_TEST(!p.resources[0].api);
    BOOST_TEST(!p.resources[0].controller);
    BOOST_TEST(lines(main_lines_of(p).builder) == "deployment::add_deployment_webhooks(m);\n");
    const std::string text = to_text(p);
    BOOST_TEST(to_text(parse_project_file(text, "PROJECT")) == text);
    BOOST_CHECK_THROW(with_webhook(p, w), fault);  // it has them already
    const project_file both = with_api(p, controller_of("apps", "Deployment"));
    BOOST_REQUIRE(both.resources.size() == 1u);
    BOOST_TEST(both.resources[0].controller);
    std::string paths;
    for (const generated_file& f : project_tree(both))
        if (has(f.path, "deployment")) paths += f.path + '\n';
    BOOST_TEST(paths ==
               "src/deployment/reconciler.cpp\nsrc/deployment/reconciler.hpp\nsrc/deployment/webhook.cpp\n"
               "src/deployment/webhook.hpp\ntests/deployment/environment_test.cpp\n"
               "tests/deployment/webhook_test.cpp\n");
    w.conversion = true;
    BOOST_CHECK_THROW(with_webhook(p, w), fault);
}

BOOST_AUTO_TEST_CASE(keys_of_others_stay) {
    const std::string text =
        to_text(parse_project_file(least + "cliVersion: 4.5.0\nplugins:\n  a/b: {}\n", "PROJECT"));
    BOOST_TEST(has(text, "cliVersion: 4.5.0\n"));
    BOOST_TEST(has(text, "  a/b: {}\n"));
}

BOOST_AUTO_TEST_CASE(keys_of_others_in_resources_stay) {
    const std::string text = least + R"(resources:
# The first one.
- api:
    crdVersion: v1
    namespaced: true
    scaffold: deep  # of another tool
  controller: true
  domain: my.domain

  external: true
  kind: Web
  path: my.domain/web/api/v1
  version: v1
  webhooks:
    defaultingPath: /custom
    validation: true
    webhookVersion: v1
# The end.
)";
    project_file p = parse_project_file(text, "PROJECT");
    webhook_request w;
    w.version = "v1";
    w.kind = "Web";
    w.defaulting = true;
    p = with_webhook(p, w);
    const std::string expected = R"(resources:
# The first one.
- api:
    crdVersion: v1
    namespaced: true
    scaffold: deep  # of another tool
  controller: true
  domain: my.domain

  external: true
  kind: Web
  path: my.domain/web/api/v1
  version: v1
  webhooks:
    defaulting: true
    defaultingPath: /custom
    validation: true
    webhookVersion: v1
)";
    BOOST_TEST(has(to_text(p), expected), to_text(p));
    BOOST_TEST(has(to_text(p), "# The end.\n"), to_text(p));
    // A further version begins without them.
    api_request v2;
    v2.version = "v2";
    v2.kind = "Web";
    const std::string both = to_text(with_api(p, v2));
    BOOST_TEST(both.find("external: true") == both.rfind("external: true"), both);
}

BOOST_AUTO_TEST_CASE(comments_and_the_order_of_keys_stay_whatever_a_project_gains) {
    const std::string text =
        "# Ours\nversion: \"3\"\nprojectName: shop  # never rename\ndomain: my.domain\n"
        "layout:\n- cpp.setpoint/v1\nfiles:\n  # not ours\n  a: x\n";
    const std::string once = to_text(with_api(parse_project_file(text, "PROJECT"), kind("Order")));
    BOOST_TEST(has(once, "# Ours\nversion: \"3\"\n"), once);
    BOOST_TEST(has(once, "projectName: shop  # never rename\n"), once);
    BOOST_TEST(has(once, "files:\n  # not ours\n  a: x\n"), once);
    BOOST_TEST(once.find("\nprojectName") < once.find("\ndomain: my"), once);
    BOOST_TEST(to_text(parse_project_file(once, "PROJECT")) == once);
    project_file without = parse_project_file(once, "PROJECT");
    without.files.clear();
    BOOST_TEST(has(to_text(without), "# not ours\n"), to_text(without));
    // In flow style no line has a value of its own.
    BOOST_TEST(
        has(to_text(parse_project_file(least + "# last\n", "PROJECT")), "layout:\n- cpp.setpoint/v1\n"));
}

BOOST_AUTO_TEST_CASE(paths_of_a_project_stay_in_it) {
    for (const char* const good : {"a", "src/a.cpp", ".github/workflows/ci.yaml", "a b/$(x)"})
        BOOST_TEST(is_project_path(good), good);
    for (const char* const bad : {"", "/etc/passwd", "..", "../a", "a/../../b", "a/./b", "a//b", "a/",
                                  "PROJECT", ".git/config", ".setpoint-changes/journal", "a\nb"}) {
        BOOST_TEST(!is_project_path(bad), bad);
        project_file p = parse_project_file(least, "PROJECT");
        p.files[bad] = "0";
        BOOST_TEST(has(parse_error(to_text(p)), "no path of a file in the project"), bad);
    }
}

BOOST_AUTO_TEST_CASE(a_project_edited_by_hand_is_checked_as_a_whole) {
    const std::string web = "domain: my.domain, kind: Web, version: v1, api: {namespaced: true}";
    const auto error_of = [&](const std::string& resources) {
        return parse_error(least + "resources: [" + resources + "]\n");
    };
    const std::pair<std::string, const char*> cases[] = {
        {"{" + web + "}, {" + web + "}", "resources[1]: version: Web of my.domain/v1 is there twice"},
        {"{" + web + "}, {group: x, " + web +
             "}, {domain: my.domain, kind: XWeb, version: v1, plural: others}",
         "resources[2]: kind: XWeb would be in src/x_web, where Web of x.my.domain/v1 is"},
        {"{" + web + "}, {domain: my.domain, kind: WEb, version: v1, plural: others}",
         "resources[1]: kind: Web of my.domain/v1 has the name web, too"},
        {"{" + web + "}, {domain: my.domain, kind: Other, version: v1, plural: webs}",
         "resources[1]: plural: Web of my.domain/v1 has the plural webs"},
        {"{" + web + "}, {domain: my.domain, kind: WebList, version: v1}",
         "resources[1]: kind: Web of my.domain/v1 has the name WebList, too"},
        {"{" + web + "}, {domain: my.domain, kind: Web, version: v2}",
         "resources[1]: api: all versions of Web"},
        {"{" + web +
             "}, {controller: true, domain: my.domain, kind: Web, version: v2, api: {namespaced: true}}",
         "resources[1]: controller: the controller of Web takes v1"},
        {"{" + web + ", webhooks: {spoke: [v2]}}",
         "resources[0]: webhooks: Web of my.domain/v1 has no other version"},
        {"{core: true, group: apps, kind: '../../x', version: v1}",
         "resources[0]: kind: ../../x of apps/v1 is no kind"},
        {"{" + web + ", group: 'a;b'}", "resources[0]: group: \"a;b\" is not a DNS name"},
        {"{domain: my.domain, kind: 'Web(){}', version: v1}",
         "resources[0]: kind: \"Web(){}\" is not CamelCase"},
        {"{" + web + ", plural: '${x}'}", "resources[0]: plural: \"${x}\" is not a DNS label"},
    };
    for (const auto& [resources, reason] : cases)
        BOOST_TEST(has(error_of(resources), "PROJECT: " + std::string(reason)), error_of(resources));
    BOOST_TEST(has(parse_error(least + "setpointVersion: latest\n"), "setpointVersion is \"latest\""));
    BOOST_TEST(has(parse_error(least + "version: 4\n"), "version is 4, and setpoint"));
    BOOST_TEST(parse_error(least + "version: 3\n") == "");
    BOOST_TEST(has(parse_error(least + "---\na: b\n"), "more than one document"));
    std::string deep = least + "x: ";
    for (int i = 0; i < 100; ++i) deep += '[';
    BOOST_TEST(has(parse_error(deep), "PROJECT"));
}

BOOST_AUTO_TEST_CASE(a_project_of_many_kinds_is_checked_in_no_time) {
    std::string text = least + "resources:\n";
    for (int i = 0; i < 2000; ++i)
        text += "- {api: {namespaced: true}, controller: true, domain: my.domain, kind: Kind" +
                std::to_string(i) + ", version: v1}\n";
    BOOST_TEST(parse_project_file(text, "PROJECT").resources.size() == 2000u);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_in_a_project_is_named) {
    BOOST_TEST(parse_error(least) == "");
    BOOST_TEST(has(parse_error("domain: [\n"), "PROJECT"));
    BOOST_TEST(has(parse_error("- a\n"), "PROJECT: it is not a map"));
    BOOST_TEST(has(parse_error("domain: my.domain\nprojectName: shop\n"), "PROJECT: layout is missing"));
    BOOST_TEST(has(parse_error(std::string(kubebuilder_layout)),
                   "go.kubebuilder.io/v4, which is no project of setpoint"));
    BOOST_TEST(has(parse_error("domain: my.domain\nlayout: [cpp.setpoint/v2]\nprojectName: shop\n"),
                   "cpp.setpoint/v2, and this setpoint (" SETPOINT_VERSION
                   ") knows cpp.setpoint/v1: install"));
    BOOST_TEST(has(parse_error("domain: my.domain\nlayout: [cpp.setpoint/v1]\n"), "projectName is missing"));
    BOOST_TEST(has(parse_error("domain: my.domain\nlayout: [cpp.setpoint/v1]\nprojectName: 1\n"),
                   "projectName is not a text"));
    BOOST_TEST(has(parse_error(least + "projectName: other\n"),
                   "PROJECT: line 4: key \"projectName\" already set in map"));
    BOOST_TEST(has(parse_error(least + "resources: {}\n"), "resources is not a list"));
    BOOST_TEST(has(parse_error(least + "resources: [{version: v1, domain: my.domain}]\n"),
                   "PROJECT: resources[0]: kind is missing"));
    BOOST_TEST(has(parse_error(least + "resources: [{version: v1, kind: web, domain: my.domain}]\n"),
                   "PROJECT: resources[0]: kind: \"web\" is not CamelCase"));
    BOOST_TEST(has(parse_error(least + "resources: [{version: v1, kind: Web, domain: other}]\n"),
                   "resources[0]: domain differs"));
    BOOST_TEST(has(parse_error(least + "namespaced: maybe\n"), "namespaced is neither true nor false"));
    BOOST_TEST(has(parse_error(least + "files: {a: 1}\n"), "files is not a map of texts"));
}

BOOST_AUTO_TEST_CASE(a_kind_has_its_folders_and_lines_in_main) {
    const project_file p = with_api(shop(), kind("Order"));
    BOOST_TEST(kind_files(p) ==
               "src/order/plan.cpp\nsrc/order/plan.hpp\nsrc/order/reconciler.cpp\nsrc/order/reconciler.hpp\n"
               "src/order/types.hpp\ntests/order/environment_test.cpp\ntests/order/faults_test.cpp\n"
               "tests/order/plan_test.cpp\n");
    const main_lines l = main_lines_of(p);
    BOOST_TEST(lines(l.includes) == "#include \"order/reconciler.hpp\"\n");
    BOOST_TEST(lines(l.samples) == "program.sample(order::sample());\n");
    BOOST_TEST(lines(l.builder) == "order::add_order_controller(m);\n");
    BOOST_TEST(has(text_of(p, "src/order/types.hpp"),
                   R"(custom_kind("shop.example.com", "v1", "Order", "An Order."))"));
    BOOST_TEST(has(text_of(p, "src/order/types.hpp"), R"(.plural("orders"))"));
    BOOST_TEST(!has(text_of(p, "src/order/types.hpp"), "cluster_scoped"));
    BOOST_TEST(has(text_of(p, "src/main.cpp"),
                   "        order::add_order_controller(m);\n        // +setpoint:scaffold:builder\n"));
}

BOOST_AUTO_TEST_CASE(options_of_a_kind_are_followed) {
    api_request r = kind("OrderClass");
    r.namespaced = r.controller = false;
    r.plural = "classes";
    const project_file p = with_api(shop(), r);
    BOOST_TEST(kind_files(p) == "src/order_class/types.hpp\ntests/order_class/types_test.cpp\n");
    BOOST_TEST(lines(main_lines_of(p).builder) == "m.defines<order_class::order_class>();\n");
    BOOST_TEST(has(text_of(p, "src/order_class/types.hpp"),
                   ".plural(\"classes\")\n            .cluster_scoped()\n"));
}

BOOST_AUTO_TEST_CASE(a_further_version_has_types_of_its_own_and_no_controller) {
    project_file p = with_api(with_api(shop(), kind("Order")), kind("Order", "v2"));
    BOOST_TEST(has(kind_files(p), "src/order/types_v2.hpp\n"));
    BOOST_TEST(has(kind_files(p), "tests/order/v2_test.cpp\n"));
    BOOST_TEST(lines(main_lines_of(p).builder) ==
               "order::add_order_controller(m);\nm.defines<order::v2::order>();\n");
    webhook_request w = webhook("Order");
    w.conversion = true;
    p = with_webhook(p, w);
    BOOST_TEST(has(kind_files(p), "src/order/conversion_v2.cpp\nsrc/order/conversion_v2.hpp\n"));
    BOOST_TEST(has(kind_files(p), "tests/order/conversion_v2_test.cpp\n"));
    BOOST_TEST(!has(kind_files(p), "tests/order/v2_test.cpp\n"));
    BOOST_TEST(lines(main_lines_of(p).builder) ==
               "order::add_order_controller(m);\norder::add_order_v2(m);\n");
}

BOOST_AUTO_TEST_CASE(all_versions_are_converted_or_none) {
    project_file p = with_api(with_api(shop(), kind("Order")), kind("Order", "v2"));
    BOOST_TEST(lines(main_lines_of(p).samples) ==
               "program.sample(order::sample());\nprogram.sample(order::v2::sample());\n");
    webhook_request w = webhook("Order");
    w.spokes = {"v2"};
    // One that is added later is converted at once.
    const project_file three = with_api(with_webhook(p, w), kind("Order", "v3"));
    BOOST_TEST(lines(three.resources[0].spokes) == "v2\nv3\n");
    BOOST_TEST(has(kind_files(three), "src/order/conversion_v3.cpp\n"));
    BOOST_TEST(lines(main_lines_of(three).builder) ==
               "order::add_order_controller(m);\norder::add_order_v2(m);\norder::add_order_v3(m);\n");
    BOOST_TEST(has(refused(with_api(p, kind("Order", "v3")), w), "--spoke: v3 is missing"));
}

BOOST_AUTO_TEST_CASE(webhooks_are_added_one_by_one) {
    project_file p = with_api(shop(), kind("Order"));
    webhook_request w = webhook("Order");
    w.defaulting = true;
    p = with_webhook(p, w);
    BOOST_TEST(has(text_of(p, "src/order/webhook.cpp"), ".defaults(set_defaults);"));
    BOOST_TEST(!has(text_of(p, "src/order/webhook.cpp"), "verdict"));
    w.validation = true;
    p = with_webhook(p, w);
    BOOST_TEST(has(text_of(p, "src/order/webhook.cpp"), ".defaults(set_defaults).validates(check);"));
    BOOST_TEST(lines(main_lines_of(p).builder) ==
               "order::add_order_controller(m);\norder::add_order_webhooks(m);\n");
    BOOST_TEST(refused(p, w) == "--kind: Order of shop.example.com/v1 has these webhooks already");
}

BOOST_AUTO_TEST_CASE(a_controller_alone_takes_a_kind_of_kubernetes_or_one_of_the_project) {
    const project_file p = with_api(shop(), controller_of("core", "Namespace"));
    BOOST_TEST(kind_files(p) ==
               "src/core_namespace/reconciler.cpp\nsrc/core_namespace/reconciler.hpp\n"
               "tests/core_namespace/environment_test.cpp\n");
    BOOST_TEST(lines(main_lines_of(p).samples) == "");
    BOOST_TEST(refused(p, controller_of("core", "Namespace")) ==
               "--kind: Namespace of /v1 has a controller already");
    BOOST_TEST(has(refused(p, controller_of("shop", "Order")),
                   "neither a kind of this project nor one of ConfigMap,"));
    api_request r = kind("Order");
    r.controller = false;
    const project_file own = with_api(shop(), r);
    BOOST_TEST(has(kind_files(with_api(own, controller_of("shop", "Order"))), "src/order/reconciler.cpp\n"));
    r = controller_of("shop", "Order");
    r.controller = false;
    BOOST_TEST(has(refused(own, r), "nothing would be created"));
}

BOOST_AUTO_TEST_CASE(a_kind_of_another_group_has_its_own_names) {
    api_request other = kind("Order");
    other.group = "stock.old";
    const project_file p = with_api(with_api(shop(), kind("Order")), other);
    BOOST_TEST(has(kind_files(p), "src/order/reconciler.cpp\n"));
    BOOST_TEST(has(kind_files(p), "src/stock_old_order/reconciler.cpp\n"));
    BOOST_TEST(has(kind_files(p), "tests/stock_old_order/environment_test.cpp\n"));
    BOOST_TEST(!has(text_of(p, "src/order/reconciler.cpp"), "named("));
    BOOST_TEST(has(text_of(p, "src/stock_old_order/reconciler.cpp"),
                   "        .named(\"stock-old-order\")\n        .reconcile(reconcile);"));
    BOOST_TEST(has(text_of(p, "src/stock_old_order/types.hpp"),
                   R"(custom_kind("stock.old.example.com", "v1", "Order", "An Order."))"));
    BOOST_TEST(lines(main_lines_of(p).builder) ==
               "order::add_order_controller(m);\nstock_old_order::add_stock_old_order_controller(m);\n");
    // The project is read again as it was written.
    BOOST_TEST(to_text(parse_project_file(to_text(p), "PROJECT")) == to_text(p));
    webhook_request w = webhook("Order");
    w.group = "stock.old";
    w.validation = true;
    BOOST_TEST(has(kind_files(with_webhook(p, w)), "src/stock_old_order/webhook.cpp\n"));
}

BOOST_AUTO_TEST_CASE(a_kind_named_as_one_of_kubernetes_coexists) {
    api_request own = kind("Deployment");
    own.group = "apps";
    api_request core = own;
    core.resource = false;
    const project_file first = with_api(with_api(shop(), core), own);
    BOOST_TEST(has(kind_files(first), "src/deployment/reconciler.cpp\n"));
    BOOST_TEST(has(text_of(first, "src/apps_deployment/reconciler.cpp"), ".named(\"apps-deployment\")"));
    BOOST_TEST(has(kind_files(first), "src/apps_deployment/types.hpp\n"));
    BOOST_TEST(requested(first, "apps", "v1", "Deployment")->api);
    BOOST_TEST(requested(first, "apps", "v2", "Deployment") == nullptr);
}

BOOST_AUTO_TEST_CASE(a_kind_that_exists_is_refused) {
    const project_file p = with_api(shop(), kind("Order"));
    BOOST_TEST(refused(p, kind("Order")) ==
               "--version: Order of shop.example.com/v1 exists: choose another version or kind");
    api_request plural = kind("Purchase");
    plural.plural = "orders";
    BOOST_TEST(has(refused(p, plural), "--plural: Order of shop.example.com/v1 has the plural orders"));
    // An API server compares names in lower case.
    api_request same = kind("ORder");
    same.plural = "others";
    BOOST_TEST(has(refused(p, same), "--kind: Order of shop.example.com/v1 has the name order, too"));
    BOOST_TEST(
        has(refused(p, kind("OrderList")), "--kind: Order of shop.example.com/v1 has the name OrderList"));
    api_request v2 = kind("Order", "v2");
    v2.controller = true;
    BOOST_TEST(
        has(refused(p, v2), "--controller: v2 is a further version of Order; the controller takes v1"));
    v2.controller.reset();
    v2.namespaced = false;
    BOOST_TEST(
        has(refused(p, v2), "--namespaced: all versions of Order have one scope, and v1 is namespaced"));
    v2.namespaced.reset();
    v2.plural = "orderz";
    BOOST_TEST(has(refused(p, v2), "--plural: the plural of Order of shop.example.com/v1 is orders"));
}

BOOST_AUTO_TEST_CASE(a_group_needs_a_dot) {
    project_file p = shop();
    p.domain = "local";
    api_request r = kind("Order");
    BOOST_TEST(refused(p, r) == "");
    r.group = "";
    BOOST_TEST(has(refused(p, r), "--group: the group of Order would be local"));
}

BOOST_AUTO_TEST_CASE(webhooks_of_what_does_not_exist_are_refused) {
    const project_file p = with_api(with_api(shop(), kind("Order")), kind("Order", "v2"));
    BOOST_TEST(has(refused(p, webhook("Order")), "--defaulting, --validation or --conversion is needed"));
    webhook_request w = webhook("Purchase");
    w.validation = true;
    BOOST_TEST(has(refused(p, w), "--kind: the project has no Purchase of shop.example.com/v1"));
    w = webhook("Order", "v2");
    w.validation = true;
    BOOST_TEST(has(refused(p, w), "--version: webhooks of Order take v1, which is stored"));
    w = webhook("Order");
    w.spokes = {"v3"};
    BOOST_TEST(has(refused(p, w), "--spoke: Order has no other version v3"));
    w.spokes = {"v1"};
    BOOST_TEST(has(refused(p, w), "--spoke: Order has no other version v1"));
    w = webhook("Order");
    w.conversion = true;
    BOOST_TEST(has(refused(with_api(shop(), kind("Order")), w), "--conversion: Order has no version but v1"));
}

BOOST_AUTO_TEST_CASE(lines_go_above_the_markers_once) {
    main_lines l;
    l.builder = {"a(m);", "b(m);"};
    BOOST_TEST(insert_at_markers("x\n    // +setpoint:scaffold:builder\n}\n", l) ==
               "x\n    a(m);\n    b(m);\n    // +setpoint:scaffold:builder\n}\n");
    BOOST_TEST(insert_at_markers("  a(m);  // mine\n// +setpoint:scaffold:builder\n", l) ==
               "  a(m);  // mine\nb(m);\n// +setpoint:scaffold:builder\n");
    main_lines included;
    included.includes = {"#include \"b/x.hpp\"", "#include \"a/x.hpp\"", "#include \"c/x.hpp\""};
    BOOST_TEST(insert_at_markers("// +setpoint:scaffold:includes\n", included) ==
               "#include \"a/x.hpp\"\n#include \"b/x.hpp\"\n#include \"c/x.hpp\"\n"
               "// +setpoint:scaffold:includes\n");
    BOOST_TEST(refusal([&] { insert_at_markers("no marker\n", l); }) ==
               "src/main.cpp: the line \"// +setpoint:scaffold:builder\" is missing: put it back where this "
               "line belongs, "
               "and run the command again: a(m);");
    BOOST_TEST(insert_at_markers("no marker\n", {}) == "no marker\n");
}

BOOST_AUTO_TEST_CASE(data_files_of_a_project_can_be_parsed) {
    const project_file p = shop();
    const auto presets = json::parse_yaml(text_of(p, "CMakePresets.json"), "presets");
    BOOST_TEST(presets.has_value());
    const auto ci = json::parse_yaml(text_of(p, ".github/workflows/ci.yaml"), "ci");
    BOOST_REQUIRE(ci.has_value());
    BOOST_TEST(ci->at("jobs").at("test").at("steps").as_array().size() == 9u);
    BOOST_TEST(json::parse_yaml(text_of(p, ".clangd"), "clangd").has_value());
    BOOST_TEST(
        has(text_of(p, "README.md"), "--image registry.example.com/shop-operator:0.1.0 --output config\n"));
    project_file one = p;
    one.namespaced = true;
    BOOST_TEST(has(text_of(one, "README.md"), ":0.1.0 --namespaced shop-operator-system --output config\n"));
}

BOOST_AUTO_TEST_SUITE_END()
