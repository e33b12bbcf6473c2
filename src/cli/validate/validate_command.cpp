#include "cli/validate/validate_command.hpp"

#include "setpoint/manager/program.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::string_view validate_explanation =
    "Checks manifests with the schemas, defaults, rules and policies of Kubernetes and of the given\n"
    "CustomResourceDefinitions, as \"kubectl apply --dry-run=server\" does on a cluster, with the same "
    "messages.\n"
    "Definitions and policies among the FILEs count for the other objects. Webhooks are not called, and "
    "objects\n"
    "of a cluster are not known. Exit code 1: an object is invalid; 2: a file or flag cannot be used.\n"
    "  setpoint validate deploy/ --crds config/crd --output github\n"
    "  setpoint validate deploy/ --old-ref origin/main\n"
    "  kustomize build . | setpoint validate - --crds config/crd";

std::vector<manifest_object> objects_of_texts(const result<std::vector<manifest_text>>& texts) {
    if (!texts) throw fault(texts.error());
    std::vector<manifest_object> all;
    for (const manifest_text& text : *texts) {
        auto objects = objects_in(text);
        if (!objects) throw fault(errc::bad_config, objects.error().message);
        std::ranges::move(*objects, std::back_inserter(all));
    }
    return all;
}

// The message is "FILE, line 3, column 5: why", or "FILE: why".
finding unreadable(const manifest_text& text, std::string_view message) {
    finding f;
    f.file = text.file;
    std::string_view rest = message.substr(std::min(message.size(), text.file.size()));
    unsigned line = 1, column = 1;
    if (std::sscanf(std::string(rest).c_str(), ", line %u, column %u", &line, &column) == 2)
        f.place = {line, column};
    const std::size_t colon = rest.find(": ");
    f.message = std::string(colon == std::string_view::npos ? message : rest.substr(colon + 2));
    return f;
}

report_format format_named(const std::string& name) {
    if (name == "json") return report_format::json;
    return name == "github" ? report_format::github : report_format::text;
}

}  // namespace

validate_command::validate_command(CLI::App& parent)
    : app_(parent.add_subcommand("validate", "Check manifests as the API server does, without a cluster")) {
    app_->get_formatter()->column_width(30);
    app_->set_help_flag("-h,--help", "Print this help and exit");
    app_->footer(std::string(validate_explanation));
    app_->add_option("FILE", files_, "Manifests, or folders with them; -: standard input")
        ->required()
        ->type_name("");
    app_->add_option("--crds", definitions_, "CustomResourceDefinitions that are not among the FILEs")
        ->type_name("PATH");
    app_->add_option("--policy", policies_,
                     "Admission policies with their bindings and parameters that are not among the FILEs")
        ->type_name("PATH");
    app_->add_option("--old", old_, "The manifests before the change: checks updates of their objects")
        ->type_name("PATH");
    app_->add_option("--old-ref", old_revision_,
                     "The revision in git with the FILEs before the change, for example origin/main")
        ->type_name("REF");
    app_->add_option("-n,--namespace", options_.ns, "Namespace of objects that name none")
        ->type_name("NAME")
        ->capture_default_str();
    app_->add_option("--skip", options_.skip, "Kinds that are not checked, separated by commas")
        ->type_name("KIND")
        ->delimiter(',');
    app_->add_flag("--ignore-missing-kinds", options_.ignore_missing_kinds,
                   "Accept objects of kinds that no definition has");
    app_->add_option("-o,--output", format_, "text, json or github (annotations of GitHub Actions)")
        ->type_name("FORMAT")
        ->capture_default_str()
        ->check(CLI::IsMember({"text", "json", "github"}));
}

bool validate_command::is_chosen() const {
    return app_->parsed();
}

std::vector<manifest_object> validate_command::installed() const {
    std::vector<manifest_object> all;
    for (manifest_object& o : objects_of_texts(read_manifest_files(definitions_))) {
        if (text_in(o.content, "kind") == "CustomResourceDefinition") all.push_back(std::move(o));
    }
    std::ranges::move(objects_of_texts(read_manifest_files(policies_)), std::back_inserter(all));
    return all;
}

std::vector<manifest_object> validate_command::old_objects() const {
    if (!old_revision_.empty() && !old_.empty())
        throw fault(errc::bad_config, "--old and --old-ref exclude each other");
    if (old_revision_.empty()) return objects_of_texts(read_manifest_files(old_));
    std::vector<std::string> paths;
    std::ranges::copy_if(files_, std::back_inserter(paths), [](const std::string& p) { return p != "-"; });
    if (paths.empty())
        throw fault(errc::bad_config, "--old-ref needs a FILE that git knows; for standard input, use --old");
    return objects_of_texts(read_manifest_files_at(old_revision_, paths));
}

void validate_command::check(manifest_checker& checker) const {
    const auto texts = read_manifest_files(files_, &checker.summary().unchecked);
    if (!texts) throw fault(texts.error());
    std::vector<manifest_object> objects;
    checker.summary().files = texts->size();
    for (const manifest_text& text : *texts) {
        auto read = objects_in(text);
        if (read) {
            std::ranges::move(*read, std::back_inserter(objects));
            continue;
        }
        checker.summary().findings.push_back(unreadable(text, read.error().message));
        ++checker.summary().objects;
        ++checker.summary().invalid;
    }
    checker.check(objects);
}

int validate_command::run() {
    manifest_checker checker(options_);
    checker.install(installed());
    checker.store_old(old_objects());
    check(checker);
    std::cout << report(checker.summary(), format_named(format_));
    return static_cast<int>(checker.summary().invalid == 0 ? exit_code::ok : exit_code::failed);
}

}}}  // namespace setpoint::v0::cli
