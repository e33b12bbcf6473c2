// How the manager's container is started, for a machine on which several of them run at a time.

#include "cli/explore_init/operator_source.hpp"
#include "cli/json_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace setpoint { inline namespace v0 { namespace cli::draft {

namespace {

bool has_word(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view w) { return text.find(w) != std::string_view::npos; });
}

// "--metrics-bind-address=:8443" -> "--metrics-bind-address=0", "--listen=:9000" -> "--listen=:{port}".
// Nothing: the argument names a file of the container.
std::optional<std::string> argument_here(std::string_view argument) {
    const std::size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? "" : argument.substr(equals + 1);
    const bool is_flag = name.starts_with('-');
    if (is_flag && has_word(name, {"leader-elect", "leader-election"}) &&
        !has_word(name, {"id", "namespace", "duration"}))
        return fmt::format("{}=false", name);
    const bool is_address = has_word(name, {"address", "addr"});
    if (is_flag && is_address && has_word(name, {"metrics", "probe", "health", "pprof"}))
        return fmt::format("{}=0", name);
    if (is_flag && has_word(name, {"cert", "kubeconfig"})) return std::nullopt;
    const std::size_t colon = value.rfind(':');
    const std::string_view port = colon == std::string_view::npos ? value : value.substr(colon + 1);
    const bool is_number = !port.empty() && std::all_of(port.begin(), port.end(), [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) != 0;
    });
    const bool is_port = is_number && (colon != std::string_view::npos || name.ends_with("port"));
    if (!is_port) return std::string(argument);
    return fmt::format("{}={}{{port}}", name, value.substr(0, value.size() - port.size()));
}

const bj::object* manager_of(const bj::object& deployment) {
    const bj::object* at = &deployment;
    for (const char* key : {"spec", "template", "spec"})
        if (at) at = object_in(*at, key);
    const bj::array* const all = at ? array_in(*at, "containers") : nullptr;
    if (!all || all->empty()) return nullptr;
    const bj::object* first = nullptr;
    for (const bj::value& v : *all) {
        const bj::object* const c = v.if_object();
        if (!c) continue;
        if (text_in(*c, "name") == "manager") return c;
        // A proxy in front of the metrics comes with the projects of older kubebuilders.
        if (!first && text_in(*c, "name") != "kube-rbac-proxy") first = c;
    }
    return first;
}

void note_environment(operator_source& to, const bj::object& container) {
    const bj::array* const all = array_in(container, "env");
    if (!all) return;
    for (const bj::value& v : *all) {
        const bj::object* const e = v.if_object();
        if (!e) continue;
        const std::string name(text_in(*e, "name"));
        const bj::object* const from = object_in(*e, "valueFrom");
        const bj::object* const field = from ? object_in(*from, "fieldRef") : nullptr;
        const std::string_view path = field ? text_in(*field, "fieldPath") : "";
        if (path == "metadata.namespace")
            to.environment.push_back(name + "=default");
        else if (path == "metadata.name")
            to.environment.push_back(name + "=operator-{instance}");
        else if (from)
            to.unknown_of_command.push_back(
                fmt::format("the variable {} comes from another object or field.", name));
        else if (!text_in(*e, "value").empty())
            to.environment.push_back(fmt::format("{}={}", name, text_in(*e, "value")));
    }
}

}  // namespace

void note_container(operator_source& to, const bj::object& deployment) {
    const bj::object* const c = manager_of(deployment);
    if (!c) return;
    to.command = {"./operator"};
    to.unknown_of_command.push_back(fmt::format(
        "./operator stands for the program of the image {}: build it, or copy it out of the image.",
        text_in(*c, "image")));
    for (const char* key : {"command", "args"}) {
        const bj::array* const all = array_in(*c, key);
        if (!all) continue;
        for (std::size_t i = key[0] == 'c' ? 1 : 0; i < all->size(); ++i) {
            if (!(*all)[i].is_string()) continue;
            const std::string_view one = view((*all)[i].get_string());
            if (auto here = argument_here(one))
                to.command.push_back(*std::move(here));
            else
                to.unknown_of_command.push_back(
                    fmt::format("the argument {} names a file of the container, and is left out.", one));
        }
    }
    note_environment(to, *c);
}

}}}  // namespace setpoint::v0::cli::draft
