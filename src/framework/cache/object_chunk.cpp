#include "framework/cache/object_chunk.hpp"

#include <algorithm>
#include <memory>
#include <new>

namespace setpoint { inline namespace v0 {

object_chunk::object_chunk(std::size_t room)
    : body_(new(::operator new(sizeof(body) + room * sizeof(object_ptr))) body) {
    body_->room = static_cast<std::uint16_t>(room);
}

void object_chunk::release() noexcept {
    if (!body_ || --body_->owners > 0) return;
    std::destroy_n(body_->slots(), body_->size);
    ::operator delete(body_);
}

void object_chunk::detach(std::size_t room) {
    if (!shared() && room <= body_->room) return;
    object_chunk mine(std::max<std::size_t>(room, body_->room));
    object_ptr* const from = body_->slots();
    if (shared())
        std::uninitialized_copy_n(from, body_->size, mine.body_->slots());
    else
        std::uninitialized_move_n(from, body_->size, mine.body_->slots());
    mine.body_->size = body_->size;
    std::swap(body_, mine.body_);
}

void object_chunk::insert(std::size_t at, object_ptr o) {
    const std::size_t n = size();
    detach(n < body_->room ? n + 1 : std::min(most, std::max<std::size_t>(1, 2 * n)));
    object_ptr* const slots = body_->slots();
    new (slots + n) object_ptr(std::move(o));
    ++body_->size;
    std::rotate(slots + at, slots + n, slots + n + 1);
}

object_ptr object_chunk::replace(std::size_t at, object_ptr o) {
    detach(size());
    std::swap(body_->slots()[at], o);
    return o;
}

object_ptr object_chunk::take(std::size_t at) {
    detach(size());
    object_ptr* const slots = body_->slots();
    object_ptr gone = std::move(slots[at]);
    std::move(slots + at + 1, slots + body_->size, slots + at);
    truncate(size() - 1);
    return gone;
}

void object_chunk::truncate(std::size_t size) {
    detach(body_->size);
    std::destroy(body_->slots() + size, body_->slots() + body_->size);
    body_->size = static_cast<std::uint16_t>(size);
}

object_chunk object_chunk::split(std::size_t at) {
    object_chunk upper(most);
    std::uninitialized_copy(begin() + at, end(), upper.body_->slots());
    upper.body_->size = static_cast<std::uint16_t>(size() - at);
    truncate(at);
    return upper;
}

void object_chunk::append(const object_chunk& o) {
    const std::size_t n = size();
    detach(n + o.size());
    std::uninitialized_copy(o.begin(), o.end(), body_->slots() + n);
    body_->size = static_cast<std::uint16_t>(n + o.size());
}

}}  // namespace setpoint::v0
