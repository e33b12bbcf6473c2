#pragma once
// One server connection: reads requests and writes responses until either side ends it.

#include "framework/http/byte_stream.hpp"
#include "framework/http/read_buffer.hpp"
#include "framework/http/request_parser.hpp"
#include "framework/http/stream_sender.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/http/server.hpp"

#include <memory>

namespace setpoint { inline namespace v0 { namespace http {

class server_session {
public:
    // All references must outlive it.
    server_session(loop& l, const logger& log, const server_options& options, const server::handler& handle,
                   buffer_stock& stock, std::unique_ptr<byte_stream> stream);

    awaitable<void> run();

    // Since when it has been waiting for a request, or for the rest of a refused one; `never` while
    // it responds.
    time_point waiting_since() const { return waiting_since_; }
    // Since when it has been sending a stream; `never` if it does not.
    time_point streaming_since() const { return streaming_since_; }
    // Whether the client has read nothing of a response for `limit`. Compares with the state at the
    // previous call.
    bool is_stalled(duration limit);
    // Ends after the next response, and says so in it.
    void last_response() { keeps_ = false; }
    // Ends after the current response, if any; ends a stream at once.
    void finish();
    void cut() { stream_->close(); }

private:
    class upgraded;
    enum class input : std::uint8_t { data, ended, late };
    struct refusal {
        int status;
        std::string why;
    };

    awaitable<input> fill(time_point due);
    awaitable<bool> serve_one();
    // Returns false if there is no request and nothing to respond.
    awaitable<bool> read_request(request_parser& p, server_request& r, std::optional<refusal>& refused);
    awaitable<void> refuse(const refusal& r);
    awaitable<response> answer(const server_request& r);
    awaitable<bool> write(response r, bool with_body, bool keep_alive);
    // Returns false if the connection is unusable.
    awaitable<bool> write_stream(response r, bool http10, bool keep_alive);
    awaitable<stream_sender::ending> send_stream(stream_sender& sender, std::string head, body_source& from);
    // The connection is unusable afterwards. `hello`: the response to the handshake; `stream` is
    // null if it was refused.
    awaitable<void> write_messages(std::string hello, std::shared_ptr<body_source> stream,
                                   stream_sender::form as);
    // The connection is unusable afterwards.
    awaitable<void> write_upgrade(response r);
    // Ends a connection after the last response to a client that may still be sending.
    awaitable<void> close_gracefully();
    awaitable<void> drain();

    loop& loop_;
    const logger& log_;
    const server_options& options_;
    const server::handler& handle_;
    std::unique_ptr<byte_stream> stream_;
    read_buffer buffer_;
    std::shared_ptr<const peer_certificates> peer_;
    time_point waiting_since_, streaming_since_ = never;
    bool last_ = false, keeps_ = true, writing_ = false;
    std::uint64_t seen_sent_ = 0;  // when is_stalled() was asked last
    time_point stuck_since_ = never;
    stream_sender* streaming_ = nullptr;
};

}}}  // namespace setpoint::v0::http
