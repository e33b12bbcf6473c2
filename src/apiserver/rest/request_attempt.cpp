#include "apiserver/rest/request_attempt.hpp"

namespace setpoint::inline v0::apiserver {

std::string request_attempt::drawn(const std::function<std::string()>& draw) {
    if (next_draw_ == draws_.size()) draws_.push_back(draw());
    return draws_[next_draw_++];
}

const call_answer* request_attempt::find(const std::string& key) const {
    const auto at = answers_.find(key);
    return at == answers_.end() ? nullptr : &at->second;
}

void request_attempt::add(const std::string& key, call_answer answer) {
    answers_.insert_or_assign(key, std::move(answer));
}

}  // namespace setpoint::inline v0::apiserver
