#include "apiserver/rest/turns.hpp"

#include "setpoint/core/task_scope.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

awaitable<void> make_call(server_state_ptr w, const outside_call& call, time_point due,
                          std::optional<call_answer>& to) {
    to = co_await call.make(w, due);
}

}  // namespace

api_error request_timeout() {
    constexpr int again = 1;
    return timeout_error("request did not complete within requested timeout - context deadline exceeded",
                         again);
}

awaitable<api_result<>> make_calls(server_state_ptr w, request_attempt& to, std::vector<outside_call> calls,
                                   time_point due) {
    std::vector<std::optional<call_answer>> answers(calls.size());
    if (calls.size() == 1) {
        co_await make_call(w, calls[0], due, answers[0]);
    } else {
        task_scope all(w->event_loop, "webhook calls");
        for (std::size_t i = 0; i < calls.size(); ++i)
            all.spawn("webhook call", make_call(w, calls[i], due, answers[i]));
        co_await all.join();
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (calls[i].must_succeed && !*answers[i]) co_return answers[i]->error();
        to.add(calls[i].key, std::move(*answers[i]));
    }
    if (w->event_loop.now() >= due) co_return request_timeout();
    co_return api_result<>();
}

}  // namespace setpoint::inline v0::apiserver
