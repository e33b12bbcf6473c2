#include "testkit/story/watched_stream.hpp"

#include "testkit/story/story_run.hpp"
#include "testkit/testing/network_fault_state.hpp"

#include <fmt/format.h>

#include <optional>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

bool is_bookmark(std::string_view line) {
    constexpr std::size_t near_begin = 16;
    return line.find("\"BOOKMARK\"") < near_begin;
}

bool is_end_of_list(std::string_view line) {
    return is_bookmark(line) && line.find("\"k8s.io/initial-events-end\"") != std::string_view::npos;
}

}  // namespace

watched_stream::watched_stream(incarnation& by, group_version_resource of, std::string begin,
                               std::shared_ptr<http::body_source> inner, bool begins_with_list)
    : by_(by), of_(std::move(of)), inner_(std::move(inner)), is_in_list_(begins_with_list) {
    split(begin);
    ++by_.watches;
    // The operator waits for the list.
    by_.in_flight += is_in_list_ ? 1 : 0;
    by_.of.of().changes().notify();
}

watched_stream::~watched_stream() {
    end_list();
    --by_.watches;
}

void watched_stream::end_list() {
    if (std::exchange(is_in_list_, false)) --by_.in_flight;
}

void watched_stream::split(std::string_view piece) {
    for (std::size_t end; (end = piece.find('\n')) != std::string_view::npos;) {
        rest_.append(piece.substr(0, end + 1));
        lines_.push_back(std::exchange(rest_, {}));
        piece.remove_prefix(end + 1);
    }
    rest_.append(piece);
}

awaitable<result<std::string_view>> watched_stream::read() {
    if (ends_) co_return std::string_view();
    if (std::exchange(is_repeated_, false)) co_return std::string_view(line_);
    while (lines_.empty()) {
        const auto piece = co_await inner_->read();
        if (!piece || piece->empty()) co_return piece;
        split(*piece);
    }
    line_ = std::move(lines_.front());
    lines_.pop_front();
    co_await deliver();
    co_return std::string_view(line_);
}

awaitable<void> watched_stream::deliver() {
    story_run& run = by_.of.of();
    if (is_in_list_) {
        if (is_end_of_list(line_)) end_list();
        run.touch();
        co_return;
    }
    const bool is_event = !is_bookmark(line_);
    std::optional<sim::point> p;
    if (is_event && !by_.is_dead) p = run.requests().event(by_, of_, line_);
    if (p) {
        const sim::effect e = run.at(*p);
        if (e.before) co_await e.before();
        is_repeated_ = e.what == sim::effect::kind::duplicate;
        if (e.what == sim::effect::kind::expire) {
            line_ =
                fmt::format("{{\"type\":\"ERROR\",\"object\":{}}}\n", testing::status_text(410, "Expired"));
            lines_.clear();
            ends_ = true;
        }
    }
    co_await run.until_released(of_.resource);
    if (!is_event || by_.is_dead) co_return;
    run.touch();
    if (p && !ends_) run.note_delivered(*p);
}

}}}  // namespace setpoint::v0::story
