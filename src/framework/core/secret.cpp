#include "setpoint/core/secret.hpp"

#include <openssl/crypto.h>

namespace setpoint { inline namespace v0 {

secret& secret::operator=(const secret& other) {
    if (this != &other) {
        wipe();  // first: a reallocation would free the old bytes unwiped
        value_ = other.value_;
    }
    return *this;
}

secret& secret::operator=(secret&& other) noexcept {
    if (this != &other) {
        wipe();
        value_ = std::move(other.value_);
        other.wipe();
    }
    return *this;
}

// Wipes the whole capacity: a moved-from short string still has its characters beyond its size.
void secret::wipe() noexcept {
    value_.resize(value_.capacity());
    OPENSSL_cleanse(value_.data(), value_.size());
    value_.clear();
}

}}  // namespace setpoint::v0
