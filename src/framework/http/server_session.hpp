#pragma once
// One connection of the server: requests in, responses out, until either side has had enough.

#include "framework/http/byte_stream.hpp"
#include "framework/http/read_buffer.hpp"
#include "framework/http/request_parser.hpp"
#include "framework/http/stream_sender.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/http/server.hpp"

#include <memory>

namespace setpoint::http {

class server_session {
public:
    // The references must outlive it.
    server_session(loop& l, const logger& log, const server_options& options, const server::handler& handle,
                   buffer_stock& stock, std::unique_ptr<byte_stream> stream);

    awaitable<void> run();

    // Waiting for a request to be there, or for the rest of one that was refused, since then; `never` while
    // one is being answered.
    time_point waiting_since() const { return waiting_since_; }
    // Whether an answer is there that the client has taken nothing of for `limit`. Tells by comparing with
    // what it saw when it was asked before.
    bool stuck(duration limit);
    // Ends after the request that is being answered, if any; ends a stream at once.
    void finish();
    void cut() { stream_->close(); }

private:
    enum class input : std::uint8_t { data, ended, late };
    struct refusal {
        int status;
        std::string why;
    };

    awaitable<input> fill(time_point due);
    awaitable<bool> serve_one();
    // False: there is none, and nothing to say.
    awaitable<bool> read_request(request_parser& p, server_request& r, std::optional<refusal>& refused);
    awaitable<void> refuse(const refusal& r);
    awaitable<response> answer(const server_request& r);
    awaitable<bool> write(response r, bool with_body, bool keep_alive);
    // False: the connection is of no more use.
    awaitable<bool> write_stream(response r, bool http10, bool keep_alive);
    awaitable<stream_sender::ending> send_stream(stream_sender& sender, std::string head, body_source& from);
    // The connection is of no more use afterwards. `hello`: the answer to the handshake, of a `stream` that
    // is no more when it was refused.
    awaitable<void> write_messages(std::string hello, std::shared_ptr<body_source> stream);
    // Ends a connection after the last word to a client that may still be sending.
    awaitable<void> say_goodbye();
    awaitable<void> drain();

    loop& loop_;
    const logger& log_;
    const server_options& options_;
    const server::handler& handle_;
    std::unique_ptr<byte_stream> stream_;
    read_buffer buffer_;
    time_point waiting_since_;
    bool last_ = false, writing_ = false;
    std::uint64_t seen_sent_ = 0;  // when stuck() was asked last
    time_point stuck_since_ = never;
    stream_sender* streaming_ = nullptr;
};

}  // namespace setpoint::http
