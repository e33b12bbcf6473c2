#pragma once
// A request whose handler needs calls out of the server: webhooks. A handler runs in one turn and
// cannot suspend. When it needs the answer of a call, it throws calls_needed before it stores
// anything; the call is made, and the handler runs again with the answer. So it sees the state of
// the store after the call. No I/O.

#include "apiserver/resources/admission_review.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/loop.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <variant>
#include <vector>

namespace setpoint::inline v0::apiserver {

namespace bj = boost::json;

class server_state;
// Of a conversion, or of an admission webhook.
using call_answer = api_result<std::variant<bj::object, admission_verdict>>;

struct outside_call {
    // Within a request, calls with the same key get the same answer.
    std::string key;
    // Ends at `due`. Must not be a coroutine lambda: it is destroyed before the call ends.
    std::function<awaitable<call_answer>(std::shared_ptr<server_state> w, time_point due)> make;
    bool must_succeed = true;  // an error is the response to the request, otherwise an answer
};

// Thrown by a handler within a turn of a request_attempt. The calls are made at the same time.
struct calls_needed : std::logic_error {
    explicit calls_needed(std::vector<outside_call> which)
        : logic_error("a webhook is needed outside of a request attempt"), calls(std::move(which)) {}
    std::vector<outside_call> calls;
};

class request_attempt {
public:
    explicit request_attempt(wall_time now) : begun_(now) {}

    // The time that every turn sees, so that all turns create the same object.
    wall_time begun() const { return begun_; }
    // The value drawn at this position in an earlier turn, otherwise draw(): names and UIDs stay
    // the same.
    std::string drawn(const std::function<std::string()>& draw);
    void begin_turn() { next_draw_ = 0; }

    // Null: not called yet.
    const call_answer* find(const std::string& key) const;
    void add(const std::string& key, call_answer answer);

private:
    wall_time begun_;
    std::vector<std::string> draws_;
    std::size_t next_draw_ = 0;
    std::map<std::string, call_answer> answers_;
};

}  // namespace setpoint::inline v0::apiserver
