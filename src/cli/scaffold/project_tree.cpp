#include "cli/scaffold/project_tree.hpp"

#include "cli/describe/cpp_names.hpp"
#include "cli/scaffold/builtin_kinds.hpp"
#include "cli/scaffold/names.hpp"
#include "cli/scaffold/template_text.hpp"
#include "cli/scaffold/templates.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

constexpr std::string_view marker_prefix = "// +setpoint:scaffold:";

// Up to the second dot: packages of one minor version fit together before 1.0.
std::string minor_of(std::string_view version) {
    const std::size_t first = version.find('.');
    const std::size_t second = first == std::string_view::npos ? first : version.find('.', first + 1);
    return std::string(version.substr(0, second));
}

template_values values_of(const project_file& p) {
    template_values v;
    v.texts["name"] = p.name;
    v.texts["domain"] = p.domain;
    v.texts["setpoint_version"] = SETPOINT_VERSION;
    v.texts["setpoint_minor"] = minor_of(SETPOINT_VERSION);
    v.texts["scope_flag"] = p.namespaced ? fmt::format(" --namespaced {}-system", p.name) : "";
    return v;
}

template_values values_of(const project_file& p, const resource& r) {
    template_values v = values_of(p);
    const kind_names n = names_of(r.kind, r.plural);
    v.texts["kind"] = n.kind;
    v.texts["snake"] = folder_of(p, r);
    v.texts["controller"] = controller_name_of(p, r);
    if (v.texts["controller"] != n.lower) v.flags.insert("named");
    v.texts["sample"] = n.sample;
    v.texts["plural"] = n.plural;
    v.texts["article"] = n.article;
    v.texts["article_lower"] = n.article == "An" ? "an" : "a";
    v.texts["group"] = full_group(r.group, p.domain);
    v.texts["version"] = r.version;
    v.texts["hub"] = p.versions_of(r.group, r.kind, r.api).front()->version;
    v.texts["webhook_calls"] = fmt::format("{}{}", r.defaulting ? ".defaults(set_defaults)" : "",
                                           r.validation ? ".validates(check)" : "");
    if (!r.namespaced) v.flags.insert("cluster");
    if (r.defaulting) v.flags.insert("defaulting");
    if (r.validation) v.flags.insert("validation");
    return v;
}

// Adds files that are filled in with the same values.
class file_set {
public:
    file_set(std::vector<generated_file>& to, template_values values) : to_(to), values_(std::move(values)) {}
    void add(std::string path, std::string_view template_name, mode_t mode = 0644) {
        to_.push_back({std::move(path), fill_in(template_of(template_name), values_), mode});
    }

private:
    std::vector<generated_file>& to_;
    template_values values_;
};

void add_project(std::vector<generated_file>& to, const project_file& p) {
    file_set files(to, values_of(p));
    files.add("CMakeLists.txt", "project/CMakeLists.txt");
    files.add("CMakePresets.json", "project/CMakePresets.json");
    files.add("Dockerfile", "project/Dockerfile");
    files.add("README.md", "project/README.md");
    files.add(".clangd", "project/clangd");
    files.add(".dockerignore", "project/dockerignore");
    files.add(".gitignore", "project/gitignore");
    files.add(".github/workflows/ci.yaml", "project/ci.yaml");
    files.add("dev", "project/dev", 0755);
    files.add("tests/main.cpp", "project/test_main.cpp");
    files.add(std::string(main_source), "project/main.cpp");
    to.back().text = insert_at_markers(std::move(to.back().text), main_lines_of(p));
}

void add_kind(std::vector<generated_file>& to, const project_file& p, const resource& r) {
    file_set files(to, values_of(p, r));
    const std::string src = "src/" + folder_of(p, r) + "/", tests = "tests/" + folder_of(p, r) + "/";
    files.add(src + "types.hpp", "kind/types.hpp");
    if (r.controller) {
        for (const char* const name : {"plan.hpp", "plan.cpp", "reconciler.hpp", "reconciler.cpp"})
            files.add(src + name, std::string("kind/") + name);
        for (const char* const name : {"plan_test.cpp", "environment_test.cpp", "faults_test.cpp"})
            files.add(tests + name, std::string("kind/") + name);
    } else {
        files.add(tests + "types_test.cpp", "kind/types_test.cpp");
    }
    if (!r.has_webhook()) return;
    files.add(src + "webhook.hpp", "webhook/webhook.hpp");
    files.add(src + "webhook.cpp", "webhook/webhook.cpp");
    files.add(tests + "webhook_test.cpp", "webhook/webhook_test.cpp");
}

