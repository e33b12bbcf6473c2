// Validates probes and lifecycle hooks of containers.

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_http(const bj::object& http, const std::string& path, field_errors& to) {
    if (text_at(http, "path").empty()) required(to, path + ".path");
    validate_port_or_name(value_at(http, "port"), path + ".port", to);
    const std::string_view scheme = text_at(http, "scheme");
    if (scheme != "HTTP" && scheme != "HTTPS") not_supported(to, path + ".scheme", scheme, {"HTTP", "HTTPS"});
    for_each_object(list_of(http, "httpHeaders"), [&](const bj::object& h, std::size_t) {
        const std::string_view name = text_at(h, "name");
        add_invalid(to, path + ".httpHeaders", name, http_header_name(name));
    });
    const bj::value* protocol = value_at(http, "protocol");
    if (protocol == nullptr) return;
    const std::string_view p = text_of(*protocol);
    if (p != "HTTP1" && p != "HTTP2") {
        not_supported(to, path + ".protocol", p, {"HTTP1", "HTTP2"});
    } else if (p == "HTTP2" && scheme != "HTTP") {
        invalid(to, path + ".protocol", p, "is only supported with HTTP (H2C)");
    } else if (p == "HTTP2" && !text_at(http, "host").empty()) {
        invalid(to, path + ".host", text_at(http, "host"), R"(must be empty when `protocol` is "HTTP2")");
    }
}

void validate_sleep(const bj::object& sleep, std::int64_t grace, const std::string& path, field_errors& to) {
    const std::int64_t seconds = number_at(sleep, "seconds").value_or(0);
    if (seconds >= 0 && seconds <= grace) return;
    invalid_unsorted(
        to, path, bj::value(seconds),
        fmt::format("must be non-negative and less than terminationGracePeriodSeconds ({})", grace));
}

// A handler of a probe or hook.
void validate_handler(const bj::object& h, std::int64_t grace, const std::string& path, field_errors& to) {
    int count = 0;
    const auto visit = [&](const char* key, auto check) {
        const bj::object* action = object_at(h, key);
        if (action == nullptr) return;
        if (++count > 1) {
            forbidden(to, child(path, key), "may not specify more than 1 handler type");
        } else {
            check(*action, child(path, key));
        }
    };
    visit("exec", [&](const bj::object& a, const std::string& p) {
        if (list_of(a, "command").empty()) required(to, p + ".command");
    });
    visit("httpGet", [&](const bj::object& a, const std::string& p) { validate_http(a, p, to); });
    const auto port = [&](const bj::object& a, const std::string& p) {
        validate_port_or_name(value_at(a, "port"), p + ".port", to);
    };
    visit("tcpSocket", port);
    visit("grpc", [&](const bj::object& a, const std::string& p) {
        port(a, p);
        const bj::value* mode = value_at(a, "mode");
        if (mode != nullptr && text_of(*mode) != "Plaintext" && text_of(*mode) != "TLS")
            not_supported(to, p + ".mode", text_of(*mode), {"Plaintext", "TLS"});
    });
    visit("sleep", [&](const bj::object& a, const std::string& p) { validate_sleep(a, grace, p, to); });
    if (count == 0) required(to, path, "must specify a handler type");
}

void validate_probe(const bj::object& container, const char* key, const pod_validation_context& context,
                    const std::string& path, field_errors& to) {
    const bj::object* p = object_at(container, key);
    if (p == nullptr) return;
    const std::string here = child(path, key);
    validate_handler(*p, context.grace, here, to);
    for (const char* n :
         {"initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"}) {
        validate_not_negative(*p, n, child(here, n), to);
    }
    const auto grace = number_at(*p, "terminationGracePeriodSeconds");
    if (grace && *grace <= 0) {
        invalid_unsorted(to, here + ".terminationGracePeriodSeconds", bj::value(*grace),
                         "must be greater than 0");
    }
    if (std::string_view(key) == "readinessProbe") {
        if (grace) {
            invalid_unsorted(to, here + ".terminationGracePeriodSeconds", bj::value(*grace),
                             "must not be set for readinessProbes");
        }
    } else if (const std::int64_t n = number_at(*p, "successThreshold").value_or(0); n != 1) {
        invalid_unsorted(to, here + ".successThreshold", bj::value(n), "must be 1");
    }
}

