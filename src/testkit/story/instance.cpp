#include "testkit/story/instance.hpp"

#include "framework/core/base64.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/private_folder.hpp"
#include "testkit/story/process_tree.hpp"
#include "testkit/story/story_run.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

// A kubelet starts a container again at once, the first time, and waits longer each time that it ends.
constexpr duration before_restart = std::chrono::milliseconds(20), longest_back_off = std::chrono::seconds(2);
// Of a pod, unless it says otherwise.
constexpr duration grace_period = std::chrono::seconds(30);
constexpr std::size_t kept_output = 4000;

// Free at the moment; another program may take it before the operator does.
std::uint16_t any_free_port(loop& l) {
    asio::ip::tcp::acceptor taken(l.io(), {asio::ip::address_v4::loopback(), 0});
    return taken.local_endpoint().port();
}

// `rights`: null if the operator may do everything. The client of the Kubernetes project for JavaScript
// refuses plain HTTP unless the kubeconfig skips the verification of TLS.
std::string kubeconfig_for(std::uint16_t port, const std::string& ns, const operator_rights* rights) {
    return fmt::format(
        "apiVersion: v1\nkind: Config\ncurrent-context: story\nclusters:\n- name: story\n  cluster:\n"
        "    server: http://127.0.0.1:{}\n    insecure-skip-tls-verify: true\ncontexts:\n- name: story\n  "
        "context:\n    cluster: story\n"
        "    user: story\n    namespace: {}\nusers:\n- name: story\n  user: {{{}}}\n",
        port, ns, rights ? fmt::format("token: \"{}\"", rights->token.reveal()) : "");
}

void replace_all(std::string& in, std::string_view what, const std::function<std::string()>& with) {
    for (std::size_t at = 0; (at = in.find(what, at)) != std::string::npos;) {
        const std::string value = with();
        in.replace(at, what.size(), value);
        at += value.size();
    }
}

bool has_parameter(std::string_view target, std::string_view one) {
    const std::size_t query = target.find('?');
    if (query == std::string_view::npos) return false;
    std::string_view rest = target.substr(query + 1);
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find('&'));
        if (part == one) return true;
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    }
    return false;
}

}  // namespace

std::string instance::label() const {
    return run_.instance_count() == 1 ? "" : fmt::format("{}", index_ + 1);
}

void instance::note(std::string what) {
    run_.note(sim::lane::operators, label(), std::move(what));
}

std::vector<std::string> instance::words_of(const incarnation& by, const std::string& kubeconfig) const {
    std::vector<std::string> words = options_.command;
    const auto& webhooks = run_.text().webhooks;
    for (std::string& w : words) {
        if (webhooks) {
            replace_all(w, "{certificates}", [&] { return certificate_folder(temporary_folder()); });
            replace_all(w, "{ca}", [&] { return base64_encode(webhooks->certificates.ca_pem); });
            replace_all(w, "{webhook-port}", [&] { return fmt::format("{}", by.webhook_port); });
        }
        replace_all(w, "{kubeconfig}", [&] { return kubeconfig; });
        replace_all(w, "{instance}", [&] { return fmt::format("{}", index_ + 1); });
        replace_all(w, "{port}", [&] { return fmt::format("{}", any_free_port(run_.event_loop())); });
    }
    return words;
}

