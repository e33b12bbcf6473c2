// `setpoint install`, `deploy` and their opposites on a control plane, with the operator of examples/01-site.
#include "pages/quotes.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "support/finished_command.hpp"
#include "support/live_operator.hpp"

#include <filesystem>
#include <regex>

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

struct site_cluster : real_world {
    site_cluster() : plane("deploy", {"--kcm"}) {}

    // With the cluster and the operator.
    finished_command command(std::vector<std::string> words) const {
        words.insert(words.begin() + 1,
                     {"--kubeconfig", plane.kubeconfig(), "--program", built_program("example-01-site")});
        return run_setpoint(words);
    }
    // Whether the object exists.
    template <class T>
    bool exists(object_key key) {
        bool found = false;
        run([&]() -> awaitable<void> {
            api_connection c(l, config_of(plane, time.wall_now()), system_sources(), log, named_test());
            found = (co_await c.api().get<T>(key)).has_value();
        });
        return found;
    }
    void create_site(const std::string& name) {
        run([&]() -> awaitable<void> {
            api_connection c(l, config_of(plane, time.wall_now()), system_sources(), log, named_test());
            const kind_info sites = dynamic_kind({"example.com", "v1", "Site"}, "sites");
            dynamic_object site({"example.com", "v1", "Site"}, {"default", name});
            BOOST_TEST(site.set("spec.image", "nginx").has_value());
            (co_await c.api().create(site, sites)).value();
        });
    }

    control_plane plane;
};

const std::string page = pages::read("docs/command.md");
const object_key definition{"", "sites.example.com"};
constexpr const char* crd = "customresourcedefinition.apiextensions.k8s.io/sites.example.com";

}  // namespace

BOOST_AUTO_TEST_SUITE(deploy_test, *boost::unit_test::precondition(needs_cluster({"kcm"})))

BOOST_AUTO_TEST_CASE(definitions_are_installed_once_and_deleted_with_consent_only) {
    site_cluster c;
    const finished_command dry = c.command({"install", "--dry-run"});
    BOOST_TEST(dry.code == 0, dry.error);
    BOOST_TEST(dry.out == fmt::format("{} created (server dry run)\n", crd));
    BOOST_TEST(!c.exists<custom_resource_definition>(definition));

    const finished_command first = c.command({"install"});
    BOOST_TEST(first.code == 0, first.error);
    BOOST_TEST(first.out == pages::printed_by(page, "setpoint install"));
    c.create_site("shop");  // served at once
    BOOST_TEST(c.command({"install"}).out == fmt::format("{} unchanged\n", crd));

    const finished_command refused = c.command({"uninstall"});
    BOOST_TEST(refused.code == 2);
    BOOST_TEST(refused.error == pages::printed_by(page, "setpoint uninstall"));
    BOOST_TEST(c.exists<custom_resource_definition>(definition));

    const finished_command removed = c.command({"uninstall", "--yes"});
    BOOST_TEST(removed.code == 0, removed.error);
    BOOST_TEST(removed.out == fmt::format("{} deleted\n", crd));
    BOOST_TEST(!c.exists<custom_resource_definition>(definition));
    const finished_command again = c.command({"uninstall"});
    BOOST_TEST(again.code == 0, again.error);
    BOOST_TEST(again.out == "");
}

