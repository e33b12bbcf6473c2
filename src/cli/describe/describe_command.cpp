#include "cli/describe/describe_command.hpp"

#include "cli/describe/cpp_names.hpp"
#include "cli/describe/header_writer.hpp"
#include "cli/file.hpp"
#include "setpoint/json/yaml.hpp"
#include "setpoint/manager/program.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view explanation =
    "Reads CustomResourceDefinitions from a YAML or JSON file (-: standard input) and writes a header for "
    "each\n"
    "kind, for programs that use it typed. What the types cannot express is kept as JSON or left out, with "
    "one line\n"
    "on standard error that names its path; the exit code is 0 all the same.\n"
    "  kubectl get crd certificates.cert-manager.io -o yaml | setpoint describe-kind - > certificate.hpp\n";

// Names of fields are another's texts, and may contain what a terminal obeys.
std::string printable(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; },
        '?');
    return text;
}

// Two kinds of one name would be in one file.
void check_names(const std::vector<kind_model>& kinds, const std::string& source) {
    std::map<std::string, const kind_model*> by_file;
    for (const kind_model& m : kinds)
        if (const auto [at, is_new] = by_file.try_emplace(header_name(m), &m); !is_new)
            throw fault(
                errc::bad_config,
                fmt::format("{} defines {} of {} and {} of {}, which would both be in {}: describe them "
                            "from files of their own, in different folders",
                            source, at->second->kind, at->second->group, m.kind, m.group, at->first));
}

result<> check_target(const std::string& file) {
    const result<std::string> begin = begin_of_file(file);
    if (!begin) return begin.error().within("--output");
    if (begin->empty() || begin->find(header_mark) != std::string::npos) return {};
    return error(
        errc::bad_config,
        fmt::format("--output: {} was not written by setpoint describe-kind; move it away, or choose "
                    "another folder",
                    file));
}

}  // namespace

describe_command::describe_command(CLI::App& parent)
    : app_(parent.add_subcommand("describe-kind",
                                 "Write the C++ types of a kind that others define, from its "
                                 "CustomResourceDefinition")) {
    app_->get_formatter()->column_width(30);
    app_->set_help_flag("-h,--help", "Print this help and exit");
    app_->footer(std::string(explanation));
    app_->add_option("FILE", file_, "Manifest with CustomResourceDefinitions; -: standard input")
        ->required()
        ->type_name("");
    app_->add_option("--kind", request_.kind, "Only this kind, for example Certificate")->type_name("KIND");
    app_->add_option("--version", request_.version, "Version of the kind. Default: the stored one")
        ->type_name("VERSION");
    app_->add_option(
            "--namespace", namespace_,
            "C++ namespace, for example acme::certs. Default: of the group and version, such as gateway_v1")
        ->type_name("NAME");
    app_->add_option("--output", output_, "Folder for one header per kind; -: print the header")
        ->type_name("DIR")
        ->capture_default_str();
    app_->add_flag(
        "--enums", request_.as_enums,
        "Make enums of texts with a list of allowed values. An object with a value that a later version "
        "of the CRD adds then cannot be read");
    app_->add_flag("!--no-rules", request_.with_rules,
                   "Leave rules in CEL to the API server. A program whose types have rules contains their "
                   "compiler");
}

bool describe_command::is_chosen() const {
    return app_->parsed();
}

int describe_command::run() {
    const std::string outermost = namespace_.substr(0, namespace_.find("::"));
    const bool is_taken = outermost == "std" || outermost == "setpoint" || outermost == "boost";
    if (!namespace_.empty() && (!is_namespace(namespace_) || is_taken))
        throw fault(errc::bad_config,
                    fmt::format("--namespace: \"{}\" is not a namespace such as acme::certs", namespace_));
    const std::string source = file_ == "-" ? "standard input" : fs::path(file_).filename().string();
    const result<std::string> text = read_file(file_);
    if (!text) throw fault(text.error());
    const auto documents = json::parse_manifests(*text, source);
    if (!documents) throw fault(errc::bad_config, documents.error().to_string());
    const auto kinds = read_definitions(*documents, request_, source);
    if (!kinds) throw fault(errc::bad_config, printable(kinds.error().message));
    write(*kinds);
    for (const kind_model& m : *kinds)
        for (const std::string& note : m.notes)
            std::cerr << printable(fmt::format("{}: {}: {}", source, m.kind, note)) << '\n';
    return static_cast<int>(exit_code::ok);
}

void describe_command::write(const std::vector<kind_model>& kinds) const {
    const std::string source = file_ == "-" ? "standard input" : fs::path(file_).filename().string();
    const auto header_of = [&](const kind_model& m) {
        return header_text(m, namespace_.empty() ? default_namespace(m) : namespace_, source);
    };
    if (output_ == "-") {
        std::vector<std::string> names;
        names.reserve(kinds.size());
        for (const kind_model& m : kinds) names.push_back(m.kind);
        if (kinds.size() > 1)
            throw fault(errc::bad_config,
                        fmt::format("{} defines {}: choose one with --kind, or a folder with --output",
                                    source, fmt::join(names, ", ")));
        std::cout << header_of(kinds.front());
        return;
    }
    std::error_code failed;
    fs::create_directories(output_, failed);
    if (!fs::is_directory(output_, failed))
        throw fault(errc::bad_config,
                    fmt::format("--output: {} is not a folder and cannot be made one", output_));
    check_names(kinds, source);
    for (const kind_model& m : kinds) {
        const result<> clear = check_target(fs::path(output_) / header_name(m));
        if (!clear) throw fault(clear.error());
    }
    for (const kind_model& m : kinds) {
        const std::string file = fs::path(output_) / header_name(m);
        const result<> written = write_file(file, header_of(m), 0644);
        if (!written) throw fault(written.error().within("--output"));
        std::cerr << fmt::format("Wrote {}\n", file);
    }
}

}}}  // namespace setpoint::v0::cli