void instance::start() {
    loop& l = run_.event_loop();
    incarnation& by = incarnations_.emplace_back(
        *this, fmt::format("SETPOINT_EXPLORED={}-{}", ::getpid(), run_.next_name()));
    by.old_revision = std::exchange(old_revision_, 0);
    by.is_old = is_old_;
    by.port = std::make_unique<operator_port>(
        l, run_.log(), [this, &by](const http::server_request& r) { return run_.requests().handle(by, r); });
    if (const result<> listening = by.port->start(run_.network()); !listening)
        throw cannot_explore(listening.error().to_string());
    if (const auto& w = run_.text().webhooks) by.webhook_port = w->has_free_port ? any_free_port(l) : w->port;
    const std::string file = fmt::format("{}/kubeconfig-{}", options_.folder, run_.next_name());
    write_private(file, kubeconfig_for(by.port->port(), run_.text().ns, run_.rights()));
    std::vector<std::string> words = words_of(by, file);
    child_options c;
    c.program = words.front();
    c.args.assign(words.begin() + 1, words.end());
    const std::size_t equals = by.mark.find('=');
    // Clients that prefer the cluster whose pod they run in would not find ours.
    c.env = {{"KUBECONFIG", secret(file)},
             {"KUBERNETES_SERVICE_HOST", secret("")},
             {by.mark.substr(0, equals), secret(by.mark.substr(equals + 1))}};
    // There controller-runtime looks for certificates.
    if (run_.text().webhooks) c.env.emplace_back("TMPDIR", secret(temporary_folder()));
    if (run_.network()) {
        c.namespaces = run_.network()->namespaces();
        // A proxy is not in it.
        for (const char* name :
             {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"})
            c.env.emplace_back(name, secret(""));
    }
    c.with_error_output = c.dies_with_us = c.own_session = true;
    auto started = child_process::start(l, c);
    if (!started) throw cannot_explore(fmt::format("{} {}", c.program, started.error().message));
    by.process = std::move(*started);
    by.session = by.process->pid();
    by.begun = l.now();
    current_ = &by;
    note("starts");
    run_.tasks().spawn("output", copy_output(by));
    run_.tasks().spawn("operator", follow(by));
}

awaitable<void> instance::copy_output(incarnation& by) {
    for (;;) {
        const result<std::string> piece = co_await by.process->read();
        if (!piece || piece->empty()) co_return;
        by.last_output += *piece;
        if (by.last_output.size() > kept_output) by.last_output.erase(0, by.last_output.size() - kept_output);
        if (options_.log) std::fwrite(piece->data(), 1, piece->size(), options_.log);
    }
}

awaitable<void> instance::follow(incarnation& by) {
    (void)co_await by.process->wait();
    ended(by);
}

void instance::ended(incarnation& by) {
    by.has_ended = true;
    run_.changes().notify();
    const bool was_killed = std::exchange(by.is_dead, true);
    kill_processes(by.session, by.mark);
    if (!was_killed) {
        const std::string how = by.process->end_signal()
                                    ? fmt::format("signal {}", *by.process->end_signal())
                                    : fmt::format("exit code {}", by.process->exit_code().value_or(0));
        note("ends with " + how);
        if (!by.may_end) run_.operator_ended(by, how);
    }
    if (current_ != &by) return;
    current_ = nullptr;
    const duration pause = std::min(longest_back_off, before_restart * (1 << std::min(ends_++, 8)));
    run_.restart_after(*this, pause);
}

void instance::kill() {
    if (!current_) return;
    incarnation& by = *std::exchange(current_, nullptr);
    by.is_dead = by.may_end = true;
    by.process->signal(SIGKILL);
    by.process->signal(SIGCONT);
    kill_processes(by.session, by.mark);
    note("is killed");
}

void instance::crash() {
    if (!current_) return;
    kill();
    run_.restart_after(*this, before_restart);
}

void instance::terminate() {
    if (!current_) return;
    incarnation& by = *std::exchange(current_, nullptr);
    by.may_end = true;
    note("gets SIGTERM");
    by.process->signal(SIGTERM);
    run_.spawn_fault("restart", stop_and_start(by));
}

awaitable<void> instance::stop_and_start(incarnation& by) {
    const time_point due = saturating_add(run_.event_loop().now(), grace_period);
    while (!by.has_ended && run_.event_loop().now() < due) co_await run_.changes().wait(due);
    if (!by.has_ended) {
        run_.violate("shutdown",
                     fmt::format("the operator has not ended {} s after SIGTERM",
                                 std::chrono::duration_cast<std::chrono::seconds>(grace_period).count()));
        by.is_dead = true;
        by.process->signal(SIGKILL);
        kill_processes(by.session, by.mark);
    }
    co_await run_.release_leases(*this);
    if (!current_) start();
}

void instance::signal(int number) {
    if (current_) current_->process->signal(number);
}

void instance::show_old_lists(std::uint64_t revision, std::function<bool(std::string_view)> which) {
    old_revision_ = revision;
    is_old_ = std::move(which);
}

std::string instance::list_target(incarnation& by, const std::string& resource, const std::string& target) {
    // Other lists show the most recent state, whichever API server answers.
    const bool is_from_cache = has_parameter(target, "resourceVersion=0");
    if (is_from_cache) run_.note_list_from_cache();
    if (!is_from_cache && !run_.forces_old_lists()) return target;
    if (by.old_revision == 0 || !by.is_old(resource) || !by.listed.insert(resource).second) return target;
    const std::size_t query = target.find('?');
    std::string out = target.substr(0, query);
    out += fmt::format("?resourceVersion={}&resourceVersionMatch=Exact", by.old_revision);
    std::string_view rest = query == std::string::npos ? "" : std::string_view(target).substr(query + 1);
    while (!rest.empty()) {
        const std::string_view one = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
        // Pages would come from different revisions.
        if (!one.starts_with("resourceVersion") && !one.starts_with("limit=")) out.append("&").append(one);
    }
    run_.note_fault(fmt::format("the list of {} is old", resource));
    run_.hold(resource);
    return out;
}

bool instance::have_all_ended() const {
    return std::all_of(incarnations_.begin(), incarnations_.end(), [this](const incarnation& by) {
        return &by == current_ || by.has_ended || !by.process;
    });
}

awaitable<void> instance::stop() {
    kill();
    for (incarnation& by : incarnations_) {
        by.is_dead = by.may_end = true;
        if (!by.has_ended && by.process) {
            by.process->signal(SIGKILL);
            kill_processes(by.session, by.mark);
            (void)co_await by.process->wait();
        }
        if (by.port) co_await by.port->stop();
    }
}

}}}  // namespace setpoint::v0::story
