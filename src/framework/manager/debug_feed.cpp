#include "framework/manager/debug_feed.hpp"

#include "framework/manager/debug_access.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <memory>
#include <string_view>

namespace setpoint { inline namespace v0 {

namespace {

// A proxy between would otherwise close a connection without data.
constexpr std::string_view nothing_new = ": nothing new\n\n";

// Without what changes each second though nothing happens.
boost::json::object without_clocks(boost::json::object document) {
    if (boost::json::value* const election = document.if_contains("leaderElection"))
        if (election->is_object()) election->as_object().erase("leadsForSeconds");
    for (boost::json::value& c : document.at("controllers").as_array())
        if (boost::json::value* const queue = c.as_object().if_contains("queue"))
            queue->as_object().erase("nextInSeconds");
    return document;
}

}  // namespace

boost::json::object debug_view::unseen_of(const boost::json::object& controller) {
    const boost::json::string& name = controller.at("name").as_string();
    std::uint64_t& last = seen_[std::string(name)];
    boost::json::object out;
    for (const auto& [member, value] : controller) {
        if (member != "recent") {
            out[member] = value;
            continue;
        }
        boost::json::array fresh;
        for (const boost::json::value& r : value.as_array()) {
            const auto number = r.at("number").to_number<std::uint64_t>();
            if (number <= last) continue;
            last = number;
            fresh.push_back(r);
        }
        out[member] = std::move(fresh);
    }
    return out;
}

boost::json::object debug_view::unseen(const boost::json::object& document) {
    boost::json::object out;
    for (const auto& [member, value] : document) {
        if (member == "time") continue;
        if (member != "controllers") {
            out[member] = value;
            continue;
        }
        boost::json::array all;
        for (const boost::json::value& c : value.as_array()) all.push_back(unseen_of(c.as_object()));
        out[member] = std::move(all);
    }
    return out;
}

std::string debug_view::next(const boost::json::object& document) {
    boost::json::object fresh = unseen(document);
    std::string text = boost::json::serialize(without_clocks(fresh));
    if (text == last_) return std::string(nothing_new);
    last_ = std::move(text);
    fresh["time"] = document.at("time");
    return "data: " + boost::json::serialize(fresh) + "\n\n";
}

class debug_feed::stream final : public http::body_source {
public:
    explicit stream(debug_feed& of) : of_(of), ends_(of.loop_.now() + longest) { ++of_.viewers_; }
    stream(const stream&) = delete;
    stream& operator=(const stream&) = delete;
    ~stream() override { --of_.viewers_; }

    awaitable<result<std::string_view>> read() override {
        if (!text_.empty()) co_await of_.loop_.sleep(interval);
        if (of_.loop_.now() >= ends_) co_return std::string_view();
        text_ = view_.next(of_.document());
        co_return std::string_view(text_);
    }

private:
    debug_feed& of_;
    debug_view view_;
    time_point ends_;
    std::string text_;
};

debug_feed::debug_feed(loop& l, std::function<boost::json::object()> make)
    : loop_(l), make_(std::move(make)) {}

const boost::json::object& debug_feed::document() {
    const time_point now = loop_.now();
    if (!is_made_ || now - made_at_ >= interval) {
        made_ = make_();
        made_at_ = now;
        is_made_ = true;
    }
    return made_;
}

http::response debug_feed::open(const http::server_request& r) {
    // Another site cannot read the events, but its pages could take all places.
    if (!is_same_origin(r)) return http::text_response(403, "only for the page of this server");
    if (viewers_ >= max_viewers)
        return http::text_response(503, "too many viewers: close another page, or read /debug/setpoint");
    http::response out{200,
                       {{"Content-Type", "text/event-stream"},
                        {"Cache-Control", "no-store"},
                        {"X-Content-Type-Options", "nosniff"}},
                       ""};
    out.stream = std::make_shared<stream>(*this);
    return out;
}

}}  // namespace setpoint::v0
