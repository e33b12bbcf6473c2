#pragma once
// What the program under test has asked for, and how long it took: requests by verb and resource, and for
// each change of a WebServer the time from when it was due until the child's write came in.

#include "histogram.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace setpoint { inline namespace v0 { namespace replay {

// What a WebServer waits for.
struct expectation {
    time_point due;
    std::int64_t replicas = 0;
    std::string image;
    std::int64_t generation = 0;
    bool deployment = false, service = false, status = false;  // still to come
};

class tally {
public:
    // body: of the request; answer: bytes sent, for streams counted as they are sent.
    void request(std::string_view verb, std::string_view what, std::size_t body, std::size_t answer);
    void streamed(std::size_t bytes) { streamed_ += bytes; }

    void expect(std::string_view parent, expectation e);
    void forget(std::string_view parent) { open_.erase(std::string(parent)); }
    // A write that changed something has come in; false: nobody waited for it.
    bool deployment(std::string_view parent, std::int64_t replicas, std::string_view image, time_point now);
    bool service(std::string_view parent, time_point now);
    bool status(std::string_view parent, std::int64_t generation, time_point now);
    void write(time_point now, bool changed, bool awaited);
    void generated(duration behind) { behind_.add(behind); }

    std::size_t open() const { return open_.size(); }
    boost::json::object report() const;
    // Counts and latencies begin anew; what is waited for stays.
    void reset();

private:
    struct line {
        std::uint64_t count = 0, received = 0, sent = 0;
    };
    void settle(std::unordered_map<std::string, expectation>::iterator at, time_point now);

    std::unordered_map<std::string, expectation> open_;
    std::map<std::string, line> requests_;
    std::uint64_t streamed_ = 0, writes_ = 0, unchanged_ = 0, unasked_ = 0, due_ = 0, done_ = 0;
    histogram child_, whole_, behind_;
    std::optional<time_point> first_write_, last_write_;
};

}}}  // namespace setpoint::v0::replay
