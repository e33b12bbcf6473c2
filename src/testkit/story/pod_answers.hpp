#pragma once
// The answers of applications in pods, which a story contains: to commands (exec), logs, and on ports. No
// I/O.

#include "setpoint/http/message.hpp"
#include "testkit/story/story_node.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

struct exec_answer {
    std::string command;  // a pattern of the words, joined by blanks: "redis-cli * ping"
    std::string out, err;
    int exit_code = 0;
};

struct http_answer {
    std::string method = "*", path = "*";  // patterns; the path without the query
    int status = 200;
    std::vector<http::header> headers;
    std::string body;
};

// In a conversation over TCP.
struct tcp_answer {
    std::string receive;  // answered when the client has sent this; "": as soon as it connects
    std::string send;
    bool ends = false;  // the connection
};

struct port_answers {
    std::uint16_t port = 0;
    std::vector<http_answer> http;  // one of both has items
    std::vector<tcp_answer> tcp;
    bool is_http() const { return !http.empty(); }
};

// Answers of the pods with this name and these labels, in this namespace.
struct pod_answers {
    std::string ns = "*", name = "*";  // patterns
    std::vector<std::pair<std::string, std::string>> labels;
    std::string container = "*";  // of exec and logs
    std::vector<exec_answer> exec;
    std::optional<std::string> logs;
    std::vector<port_answers> ports;
    duration after{};  // how long each answer takes

    bool is_about(const bj::object& pod) const;
};

// Whether `text` is like the pattern, in which "*" stands for any text.
bool matches_pattern(std::string_view text, std::string_view pattern);

// All answers of a story. Where several match, the first one counts. Pointers are valid as long as it.
class application_answers {
public:
    // Reads the list `pods.answers`. Throws cannot_explore. `folder`: of the files that it names.
    static application_answers read(const story_node& list, const std::string& folder);

    bool empty() const { return all_.empty(); }
    // Whether any of them answers on ports.
    bool have_ports() const { return !ports().empty(); }
    // Each port once.
    std::vector<const port_answers*> ports() const;

    struct exec_match {
        const exec_answer* answer;
        duration after;
    };
    std::optional<exec_match> exec(const bj::object& pod, std::string_view container,
                                   const std::vector<std::string>& command) const;
    const std::string* logs(const bj::object& pod, std::string_view container) const;
    struct port_match {
        const port_answers* answers;
        duration after;
    };
    std::optional<port_match> port(const bj::object& pod, std::uint16_t number) const;

    // Whether the readiness probes of the pod's containers succeed. Nothing if no probe is about something
    // that is answered here.
    std::optional<bool> is_ready(const bj::object& pod) const;

private:
    std::optional<bool> probe_succeeds(const bj::object& pod, const bj::object& container) const;

    std::vector<pod_answers> all_;
};

// Null if none matches.
const http_answer* find_http(const port_answers& p, std::string_view method, std::string_view path);

// A conversation over TCP: what to send for what the client sends.
class tcp_conversation {
public:
    // `of` must outlive it.
    explicit tcp_conversation(const port_answers& of) : of_(of) {}
    struct reply {
        std::string send;
        bool ends = false;
    };
    reply begin() const;
    reply put(std::string_view bytes);

private:
    static constexpr std::size_t most_unanswered = 64 * 1024;  // older bytes are forgotten
    const port_answers& of_;
    std::string unanswered_;
};

// Replaces {pod}, {namespace} and {ip}.
std::string with_pod(std::string text, const bj::object& pod);

}}}  // namespace setpoint::v0::story