// An executable that prints a definition of Lamps with these versions, of which the last is stored.
std::string lamp_operator(const test_directory& files, const std::vector<std::string>& versions) {
    std::string text =
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: "
        "lamps.example.com}\n"
        "spec:\n  group: example.com\n  scope: Namespaced\n  names: {kind: Lamp, plural: lamps, singular: "
        "lamp, "
        "listKind: LampList}\n  versions:\n";
    std::string name = "lamps";
    for (const std::string& v : versions) {
        text += fmt::format(
            "  - name: {}\n    served: true\n    storage: {}\n    schema: {{openAPIV3Schema: {{type: object, "
            "x-kubernetes-preserve-unknown-fields: true}}}}\n",
            v, v == versions.back());
        name += "-" + v;
    }
    const std::string program = files.write(name, "#!/bin/sh\ncat << 'END'\n" + text + "END\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    return program;
}

BOOST_AUTO_TEST_CASE(versions_are_removed_after_the_objects_were_migrated) {
    site_cluster c;
    const test_directory files;
    const std::string lamps = "customresourcedefinition.apiextensions.k8s.io/lamps.example.com";
    const auto install = [&](const std::vector<std::string>& versions, std::vector<std::string> flags = {}) {
        std::vector<std::string> words{"install", "--kubeconfig", c.plane.kubeconfig(), "--program",
                                       lamp_operator(files, versions)};
        words.insert(words.end(), flags.begin(), flags.end());
        return run_setpoint(words);
    };
    const finished_command first = install({"v1"});
    BOOST_TEST_REQUIRE(first.code == 0, first.error);
    c.run([&]() -> awaitable<void> {
        api_connection api(c.l, config_of(c.plane, c.time.wall_now()), system_sources(), c.log, named_test());
        const kind_info kind = dynamic_kind({"example.com", "v1", "Lamp"}, "lamps");
        for (const char* const name : {"desk", "floor"})
            (co_await api.api().create(dynamic_object({"example.com", "v1", "Lamp"}, {"default", name}),
                                       kind))
                .value();
    });
    BOOST_TEST(install({"v1", "v2"}).out == lamps + " configured\n");

    const finished_command refused = install({"v2"});
    BOOST_TEST(refused.code == 2);
    BOOST_TEST(refused.error ==
               "setpoint: this definition of lamps.example.com lacks version v1, in which the cluster may "
               "still store "
               "objects. Pass --migrate-storage to store all of them as v2 first\n");
    const finished_command migrated = install({"v2"}, {"--migrate-storage", "--migrate-after", "5s"});
    BOOST_TEST(migrated.code == 0, migrated.error);
    const std::size_t end = migrated.out.find("\n") + 1;
    BOOST_TEST(migrated.out.starts_with("lamps.example.com: waiting "), migrated.out);
    BOOST_TEST(migrated.out.substr(end) == lamps +
                                               " migrated: 2 objects written as v2, none is stored as v1\n" +
                                               lamps + " configured\n");
    const finished_command older = install({"v1"}, {"--migrate-storage"});
    BOOST_TEST(older.code == 2);
    BOOST_TEST(older.error.find("it is older than the installed one") != std::string::npos, older.error);
    c.run([&]() -> awaitable<void> {
        api_connection api(c.l, config_of(c.plane, c.time.wall_now()), system_sources(), c.log, named_test());
        const auto definition =
            (co_await api.api().get<custom_resource_definition>(object_key::cluster("lamps.example.com")))
                .value();
        BOOST_TEST(definition->status.stored_versions.size() == 1u);
        BOOST_TEST((definition->status.stored_versions.front() == "v2"));
        const kind_info kind = dynamic_kind({"example.com", "v2", "Lamp"}, "lamps");
        BOOST_TEST((co_await api.api().list(kind, {})).value().size() == 2u);
    });
}

BOOST_AUTO_TEST_CASE(an_operator_is_deployed_and_undeployed_completely) {
    site_cluster c;
    const std::string dry_lines = [&] {
        const finished_command dry = c.command({"deploy", "--dry-run", "--image", "site:1"});
        BOOST_TEST(dry.code == 0, dry.error);
        return dry.out;
    }();
    BOOST_TEST(dry_lines.find("deployment.apps/site-operator created (dry run)\n") != std::string::npos,
               dry_lines);
    BOOST_TEST(!c.exists<core_v1::namespace_>({"", "site-operator-system"}));

    const std::string image = "registry.example.com/site-operator:1.0";
    const finished_command deployed = c.command({"deploy", "--image", image});
    BOOST_TEST(deployed.code == 0, deployed.error);
    BOOST_TEST(deployed.out == pages::printed_by(page, "setpoint deploy --image " + image));
    const object_key running{"site-operator-system", "site-operator"};
    BOOST_TEST(c.exists<deployment>(running));

    const finished_command changed = c.command({"deploy", "--image", "site:2"});
    BOOST_TEST(changed.code == 0, changed.error);
    BOOST_TEST(changed.out.find("deployment.apps/site-operator configured\n") != std::string::npos,
               changed.out);
    BOOST_TEST(changed.out.find("namespace/site-operator-system unchanged\n") != std::string::npos,
               changed.out);

    const finished_command undeployed = c.command({"undeploy"});
    BOOST_TEST(undeployed.code == 0, undeployed.error);
    BOOST_TEST(undeployed.out.starts_with(fmt::format("{} deleted\n", crd)), undeployed.out);
    BOOST_TEST(undeployed.out.ends_with("namespace/site-operator-system deleted\n"), undeployed.out);
    BOOST_TEST(!c.exists<core_v1::namespace_>({"", "site-operator-system"}));
    BOOST_TEST(!c.exists<deployment>(running));
}

BOOST_AUTO_TEST_CASE(what_the_cluster_refuses_is_told_with_the_object) {
    site_cluster c;
    // Its namespace is another project's word for a name.
    const finished_command bad =
        c.command({"deploy", "--image", "site:1", "--", "--namespace", "Not_A_Name"});
    BOOST_TEST(bad.code == 2);
    BOOST_TEST(bad.error.find("--namespace") != std::string::npos, bad.error);
    const finished_command nowhere = run_setpoint(
        {"install", "--kubeconfig", "/nonexistent", "--program", built_program("example-01-site")});
    BOOST_TEST(nowhere.code == 2);
    BOOST_TEST(nowhere.error.find("/nonexistent") != std::string::npos, nowhere.error);
    // Nothing listens there.
    const std::string config = text_of_file(c.plane.kubeconfig());
    const test_directory files;
    const std::string gone = files.write(
        "kubeconfig",
        std::regex_replace(config, std::regex("server: [^,}\\s]+"), "server: https://127.0.0.1:1"));
    const finished_command unreachable =
        run_setpoint({"install", "--kubeconfig", gone, "--program", built_program("example-01-site")});
    BOOST_TEST(unreachable.code == 1);
    BOOST_TEST(
        unreachable.error.find("is the cluster running? --kubeconfig and --context choose another one\n") !=
            std::string::npos,
        unreachable.error);
    BOOST_TEST(unreachable.error.find(gone) != std::string::npos, unreachable.error);
    const finished_command context = c.command({"install", "--context", "other"});
    BOOST_TEST(context.code == 2);
    BOOST_TEST(context.error.find("other") != std::string::npos, context.error);
}

BOOST_AUTO_TEST_SUITE_END()
