#include "cli/validate/offline_api.hpp"

#include "setpoint/core/task_scope.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr const char* namespaces = "/api/v1/namespaces";

// Without controllers, and without the plugins that ask for objects of a cluster.
apiserver::server_options offline_options() {
    apiserver::server_options made;
    for (const std::string_view name : apiserver::background_controllers::names) made.run.disable(name);
    made.admission.disable = {"ServiceAccount", "Priority", "RuntimeClass"};
    return made;
}

awaitable<void> answer_into(apiserver::server& server, const http::server_request& r,
                            std::optional<http::response>& to) {
    to = co_await server.handle(r);
}

// The text of a Warning header: 299 - "text".
std::string warning_text(std::string_view header) {
    const std::size_t first = header.find('"'), last = header.rfind('"');
    if (first == std::string_view::npos || last <= first) return std::string(header);
    std::string out;
    for (std::size_t i = first + 1; i < last; ++i) {
        if (header[i] == '\\' && i + 1 < last) ++i;
        out += header[i];
    }
    return out;
}

}  // namespace

offline_api::offline_api()
    : time_(real_clock().wall_now()),
      random_(1),
      loop_(time_, random_),
      server_(loop_, logger(sink_, time_), offline_options()) {
    need_namespace("default");
}

offline_api::answer offline_api::ask(std::string_view method, std::string target, const bj::object& body) {
    http::server_request r;
    r.method = method;
    r.target = std::move(target);
    r.headers = {{"Content-Type", "application/json"}, {"User-Agent", "setpoint-validate"}};
    if (!body.empty()) r.body = bj::serialize(body);
    std::optional<http::response> got;
    task_scope scope(loop_, "request");
    scope.spawn("request", answer_into(server_, r, got));
    loop_.run_until(loop_.now());
    if (!got) throw fault(errc::failed, "the API server does not answer " + r.target);
    answer out;
    out.status = got->status;
    boost::system::error_code wrong;
    bj::value tree = bj::parse(got->body, wrong);
    if (!wrong && tree.is_object()) out.body = std::move(tree.get_object());
    for (const http::header& h : got->headers)
        if (http::same_token(h.name, "Warning")) out.warnings.push_back(warning_text(h.value));
    return out;
}

void offline_api::read_kinds(const std::string& api_version) {
    auto& known = kinds_[api_version];
    const bool core = api_version.find('/') == std::string::npos;
    const answer list = ask("GET", (core ? "/api/" : "/apis/") + api_version, {});
    const bj::array* resources = list.ok() ? array_in(list.body, "resources") : nullptr;
    if (!resources) return;
    for (const bj::value& each : *resources) {
        const bj::object& r = each.as_object();
        const std::string name(text_in(r, "name"));
        if (name.find('/') == std::string::npos)
            known[std::string(text_in(r, "kind"))] = {name, is_true_in(r, "namespaced")};
    }
}

const offline_api::resource* offline_api::find(std::string_view api_version, std::string_view kind) {
    const std::string version(api_version);
    if (!kinds_.contains(version)) read_kinds(version);
    const auto& known = kinds_[version];
    const auto found = known.find(std::string(kind));
    return found == known.end() ? nullptr : &found->second;
}

std::string offline_api::path_of(const resource& r, std::string_view api_version, std::string_view ns) const {
    const bool core = api_version.find('/') == std::string_view::npos;
    std::string path = (core ? "/api/" : "/apis/") + std::string(api_version) + "/";
    if (r.namespaced) path += "namespaces/" + std::string(ns) + "/";
    return path + r.plural;
}

void offline_api::need_namespace(const std::string& name) {
    if (!namespaces_.insert(name).second) return;
    // The answer does not matter: it may exist, or have an invalid name, which its objects report.
    (void)ask("POST", namespaces,
              {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", name}}}});
}

}}}  // namespace setpoint::v0::cli
