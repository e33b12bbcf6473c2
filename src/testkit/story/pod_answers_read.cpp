// Reads `pods.answers` of a story.

#include "framework/http/serialize.hpp"
#include "testkit/story/pod_answers.hpp"
#include "testkit/story/story_files.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <map>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::size_t most_answers = 1000, longest_answer = 1024 * 1024;
constexpr std::int64_t last_port = 65535, last_exit_code = 255, first_status = 200, last_status = 599;

class answers_reader {
public:
    explicit answers_reader(const std::string& folder) : folder_(folder) {}

    pod_answers read(const story_node& n) {
        n.only({"name", "namespace", "labels", "container", "after", "exec", "logs", "ports"});
        pod_answers out;
        if (const auto v = n.find("name")) out.name = v->text();
        if (const auto v = n.find("namespace")) out.ns = v->text();
        if (const auto v = n.find("container")) out.container = v->text();
        if (const auto v = n.find("after")) out.after = v->time();
        if (const auto v = n.find("labels"))
            for (const auto& member : v->object())
                out.labels.emplace_back(member.key(), v->need(member.key()).text());
        if (const auto v = n.find("exec"))
            for (const story_node& one : v->items()) out.exec.push_back(read_exec(one));
        if (const auto v = n.find("logs")) out.logs = text_in(*v);
        if (const auto v = n.find("ports"))
            for (const story_node& one : v->items()) out.ports.push_back(read_port(one));
        if (out.exec.empty() && !out.logs && out.ports.empty()) n.fail("needs one of exec, logs, ports");
        return out;
    }

private:
    // A text, which may be empty, or {file: PATH}.
    std::string text_in(const story_node& n) {
        count(n);
        std::string text;
        if (n.value().is_object()) {
            n.only({"file"});
            const std::filesystem::path path(n.need("file").text());
            text = read_text_file(path.is_absolute() ? path.string()
                                                     : (std::filesystem::path(folder_) / path).string());
        } else if (const bj::string* const s = n.value().if_string()) {
            text.assign(s->data(), s->size());
        } else {
            n.fail("must be a string or {file: PATH}");
        }
        if (text.size() > longest_answer) n.fail("is longer than 1 MiB");
        return text;
    }

    void count(const story_node& n) {
        if (++read_ > most_answers) n.fail(fmt::format("a story has at most {} answers", most_answers));
    }

    exec_answer read_exec(const story_node& n) {
        n.only({"command", "stdout", "stderr", "exit"});
        exec_answer out;
        out.command = n.need("command").text();
        if (const auto v = n.find("stdout")) out.out = text_in(*v);
        if (const auto v = n.find("stderr")) out.err = text_in(*v);
        if (const auto v = n.find("exit")) out.exit_code = static_cast<int>(v->number(0, last_exit_code));
        return out;
    }

    port_answers read_port(const story_node& n) {
        n.only({"port", "http", "tcp"});
        port_answers out;
        const story_node port = n.need("port");
        out.port = static_cast<std::uint16_t>(port.number(1, last_port));
        const auto http = n.find("http"), tcp = n.find("tcp");
        if (http.has_value() == tcp.has_value()) n.fail("needs one of http, tcp");
        if (http)
            for (const story_node& one : http->items()) out.http.push_back(read_http(one));
        if (tcp)
            for (const story_node& one : tcp->items()) out.tcp.push_back(read_tcp(one));
        if (out.http.empty() && out.tcp.empty()) n.fail("has no answer");
        const auto [known, is_new] = is_http_.emplace(out.port, out.is_http());
        if (!is_new && known->second != out.is_http())
            port.fail("is answered over http and over tcp; a story can have only one of both for a port");
        return out;
    }

    http_answer read_http(const story_node& n) {
        n.only({"method", "path", "status", "headers", "body", "json"});
        http_answer out;
        if (const auto v = n.find("method")) out.method = v->text();
        if (const auto v = n.find("path")) {
            out.path = v->text();
            if (out.path[0] != '/' && out.path[0] != '*') v->fail("must begin with / or *");
        }
        if (const auto v = n.find("status"))
            out.status = static_cast<int>(v->number(first_status, last_status));
        const auto body = n.find("body"), json = n.find("json");
        if (body && json) n.fail("has body and json");
        if (body) out.body = text_in(*body);
        if (json) {
            out.body = bj::serialize(json->value());
            out.headers.push_back({"Content-Type", "application/json"});
        }
        if (const auto v = n.find("headers"))
            for (const auto& member : v->object()) out.headers.push_back(read_header(*v, member.key()));
        return out;
    }

    static http::header read_header(const story_node& headers, std::string_view name) {
        const story_node value = headers.need(name);
        http::header h{std::string(name), value.text()};
        for (const std::string_view ours : {"Content-Length", "Connection", "Transfer-Encoding"})
            if (http::same_token(ours, name)) value.fail("is set by setpoint");
        std::string probe;
        constexpr int any_status = 200;
        if (!http::append_response_head(probe, any_status, {h}, http::body_end::length, 0, true))
            value.fail("is not a valid header of a response");
        return h;
    }

    tcp_answer read_tcp(const story_node& n) {
        n.only({"receive", "send", "close"});
        tcp_answer out;
        if (const auto v = n.find("receive")) out.receive = v->text();
        if (const auto v = n.find("send")) out.send = text_in(*v);
        if (const auto v = n.find("close")) out.ends = v->boolean();
        if (out.send.empty() && !out.ends) n.fail("needs send or close");
        return out;
    }

    const std::string& folder_;
    std::size_t read_ = 0;
    std::map<std::uint16_t, bool> is_http_;
};

}  // namespace

application_answers application_answers::read(const story_node& list, const std::string& folder) {
    application_answers out;
    answers_reader reader(folder);
    for (const story_node& one : list.items()) out.all_.push_back(reader.read(one));
    if (out.all_.empty()) list.fail("has no answer");
    return out;
}

}}}  // namespace setpoint::v0::story
