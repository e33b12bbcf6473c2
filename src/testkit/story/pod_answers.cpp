#include "testkit/story/pod_answers.hpp"

#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using apiserver::list_of, apiserver::object_of, apiserver::text_at, apiserver::text_of;

constexpr int least_good_status = 200, least_bad_status = 400;  // of an HTTP probe, as the kubelet

std::optional<std::int64_t> number_in(const bj::object& o, std::string_view name) {
    const bj::value* const v = o.if_contains(name);
    return v && v->is_number() ? apiserver::number_of(*v) : std::nullopt;
}

// A probe's port is a number or the name of a port of its container.
std::uint16_t port_of_probe(const bj::object& action, const bj::object& container) {
    constexpr std::int64_t last = 65535;
    std::optional<std::int64_t> n = number_in(action, "port");
    if (!n)
        for (const bj::value& one : list_of(container, "ports"))
            if (one.is_object() && text_at(one.get_object(), "name") == text_at(action, "port"))
                n = number_in(one.get_object(), "containerPort");
    return n && *n > 0 && *n <= last ? static_cast<std::uint16_t>(*n) : std::uint16_t{0};
}

std::string path_of_probe(const bj::object& action) {
    const std::string path(text_at(action, "path"));
    return path.empty() ? "/" : path.substr(0, path.find('?'));
}

}  // namespace

bool matches_pattern(std::string_view text, std::string_view pattern) {
    std::size_t t = 0, p = 0, star = std::string_view::npos, retry = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            retry = t;
        } else if (p < pattern.size() && pattern[p] == text[t]) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++retry;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool pod_answers::is_about(const bj::object& pod) const {
    const bj::object& meta = object_of(pod, "metadata");
    const bj::object& of_pod = object_of(meta, "labels");
    return matches_pattern(text_at(meta, "namespace"), ns) && matches_pattern(text_at(meta, "name"), name) &&
           std::all_of(labels.begin(), labels.end(), [&](const auto& l) {
               return of_pod.contains(l.first) && text_at(of_pod, l.first) == l.second;
           });
}

std::vector<const port_answers*> application_answers::ports() const {
    std::vector<const port_answers*> all;
    std::set<std::uint16_t> known;
    for (const pod_answers& a : all_)
        for (const port_answers& p : a.ports)
            if (known.insert(p.port).second) all.push_back(&p);
    return all;
}

std::optional<application_answers::exec_match> application_answers::exec(
    const bj::object& pod, std::string_view container, const std::vector<std::string>& command) const {
    const std::string words = fmt::format("{}", fmt::join(command, " "));
    for (const pod_answers& a : all_) {
        if (!a.is_about(pod) || !matches_pattern(container, a.container)) continue;
        for (const exec_answer& e : a.exec)
            if (matches_pattern(words, e.command)) return exec_match{&e, a.after};
    }
    return std::nullopt;
}

const std::string* application_answers::logs(const bj::object& pod, std::string_view container) const {
    for (const pod_answers& a : all_)
        if (a.logs && a.is_about(pod) && matches_pattern(container, a.container)) return &*a.logs;
    return nullptr;
}

std::optional<application_answers::port_match> application_answers::port(const bj::object& pod,
                                                                         std::uint16_t number) const {
    for (const pod_answers& a : all_) {
        if (!a.is_about(pod)) continue;
        for (const port_answers& p : a.ports)
            if (p.port == number) return port_match{&p, a.after};
    }
    return std::nullopt;
}

std::optional<bool> application_answers::probe_succeeds(const bj::object& pod,
                                                        const bj::object& container) const {
    const bj::object& probe = object_of(container, "readinessProbe");
    if (probe.contains("exec")) {
        std::vector<std::string> command;
        for (const bj::value& word : list_of(object_of(probe, "exec"), "command"))
            command.emplace_back(text_of(word));
        const auto found = exec(pod, text_at(container, "name"), command);
        if (!found) return std::nullopt;
        return found->answer->exit_code == 0;
    }
    const bool is_http = probe.contains("httpGet");
    if (!is_http && !probe.contains("tcpSocket")) return std::nullopt;
    const bj::object& action = object_of(probe, is_http ? "httpGet" : "tcpSocket");
    const auto found = port(pod, port_of_probe(action, container));
    if (!found) return std::nullopt;
    if (!is_http) return true;
    const http_answer* const answer = find_http(*found->answers, "GET", path_of_probe(action));
    return answer && answer->status >= least_good_status && answer->status < least_bad_status;
}

std::optional<bool> application_answers::is_ready(const bj::object& pod) const {
    std::optional<bool> all;
    for (const bj::value& one : list_of(object_of(pod, "spec"), "containers")) {
        const bj::object* const container = one.if_object();
        const std::optional<bool> answer = container ? probe_succeeds(pod, *container) : std::nullopt;
        if (answer) all = all.value_or(true) && *answer;
    }
    return all;
}

const http_answer* find_http(const port_answers& p, std::string_view method, std::string_view path) {
    const auto at = std::find_if(p.http.begin(), p.http.end(), [&](const http_answer& a) {
        return matches_pattern(method, a.method) && matches_pattern(path, a.path);
    });
    return at == p.http.end() ? nullptr : &*at;
}

tcp_conversation::reply tcp_conversation::begin() const {
    reply out;
    for (const tcp_answer& a : of_.tcp) {
        if (!a.receive.empty() || out.ends) continue;
        out.send += a.send;
        out.ends = a.ends;
    }
    return out;
}

// The answer whose text comes first in what the client has sent; the rest is for later ones.
tcp_conversation::reply tcp_conversation::put(std::string_view bytes) {
    unanswered_ += bytes;
    reply out;
    while (!out.ends) {
        const tcp_answer* next = nullptr;
        std::size_t first = std::string::npos;
        for (const tcp_answer& a : of_.tcp) {
            if (a.receive.empty()) continue;
            const std::size_t at = unanswered_.find(a.receive);
            if (at != std::string::npos && (!next || at < first)) {
                first = at;
                next = &a;
            }
        }
        if (!next) break;
        out.send += next->send;
        out.ends = next->ends;
        unanswered_.erase(0, first + next->receive.size());
    }
    if (unanswered_.size() > most_unanswered) unanswered_.erase(0, unanswered_.size() - most_unanswered);
    return out;
}

std::string with_pod(std::string text, const bj::object& pod) {
    const bj::object& meta = object_of(pod, "metadata");
    const std::pair<std::string_view, std::string> all[] = {
        {"{pod}", std::string(text_at(meta, "name"))},
        {"{namespace}", std::string(text_at(meta, "namespace"))},
        {"{ip}", std::string(text_at(object_of(pod, "status"), "podIP"))},
    };
    for (const auto& [what, with] : all)
        for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
            text.replace(at, what.size(), with);
    return text;
}

}}}  // namespace setpoint::v0::story
