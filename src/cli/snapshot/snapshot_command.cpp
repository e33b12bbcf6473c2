#include "cli/snapshot/snapshot_command.hpp"

#include "cli/file.hpp"
#include "cli/snapshot_file.hpp"
#include "setpoint/core/random_secret.hpp"
#include "setpoint/manager/program.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::string_view save_explanation =
    "Reads with get and list only, everything at one resourceVersion. The file has mode 0600: without "
    "--redact\n"
    "it contains the cluster's Secrets.\n"
    "  setpoint snapshot save live.jsonl --redact\n"
    "  setpoint apiserver --snapshot live.jsonl";
constexpr std::string_view restore_explanation =
    "The cluster must be a setpoint apiserver: other API servers give objects new UIDs and times. FILE may "
    "also\n"
    "be what `kubectl get -o yaml` prints, a folder with such files, or -, the standard input.";

constexpr duration quiet_time = std::chrono::seconds(2);
constexpr std::size_t largest_answer = std::size_t{16} * 1024 * 1024;

// Prints how far a long read is, every two seconds.
class progress_lines {
public:
    explicit progress_lines(loop& l) : loop_(l), next_(l.now() + quiet_time) {}
    void show(const read_progress& done) {
        if (loop_.now() < next_) return;
        next_ = loop_.now() + quiet_time;
        std::cerr << fmt::format("{} objects; {} of {} kinds read\n", done.objects, done.kinds_done,
                                 done.kinds)
                  << std::flush;
    }

private:
    loop& loop_;
    time_point next_;
};

std::string size_text(std::size_t bytes) {
    constexpr double kib = 1024;
    const auto n = static_cast<double>(bytes);
    if (n < kib) return fmt::format("{} B", bytes);
    return n < kib * kib ? fmt::format("{:.1f} KiB", n / kib) : fmt::format("{:.1f} MiB", n / kib / kib);
}

// Names become parts of paths.
void check_namespaces(const std::vector<std::string>& names) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789-";
    for (const std::string& ns : names)
        if (ns.empty() || ns.find_first_not_of(allowed) != std::string::npos)
            throw fault(errc::bad_config,
                        fmt::format("--namespace: \"{}\" is not the name of a namespace", ns));
}

result<> write_snapshot(const std::string& file, std::string_view text) {
    if (file != "-") return write_file(file, text, 0600);
    std::cout << text << std::flush;
    if (std::cout) return {};
    return error(errc::bad_config, "cannot write the standard output");
}

CLI::App* declare_sub(CLI::App& parent, const char* name, const char* what, std::string_view more) {
    CLI::App* const sub = parent.add_subcommand(name, what);
    sub->set_help_flag("-h,--help", "Print this help and exit");
    sub->footer(std::string(more));
    return sub;
}

}  // namespace

snapshot_command::snapshot_command(CLI::App& parent)
    : app_(parent.add_subcommand("snapshot",
                                 "Save the objects of a cluster, and load them into a setpoint apiserver")) {
    app_->set_help_flag("-h,--help", "Print this help and exit");
    app_->require_subcommand(1);
    declare_save();
    declare_restore();
    declare_show();
}

