#pragma once
// Standard input and output as lines, on the loop.

#include "setpoint/core/loop.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli { namespace control {

// A descriptor that is used without blocking. Its flags, which it shares with the processes that have it too,
// are put back at the end. Files and devices that cannot be waited for do not block.
class open_stream {
public:
    // `fd` stays open. `l` must outlive it.
    open_stream(loop& l, int fd);
    open_stream(const open_stream&) = delete;
    open_stream& operator=(const open_stream&) = delete;
    ~open_stream();

    // The next bytes, valid until the next call; "" at the end, or if it cannot be read.
    awaitable<std::string_view> read();
    // Returns false if nobody reads it any longer. Waits for a slow reader, however long.
    awaitable<bool> write(std::string_view text);
    // Whether nobody reads what is written.
    bool is_abandoned() const;

private:
    awaitable<void> wait(asio::posix::descriptor_base::wait_type what);

    loop& loop_;
    int fd_, flags_ = -1;
    std::optional<asio::posix::stream_descriptor> waits_;  // nothing: it cannot be waited for
    std::string buffer_;
};

}}}}  // namespace setpoint::v0::cli::control
