// The ports of applications: connections to pods and Services, and the names by which they are found.

#include "framework/http/new_socket.hpp"
#include "framework/http/request_parser.hpp"
#include "framework/http/serialize.hpp"
#include "testkit/story/applications.hpp"
#include "testkit/story/dns_answer.hpp"

#include <boost/asio/ip/udp.hpp>
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <netinet/in.h>
#include <sys/socket.h>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr duration until_request = std::chrono::minutes(5), until_written = std::chrono::seconds(30);
constexpr std::size_t piece = 4096, largest_body = 16 * 1024 * 1024;

// Counts an answer that is being given.
class counted {
public:
    counted(std::size_t& n, const std::function<void()>& on_activity) : n_(n), on_activity_(on_activity) {
        ++n_;
        if (on_activity_) on_activity_();
    }
    counted(const counted&) = delete;
    counted& operator=(const counted&) = delete;
    ~counted() {
        --n_;
        if (on_activity_) on_activity_();
    }

private:
    std::size_t& n_;
    const std::function<void()>& on_activity_;
};

// Appends what arrives to `to`. False at the end.
awaitable<bool> read_some(loop& l, http::byte_stream& s, std::string& to) {
    const time_point due = saturating_add(l.now(), until_request);
    const std::size_t before = to.size();
    for (;;) {
        to.resize(before + piece);
        const http::byte_stream::attempt a = s.try_read(to.data() + before, piece);
        to.resize(before + (a.is == http::byte_stream::attempt::what::done ? a.bytes : 0));
        if (a.is == http::byte_stream::attempt::what::done) co_return true;
        if (a.is != http::byte_stream::attempt::what::wait) co_return false;
        const bool in_time = co_await s.wait(a.need, due);
        if (!in_time || !s.is_open()) co_return false;
    }
}

// Parses a request from the bytes in `in`, which later requests may follow. False if the connection is over.
awaitable<bool> read_request(loop& l, http::byte_stream& s, http::request_parser& p, std::string& in) {
    for (;;) {
        const result<http::framed> f = p.put(in);
        if (!f) co_return false;
        const bool is_end = f->is == http::framed::what::end,
                   needs_more = f->is == http::framed::what::need_more;
        const bool is_waiting = f->is == http::framed::what::head && p.expects_continue();
        in.erase(0, f->used);
        if (is_end) co_return true;
        if (is_waiting) {
            const auto sent = co_await s.write_all("HTTP/1.1 100 Continue\r\n\r\n", until_written);
            if (!sent) co_return false;
        }
        if (!needs_more) continue;
        const bool more = co_await read_some(l, s, in);
        if (!more) co_return false;
    }
}

std::string http_text(const http_answer* a, const bj::object& pod, bool is_head, bool keeps_alive) {
    std::string out;
    const http_answer none{"*", "*", 404, {}, "the story has no answer for this path\n"};
    const http_answer& is = a ? *a : none;
    (void)http::append_response(out, is.status, is.headers, with_pod(is.body, pod), !is_head, keeps_alive);
    return out;
}

}  // namespace

void applications::listen_on_all() {
    if (!network_ || mode_ == application_mode::refused) return;
    for (const port_answers* p : answers_.ports()) listen(p->port);
    const auto is_answered = [this](const pod_port& p) { return answers_.port(p.pod, p.port).has_value(); };
    for (const std::uint16_t port : pods_.service_ports(is_answered)) listen(port);
}

void applications::close_ports() {
    boost::system::error_code ignored;
    for (auto& [port, from] : ports_) from->close(ignored);
    ports_.clear();
}

void applications::listen(std::uint16_t port) {
    if (ports_.contains(port) || taken_.contains(port)) return;
    const result<int> socket = network_->listen(private_network::at::all_addresses, port);
    if (!socket) {
        taken_.insert(port);
        if (on_note) on_note("nothing answers on " + socket.error().to_string());
        return;
    }
    const auto from = std::make_shared<acceptor>(loop_.io(), asio::ip::tcp::v4(), *socket);
    ports_.emplace(port, from);
    tasks_.spawn("port", accept(from, port));
}

awaitable<void> applications::accept(std::shared_ptr<acceptor> from, std::uint16_t port) {
    for (;;) {
        const waiter_id id = loop_.reserve();
        from->async_wait(acceptor::wait_read, [&l = loop_, id](boost::system::error_code) { l.ready(id); });
        co_await loop_.wait(id);
        if (!from->is_open()) co_return;
        const int fd = http::accept_tcp_socket(from->native_handle(), nullptr, nullptr);
        if (fd < 0) {
            co_await loop_.sleep(std::chrono::milliseconds(100));
            continue;
        }
        http::set_options(fd);
        asio::ip::tcp::socket socket(loop_.io(), asio::ip::tcp::v4(), fd);
        boost::system::error_code ec;
        // The address to which the client has connected; every address is ours.
        const std::string address = socket.local_endpoint(ec).address().to_string();
        std::optional<pod_port> to = pods_.at(address, port);
        const auto as = to ? answers_.port(to->pod, to->port) : std::nullopt;
        if (as) {
            if (on_activity) on_activity();
            auto stream = std::make_shared<http::byte_stream>(loop_, std::move(socket), address);
            tasks_.spawn("connection", converse(std::move(stream), std::move(*to), *as));
        } else {
            // The kernel has accepted the connection for us, so that it can only be reset.
            socket.set_option(asio::socket_base::linger(true, 0), ec);
        }
    }
}