void snapshot_command::declare_save() {
    save_ = declare_sub(*app_, "save", "Save all objects of a cluster to a file", save_explanation);
    save_->add_option("FILE", file_, "The file to write; -: standard output")->required()->type_name("");
    save_
        ->add_option("-n,--namespace", settings_.namespaces,
                     "Only this namespace, its objects, and the CustomResourceDefinitions; repeatable")
        ->type_name("NAME")
        ->allow_extra_args(false);
    save_->add_flag("--redact", redact_,
                    "Replace the values of Secrets, tokens and private keys by placeholders");
    save_->add_flag("--events", settings_.events, "Also save Events");
    save_
        ->add_option("--without", settings_.without,
                     "Resources to leave out, such as leases.coordination.k8s.io")
        ->type_name("RESOURCE,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    declare_cluster(*save_, cluster_);
}

void snapshot_command::declare_restore() {
    restore_ = declare_sub(*app_, "restore", "Load the objects of a file into a running setpoint apiserver",
                           restore_explanation);
    restore_->add_option("FILE", file_, "The snapshot")->required()->type_name("");
    declare_cluster(*restore_, cluster_);
}

void snapshot_command::declare_show() {
    show_ = declare_sub(*app_, "show", "Count the objects of a snapshot by kind and namespace", {});
    show_->add_option("FILE", file_, "The snapshot, or what `kubectl get -o yaml` prints")
        ->required()
        ->type_name("");
}

awaitable<result<>> snapshot_command::save_to(cluster_session& session) {
    loop& l = session.event_loop();
    api_connection& to = session.connection();
    progress_lines shown(l);
    const auto get = [&to](std::string target) {
        http::request r;
        r.target = std::move(target);
        r.headers.add("Accept", "application/json");
        return to.send(std::move(r), api_client::max_page);
    };
    cluster_reader reader(l, get, settings_, [&shown](const read_progress& p) { shown.show(p); });
    const apiserver::secret_redactor redactor(random_key(32));
    std::string body;
    std::size_t count = 0, secrets = 0;
    auto origin = co_await reader.read([&](bj::object o) {
        if (text_in(o, "kind") == "Secret") ++secrets;
        if (redact_) redactor.redact(o);
        body += apiserver::snapshot_line(o);
        ++count;
    });
    if (!origin) co_return origin.error();
    origin->redacted = redact_;
    const std::string text = apiserver::snapshot_begin(*origin) + body + apiserver::snapshot_end(count);
    if (const auto ok = write_snapshot(file_, text); !ok) co_return ok.error();
    std::cerr << fmt::format("saved {} objects of {} at revision {}, {}\n", count, origin->server_version,
                             origin->revision, size_text(text.size()));
    if (secrets > 0 && !redact_)
        std::cerr << fmt::format("the file contains {} Secrets; --redact replaces their values\n", secrets);
    co_return result<>();
}

void snapshot_command::save() {
    check_namespaces(settings_.namespaces);
    cluster_session session(cluster_);
    session.run(save_to(session));
}

awaitable<result<>> snapshot_command::restore_from(cluster_session& session) {
    auto all = read_snapshot_files(file_);
    if (!all) co_return all.error();
    http::request r;
    r.method = "POST";
    r.target = "/setpoint/snapshot";
    r.headers.add("Content-Type", "application/jsonl");
    r.body = apiserver::snapshot_begin(all->origin);
    for (const apiserver::snapshot_object& o : all->objects) r.body += apiserver::snapshot_line(o.content);
    r.body += apiserver::snapshot_end(all->objects.size());
    auto answer = co_await session.connection().send(std::move(r), largest_answer);
    if (!answer) {
        const int status = answer.error().http_status;
        if (status == 404 || status == 405)
            co_return error(
                errc::bad_config,
                "the cluster is not a setpoint apiserver: other API servers would give the objects "
                "new UIDs and times");
        if (status == 413)
            co_return error(
                errc::bad_config,
                fmt::format("{}: too large for a running server, which accepts 16 MiB: start one with "
                            "`setpoint apiserver --snapshot {}`",
                            file_, file_));
        if (status == 400 || status == 422) co_return error(errc::bad_config, answer.error().server_text);
        co_return answer.error();
    }
    boost::system::error_code wrong;
    const bj::value tree = bj::parse(*answer, wrong);
    if (wrong || !tree.is_object()) co_return error(errc::bad_data, "the answer is not JSON");
    if (const bj::array* const warnings = array_in(tree.get_object(), "warnings"))
        for (const bj::value& w : *warnings)
            if (w.is_string()) std::cerr << "warning: " << view(w.get_string()) << '\n';
    std::cout << fmt::format("restored {} objects\n", all->objects.size());
    co_return result<>();
}

void snapshot_command::restore() {
    cluster_session session(cluster_);
    session.run(restore_from(session));
}

void snapshot_command::show() const {
    const auto all = read_snapshot_files(file_);
    if (!all) throw fault(all.error());
    std::cout << snapshot_table(*all);
}

bool snapshot_command::is_chosen() const {
    return app_->parsed();
}

int snapshot_command::run() {
    if (save_->parsed())
        save();
    else if (restore_->parsed())
        restore();
    else
        show();
    return static_cast<int>(exit_code::ok);
}

}}}  // namespace setpoint::v0::cli