bool is_spoke(const project_file& p, const resource& r) {
    const auto& spokes = p.versions_of(r.group, r.kind).front()->spokes;
    return std::ranges::find(spokes, r.version) != spokes.end();
}

void add_version(std::vector<generated_file>& to, const project_file& p, const resource& r) {
    file_set files(to, values_of(p, r));
    const std::string src = "src/" + folder_of(p, r) + "/", tests = "tests/" + folder_of(p, r) + "/";
    files.add(fmt::format("{}types_{}.hpp", src, r.version), "version/types.hpp");
    if (!is_spoke(p, r)) {
        files.add(fmt::format("{}{}_test.cpp", tests, r.version), "version/version_test.cpp");
        return;
    }
    files.add(fmt::format("{}conversion_{}.hpp", src, r.version), "conversion/conversion.hpp");
    files.add(fmt::format("{}conversion_{}.cpp", src, r.version), "conversion/conversion.cpp");
    files.add(fmt::format("{}conversion_{}_test.cpp", tests, r.version), "conversion/conversion_test.cpp");
}

void add_builtin(std::vector<generated_file>& to, const project_file& p, const resource& r) {
    const builtin_kind* const known = find_builtin(r.group, r.version, r.kind);
    if (!known)
        throw fault(errc::bad_config,
                    fmt::format("{}: {} of {}/{} is no kind of Kubernetes that setpoint {} knows",
                                project_file_name, r.kind, r.group, r.version, SETPOINT_VERSION));
    template_values v = values_of(p, r);
    v.texts["type"] = fmt::format("setpoint::kinds::{}", known->type);
    v.texts["header"] = known->header;
    v.texts["object_lines"] = known->object_lines;
    if (!known->header.empty()) v.flags.insert("more_header");
    if (!known->object_lines.empty()) v.flags.insert("object_lines");
    file_set files(to, std::move(v));
    const std::string folder = folder_of(p, r);
    if (r.controller) {
        files.add(fmt::format("src/{}/reconciler.hpp", folder), "controller/reconciler.hpp");
        files.add(fmt::format("src/{}/reconciler.cpp", folder), "controller/reconciler.cpp");
        files.add(fmt::format("tests/{}/environment_test.cpp", folder), "controller/environment_test.cpp");
    }
    if (!r.has_webhook()) return;
    files.add(fmt::format("src/{}/webhook.hpp", folder), "core_webhook/webhook.hpp");
    files.add(fmt::format("src/{}/webhook.cpp", folder), "core_webhook/webhook.cpp");
    files.add(fmt::format("tests/{}/webhook_test.cpp", folder), "core_webhook/webhook_test.cpp");
}

// Where `line` stands in the sorted includes that end at `end`.
std::size_t place_of_include(std::string_view text, std::size_t end, std::string_view line) {
    while (end > 1) {
        const std::size_t begin = text.rfind('\n', end - 2) + 1;  // npos + 1 is 0
        const std::string_view before = text.substr(begin, end - 1 - begin);
        if (!before.starts_with("#include") || before < line) break;
        end = begin;
    }
    return end;
}

std::string plain_folder(const resource& r) {
    const builtin_kind* const known = r.api ? nullptr : find_builtin(r.group, r.version, r.kind);
    return known && !known->folder.empty() ? std::string(known->folder) : snake_case(r.kind);
}
std::string plain_name(const resource& r) {
    return names_of(r.kind, r.plural).lower;
}

// Whether a kind that the project had before `r` has the name. The order of the kinds decides, so that no
// later kind takes a name away.
template <class F>
bool is_taken(const project_file& p, const resource& r, const std::string& name, F name_of) {
    for (const resource& other : p.resources) {
        if (other.api == r.api && other.group == r.group && other.kind == r.kind) return false;
        if (name_of(other) == name) return true;
    }
    return false;
}

std::string replaced(std::string text, char from, char to) {
    std::ranges::replace(text, from, to);
    return text;
}