awaitable<void> applications::converse(std::shared_ptr<http::byte_stream> s, pod_port to,
                                       application_answers::port_match as) {
    connections_.emplace(s.get(), s);
    std::exception_ptr failure;
    try {
        if (as.answers->is_http())
            co_await speak_http(*s, to, as);
        else
            co_await speak_tcp(*s, to, as);
    } catch (...) {
        failure = std::current_exception();
    }
    connections_.erase(s.get());
    if (failure) std::rethrow_exception(failure);
}

awaitable<bool> applications::send(http::byte_stream& s, std::string text, duration after) {
    if (const duration d = delay(after); d > duration::zero()) co_await loop_.sleep(d);
    const bool is_half = mode_ == application_mode::half;
    if (is_half) text.resize(text.size() / 2);
    const auto sent = co_await s.write_all(text, until_written);
    co_return sent.has_value() && !is_half;
}

awaitable<void> applications::speak_http(http::byte_stream& s, const pod_port& to,
                                         application_answers::port_match as) {
    std::string in;
    for (;;) {
        http::request_parser parser({}, largest_body);
        const bool received = co_await read_request(loop_, s, parser, in);
        if (!received) co_return;
        const counted one(busy_, on_activity);
        const std::string path = parser.target().substr(0, parser.target().find('?'));
        const http_answer wrong{"*", "*", 500, {}, "wrong answer\n"};
        const http_answer* const found =
            mode_ == application_mode::wrong ? &wrong : find_http(*as.answers, parser.method(), path);
        const bool keeps_alive = parser.keeps_alive();
        std::string text = http_text(found, to.pod, parser.method() == "HEAD", keeps_alive);
        const bool sent = co_await send(s, std::move(text), as.after);
        if (!sent || !keeps_alive) co_return s.end_writing();
    }
}

awaitable<void> applications::speak_tcp(http::byte_stream& s, const pod_port& to,
                                        application_answers::port_match as) {
    tcp_conversation with(*as.answers);
    tcp_conversation::reply reply = with.begin();
    for (std::string in;;) {
        if (!reply.send.empty()) {
            const counted one(busy_, on_activity);
            std::string text =
                mode_ == application_mode::wrong ? "wrong answer\r\n" : with_pod(reply.send, to.pod);
            const bool sent = co_await send(s, std::move(text), as.after);
            if (!sent) co_return s.end_writing();
        }
        if (reply.ends) co_return s.end_writing();
        in.clear();
        const bool more = co_await read_some(loop_, s, in);
        if (!more) co_return;
        reply = with.put(in);
    }
}

awaitable<void> applications::answer_names(int descriptor) {
    asio::ip::udp::socket socket(loop_.io(), asio::ip::udp::v4(), descriptor);
    constexpr std::size_t largest = 1500;
    std::vector<char> query(largest);
    for (;;) {
        const waiter_id id = loop_.reserve();
        socket.async_wait(asio::ip::udp::socket::wait_read,
                          [&l = loop_, id](boost::system::error_code) { l.ready(id); });
        co_await loop_.wait(id);
        sockaddr_in from{};
        alignas(cmsghdr) std::array<char, 64> control{};
        iovec part{query.data(), query.size()};
        msghdr m{};
        m.msg_name = &from;
        m.msg_namelen = sizeof from;
        m.msg_iov = &part;
        m.msg_iovlen = 1;
        m.msg_control = control.data();
        m.msg_controllen = control.size();
        const ssize_t n = ::recvmsg(socket.native_handle(), &m, 0);
        if (n < 0) continue;
        const std::string answer =
            dns_answer({query.data(), static_cast<std::size_t>(n)},
                       [this](const std::string& name) { return pods_.addresses_of(name); });
        if (answer.empty()) continue;
        part = {const_cast<char*>(answer.data()), answer.size()};
        // The control data says to which address the query was sent, and so from which one the answer comes.
        for (cmsghdr* c = CMSG_FIRSTHDR(&m); c; c = CMSG_NXTHDR(&m, c)) {
            if (c->cmsg_level != IPPROTO_IP || c->cmsg_type != IP_PKTINFO) continue;
            in_pktinfo info{};
            std::memcpy(&info, CMSG_DATA(c), sizeof info);
            info.ipi_spec_dst = info.ipi_addr;
            info.ipi_ifindex = 0;
            std::memcpy(CMSG_DATA(c), &info, sizeof info);
        }
        (void)::sendmsg(socket.native_handle(), &m, 0);
    }
}

}}}  // namespace setpoint::v0::story
