#pragma once
// A run of objects in key order, in one allocation. Copies share it until one of them changes, so
// copying a table costs as much as its chunks, not its objects.

#include "setpoint/client/client.hpp"

#include <cstdint>
#include <utility>

namespace setpoint { inline namespace v0 {

class object_chunk {
public:
    static constexpr std::size_t most = 128;  // objects per chunk

    object_chunk() noexcept = default;        // empty; may only be destroyed or assigned to
    explicit object_chunk(std::size_t room);  // empty, with this capacity
    object_chunk(const object_chunk& o) noexcept : body_(o.body_) {
        if (body_) ++body_->owners;
    }
    object_chunk(object_chunk&& o) noexcept : body_(std::exchange(o.body_, nullptr)) {}
    object_chunk& operator=(const object_chunk& o) noexcept {
        object_chunk copy(o);
        std::swap(body_, copy.body_);
        return *this;
    }
    object_chunk& operator=(object_chunk&& o) noexcept {
        std::swap(body_, o.body_);
        return *this;
    }
    ~object_chunk() { release(); }

    std::size_t size() const noexcept { return body_->size; }
    bool shared() const noexcept { return body_->owners > 1; }
    const object_ptr* begin() const noexcept { return body_->slots(); }
    const object_ptr* end() const noexcept { return body_->slots() + body_->size; }
    const object_ptr& front() const noexcept { return *begin(); }
    const object_ptr& back() const noexcept { return *(end() - 1); }
    const object_ptr& operator[](std::size_t i) const noexcept { return begin()[i]; }

    // --- changes: a shared chunk is copied first; addresses of objects become invalid ---
    void insert(std::size_t at, object_ptr o);  // size() < most
    // Both return the previous object.
    object_ptr replace(std::size_t at, object_ptr o);
    object_ptr take(std::size_t at);
    void truncate(std::size_t size);
    // Removes and returns the objects from `at` on, with capacity `most`.
    object_chunk split(std::size_t at);
    void append(const object_chunk& o);  // at most `most` in total

private:
    struct alignas(object_ptr) body {
        std::uint32_t owners = 1;  // single-threaded: not atomic
        std::uint16_t size = 0, room = 0;
        object_ptr* slots() noexcept { return reinterpret_cast<object_ptr*>(this + 1); }
    };
    void release() noexcept;
    // Makes this the only owner, with this capacity.
    void detach(std::size_t room);

    body* body_ = nullptr;
};

}}  // namespace setpoint::v0
