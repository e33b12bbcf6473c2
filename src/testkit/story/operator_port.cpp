#include "testkit/story/operator_port.hpp"

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::size_t largest_request = 16 * 1024 * 1024, most_connections = 4096;

}  // namespace

operator_port::operator_port(loop& l, logger log, http::server::handler h)
    : loop_(l),
      log_(std::move(log)),
      handle_(std::move(h)),
      from_(l),
      tasks_(l, "apiserver", [this](std::string_view task, std::exception_ptr e) {
          try {
              std::rethrow_exception(e);
          } catch (const cancelled&) {
          } catch (const http::connection_end&) {
          } catch (const std::exception& x) {
              log_.error("a task failed", {{"task", task}, {"error", x.what()}});
          } catch (...) {  // rule-ok: logged
              log_.error("a task failed", {{"task", task}});
          }
      }) {
    options_.name = "apiserver";
    options_.max_body = largest_request;
    options_.idle_timeout = std::chrono::minutes(10);
}

result<> operator_port::start(const private_network* in) {
    if (!in) {
        const result<> opened = from_.open({"127.0.0.1", 0}, "");
        if (!opened) return opened;
    } else {
        const result<int> socket = in->listen(private_network::at::loopback, 0);
        if (!socket) return socket.error();
        const result<> adopted = from_.adopt(*socket);
        if (!adopted) return adopted;
    }
    tasks_.spawn("apiserver listener", accept());
    return {};
}

awaitable<void> operator_port::accept() {
    for (;;) {
        result<std::unique_ptr<http::byte_stream>> stream = co_await from_.accept();
        if (!from_.is_open()) co_return;
        if (!stream) co_await loop_.sleep(std::chrono::milliseconds(100));
        if (stream && *stream && sessions_.size() < most_connections)
            tasks_.spawn("apiserver connection", serve(std::move(*stream)));
    }
}

awaitable<void> operator_port::serve(std::unique_ptr<http::byte_stream> stream) {
    struct listed {
        listed(std::list<http::server_session*>& all, http::server_session* s)
            : all_(all), at_(all.insert(all.end(), s)) {}
        listed(const listed&) = delete;
        listed& operator=(const listed&) = delete;
        ~listed() { all_.erase(at_); }

    private:
        std::list<http::server_session*>& all_;
        std::list<http::server_session*>::iterator at_;
    };
    http::server_session session(loop_, log_, options_, handle_, stock_, std::move(stream));
    const listed one(sessions_, &session);
    co_await session.run();
}

awaitable<void> operator_port::stop() {
    from_.close();
    for (http::server_session* const s : sessions_) s->cut();
    tasks_.request_stop();
    co_await tasks_.join();
}

}}}  // namespace setpoint::v0::story
