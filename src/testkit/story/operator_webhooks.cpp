#include "testkit/story/operator_webhooks.hpp"

#include "apiserver/server/webhook_answer.hpp"
#include "framework/core/base64.hpp"
#include "framework/http/connect.hpp"
#include "framework/http/connection.hpp"
#include "framework/http/new_socket.hpp"
#include "framework/http/serialize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <optional>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using apiserver::failed_post, apiserver::host_of;

constexpr duration until_open = std::chrono::seconds(5), until_agreed = std::chrono::seconds(10);
// Nobody waits longer for the end of a call that is not answered in time.
constexpr std::chrono::seconds longest_hang{3};
constexpr std::size_t largest_webhook_answer = 32 * 1024 * 1024, most_contexts = 16;

// Reads the rest of a response.
awaitable<result<std::string>> body_from(http::connection& c, time_point due, duration idle) {
    std::string text;
    for (;;) {
        const result<std::optional<std::string_view>> piece = c.poll();
        if (!piece) co_return piece.error();
        if (!*piece) {
            const result<> more = co_await c.wait(due, idle);
            if (!more) co_return more.error();
            continue;
        }
        if ((*piece)->empty()) co_return text;
        text.append(**piece);
        if (text.size() > largest_webhook_answer)
            co_return error(errc::too_large, "the answer of a webhook is longer than 32 MiB");
    }
}

}  // namespace

operator_webhooks::operator_webhooks(loop& l, cluster& of, const story& text)
    : loop_(l), cluster_(of), story_(text) {}

void operator_webhooks::start(const private_network* in) {
    network_ = in;
    if (!story_.webhooks) return;
    apiserver::server_state& s = cluster_.state();
    s.admission.push_back([this](apiserver::pending_write& w) { return inject(w); });
    elsewhere_ = std::move(s.call_webhook);
    s.call_webhook = [this](apiserver::webhook_address_ptr to, std::string body, std::chrono::seconds limit) {
        return call(std::move(to), std::move(body), limit);
    };
}

// As cert-manager does a moment later.
apiserver::api_result<> operator_webhooks::inject(apiserver::pending_write& w) const {
    if (w.object && w.subresource.empty() && asks_for_ca(*w.object))
        inject_ca(*w.object, w.kind.kind, base64_encode(story_.webhooks->certificates.ca_pem));
    return {};
}

std::vector<std::uint16_t> operator_webhooks::known_ports() const {
    std::vector<std::uint16_t> all = ports ? ports() : std::vector<std::uint16_t>();
    all.push_back(story_.webhooks->port);
    return all;
}

awaitable<result<std::string>> operator_webhooks::call(apiserver::webhook_address_ptr to, std::string body,
                                                       std::chrono::seconds limit) {
    if (!is_called_at(*to, story_.webhooks->services, known_ports()))
        co_return co_await elsewhere_(std::move(to), std::move(body), limit);
    if (on_activity) on_activity();
    body_result answer = co_await answer_of(to, std::move(body), limit);
    if (on_activity) on_activity();
    if (!answer && on_note) on_note(fmt::format("the call of a webhook fails: {}", answer.error().message));
    co_return answer;
}

awaitable<result<std::string>> operator_webhooks::answer_of(apiserver::webhook_address_ptr to,
                                                            std::string body, std::chrono::seconds limit) {
    const std::string query = fmt::format("?timeout={}s", limit.count());
    constexpr int internal_error = 500;
    if (mode_ == webhook_mode::wrong)
        co_return apiserver::body_of({internal_error, "wrong answer", "text/plain"});
    if (mode_ == webhook_mode::slow) {
        co_await loop_.sleep(std::min(limit, longest_hang));
        co_return failed_post(*to, query, error(errc::timeout, "context deadline exceeded"));
    }
    if (mode_ == webhook_mode::refused)
        co_return failed_post(*to, query, error(errc::unreachable, "connect: connection refused"));
    std::string trusted =
        mode_ == webhook_mode::untrusted ? story_.webhooks->certificates.other_ca_pem : to->ca_pem;
    body_result answer =
        co_await ask(to, apiserver::path_of(*to) + query, std::move(body), std::move(trusted));
    // Without a status, there was no response.
    if (!answer && answer.error().http_status == 0) co_return failed_post(*to, query, answer.error());
    co_return answer;
}

awaitable<result<std::string>> operator_webhooks::ask(apiserver::webhook_address_ptr to, std::string target,
                                                      std::string body, std::string trusted) {
    const std::string host = host_of(*to);
    result<http::tls_context_ptr> tls = tls_for(trusted);
    if (!tls) co_return tls.error();
    stream_result stream = co_await connect();
    if (!stream) co_return stream.error();
    const result<> agreed = co_await (*stream)->handshake(std::move(*tls), host, until_agreed);
    if (!agreed) co_return agreed.error();
    http::request r;
    r.method = "POST";
    r.target = std::move(target);
    for (const http::header& h : apiserver::webhook_headers()) r.headers.add(h.name, h.value);
    r.body = std::move(body);
    std::string wire;
    const result<> written = http::append_request(wire, r, host);
    if (!written) co_return written.error();
    http::connection c(loop_, std::move(*stream), stock_);
    const http::timeouts times{};
    const std::function<result<>()> always;
    const result<http::response_head> head = co_await c.exchange(wire, false, times, always);
    if (!head) co_return head.error();
    body_result text = co_await body_from(c, saturating_add(loop_.now(), times.idle), times.idle);
    if (!text) co_return text.error();
    body_result out =
        apiserver::body_of({head->status, std::move(*text), std::string(head->find("Content-Type"))});
    if (out) co_return out;
    error why = out.error();
    why.http_status = head->status;
    co_return why;
}

// A Service leads to a process that listens; one that has just been started may not.
awaitable<operator_webhooks::stream_result> operator_webhooks::connect() {
    const std::vector<std::uint16_t> all = ports ? ports() : std::vector<std::uint16_t>();
    error why(errc::unreachable, "no process of the operator runs");
    for (const std::uint16_t port : all) {
        result<int> socket = network_ ? network_->open_tcp() : result<int>(http::new_tcp_socket(AF_INET));
        if (!socket) co_return socket.error();
        if (*socket < 0) co_return error(errc::unreachable, http::text_of_errno(errno));
        const asio::ip::tcp::endpoint to(asio::ip::address_v4::loopback(), port);
        stream_result stream =
            co_await http::connect_over(loop_, *socket, to, saturating_add(loop_.now(), until_open));
        if (stream) co_return stream;
        why = stream.error().within("connect");
    }
    co_return why;
}

awaitable<bool> operator_webhooks::is_served() {
    const stream_result stream = co_await connect();
    co_return stream.has_value();
}

result<http::tls_context_ptr> operator_webhooks::tls_for(const std::string& trusted) {
    if (const auto known = contexts_.find(trusted); known != contexts_.end()) return known->second;
    http::tls_settings settings;
    settings.ca_pem = trusted;
    auto made = http::make_client_tls(settings, loop_.wall_now());
    if (!made) return made.error();
    if (contexts_.size() == most_contexts) contexts_.clear();
    contexts_.emplace(trusted, *made);
    return *made;
}

}}}  // namespace setpoint::v0::story
