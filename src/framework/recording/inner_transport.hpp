#pragma once
// The transport on the recorded side: passes requests to the outside and waits for their answers.

#include "setpoint/http/transport.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// The outside: the real transport and threads while a run is recorded, the recording while it is replayed.
// Calls and jobs are numbered from 1, in the order in which they are made.
struct outside_world {
    virtual ~outside_world() = default;
    virtual void begin(std::uint64_t call, http::request r, const http::timeouts& t) = 0;
    // The next piece of the body is wanted.
    virtual void read(std::uint64_t call) = 0;
    // No task waits for the call any more.
    virtual void abandon(std::uint64_t call) = 0;
    // The same for jobs of loop::blocking(); see loop_driver.
    virtual void run_job(std::uint64_t number, std::string what, std::function<void()> job,
                         std::function<void()> done) = 0;
    virtual void withdraw_job(std::uint64_t number) = 0;
};

class inner_transport final : public http::transport {
public:
    // Both must outlive it.
    inner_transport(loop& l, outside_world& outside);
    ~inner_transport() override;
    awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                   http::timeouts t) override;

    // The outside calls these. They only make a task ready. They return false, without an effect, unless the
    // call waits for that input.
    bool answer(std::uint64_t call, http::response_head head);
    bool piece(std::uint64_t call, std::string_view text);
    bool fail(std::uint64_t call, error why);
    // Fails each call that waits.
    void fail_all(const error& why);

    // A hash over all requests so far. Bodies take part until leave_out_bodies() was called: with
    // placeholders instead of values of secrets, the same program may compute other bodies.
    std::uint64_t requests() const;
    void leave_out_bodies();
    // "PATCH /apis/...", for messages. Empty without such a call.
    std::string describe(std::uint64_t call) const;

private:
    struct exchange;
    struct core;
    class stream;
    std::shared_ptr<core> core_;
};

}}  // namespace setpoint::v0
