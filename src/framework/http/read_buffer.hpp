#pragma once
// The receive buffer of a connection. Its memory is borrowed from a stock and returned when the
// connection waits with nothing unread, so that a hundred idle watches hold none.

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace http {

class buffer_stock {
public:
    static constexpr std::size_t buffer_size = 16 * 1024;  // one TLS record
    std::unique_ptr<char[]> take() {
        if (spare_.empty()) return std::make_unique_for_overwrite<char[]>(buffer_size);
        std::unique_ptr<char[]> b = std::move(spare_.back());
        spare_.pop_back();
        return b;
    }
    void give(std::unique_ptr<char[]> b) {
        constexpr std::size_t most = 4;
        if (spare_.size() < most) spare_.push_back(std::move(b));
    }

private:
    std::vector<std::unique_ptr<char[]>> spare_;
};

class read_buffer {
public:
    // `stock` must outlive the buffer.
    explicit read_buffer(buffer_stock& stock) : stock_(stock) {}
    read_buffer(const read_buffer&) = delete;
    read_buffer& operator=(const read_buffer&) = delete;
    ~read_buffer() {
        begin_ = end_;
        release();
    }

    std::string_view unread() const {
        return {(memory_ ? memory_.get() : rest_.data()) + begin_, end_ - begin_};
    }
    // The bytes stay in place until room() or release().
    void consume(std::size_t n) { begin_ += n; }
    // Returns free space of at least one byte after the unread bytes: moves them to the front, and
    // grows if that is not enough.
    char* room() {
        if (!memory_) {
            memory_ = stock_.take();
            capacity_ = buffer_stock::buffer_size;
            std::memcpy(memory_.get(), rest_.data(), end_);
        }
        if (begin_ > 0) {
            std::memmove(memory_.get(), memory_.get() + begin_, end_ - begin_);
            end_ -= begin_;
            begin_ = 0;
        }
        if (end_ == capacity_) grow();
        return memory_.get() + end_;
    }
    std::size_t room_size() const { return capacity_ - end_; }
    void filled(std::size_t n) { end_ += n; }
    // Returns the memory unless much is unread. A few bytes, such as the end of a chunk, which
    // arrives with the chunk but belongs to the next piece, are set aside.
    void release() {
        const std::size_t left = end_ - begin_;
        if (!memory_ || left > rest_.size()) return;
        std::memcpy(rest_.data(), memory_.get() + begin_, left);
        if (capacity_ == buffer_stock::buffer_size) stock_.give(std::move(memory_));
        memory_.reset();
        begin_ = capacity_ = 0;
        end_ = left;
    }

private:
    // Only a head makes it grow, and heads are limited.
    void grow() {
        auto larger = std::make_unique_for_overwrite<char[]>(capacity_ * 2);
        std::memcpy(larger.get(), memory_.get(), end_);
        memory_ = std::move(larger);
        capacity_ *= 2;
    }

    buffer_stock& stock_;
    std::unique_ptr<char[]> memory_;
    std::array<char, 16> rest_{};  // the unread bytes while there is no memory
    std::size_t begin_ = 0, end_ = 0, capacity_ = 0;
};

}}}  // namespace setpoint::v0::http
