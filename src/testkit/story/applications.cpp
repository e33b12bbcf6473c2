#include "testkit/story/applications.hpp"

#include "apiserver/controllers/node/pod_failure.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/read/pod_log.hpp"
#include "apiserver/request/query.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/exec_response.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using apiserver::list_of, apiserver::object_of, apiserver::text_at;
using mode = application_mode;

constexpr duration longer = std::chrono::seconds(2);
constexpr const char* not_ready = "unready";
constexpr std::size_t most_pods = 10'000;

// As kubectl chooses it.
std::string container_of(const bj::object& pod, std::string_view wanted) {
    if (!wanted.empty()) return std::string(wanted);
    const std::string_view by_annotation = text_at(object_of(object_of(pod, "metadata"), "annotations"),
                                                   "kubectl.kubernetes.io/default-container");
    if (!by_annotation.empty()) return std::string(by_annotation);
    const bj::array& all = list_of(object_of(pod, "spec"), "containers");
    return all.empty() || !all[0].is_object() ? "" : std::string(text_at(all[0].get_object(), "name"));
}

exec_result failed(exec_result e, mode m) {
    if (m == mode::refused) return {"", "connection refused\n", 1, false, e.after};
    if (m == mode::wrong) return {"", "wrong answer\n", 1, false, e.after};
    if (m == mode::half) {
        e.out.resize(e.out.size() / 2);
        e.is_cut = true;
    }
    return e;
}

// Unless the pod has it.
void annotate(bj::object& meta, std::string_view name, std::string_view value) {
    apiserver::make_object(meta, "annotations").emplace(name, value);
}

}  // namespace

applications::applications(loop& l, cluster& of, const story& text)
    : loop_(l),
      cluster_(of),
      answers_(text.answers),
      pods_(of.state(), text.ns),
      // A connection that fails is closed; nothing else follows from it.
      tasks_(l, "applications", [](std::string_view, std::exception_ptr) {}) {}

void applications::start(const private_network* in) {
    if (answers_.empty()) return;
    network_ = in;
    apiserver::server_state& s = cluster_.state();
    s.admission.push_back([this](apiserver::pending_write& w) { return annotate_new(w); });
    if (!network_ || !answers_.have_ports()) return;
    s.stored.push_back(
        [this](const apiserver::resource& r, const apiserver::record_ptr&, const apiserver::record_ptr& now) {
            if (r.storage == "services" && now && !tasks_.stop_requested()) listen_on_all();
        });
    listen_on_all();
    constexpr std::uint16_t dns = 53;
    const result<int> socket = network_->bind_udp(dns);
    if (!socket) throw cannot_explore(socket.error().to_string());
    tasks_.spawn("names", answer_names(*socket));
}

awaitable<void> applications::stop() {
    for (auto& [port, from] : ports_) from->close();
    tasks_.request_stop();
    co_await tasks_.join();
    ports_.clear();
}

duration applications::delay(duration after) const {
    return after + (mode_ == mode::slow ? longer : duration::zero());
}

http::response applications::connect(const object_key& pod, std::string_view subresource,
                                     const http::server_request& r) {
    const apiserver::record_ptr found = cluster_.objects().find({"", "v1", "pods"}, pod);
    apiserver::api_result<http::response> out =
        !found ? apiserver::object_not_found({"", "pods"}, pod.name)
        : subresource == "exec"
            ? execute(found->parse(), r)
            : apiserver::bad_request(fmt::format("a story answers exec, but not {}", subresource));
    if (out) return std::move(*out);
    const apiserver::api_error& e = out.error();
    return {e.code, {{"Content-Type", "application/json"}}, bj::serialize(e.to_status()), {}};
}

apiserver::api_result<http::response> applications::execute(const bj::object& o,
                                                            const http::server_request& r) {
    const apiserver::query_parameters q(r.query());
    const std::string container = container_of(o, q.get("container"));
    if (text_at(object_of(o, "status"), "phase") != "Running")
        return apiserver::internal(
            fmt::format("unable to upgrade connection: container not found (\"{}\")", container));
    const std::vector<std::string> command = q.all("command");
    const auto found = answers_.exec(o, container, command);
    exec_result e;
    if (found) {
        e = {with_pod(found->answer->out, o), with_pod(found->answer->err, o), found->answer->exit_code,
             false, delay(found->after)};
        e = failed(std::move(e), mode_);
    } else {
        constexpr int no_such_command = 127;
        e.err =
            fmt::format("setpoint: the story has no answer to this command: {}\n", fmt::join(command, " "));
        e.exit_code = no_such_command;
        if (on_note)
            on_note(fmt::format("no answer in {} to: {}", text_at(object_of(o, "metadata"), "name"),
                                fmt::join(command, " ")));
    }
    return exec_response(loop_, r, std::move(e));
}

// --- readiness ---

// Of the annotation by which pods fail; "" if the pod is as its controller wants it.
std::string applications::wanted_annotation(const bj::object& pod) const {
    const std::optional<bool> ready = answers_.is_ready(pod);
    if (!ready) return {};
    const bool is_failing = mode_ == mode::refused || mode_ == mode::wrong;
    return *ready && !is_failing ? "" : not_ready;
}

apiserver::api_result<> applications::annotate_new(apiserver::pending_write& w) const {
    if (w.verb != "create" || w.kind.storage != "pods" || !w.object) return {};
    bj::object& meta = apiserver::make_object(*w.object, "metadata");
    if (text_at(meta, "namespace").empty()) meta["namespace"] = w.key.ns;
    for (const bj::value& one : list_of(object_of(*w.object, "spec"), "containers")) {
        const std::string container(one.is_object() ? text_at(one.get_object(), "name") : "");
        if (const std::string* const text = answers_.logs(*w.object, container))
            annotate(meta, fmt::format("{}.{}", apiserver::log_annotation, container),
                     with_pod(*text, *w.object));
    }
    if (!wanted_annotation(*w.object).empty()) annotate(meta, apiserver::fail_annotation, not_ready);
    return {};
}

awaitable<void> applications::update_readiness() {
    std::vector<user_request> patches;
    if (const auto* const pods = cluster_.state().store.find_collection("pods"); pods && !answers_.empty())
        for (const apiserver::record_ptr& o : pods->part("", std::nullopt, most_pods)) {
            const bj::object pod = o->parse();
            if (!answers_.is_ready(pod)) continue;
            const std::string wanted = wanted_annotation(pod);
            const bj::object& annotations = object_of(object_of(pod, "metadata"), "annotations");
            if (text_at(annotations, apiserver::fail_annotation) == wanted) continue;
            const bj::value value = wanted.empty() ? bj::value(nullptr) : bj::value(bj::string(wanted));
            const bj::object patch{
                {"metadata", bj::object{{"annotations", bj::object{{apiserver::fail_annotation, value}}}}}};
            patches.push_back({"PATCH", cluster::path_of({"", "v1", "pods"}, o->key), bj::serialize(patch),
                               "application/merge-patch+json", ""});
        }
    for (user_request& one : patches) (void)co_await cluster_.send(std::move(one));
}

awaitable<void> applications::behave(application_mode m) {
    const bool was_refused = mode_ == mode::refused;
    mode_ = m;
    if (m == mode::refused) {
        for (auto& [port, from] : ports_) from->close();
        ports_.clear();
        for (auto& [s, keeps] : connections_) s->close();
    } else if (was_refused) {
        listen_on_all();
    }
    co_await update_readiness();
}

}}}  // namespace setpoint::v0::story
