// The files of `setpoint explore --rbac`: which account, which rights, and what is wrong with them.
#include "setpoint/story/explore.hpp"
#include "testkit/story/rights_use.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace setpoint;
using story::operator_rights;

BOOST_AUTO_TEST_SUITE(operator_rights_test)

namespace {

struct folder {
    folder() : path(std::filesystem::temp_directory_path() / ("rights-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(path);
    }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    ~folder() { std::filesystem::remove_all(path); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path / name) << text;
        return (path / name).string();
    }
    std::filesystem::path path;
};

operator_rights read(const std::string& text, const std::string& account = {}) {
    const folder f;
    return story::read_operator_rights(f.write("rbac.yaml", text), account);
}
// Without the folder of the file.
std::string error_of(const std::string& text, const std::string& account = {}) {
    const folder f;
    const std::string file = f.write("rbac.yaml", text), in = f.path.string() + "/";
    try {
        (void)story::read_operator_rights(file, account);
    } catch (const story::cannot_explore& e) {
        std::string why = e.what();
        for (std::size_t at; (at = why.find(in)) != std::string::npos;) why.erase(at, in.size());
        return why;
    }
    return "no error";
}

const std::string account = R"(apiVersion: v1
kind: ServiceAccount
metadata: {name: manager, namespace: shop}
---
)";
const std::string role = R"(apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: manager-role}
rules:
- {apiGroups: [apps, ""], resources: [deployments, deployments/status], verbs: [get, patch]}
- {nonResourceURLs: [/metrics, /debug/*], verbs: [get]}
---
)";
const std::string binding = R"(apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: binding}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: manager-role}
subjects:
- {kind: ServiceAccount, name: manager, namespace: shop}
---
)";

std::vector<std::string> kinds_of(const operator_rights& r) {
    std::vector<std::string> all;
    for (const auto& o : r.objects) all.emplace_back(o.at("kind").as_string());
    return all;
}

http::server_request request(std::string method, std::string target, std::string type = "application/json") {
    http::server_request r;
    r.method = std::move(method);
    r.target = std::move(target);
    r.headers = {{"Content-Type", std::move(type)}};
    return r;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_account_that_is_bound_has_the_rules) {
    const operator_rights r =
        read(binding + role + account + "apiVersion: v1\nkind: Service\nmetadata: {}\n");
    BOOST_TEST(r.user() == "system:serviceaccount:shop:manager");
    const std::vector<std::string> kinds{"Namespace", "ServiceAccount", "ClusterRole", "ClusterRoleBinding"};
    BOOST_TEST(kinds_of(r) == kinds, boost::test_tools::per_element());
    BOOST_TEST(r.granted.size() == 10u);
    BOOST_TEST(r.granted.front().words() == "get deployments.apps");
    BOOST_TEST(r.granted.back().words() == "get /debug/*");
}

BOOST_AUTO_TEST_CASE(the_items_of_a_list_and_the_files_of_a_folder_are_read) {
    const folder f;
    f.write("a.yaml",
            "kind: List\napiVersion: v1\nitems:\n- apiVersion: v1\n  kind: ServiceAccount\n"
            "  metadata: {name: manager, namespace: shop}\n");
    f.write("b.yml", role + binding);
    f.write("kustomization.yaml", "resources: [a.yaml, b.yml]\n");
    f.write("README.md", "{ not YAML");
    BOOST_TEST(story::read_operator_rights(f.path.string(), "").granted.size() == 10u);
}

BOOST_AUTO_TEST_CASE(objects_without_a_namespace_are_in_that_of_the_account) {
    const operator_rights r = read(account + role + binding + R"(apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: leader}
rules: [{apiGroups: [coordination.k8s.io], resources: [leases], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: leader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: leader}
subjects: [{kind: ServiceAccount, name: manager, namespace: shop}]
)");
    BOOST_TEST(r.granted.back().words() == "get leases.coordination.k8s.io");
    BOOST_TEST(boost::json::serialize(r.objects.back()).find(R"("namespace":"shop"})") != std::string::npos);
    const operator_rights bare =
        read("apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: manager}\n---\n" + role + binding);
    BOOST_TEST(bare.user() == "system:serviceaccount:shop:manager");
}

BOOST_AUTO_TEST_CASE(one_of_several_accounts_must_be_chosen) {
    std::string other = account + binding;
    for (std::size_t at; (at = other.find("name: manager,")) != std::string::npos;)
        other.replace(at, 14, "name: web,");
    other.replace(other.find("name: binding"), 13, "name: web-it");
    const std::string both = account + role + binding + other;
    BOOST_TEST(error_of(both) ==
               "rbac.yaml: there are several ServiceAccounts, shop/manager, shop/web; choose the operator's "
               "by --service-account");
    BOOST_TEST(read(both, "web").account_name == "web");
    BOOST_TEST(read(both, "shop/manager").account_name == "manager");
    BOOST_TEST(error_of(both, "shop/nobody") ==
               "rbac.yaml: there is no ServiceAccount \"shop/nobody\"; there are shop/manager, shop/web");
    BOOST_TEST(read(both + "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, namespace: shop}\n"
                           "spec: {template: {spec: {serviceAccountName: web}}}\n")
                   .account_name == "web");
}

BOOST_AUTO_TEST_CASE(a_binding_needs_its_role_and_its_subject) {
    BOOST_TEST(error_of(account + binding) ==
               "rbac.yaml:8: ClusterRoleBinding \"binding\": there is no ClusterRole \"manager-role\" in "
               "rbac.yaml");
    std::string wrong = binding;
    wrong.replace(wrong.find("name: manager,"), 14, "name: manger,");
    BOOST_TEST(error_of(account + role + wrong) ==
               "rbac.yaml:17: ClusterRoleBinding \"binding\": there is no ServiceAccount \"shop/manger\" in "
               "rbac.yaml");
    BOOST_TEST(error_of(account + role) ==
               "rbac.yaml: no role is bound to a ServiceAccount in it; there are shop/manager");
    BOOST_TEST(error_of(role) == "rbac.yaml: has no ServiceAccount");
    BOOST_TEST(error_of("") == "rbac.yaml: has no ServiceAccount");
    std::string view = binding;
    view.replace(view.find("name: manager-role"), 18, "name: cluster-admin");
    BOOST_TEST(error_of(account + view) == "no error");  // every cluster has it
    std::string foreign = binding;
    foreign.replace(foreign.find("namespace: shop"), 15, "namespace: monitoring");
    BOOST_TEST(error_of(account + role + binding + foreign) == "no error");  // of another program
}

BOOST_AUTO_TEST_CASE(mistakes_in_the_file_have_their_line) {
    BOOST_TEST(error_of(account + "a: [1\nb: 2\n") ==
               "rbac.yaml, line 6, column 2: did not find expected ',' or ']'");
    BOOST_TEST(error_of(account + "- 1\n") == "rbac.yaml:5: is no manifest");
    BOOST_TEST(error_of("apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  namespace: a\n") ==
               "rbac.yaml:3: ServiceAccount \"\": metadata.name is missing");
    std::string without = binding;
    without.replace(without.find("kind: ClusterRole, "), 19, "");
    BOOST_TEST(error_of(account + role + without) ==
               "rbac.yaml:15: ClusterRoleBinding \"binding\": roleRef needs kind and name");
    const folder f;
    BOOST_CHECK_EXCEPTION(
        (void)story::read_operator_rights(f.path.string(), ""), story::cannot_explore,
        [](const auto& e) { return std::string_view(e.what()).ends_with("no .yaml file"); });
    BOOST_CHECK_EXCEPTION(
        (void)story::read_operator_rights("/no/such/file", ""), story::cannot_explore,
        [](const auto& e) { return std::string_view(e.what()) == "/no/such/file: cannot be read"; });
}

BOOST_AUTO_TEST_CASE(rights_that_no_request_uses_are_named) {
    const operator_rights r = read(account + role + binding);
    story::rights_use use(r.granted);
    use.note(request("GET", "/apis/apps/v1/namespaces/shop/deployments/a"));
    use.note(request("PATCH", "/apis/apps/v1/namespaces/shop/deployments/a/status"));
    use.note(request("GET", "/debug/pprof"));
    use.note(request("GET", "/apis/apps/v1/namespaces/shop/deployments"));  // a list, which nothing allows
    const std::vector<std::string> left{"get deployments.apps/status",
                                        "get deployments",
                                        "get deployments/status",
                                        "patch deployments.apps",
                                        "patch deployments",
                                        "patch deployments/status",
                                        "get /metrics"};
    std::vector<std::string> unused = use.unused();
    BOOST_TEST(std::is_permutation(unused.begin(), unused.end(), left.begin(), left.end()),
               "unused: " << unused.size());
}

BOOST_AUTO_TEST_CASE(wildcards_and_applies_use_their_rules) {
    const story::granted_right all{{"*", "*", "", "*"}, ""};
    BOOST_TEST(all.covers({"apps", "deployments", "status", "patch"}));
    const story::granted_right statuses{{"apps", "*", "status", "patch"}, ""};
    BOOST_TEST(statuses.covers({"apps", "deployments", "status", "patch"}));
    BOOST_TEST(!statuses.covers({"apps", "deployments", "", "patch"}));
    const story::granted_right create{{"", "secrets", "", "create"}, ""};
    const std::vector<story::granted_right> granted{create};
    story::rights_use use(granted);
    use.note(request("PATCH", "/api/v1/namespaces/a/secrets/b", "application/merge-patch+json"));
    BOOST_TEST(use.unused().size() == 1u);
    use.note(request("PATCH", "/api/v1/namespaces/a/secrets/b", "application/apply-patch+yaml"));
    BOOST_TEST(use.unused().empty());
}

BOOST_AUTO_TEST_SUITE_END()
