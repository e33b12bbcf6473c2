#include "apiserver/write/form_admission.hpp"

#include "apiserver/objects/fields.hpp"

#include <charconv>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Convert_url_Values_To_v1_PodExecOptions and its like.
bj::object connect_options(const request_info& q) {
    bj::object out;
    for (const char* flag : {"stdin", "stdout", "stderr", "tty"})
        if (q.query.flag(flag)) out[flag] = true;
    if (const std::string_view container = q.query.get("container"); !container.empty())
        out["container"] = container;
    if (q.subresource != "exec") return out;
    bj::array command;
    for (const std::string& word : q.query.all("command")) command.emplace_back(word);
    out["command"] = command.empty() ? bj::value() : bj::value(std::move(command));
    return out;
}

bj::object forward_options(const request_info& q) {
    bj::array ports;
    for (const std::string& text : q.query.all("ports")) {
        std::int32_t port = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), port).ec == std::errc())
            ports.emplace_back(port);
    }
    bj::object out;
    if (!ports.empty()) out["ports"] = std::move(ports);
    return out;
}

std::string options_kind(const resource& kind, std::string_view subresource) {
    if (subresource == "proxy") return kind.kind + "ProxyOptions";
    if (subresource == "portforward") return "PodPortForwardOptions";
    return subresource == "exec" ? "PodExecOptions" : "PodAttachOptions";
}

bj::object options_of(const request_info& q) {
    if (q.subresource == "portforward") return forward_options(q);
    if (q.subresource != "proxy") return connect_options(q);
    bj::object out;
    if (const std::string_view path = q.query.get("path"); !path.empty()) out["path"] = path;
    return out;
}

}  // namespace

admission_attributes form_admission::seen(bj::object& form, const bj::object* old) const {
    admission_attributes out = attributes_of(old ? "UPDATE" : "CREATE", kind_, subresource_, form_, key_);
    if (out.name.empty()) out.name = text_at(form, {"metadata", "name"});
    out.object = &form;
    out.old = old;
    out.dry_run = options_.dry_run;
    out.due = due_;
    out.by = options_.by;
    out.options = options_as_sent(old ? "UpdateOptions" : "CreateOptions", options_);
    return out;
}

// Webhooks see the namespace of the path, although the body need not name it.
void form_admission::name_namespace(bj::object& form) const {
    if (key_.ns.empty() || !state_.admits()) return;
    bj::object& meta = make_object(form, "metadata");
    if (text_at(meta, "namespace").empty()) meta["namespace"] = key_.ns;
}

awaitable<api_result<>> form_admission::mutate(bj::object& form, const bj::object* old) {
    name_namespace(form);
    if (!state_.mutates()) co_return api_result<>();
    admission_attributes a = seen(form, old);
    const std::function<api_result<>()> nothing = [] { return api_result<>(); };
    auto changed = co_await admit_mutating(state_, a, nothing, warnings_);
    if (!changed) co_return changed.error();
    co_return api_result<>();
}

awaitable<api_result<>> form_admission::validate(bj::object& form) {
    if (!state_.validates()) co_return api_result<>();
    const admission_attributes a = seen(form, nullptr);
    co_return co_await admit_validating(state_, a, warnings_);
}

awaitable<api_result<>> admit_connect(server_state& w, const resource& kind, const request_info& q,
                                      const requester* by, std::vector<std::string>& warnings,
                                      time_point due) {
    admission_attributes a =
        attributes_of("CONNECT", kind, q.subresource, kind, {kind.namespaced ? q.ns : "", q.name});
    a.type = nullptr;
    a.due = due;
    a.by = by;
    a.object_kind = {"", "v1", options_kind(kind, q.subresource)};
    bj::object options{{"kind", a.object_kind.kind}, {"apiVersion", "v1"}};
    for (auto& [key, value] : options_of(q)) options[key] = std::move(value);
    a.object = &options;
    co_return co_await admit_by_webhooks(w, a, warnings);
}

}}}  // namespace setpoint::v0::apiserver
