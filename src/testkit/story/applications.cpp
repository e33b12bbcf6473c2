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

#include <algorithm>
#include <charconv>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using apiserver::list_of, apiserver::object_of, apiserver::text_at;
using mode = application_mode;

constexpr duration longer = std::chrono::seconds(2);
constexpr const char* not_ready = "unready";
constexpr std::size_t most_pods = 10'000;

// Like validateContainer of kube-apiserver: without the parameter, the pod must have only one container.
apiserver::api_result<std::string> container_of(const bj::object& pod, std::string_view wanted) {
    const bj::object& spec = object_of(pod, "spec");
    const std::string_view name = text_at(object_of(pod, "metadata"), "name");
    std::vector<std::string_view> names;
    for (const char* list : {"initContainers", "containers", "ephemeralContainers"})
        apiserver::for_each_object(list_of(spec, list), [&](const bj::object& c, std::size_t) {
            names.push_back(text_at(c, "name"));
        });
    if (!wanted.empty()) {
        if (std::ranges::find(names, wanted) != names.end()) return std::string(wanted);
        return apiserver::bad_request(fmt::format("container {} is not valid for pod {}", wanted, name));
    }
    const bj::array& all = list_of(spec, "containers");
    if (all.size() == 1 && all[0].is_object()) return std::string(text_at(all[0].get_object(), "name"));
    return apiserver::bad_request(fmt::format(
        "a container name must be specified for pod {}, choose one of: [{}]", name, fmt::join(names, " ")));
}

// Returns the last lines of a log, and the first bytes of these, that the query asks for.
std::string part_of_log(std::string text, const apiserver::query_parameters& q) {
    const auto number = [&](const char* name) {
        const std::string_view given = q.get(name);
        std::optional<std::size_t> n(0);
        const auto end = std::from_chars(given.data(), given.data() + given.size(), *n);
        return end.ec == std::errc() ? n : std::nullopt;
    };
    if (const auto lines = number("tailLines")) {
        std::size_t begin = text.size();
        for (std::size_t n = *lines; n > 0 && begin != 0; --n) {
            const std::size_t end = begin < 2 ? std::string::npos : text.rfind('\n', begin - 2);
            begin = end == std::string::npos ? 0 : end + 1;
        }
        text.erase(0, begin);
    }
    if (const auto bytes = number("limitBytes")) text.resize(std::min(text.size(), *bytes));
    return text;
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

}  // namespace

applications::applications(loop& l, cluster& of, const story& text)
    : loop_(l),
      cluster_(of),
      answers_(text.answers),
      pods_(of.state(), text.ns),
      tasks_(l, "applications", [this](std::string_view task, std::exception_ptr e) {
          try {
              std::rethrow_exception(e);
          } catch (const cancelled&) {
          } catch (const std::exception& x) {
              if (on_note) on_note(fmt::format("{} of applications: {}", task, x.what()));
          } catch (...) {  // rule-ok: noted
              if (on_note) on_note(fmt::format("{} of applications failed", task));
          }
      }) {}

void applications::start(const private_network* in) {
    network_ = in;
    apiserver::server_state& s = cluster_.state();
    if (!answers_.empty())
        s.admission.push_back([this](apiserver::pending_write& w) { return annotate_new(w); });
    if (!network_) return;
    s.stored.push_back(
        [this](const apiserver::resource& r, const apiserver::record_ptr&, const apiserver::record_ptr& now) {
            const bool matters = r.storage == "services" || r.storage == "pods";
            if (matters && now && !tasks_.stop_requested()) listen_on_all();
        });
    listen_on_all();
    constexpr std::uint16_t dns = 53;
    const result<int> socket = network_->bind_udp(dns);
    if (!socket) throw cannot_explore(socket.error().to_string());
    tasks_.spawn("names", answer_names(*socket));
}

awaitable<void> applications::stop() {
    close_ports();
    tasks_.request_stop();
    co_await tasks_.join();
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
    const auto container = container_of(o, q.get("container"));
    if (!container) return container.error();
    if (text_at(object_of(o, "status"), "phase") != "Running")
        return apiserver::internal(
            fmt::format("unable to upgrade connection: container not found (\"{}\")", *container));
    const std::vector<std::string> command = q.all("command");
    const auto found = answers_.exec(o, *container, command);
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

void applications::show_log(const object_key& key, const http::server_request& r,
                            http::response& answer) const {
    // The API server has checked the request. A pod without an annotation has no log there.
    constexpr int ok = 200, refused = 400;
    const bool has_none =
        answer.status == refused && answer.body.find(apiserver::log_annotation) != std::string::npos;
    const apiserver::record_ptr record = cluster_.objects().find({"", "v1", "pods"}, key);
    if ((answer.status != ok && !has_none) || !record) return;
    const bj::object pod = record->parse();
    const apiserver::query_parameters q(r.query());
    const auto container = container_of(pod, q.get("container"));
    const std::string* const text = container ? answers_.logs(pod, *container) : nullptr;
    if (text) answer = {ok, {{"Content-Type", "text/plain"}}, part_of_log(with_pod(*text, pod), q), {}};
}

// --- readiness ---

// Returns the value of the annotation by which pods fail; "" if the pod is as its controller wants it.
std::string applications::wanted_annotation(const bj::object& pod) const {
    const std::optional<bool> ready = answers_.is_ready(pod);
    if (!ready) return {};
    const bool is_failing = mode_ == mode::refused || mode_ == mode::wrong;
    return *ready && !is_failing ? "" : not_ready;
}

apiserver::api_result<> applications::annotate_new(apiserver::pending_write& w) const {
    if (w.verb != "create" || w.kind.storage != "pods" || !w.object) return {};
    // The server generates a name later; this one stands for it in patterns.
    bj::object named = *w.object;
    bj::object& meta = apiserver::make_object(named, "metadata");
    if (text_at(meta, "namespace").empty()) meta["namespace"] = w.key.ns;
    if (text_at(meta, "name").empty()) meta["name"] = std::string(text_at(meta, "generateName")) + "x";
    if (wanted_annotation(named).empty()) return {};
    // emplace() keeps another failure, which the pod has from the beginning.
    apiserver::make_object(apiserver::make_object(*w.object, "metadata"), "annotations")
        .emplace(apiserver::fail_annotation, not_ready);
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
            const std::string_view now = text_at(annotations, apiserver::fail_annotation);
            const bool fails_otherwise = !now.empty() && now != not_ready;
            if (now == wanted || fails_otherwise) continue;
            const bj::value value = wanted.empty() ? bj::value(nullptr) : bj::value(bj::string(wanted));
            const bj::object patch{
                {"metadata", bj::object{{"annotations", bj::object{{apiserver::fail_annotation, value}}}}}};
            patches.push_back({"PATCH", cluster::path_of({"", "v1", "pods"}, o->key), bj::serialize(patch),
                               "application/merge-patch+json", ""});
        }
    for (user_request& one : patches) (void)co_await cluster_.send(std::move(one));
}

int applications::become(application_mode m) {
    const bool was_refused = mode_ == mode::refused;
    mode_ = m;
    if (m == mode::refused) {
        close_ports();
        for (auto& [s, keeps] : connections_) s->close();
    } else if (was_refused) {
        listen_on_all();
    }
    return ++changes_;
}

}}}  // namespace setpoint::v0::story
