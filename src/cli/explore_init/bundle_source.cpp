// An OLM bundle: a ClusterServiceVersion with the deployment, its permissions and samples, and definitions.

#include "cli/explore_init/operator_source.hpp"
#include "cli/json_members.hpp"

#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <set>

namespace setpoint { inline namespace v0 { namespace cli::draft {

namespace {

// The folder of the manifests, as metadata/annotations.yaml names it.
fs::path manifests_in_bundle(const fs::path& folder) {
    std::error_code ec;
    const fs::path file = folder / "metadata/annotations.yaml";
    if (fs::is_regular_file(file, ec)) {
        const bj::value v = read_yaml(file);
        const bj::object* const all = v.is_object() ? object_in(v.get_object(), "annotations") : nullptr;
        const std::string_view named =
            all ? text_in(*all, "operators.operatorframework.io.bundle.manifests.v1") : "";
        if (!named.empty()) return folder / named;
    }
    return fs::is_directory(folder / "manifests", ec) ? folder / "manifests" : folder;
}

std::optional<fs::path> service_version_in(const fs::path& folder) {
    for (const fs::path& file : manifests_of(folder))
        if (file.filename().string().find(".clusterserviceversion.") != std::string::npos) return file;
    return std::nullopt;
}

void note_samples(operator_source& to, const bj::object& csv, const std::string& file) {
    const bj::object* const meta = object_in(csv, "metadata");
    const bj::object* const annotations = meta ? object_in(*meta, "annotations") : nullptr;
    const std::string_view text = annotations ? text_in(*annotations, "alm-examples") : "";
    if (text.empty()) return;
    boost::system::error_code ec;
    const bj::value all = bj::parse(chars(text), ec);
    if (ec || !all.is_array())
        throw fault(errc::bad_config, file + ": metadata.annotations.alm-examples is not a JSON list");
    for (const bj::value& v : all.get_array())
        if (v.is_object()) add_sample(to, v.get_object(), "");
}

bj::object binding(std::string_view kind, std::string_view name, std::string_view account) {
    return {
        {"apiVersion", "rbac.authorization.k8s.io/v1"},
        {"kind", "ClusterRoleBinding"},
        {"metadata", bj::object{{"name", name}}},
        {"roleRef", bj::object{{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", kind}, {"name", name}}},
        {"subjects",
         bj::array{bj::object{{"kind", "ServiceAccount"}, {"name", account}, {"namespace", "default"}}}}};
}

// OLM makes roles and bindings of these; in a story the operator watches all namespaces, so that each is
// bound there.
void note_permissions(operator_source& to, const bj::object& install) {
    std::size_t n = 0;
    std::set<std::string> accounts;
    for (const char* key : {"clusterPermissions", "permissions"}) {
        const bj::array* const all = array_in(install, key);
        if (!all) continue;
        for (const bj::value& v : *all) {
            const bj::object* const one = v.if_object();
            const bj::array* const rules = one ? array_in(*one, "rules") : nullptr;
            if (!rules) continue;
            const std::string account(text_in(*one, "serviceAccountName"));
            const std::string name = fmt::format("{}-{}", account, ++n);
            bj::object role{{"apiVersion", "rbac.authorization.k8s.io/v1"},
                            {"kind", "ClusterRole"},
                            {"metadata", bj::object{{"name", name}}},
                            {"rules", *rules}};
            note_rules(to, role);
            if (accounts.insert(account).second)
                to.roles.push_back({{"apiVersion", "v1"},
                                    {"kind", "ServiceAccount"},
                                    {"metadata", bj::object{{"name", account}, {"namespace", "default"}}}});
            to.roles.push_back(std::move(role));
            to.roles.push_back(binding("ClusterRole", name, account));
        }
    }
}

void note_install(operator_source& to, const bj::object& spec) {
    const bj::object* const install = object_in(spec, "install");
    const bj::object* const how = install ? object_in(*install, "spec") : nullptr;
    if (!how) return;
    note_permissions(to, *how);
    const bj::array* const deployments = array_in(*how, "deployments");
    if (!deployments || deployments->empty() || !(*deployments)[0].is_object()) return;
    note_container(to, (*deployments)[0].get_object());
    if (deployments->size() > 1)
        to.unknown.push_back(fmt::format("the bundle has {} deployments; this is the first one, {}.",
                                         deployments->size(),
                                         text_in((*deployments)[0].get_object(), "name")));
}

}  // namespace

std::optional<operator_source> read_bundle(const fs::path& folder) {
    const fs::path manifests = manifests_in_bundle(folder);
    const std::optional<fs::path> file = service_version_in(manifests);
    if (!file) return std::nullopt;
    const std::vector<bj::object> all = read_manifest(*file);
    const bj::object* const spec = all.size() == 1 ? object_in(all[0], "spec") : nullptr;
    if (!spec || text_in(all[0], "kind") != "ClusterServiceVersion")
        throw fault(errc::bad_config, fmt::format("{}: is not a ClusterServiceVersion", file->string()));
    operator_source s;
    const bj::object* const meta = object_in(all[0], "metadata");
    s.what = fmt::format("OLM bundle {}", meta ? text_in(*meta, "name") : "");
    if (!add_definitions(s, manifests))
        throw fault(errc::bad_config, fmt::format("{}: has no CustomResourceDefinition", manifests.string()));
    note_samples(s, all[0], file->string());
    note_install(s, *spec);
    const bj::array* const hooks = array_in(*spec, "webhookdefinitions");
    if (hooks) note_webhook_definitions(s, *hooks);
    return s;
}

}}}  // namespace setpoint::v0::cli::draft
