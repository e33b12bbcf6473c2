#pragma once
// A TCP proxy that breaks connections: it resets them, lets them go dead, stalls, trickles, or cuts them
// after a number of bytes. It passes bytes on as they are, so TLS goes through it end to end. It runs on the
// test's loop.
//
//     reserved_port at;                                  // before there is a loop
//     const std::uint16_t server = kubeconfig_through(kubeconfig, at.port(), "/tmp/.../proxied");
//     fault_proxy proxy(w.l, at, server);
//     proxy.reset_all();
//     co_await proxy.stop();   // before it is destroyed

#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <fstream>
#include <list>
#include <memory>
#include <regex>
#include <stdexcept>
#include <string>

namespace setpoint { inline namespace v0 {

// A port of 127.0.0.1 that is listened on from now on: what connects waits until a proxy serves it.
class reserved_port {
public:
    reserved_port() : acceptor_(io_, {asio::ip::make_address("127.0.0.1"), 0}) {}
    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
    asio::ip::tcp::acceptor::native_handle_type release() { return acceptor_.release(); }

private:
    asio::io_context io_;
    asio::ip::tcp::acceptor acceptor_;
};

// Writes a kubeconfig to `file` that is the one at `path` but for the port of its server; returns that port.
inline std::uint16_t kubeconfig_through(const std::string& path, std::uint16_t port,
                                        const std::string& file) {
    std::ifstream in(path);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::smatch found;
    if (!std::regex_search(text, found, std::regex("(server: \"?https?://127\\.0\\.0\\.1:)([0-9]+)")))
        throw std::runtime_error("no server on 127.0.0.1 in " + path);
    std::ofstream(file) << found.prefix() << found[1] << port << found.suffix();
    return static_cast<std::uint16_t>(std::stoi(found[2]));
}

class fault_proxy {
public:
    using tcp = asio::ip::tcp;

    // To 127.0.0.1:`server`. `l` outlives it.
    fault_proxy(loop& l, reserved_port& at, std::uint16_t server)
        : loop_(l),
          server_(asio::ip::make_address("127.0.0.1"), server),
          port_(at.port()),
          acceptor_(l.io(), tcp::v4(), at.release()),
          changed_(l),
          tasks_(l, "fault proxy", [](std::string_view, std::exception_ptr) {}) {
        tasks_.spawn("proxy", accept());
    }
    fault_proxy(const fault_proxy&) = delete;
    fault_proxy& operator=(const fault_proxy&) = delete;

    std::uint16_t port() const { return port_; }
    // Connections that were ever accepted, and those that are open.
    std::size_t accepted() const { return accepted_; }
    std::size_t open() const { return links_.size(); }
    std::size_t bytes_to_client() const { return bytes_; }

    // Open connections are reset, as by a load balancer that restarts.
    void reset_all() {
        for (const auto& k : links_) k->abort();
    }
    // New connections are closed as soon as they come.
    void refuse(bool on) { refuse_ = on; }
    // Nothing is passed on in either direction, and nothing is closed: half-open connections. What was held
    // back is passed on when this ends.
    void freeze(bool on) {
        frozen_ = on;
        changed_.notify();
    }
    // Nothing that the server says is passed on.
    void mute(bool on) {
        mute_ = on;
        changed_.notify();
    }
    // What the server says in pieces of so many bytes, one each `every`; 0: as it comes.
    void trickle(std::size_t piece, duration every = std::chrono::milliseconds(1)) {
        piece_ = piece;
        every_ = every;
    }
    // Each connection is reset after so many bytes from the server; 0: never.
    void cut_after(std::size_t bytes) { cut_after_ = bytes; }
    void heal() {
        refuse_ = frozen_ = mute_ = false;
        piece_ = cut_after_ = 0;
        changed_.notify();
    }
    awaitable<void> stop() {
        tasks_.request_stop();
        co_await tasks_.join();
        boost::system::error_code ignored;
        acceptor_.close(ignored);
    }

private:
    struct link {
        explicit link(loop& l) : client(l.io()), server(l.io()) {}
        void close() {
            boost::system::error_code ignored;
            for (tcp::socket* s : {&client, &server}) s->close(ignored);
        }
        // RST instead of FIN.
        void abort() {
            boost::system::error_code ignored;
            for (tcp::socket* s : {&client, &server}) {
                s->set_option(tcp::socket::linger(true, 0), ignored);
                s->close(ignored);
            }
        }
        tcp::socket client, server;
    };
    using link_ptr = std::shared_ptr<link>;

    awaitable<void> accept() {
        for (;;) {
            auto k = std::make_shared<link>(loop_);
            // Boost 1.83 tries an overload whose handler takes a socket: this handler takes an error alone.
            const wake w = co_await loop_.io(
                [&](auto done) {
                    acceptor_.async_accept(k->client, [done](boost::system::error_code ec) { done(ec); });
                },
                [&] { acceptor_.cancel(); });
            if (w.ec) continue;
            ++accepted_;
            if (refuse_)
                k->abort();
            else
                tasks_.spawn("connection", serve(std::move(k)));
        }
    }

    awaitable<void> serve(link_ptr k) {
        const auto at = links_.insert(links_.end(), k);
        struct off {
            std::list<link_ptr>& from;
            std::list<link_ptr>::iterator at;
            ~off() {
                (*at)->close();
                from.erase(at);
            }
        } const remove{links_, at};
        const wake w = co_await loop_.io(
            [&](auto done) { k->server.async_connect(server_, std::move(done)); }, [&] { k->abort(); });
        if (w.ec) co_return;
        boost::system::error_code ignored;
        for (tcp::socket* s : {&k->client, &k->server}) s->set_option(tcp::no_delay(true), ignored);
        co_await first_of(loop_, "pump", pump(k, true), pump(k, false));
    }

    awaitable<void> pump(link_ptr k, bool to_client) {
        tcp::socket& from = to_client ? k->server : k->client;
        tcp::socket& to = to_client ? k->client : k->server;
        const auto buffer = std::make_unique<std::array<char, 16 * 1024>>();
        std::size_t passed = 0;
        for (;;) {
            const wake got = co_await loop_.io(
                [&](auto done) { from.async_read_some(asio::buffer(*buffer), std::move(done)); },
                [&] { k->abort(); });
            if (got.ec || got.bytes == 0) co_return;
            for (std::size_t at = 0; at < got.bytes;) {
                while (frozen_ || (to_client && mute_)) co_await changed_.wait();
                std::size_t n = got.bytes - at;
                if (to_client && piece_ != 0) {
                    n = std::min(n, piece_);
                    co_await loop_.sleep(every_);
                }
                if (to_client && cut_after_ != 0) n = std::min(n, cut_after_ - std::min(passed, cut_after_));
                if (n == 0) {
                    k->abort();
                    co_return;
                }
                const wake put = co_await loop_.io(
                    [&](auto done) {
                        asio::async_write(to, asio::buffer(buffer->data() + at, n), std::move(done));
                    },
                    [&] { k->abort(); });
                if (put.ec) co_return;
                at += n;
                passed += n;
                if (to_client) bytes_ += n;
            }
        }
    }

    loop& loop_;
    tcp::endpoint server_;
    std::uint16_t port_;
    tcp::acceptor acceptor_;
    notifier changed_;
    std::list<link_ptr> links_;
    std::size_t accepted_ = 0, bytes_ = 0, piece_ = 0, cut_after_ = 0;
    duration every_{0};
    bool refuse_ = false, frozen_ = false, mute_ = false;
    task_scope tasks_;
};

}}  // namespace setpoint::v0
