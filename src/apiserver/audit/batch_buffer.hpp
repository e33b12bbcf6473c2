#pragma once
// Events that wait to be sent to a webhook (apiserver, plugin/pkg/audit/buffered). No I/O.

#include <cstddef>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

class batch_buffer {
public:
    // At most `batch` events are sent at a time, and at most `most` wait. Both are at least 1.
    batch_buffer(std::size_t batch, std::size_t most) : batch_(batch), most_(most) {}

    // False: too many wait already, and the event is dropped.
    bool add(std::string event) {
        if (waiting_.size() >= most_) return false;
        waiting_.push_back(std::move(event));
        return true;
    }
    bool is_empty() const { return waiting_.empty(); }
    // Whether a whole batch waits.
    bool is_due() const { return waiting_.size() >= batch_; }
    // The oldest events, at most a batch.
    std::vector<std::string> take() {
        std::vector<std::string> out;
        while (!waiting_.empty() && out.size() < batch_) {
            out.push_back(std::move(waiting_.front()));
            waiting_.pop_front();
        }
        return out;
    }

private:
    std::size_t batch_, most_;
    std::deque<std::string> waiting_;
};

}}}  // namespace setpoint::v0::apiserver::audit
