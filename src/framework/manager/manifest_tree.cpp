#include "framework/manager/manifest_tree.hpp"

#include "setpoint/json/yaml.hpp"

#include <boost/json/array.hpp>

#include <array>
#include <map>

namespace setpoint { inline namespace v0 {

namespace bj = boost::json;

namespace {

// The others have kinds that a cluster may lack, restrict its traffic, or are examples. Webhooks come last,
// since they guard the kinds.
constexpr std::array<std::string_view, 5> in_default{"crd", "rbac", "manager", "certmanager", "webhook"};

std::string kustomization(const std::vector<std::string>& resources) {
    return json::to_yaml(bj::object{{"apiVersion", "kustomize.config.k8s.io/v1beta1"},
                                    {"kind", "Kustomization"},
                                    {"resources", bj::array(resources.begin(), resources.end())}});
}

bool is_used(const manifest_part& p, const deployment_settings& s) {
    return p.file != budget_file || s.replicas > 1;
}

}  // namespace

std::vector<manifest_file> manifest_tree(const std::vector<manifest_part>& parts, const manager_options& o,
                                         const deployment_settings& s) {
    std::vector<manifest_file> files;
    std::map<std::string, std::vector<std::string>> folders;
    for (const manifest_part& p : parts) {
        if (!is_used(p, s)) continue;
        files.push_back({p.folder + "/" + p.file, manifest_text(in_namespace(p.objects, s.ns))});
        folders[p.folder].push_back(p.file);
    }
    std::vector<std::string>& used = folders["default"];
    files.push_back({"default/namespace.yaml", manifest_text(in_namespace({namespace_object(o)}, s.ns))});
    used.emplace_back("namespace.yaml");
    for (const std::string_view folder : in_default)
        if (folders.contains(std::string(folder))) used.push_back("../" + std::string(folder));
    for (const auto& [folder, resources] : folders)
        files.push_back({folder + "/kustomization.yaml", kustomization(resources)});
    files.push_back({"install.yaml", install_text(parts, o, s)});
    return files;
}

std::string install_text(const std::vector<manifest_part>& parts, const manager_options& o,
                         const deployment_settings& s) {
    std::vector<bj::object> all{namespace_object(o)};
    for (const std::string_view folder : in_default)
        for (const manifest_part& p : parts)
            if (p.folder == folder && is_used(p, s))
                all.insert(all.end(), p.objects.begin(), p.objects.end());
    return manifest_text(in_namespace(std::move(all), s.ns));
}

}}  // namespace setpoint::v0
