#include "testkit/testing/traced_transport.hpp"

#include "testkit/testing/event_head.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace testing {

namespace {

// "MODIFIED default/web 57" of {"type":...,"object":...}.
std::string describe_event(std::string_view line) {
    const std::optional<event_head> e = read_event_head(line);
    if (!e) return "?";
    return fmt::format("{} {}{}{} {}", e->type, e->ns, e->ns.empty() ? "" : "/", e->name,
                       e->resource_version);
}

bool is_watch(std::string_view target) {
    const std::size_t at = target.find('?');
    if (at == std::string_view::npos) return false;
    const std::string_view query = target.substr(at);
    return query.find("?watch=1") != std::string_view::npos ||
           query.find("&watch=1") != std::string_view::npos ||
           query.find("watch=true") != std::string_view::npos;
}

class traced_watch final : public http::response_stream {
public:
    traced_watch(std::unique_ptr<http::response_stream> inner, std::shared_ptr<trace_text> to,
                 std::string who, std::string path)
        : inner_(std::move(inner)), to_(std::move(to)), who_(std::move(who)), path_(std::move(path)) {}
    const http::response_head& head() const override { return inner_->head(); }
    awaitable<result<std::string_view>> read() override {
        auto piece = co_await inner_->read();
        if (!piece)
            to_->line(who_, fmt::format("END {} {}", path_, to_string(piece.error().code)));
        else if (piece->empty())
            to_->line(who_, fmt::format("END {}", path_));
        else
            take(*piece);
        co_return piece;
    }

private:
    void take(std::string_view piece) {
        if (to_->has_stopped()) return;
        for (std::size_t end; (end = piece.find('\n')) != std::string_view::npos;) {
            rest_.append(piece.substr(0, end));
            to_->line(who_, fmt::format("EVENT {} {}", path_, describe_event(rest_)));
            rest_.clear();
            piece.remove_prefix(end + 1);
        }
        rest_.append(piece);
    }

    std::unique_ptr<http::response_stream> inner_;
    std::shared_ptr<trace_text> to_;
    std::string who_, path_, rest_;
};

}  // namespace

void trace_text::line(std::string_view who, std::string_view what) {
    if (has_stopped_) return;
    if (text_.size() > limit_) {
        if (!std::exchange(is_full_, true)) text_ += "The trace is full: later lines are missing\n";
        return;
    }
    const auto t = std::chrono::duration_cast<std::chrono::microseconds>(loop_.now() - begun_).count();
    fmt::format_to(std::back_inserter(text_), "{:02}:{:02}:{:02}.{:06} {} {}\n", t / 3'600'000'000,
                   t / 60'000'000 % 60, t / 1'000'000 % 60, t % 1'000'000, who, what);
}

awaitable<result<std::unique_ptr<http::response_stream>>> traced_transport::send(http::request r,
                                                                                 http::timeouts t) {
    const std::function<void()> answered = sent_ ? sent_(r) : nullptr;
    const std::string method = r.method, target = r.target;
    auto answer = co_await inner_.send(std::move(r), t);
    if (!answer) {
        to_->line(who_, fmt::format("{} {} {}", method, target, to_string(answer.error().code)));
        co_return answer;
    }
    if (answered) answered();
    const int status = (*answer)->head().status;
    to_->line(who_, fmt::format("{} {} {}", method, target, status));
    if (status != 200 || !is_watch(target)) co_return answer;
    co_return std::make_unique<traced_watch>(std::move(*answer), to_, who_,
                                             target.substr(0, target.find('?')));
}

}}}  // namespace setpoint::v0::testing
