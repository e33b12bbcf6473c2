#include "apiserver/rest/conversion_attempt.hpp"

#include "apiserver/schema/json_text.hpp"

namespace setpoint::apiserver {

namespace {

std::string conversion_key(const bj::object& object, const std::string& wanted) {
    return wanted + ' ' + json_text::serialize(object);
}

}  // namespace

std::string conversion_attempt::drawn(const std::function<std::string()>& draw) {
    if (next_draw_ == draws_.size()) draws_.push_back(draw());
    return draws_[next_draw_++];
}

const bj::object* conversion_attempt::find(const bj::object& object, const std::string& wanted) const {
    const auto at = converted_.find(conversion_key(object, wanted));
    return at == converted_.end() ? nullptr : &at->second;
}

void conversion_attempt::add(const bj::object& object, const std::string& wanted, bj::object converted) {
    converted_.insert_or_assign(conversion_key(object, wanted), std::move(converted));
}

}  // namespace setpoint::apiserver
