#include "cli/preview/preview_command.hpp"

#include "cli/preview/preview_service.hpp"
#include "cli/snapshot_file.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <iostream>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::string_view explanation =
    "The snapshot is loaded into an embedded API server, the operator runs against it until it is at rest, "
    "and\n"
    "the cluster of --context is only read. In the command, {kubeconfig} is the path of a kubeconfig, which\n"
    "KUBECONFIG names too, and {port} a free port. The exit code is\n"
    "  0  if the operator writes nothing,\n"
    "  1  if it writes, but no pod restarts or stops and no object is deleted,\n"
    "  2  if there is no preview: a flag, the snapshot or the operator cannot be used,\n"
    "  3  if a pod restarts or stops, or an object is deleted,\n"
    "  4  if the preview is incomplete: the operator ended, is not at rest, or the API refused a write.\n"
    "  setpoint preview --context production --crds new-crds.yaml -- ./new-operator --kubeconfig "
    "{kubeconfig}";

duration parsed_time(const std::string& text, std::string_view flag) {
    const auto d = go_duration::parse(text);
    if (!d || d->value() < std::chrono::milliseconds(100))
        throw fault(errc::bad_config, fmt::format("{}: \"{}\" is not a duration such as 5s", flag, text));
    return d->value();
}

preview_format format_of(std::string_view name) {
    if (name == "json") return preview_format::json;
    return name == "markdown" ? preview_format::markdown : preview_format::text;
}

}  // namespace

preview_command::preview_command(CLI::App& parent)
    : app_(parent.add_subcommand("preview",
                                 "Show what a new version of an operator in any language would write to a "
                                 "cluster, and what restarts or is deleted then")) {
    app_->get_formatter()->column_width(26);
    app_->set_help_flag("-h,--help", "Print this help and exit");
    declare(*app_);
}

void preview_command::declare(CLI::App& f) {
    f.add_option("--snapshot", snapshot_,
                 "The cluster: a file of `setpoint snapshot save` or of `kubectl get -o yaml`, a folder with "
                 "such files, or -, the standard input")
        ->type_name("FILE");
    declare_cluster(f, cluster_);
    f.get_option("--context")
        ->description("The cluster: read through the API of this context, with get and list");
    f.get_option("--kubeconfig")
        ->description("The file with --context. Default: $KUBECONFIG, or ~/.kube/config");
    f.add_option(
         "-n,--namespace", settings_.namespaces,
         "With --context: only this namespace, its objects, and the CustomResourceDefinitions; repeatable")
        ->type_name("NAME")
        ->allow_extra_args(false);
    f.add_option("--without", settings_.without,
                 "With --context: resources to leave out, such as secrets, if you may not list them")
        ->type_name("RESOURCE,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    f.add_option(
         "--crds", definitions_,
         "CustomResourceDefinitions of the new version, a file or folder; they replace those of the cluster")
        ->type_name("FILE");
    f.add_flag("--keep-secrets", what_.keeps_secrets,
               "Give the operator the values of Secrets instead of placeholders, if it computes checksums of "
               "them. They are not printed");
    f.add_option("--operator-namespace", what_.ns, "Namespace of the context in {kubeconfig}")
        ->type_name("NAME")
        ->capture_default_str();
    f.add_option(
         "--quiet", quiet_,
         "The operator is at rest if it asks for nothing and no object changes for this time; or if it keeps "
         "asking for the same, and no object changes for ten times as long")
        ->type_name("DURATION")
        ->capture_default_str();
    f.add_option("--limit", limit_, "Give up after this time, and print what was written so far")
        ->type_name("DURATION")
        ->capture_default_str();
    f.add_option("--format", format_, "How to print the preview")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"text", "json", "markdown"}))
        ->capture_default_str();
    f.add_option("--log", what_.log, "Keep the operator's output in this file")->type_name("FILE");
    f.add_option("COMMAND", what_.command, "After --: the operator's program and its arguments")
        ->type_name("");
    f.footer(std::string(explanation));
}

bool preview_command::is_chosen() const {
    return app_->parsed();
}

void preview_command::check_flags() const {
    if (snapshot_.empty() == cluster_.context.empty())
        throw fault(errc::bad_config, snapshot_.empty()
                                          ? "--snapshot or --context is required: what is in the cluster"
                                          : "--snapshot and --context: the cluster is one of them");
    if (!snapshot_.empty() && !(settings_.namespaces.empty() && settings_.without.empty()))
        throw fault(errc::bad_config,
                    "--namespace and --without need --context; a snapshot is loaded as a whole");
    if (!snapshot_.empty() && !cluster_.kubeconfig.empty())
        throw fault(errc::bad_config, "--kubeconfig needs --context, the context of that file");
    if (what_.command.empty())
        throw fault(
            errc::bad_config,
            "missing operator command; add it after --, for example -- ./operator --kubeconfig {kubeconfig}");
}

awaitable<result<>> preview_command::read_cluster(cluster_session& session) {
    api_connection& to = session.connection();
    const auto get = [&to](std::string target) {
        http::request r;
        r.target = std::move(target);
        r.headers.add("Accept", "application/json");
        return to.send(std::move(r), api_client::max_page);
    };
    cluster_reader reader(session.event_loop(), get, settings_, nullptr);
    const std::string place = "context " + cluster_.context;
    auto origin =
        co_await reader.read([&](bj::object o) { what_.live.objects.push_back({std::move(o), place}); });
    if (!origin) co_return origin.error();
    what_.live.origin = std::move(*origin);
    co_return result<>();
}

void preview_command::read_input() {
    if (!definitions_.empty()) {
        auto all = read_snapshot_files(definitions_);
        if (!all) throw fault(all.error());
        what_.definitions = std::move(*all);
    }
    if (snapshot_.empty()) {
        cluster_session session(cluster_);
        session.run(read_cluster(session));
        return;
    }
    auto all = read_snapshot_files(snapshot_);
    if (!all) throw fault(all.error());
    what_.live = std::move(*all);
}

int preview_command::run() {
    check_flags();
    what_.quiet = parsed_time(quiet_, "--quiet");
    what_.limit = parsed_time(limit_, "--limit");
    // Exit code 1 has a meaning of its own.
    try {
        read_input();
        return preview_operator(std::move(what_), format_of(format_));
    } catch (const std::exception& e) {
        std::cout.flush();
        std::cerr << "setpoint: " << e.what() << '\n';
        return no_preview;
    }
}

}}}  // namespace setpoint::v0::cli
