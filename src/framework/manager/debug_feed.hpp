#pragma once
// The events at /debug/setpoint/events: the debug document as it changes, for the page that shows it. The
// document is made at most once a second for all viewers together, and only while one of them reads.
// https://html.spec.whatwg.org/multipage/server-sent-events.html

#include "setpoint/core/loop.hpp"
#include "setpoint/http/server.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace setpoint { inline namespace v0 {

// What one viewer has been sent. No I/O.
class debug_view {
public:
    // Returns the next event: `document`, but with only those `recent` reconciles of each controller that no
    // event has contained yet; the first event has all. A comment if nothing but the time has changed, and
    // how long this process has led, or waits for a timer.
    std::string next(const boost::json::object& document);

private:
    boost::json::object unseen(const boost::json::object& document);
    boost::json::object unseen_of(const boost::json::object& controller);

    std::map<std::string, std::uint64_t, std::less<>> seen_;  // the last number, by controller
    std::string last_;                                        // without times that pass
};

class debug_feed {
public:
    static constexpr std::size_t max_viewers = 4;
    static constexpr duration interval = std::chrono::seconds(1);
    // A response ends after this time. The page connects again, unless nobody looks at it any more.
    static constexpr duration longest = std::chrono::minutes(10);

    // `l` must outlive the feed.
    debug_feed(loop& l, std::function<boost::json::object()> make);
    debug_feed(const debug_feed&) = delete;
    debug_feed& operator=(const debug_feed&) = delete;

    // Returns a stream of events, which the feed must outlive; 503 beyond max_viewers, and 403 for a page of
    // another site.
    http::response open(const http::server_request& r);
    std::size_t viewers() const { return viewers_; }

private:
    class stream;
    // At most `interval` old.
    const boost::json::object& document();

    loop& loop_;
    std::function<boost::json::object()> make_;
    boost::json::object made_;
    time_point made_at_{};
    bool is_made_ = false;
    std::size_t viewers_ = 0;
};

}}  // namespace setpoint::v0
