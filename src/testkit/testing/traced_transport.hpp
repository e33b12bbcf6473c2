#pragma once
// A transport that records one line for each request and each watch event.

#include "setpoint/core/loop.hpp"
#include "setpoint/http/transport.hpp"

#include <functional>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace testing {

// "00:00:12.345678 operator GET /api/v1/pods?limit=500 200"
// "00:00:12.345678 operator EVENT /api/v1/pods MODIFIED default/web 57"
// Times are relative to the construction.
class trace_text {
public:
    static constexpr std::size_t max_size = 256 * 1024 * 1024;
    // Beyond `limit` bytes the text ends with a line that says so.
    explicit trace_text(loop& l, std::size_t limit = max_size) : loop_(l), begun_(l.now()), limit_(limit) {}
    void line(std::string_view who, std::string_view what);
    const std::string& text() const { return text_; }
    // Later lines are dropped.
    void stop() { has_stopped_ = true; }
    bool has_stopped() const { return has_stopped_; }

private:
    loop& loop_;
    time_point begun_;
    std::size_t limit_;
    bool is_full_ = false, has_stopped_ = false;
    std::string text_;
};

class traced_transport final : public http::transport {
public:
    // Called before a request is sent. The function that it returns is called when there is a response.
    using note = std::function<std::function<void()>(const http::request&)>;
    // `inner` must outlive the transport; streams share `to`.
    traced_transport(http::transport& inner, std::shared_ptr<trace_text> to, std::string who, note sent = {})
        : inner_(inner), to_(std::move(to)), who_(std::move(who)), sent_(std::move(sent)) {}
    awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                   http::timeouts t) override;

private:
    http::transport& inner_;
    std::shared_ptr<trace_text> to_;
    std::string who_;
    note sent_;
};

}}}  // namespace setpoint::v0::testing
