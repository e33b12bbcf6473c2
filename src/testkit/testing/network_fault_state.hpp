#pragma once
// The state that a network_fault_plan shares with its streams.

#include "setpoint/core/race.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/testing/network_fault_plan.hpp"

#include <list>

namespace setpoint { inline namespace v0 { namespace testing {

// {"kind":"Status",...} as a server would send it.
std::string status_text(int code, std::string_view reason);
// A response that no server sent. `retry_after`: in seconds.
std::unique_ptr<http::response_stream> made_up_answer(int status, std::string body,
                                                      std::optional<int> retry_after);
// The error of a connection that ended. `target`: a path, with or without a query.
error connection_reset(std::string_view target);

// A response, with its fault if it has one.
class faulty_stream final : public http::response_stream {
public:
    // `idle`: the idle timeout of the request; zero: none.
    faulty_stream(std::shared_ptr<network_fault_plan::state> s, std::unique_ptr<http::response_stream> inner,
                  network_request what, network_fault f, duration idle);
    ~faulty_stream() override;
    const http::response_head& head() const override { return inner_->head(); }
    awaitable<result<std::string_view>> read() override;

    bool is_watch_of(std::string_view resource) const {
        return what_.op == verb::watch && (resource.empty() || what_.resource == resource);
    }
    // Resets the connection: the current read or the next one fails.
    void cut();

private:
    bool held() const;
    awaitable<void> let_time_pass(duration d);
    awaitable<result<std::string_view>> next();
    awaitable<result<std::string_view>> next_of_server();
    awaitable<result<std::string_view>> silence();
    std::string_view limited(std::string_view piece);

    std::shared_ptr<network_fault_plan::state> state_;
    std::unique_ptr<http::response_stream> inner_;
    network_request what_;
    network_fault fault_;
    duration idle_;
    std::list<faulty_stream*>::iterator at_;
    cancel_scope* reading_ = nullptr;
    bool cut_ = false, begun_ = false;
    std::size_t given_ = 0;
    std::string rest_, piece_;  // for small pieces: the rest of the server's data, and the current piece
};

struct network_fault_plan::state {
    explicit state(loop& l) : owner(l), changed(l) {}

    struct rule {
        std::optional<verb> op;
        std::string resource;
        int left;  // matching requests until it applies; 0: applies to each
        network_fault fault;
    };
    network_fault next(const network_request& what);

    loop& owner;
    notifier changed;  // notified when watches are released or cut
    std::list<rule> rules;
    std::list<faulty_stream*> streams;
    std::vector<std::string> held;
    std::size_t sent = 0;
    std::map<std::pair<verb, std::string>, std::size_t> counts;
    std::map<std::string, int> created;
    std::function<void(std::size_t)> hook;
};

class faulty_transport final : public http::transport {
public:
    faulty_transport(http::transport& inner, std::shared_ptr<network_fault_plan::state> s)
        : inner_(inner), state_(std::move(s)) {}
    awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                   http::timeouts t) override;

private:
    http::transport& inner_;
    std::shared_ptr<network_fault_plan::state> state_;
};

}}}  // namespace setpoint::v0::testing
