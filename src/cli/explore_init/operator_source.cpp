#include "cli/explore_init/operator_source.hpp"

#include "cli/file.hpp"
#include "cli/json_members.hpp"
#include "setpoint/json/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli::draft {

namespace {

constexpr std::size_t most_files = 1000;

bool is_manifest(const fs::path& p) {
    const std::string end = p.extension().string(), name = p.filename().string();
    return (end == ".yaml" || end == ".yml" || end == ".json") && name != "kustomization.yaml" &&
           name != "kustomization.yml";
}

// Of a rule: "*" is every word.
bool lists(const bj::object& rule, std::string_view list, std::string_view word) {
    const bj::array* const all = array_in(rule, list);
    return all && std::any_of(all->begin(), all->end(), [&](const bj::value& v) {
               return v.is_string() && (view(v.get_string()) == word || view(v.get_string()) == "*");
           });
}

bool is_own_resource(const operator_source& in, std::string_view plural) {
    return std::any_of(in.definitions.begin(), in.definitions.end(), [&](const bj::object& d) {
        const bj::object* const spec = object_in(d, "spec");
        const bj::object* const names = spec ? object_in(*spec, "names") : nullptr;
        return names && text_in(*names, "plural") == plural;
    });
}

std::string group_of(std::string_view api_version) {
    const std::size_t at = api_version.find('/');
    return at == std::string_view::npos ? "" : std::string(api_version.substr(0, at));
}

}  // namespace

std::string read_text(const fs::path& file) {
    auto text = read_file(file.string());
    if (!text) throw fault(errc::bad_config, text.error().message);
    return *std::move(text);
}

bj::value read_yaml(const fs::path& file) {
    auto v = json::parse_yaml(read_text(file), file.string());
    if (!v) throw fault(errc::bad_config, v.error().message);
    return *std::move(v);
}

std::vector<bj::object> parse_manifest(const std::string& text, const std::string& name) {
    auto all = json::parse_manifests(text, name);
    if (!all) throw fault(errc::bad_config, all.error().message);
    std::vector<bj::object> out;
    for (bj::value& v : *all) {
        if (v.is_null()) continue;
        if (!v.is_object() || text_in(v.get_object(), "kind").empty())
            throw fault(errc::bad_config, fmt::format("{}: a document has no `kind`", name));
        out.push_back(std::move(v.get_object()));
    }
    return out;
}

std::vector<bj::object> read_manifest(const fs::path& file) {
    return parse_manifest(read_text(file), file.string());
}

std::vector<fs::path> manifests_of(const fs::path& folder) {
    std::vector<fs::path> all;
    std::error_code ec;
    for (const auto& entry : fs::directory_iterator(folder, ec))
        if (entry.is_regular_file(ec) && is_manifest(entry.path())) all.push_back(entry.path());
    if (all.size() > most_files)
        throw fault(errc::bad_config,
                    fmt::format("{}: has more than {} manifests", folder.string(), most_files));
    std::sort(all.begin(), all.end());
    return all;
}

bool is_definition(const bj::object& o) {
    return text_in(o, "kind") == "CustomResourceDefinition";
}

bool add_definitions(operator_source& to, const fs::path& at) {
    std::error_code ec;
    const std::size_t before = to.definitions.size();
    const std::vector<fs::path> files =
        fs::is_directory(at, ec) ? manifests_of(at) : std::vector<fs::path>{at};
    for (const fs::path& file : files)
        for (bj::object& o : read_manifest(file))
            if (is_definition(o)) to.definitions.push_back(std::move(o));
    if (to.definitions.size() == before) return false;
    to.crds.push_back(at.string());
    return true;
}

const bj::object* definition_of(const operator_source& in, const bj::object& o) {
    const auto at = std::find_if(in.definitions.begin(), in.definitions.end(), [&](const bj::object& d) {
        const bj::object* const spec = object_in(d, "spec");
        const bj::object* const names = spec ? object_in(*spec, "names") : nullptr;
        return names && text_in(*names, "kind") == text_in(o, "kind") &&
               text_in(*spec, "group") == group_of(text_in(o, "apiVersion"));
    });
    return at == in.definitions.end() ? nullptr : &*at;
}

void add_sample(operator_source& to, bj::object o, const std::string& file) {
    const bj::object* const meta = object_in(o, "metadata");
    if (!meta || text_in(*meta, "name").empty()) return;  // made by a generator of names
    (definition_of(to, o) ? to.samples : to.setup).push_back({std::move(o), file});
}

void add_samples(operator_source& to, const std::vector<fs::path>& files) {
    for (const fs::path& file : files) {
        std::vector<bj::object> all = read_manifest(file);
        const std::string only = all.size() == 1 ? file.string() : "";
        for (bj::object& o : all)
            if (!is_definition(o)) add_sample(to, std::move(o), only);
    }
}

void note_rules(operator_source& to, const bj::object& role) {
    const bj::array* const rules = array_in(role, "rules");
    if (!rules) return;
    for (const bj::value& v : *rules) {
        const bj::object* const rule = v.if_object();
        if (!rule || !lists(*rule, "verbs", "create")) continue;
        const bj::array* const resources = array_in(*rule, "resources");
        if (!resources) continue;
        for (const bj::value& r : *resources) {
            const std::string name = r.is_string() ? std::string(view(r.get_string())) : "";
            const bool is_child = !name.empty() && !is_own_resource(to, name) && name != "events" &&
                                  name != "leases" && name.find('/') == std::string::npos &&
                                  !name.ends_with("reviews");
            if (is_child && std::find(to.creates.begin(), to.creates.end(), name) == to.creates.end())
                to.creates.push_back(name);
        }
    }
}

operator_source read_source(loop& l, const fs::path& folder) {
    std::error_code ec;
    if (!fs::is_directory(folder, ec))
        throw fault(errc::bad_config, fmt::format("{}: is not a folder", folder.string()));
    auto found = read_kubebuilder(folder);
    if (!found) found = read_bundle(folder);
    if (!found) found = read_chart(l, folder);
    if (found) return *std::move(found);
    throw fault(
        errc::bad_config,
        fmt::format("{}: is not the folder of a kubebuilder project (PROJECT), a Helm chart (Chart.yaml) or "
                    "an OLM bundle (manifests/*.clusterserviceversion.yaml)",
                    folder.string()));
}

}}}  // namespace setpoint::v0::cli::draft