// A name of the group: "shop", "flow-control" for flow.control, "core", and the domain's without a group.
std::string group_word(const project_file& p, const resource& r) {
    const std::string_view group = !r.group.empty() ? r.group : r.api ? std::string_view(p.domain) : "core";
    const std::string word = replaced(std::string(group), '.', '-');
    return word.front() >= '0' && word.front() <= '9' ? "group-" + word : word;
}

void insert(std::string& text, std::string_view name, const std::vector<std::string>& lines) {
    const std::string marker = std::string(marker_prefix) + std::string(name);
    for (const std::string& line : lines) {
        if (text.find(line) != std::string::npos) continue;
        // The marker alone on its line.
        std::size_t at = text.find(marker + "\n");
        if (at == std::string::npos && text.ends_with(marker)) at = text.size() - marker.size();
        if (at == std::string::npos)
            throw fault(
                errc::bad_config,
                fmt::format(
                    "{}: the line \"{}\" is missing: put it back where this line belongs, and run the "
                    "command again: {}",
                    main_source, marker, line));
        const std::size_t begin = text.rfind('\n', at) + 1;  // npos + 1 is 0
        const std::string indented = text.substr(begin, at - begin) + line + "\n";
        text.insert(line.starts_with("#include") ? place_of_include(text, begin, line) : begin, indented);
    }
}

}  // namespace

std::string folder_of(const project_file& p, const resource& r) {
    std::string folder = plain_folder(r);
    if (!is_taken(p, r, folder, plain_folder)) return folder;
    return replaced(group_word(p, r), '-', '_') + "_" + folder;
}

std::string controller_name_of(const project_file& p, const resource& r) {
    std::string name = plain_name(r);
    if (!is_taken(p, r, name, plain_name)) return name;
    return group_word(p, r) + "-" + name;
}

main_lines main_lines_of(const project_file& p) {
    main_lines l;
    const auto include = [&](const std::string& header) {
        l.includes.push_back(fmt::format("#include \"{}\"", header));
    };
    for (const resource& r : p.resources) {
        const std::string n = folder_of(p, r);
        if (!r.api) {
            if (r.controller) {
                include(n + "/reconciler.hpp");
                l.builder.push_back(fmt::format("{0}::add_{0}_controller(m);", n));
            }
            if (!r.has_webhook()) continue;
            include(n + "/webhook.hpp");
            l.builder.push_back(fmt::format("{0}::add_{0}_webhooks(m);", n));
        } else if (!p.is_first(r)) {
            const bool converts = is_spoke(p, r);
            include(fmt::format("{}/{}_{}.hpp", n, converts ? "conversion" : "types", r.version));
            l.samples.push_back(fmt::format("program.sample({}::{}::sample());", n, r.version));
            l.builder.push_back(converts ? fmt::format("{0}::add_{0}_{1}(m);", n, r.version)
                                         : fmt::format("m.defines<{0}::{1}::{0}>();", n, r.version));
        } else {
            include(n + (r.controller ? "/reconciler.hpp" : "/types.hpp"));
            l.samples.push_back(fmt::format("program.sample({}::sample());", n));
            l.builder.push_back(r.controller ? fmt::format("{0}::add_{0}_controller(m);", n)
                                             : fmt::format("m.defines<{0}::{0}>();", n));
            if (!r.has_webhook()) continue;
            include(n + "/webhook.hpp");
            l.builder.push_back(fmt::format("{0}::add_{0}_webhooks(m);", n));
        }
    }
    return l;
}

main_lines difference(const main_lines& all, const main_lines& before) {
    main_lines rest;
    for (const auto of : {&main_lines::includes, &main_lines::samples, &main_lines::builder})
        for (const std::string& line : all.*of)
            if (std::ranges::find(before.*of, line) == (before.*of).end()) (rest.*of).push_back(line);
    return rest;
}

std::string insert_at_markers(std::string text, const main_lines& lines) {
    insert(text, "includes", lines.includes);
    insert(text, "samples", lines.samples);
    insert(text, "builder", lines.builder);
    return text;
}

std::vector<generated_file> project_tree(const project_file& p) {
    std::vector<generated_file> files;
    add_project(files, p);
    for (const resource& r : p.resources) {
        if (!r.api)
            add_builtin(files, p, r);
        else if (p.is_first(r))
            add_kind(files, p, r);
        else
            add_version(files, p, r);
    }
    std::ranges::sort(files, {}, &generated_file::path);
    return files;
}

}}}  // namespace setpoint::v0::cli::scaffold
