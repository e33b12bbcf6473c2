// A Helm chart: rendered by helm if it is there, and otherwise those of its templates that only insert
// values.

#include "cli/explore_init/chart_template.hpp"
#include "cli/explore_init/operator_source.hpp"
#include "cli/json_members.hpp"
#include "cli/project/program_output.hpp"
#include "setpoint/core/task_scope.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cli::draft {

namespace {

constexpr const char* release_name = "operator";
constexpr std::size_t deepest_folder = 8;

bool is_in_path(const std::string& program) {
    const char* const path = std::getenv("PATH");
    std::string_view rest = path ? path : "";
    while (!rest.empty()) {
        const std::string folder(rest.substr(0, rest.find(':')));
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
        if (!folder.empty() && ::access(fmt::format("{}/{}", folder, program).c_str(), X_OK) == 0)
            return true;
    }
    return false;
}

awaitable<void> render(loop& l, std::string folder, result<std::string>& out) {
    out = co_await output_of(l, "helm",
                             {"template", release_name, std::move(folder), "--namespace", "default"});
}

std::vector<fs::path> templates_of(const fs::path& folder, std::size_t depth = 0) {
    std::vector<fs::path> all = manifests_of(folder);
    std::error_code ec;
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(folder, ec))
        if (entry.is_directory(ec) && entry.path().filename() != "tests") folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    if (depth < deepest_folder)
        for (const fs::path& one : folders)
            for (fs::path& file : templates_of(one, depth + 1)) all.push_back(std::move(file));
    return all;
}

std::vector<bj::object> rendered_simply(operator_source& to, const fs::path& folder,
                                        const bj::object& chart) {
    chart_values values{release_name, {}, chart};
    std::error_code ec;
    if (fs::exists(folder / "values.yaml", ec)) values.values = read_yaml(folder / "values.yaml");
    std::vector<bj::object> all;
    std::vector<std::string> left_out;
    for (const fs::path& file : templates_of(folder / "templates")) {
        const std::string name = file.lexically_relative(folder).string();
        const std::optional<std::string> text = render_simple(read_text(file), values);
        auto objects = text ? json_manifest(*text, name) : std::nullopt;
        if (!objects)
            left_out.push_back(name);
        else
            for (bj::object& o : *objects) all.push_back(std::move(o));
    }
    if (!left_out.empty())
        to.unknown.push_back(
            fmt::format("helm is not installed, and these templates do more than insert values: {}.",
                        fmt::join(left_out, ", ")));
    return all;
}

bool is_right(std::string_view kind) {
    return kind == "ServiceAccount" || kind == "ClusterRole" || kind == "Role" ||
           kind == "ClusterRoleBinding" || kind == "RoleBinding";
}

void note_rendered(operator_source& to, std::vector<bj::object> all) {
    bool has_program = false, has_webhooks = false;
    for (bj::object& o : all) {
        const std::string kind(text_in(o, "kind"));
        has_webhooks |= kind.ends_with("WebhookConfiguration");
        if (kind == "Deployment" && has_program)
            to.unknown_of_command.emplace_back(
                "the chart has several Deployments; the command is of the first one.");
        if (kind == "Deployment" && !std::exchange(has_program, true)) note_container(to, o);
        if (is_definition(o)) {
            to.definitions.push_back(o);
            to.rendered.push_back(std::move(o));
        } else if (is_right(kind)) {
            note_rules(to, o);
            to.roles.push_back(std::move(o));
        }
    }
    if (!has_program) to.command = {"./operator"};
    if (!has_program)
        to.unknown_of_command.emplace_back("no Deployment was found: how the operator is started.");
    if (has_webhooks)
        to.unknown.emplace_back(
            "it has webhooks, which the story does not install; it may need a flag or a variable that turns "
            "them off.");
}

// Roles without an account, or bindings without one, would be refused.
void check_roles(operator_source& to) {
    const auto has = [&](std::string_view kind) {
        return std::any_of(to.roles.begin(), to.roles.end(),
                           [&](const bj::object& o) { return text_in(o, "kind") == kind; });
    };
    if (has("ServiceAccount") && (has("ClusterRoleBinding") || has("RoleBinding"))) return;
    to.roles.clear();
}

}  // namespace

std::optional<operator_source> read_chart(loop& l, const fs::path& folder) {
    std::error_code ec;
    if (!fs::is_regular_file(folder / "Chart.yaml", ec)) return std::nullopt;
    const bj::value chart = read_yaml(folder / "Chart.yaml");
    if (!chart.is_object() || text_in(chart.get_object(), "name").empty())
        throw fault(errc::bad_config, fmt::format("{}: has no name", (folder / "Chart.yaml").string()));
    if (text_in(chart.get_object(), "type") == "library")
        throw fault(errc::bad_config,
                    fmt::format("{}: is a library, which has no operator", (folder / "Chart.yaml").string()));
    operator_source s;
    s.what = fmt::format("Helm chart {}", text_in(chart.get_object(), "name"));
    if (fs::is_directory(folder / "crds", ec)) add_definitions(s, folder / "crds");
    if (is_in_path("helm")) {
        result<std::string> text = error();
        run_to_end(l, "helm", render(l, folder.string(), text));
        if (!text) throw fault(errc::bad_config, text.error().message);
        note_rendered(s, parse_manifest(*text, "helm template"));
    } else {
        note_rendered(s, rendered_simply(s, folder, chart.get_object()));
    }
    check_roles(s);
    for (const char* samples : {"examples", "samples", "../examples", "../config/samples"})
        if (s.samples.empty()) add_samples(s, manifests_of((folder / samples).lexically_normal()));
    if (s.definitions.empty())
        throw fault(errc::bad_config,
                    fmt::format("{}: neither crds/ nor its templates have a CustomResourceDefinition{}",
                                folder.string(),
                                is_in_path("helm")
                                    ? ""
                                    : "; install helm to render templates that do more than insert values"));
    return s;
}

}}}  // namespace setpoint::v0::cli::draft