void validate_stop_signal(const bj::object& lifecycle, const pod_validation_context& context,
                          const std::string& path, field_errors& to) {
    static const std::vector<std::string> of_windows{"SIGKILL", "SIGTERM"},
        of_linux{"SIGABRT",     "SIGALRM",     "SIGBUS",      "SIGCHLD",     "SIGCLD",      "SIGCONT",
                 "SIGFPE",      "SIGHUP",      "SIGILL",      "SIGINT",      "SIGIO",       "SIGIOT",
                 "SIGKILL",     "SIGPIPE",     "SIGPOLL",     "SIGPROF",     "SIGPWR",      "SIGQUIT",
                 "SIGRTMAX",    "SIGRTMAX-1",  "SIGRTMAX-10", "SIGRTMAX-11", "SIGRTMAX-12", "SIGRTMAX-13",
                 "SIGRTMAX-14", "SIGRTMAX-2",  "SIGRTMAX-3",  "SIGRTMAX-4",  "SIGRTMAX-5",  "SIGRTMAX-6",
                 "SIGRTMAX-7",  "SIGRTMAX-8",  "SIGRTMAX-9",  "SIGRTMIN",    "SIGRTMIN+1",  "SIGRTMIN+10",
                 "SIGRTMIN+11", "SIGRTMIN+12", "SIGRTMIN+13", "SIGRTMIN+14", "SIGRTMIN+15", "SIGRTMIN+2",
                 "SIGRTMIN+3",  "SIGRTMIN+4",  "SIGRTMIN+5",  "SIGRTMIN+6",  "SIGRTMIN+7",  "SIGRTMIN+8",
                 "SIGRTMIN+9",  "SIGSEGV",     "SIGSTKFLT",   "SIGSTOP",     "SIGSYS",      "SIGTERM",
                 "SIGTRAP",     "SIGTSTP",     "SIGTTIN",     "SIGTTOU",     "SIGURG",      "SIGUSR1",
                 "SIGUSR2",     "SIGVTALRM",   "SIGWINCH",    "SIGXCPU",     "SIGXFSZ"};
    const bj::value* const signal = value_at(lifecycle, "stopSignal");
    if (signal == nullptr) return;
    if (!context.has_os)
        return forbidden(to, path, "may not be set for containers with empty `spec.os.name`");
    const std::string_view os = context.os;
    if (os != "windows" && os != "linux") return;
    const std::vector<std::string>& allowed = os == "windows" ? of_windows : of_linux;
    if (std::ranges::find(allowed, text_of(*signal)) == allowed.end())
        not_supported(to, path, text_of(*signal), allowed);
}

}  // namespace

void validate_port_or_name(const bj::value* port, const std::string& path, field_errors& to) {
    if (port != nullptr && port->is_string()) {
        add_invalid(to, path, *port, port_name(text_of(*port)));
        return;
    }
    const std::int64_t n = port == nullptr ? 0 : number_of(*port).value_or(0);
    add_invalid(to, path, bj::value(n), port_number(n));
}

void validate_probes(const bj::object& container, const pod_validation_context& context,
                     const std::string& path, field_errors& to) {
    if (const bj::object* lifecycle = object_at(container, "lifecycle")) {
        for (const char* key : {"postStart", "preStop"}) {
            const bj::object* hook = object_at(*lifecycle, key);
            if (hook != nullptr) validate_handler(*hook, context.grace, path + ".lifecycle." + key, to);
        }
        validate_stop_signal(*lifecycle, context, path + ".lifecycle.stopSignal", to);
    }
    for (const char* key : {"livenessProbe", "readinessProbe", "startupProbe"}) {
        validate_probe(container, key, context, path, to);
    }
}

}}}  // namespace setpoint::v0::apiserver
