#include "testkit/testing/network_fault_state.hpp"

#include "testkit/testing/request_target.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace testing {

namespace {

// The path of the object that a request creates, such as "/api/v1/namespaces/default/pods/web"; "" for a
// request to a subresource.
std::string path_of_created(const http::request& r) {
    const request_target t = request_target::of(r.target);
    if (!t.subresource.empty()) return {};
    const std::string name = object_name(t, r);
    return t.name.empty() && !name.empty() ? fmt::format("{}/{}", t.path, name) : std::string(t.path);
}

using stream_ptr = std::unique_ptr<http::response_stream>;

class text_stream final : public http::response_stream {
public:
    text_stream(http::response_head head, std::string body)
        : head_(std::move(head)), body_(std::move(body)) {}
    const http::response_head& head() const override { return head_; }
    awaitable<result<std::string_view>> read() override {
        co_return std::exchange(read_, true) ? std::string_view() : std::string_view(body_);
    }

private:
    http::response_head head_;
    std::string body_;
    bool read_ = false;
};

}  // namespace

std::string status_text(int code, std::string_view reason) {
    // A server that has not reached a version returns Timeout with this cause: there is no separate
    // reason for it.
    const std::string_view details =
        reason == "ResourceVersionTooLarge"
            ? R"(,"details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}]})"
            : "";
    return fmt::format(
        R"({{"kind":"Status","apiVersion":"v1","status":"Failure","message":"injected by the test: {}","reason":"{}","code":{}{}}})",
        reason, details.empty() ? reason : "Timeout", code, details);
}

stream_ptr made_up_answer(int status, std::string body, std::optional<int> retry_after) {
    http::response_head head;
    head.status = status;
    head.headers = {{"Content-Type", "application/json"}};
    if (retry_after) head.headers.add("Retry-After", std::to_string(*retry_after));
    return std::make_unique<text_stream>(std::move(head), std::move(body));
}

error connection_reset(std::string_view target) {
    return {errc::connection_lost,
            fmt::format("{}: connection reset (injected by the test)", target.substr(0, target.find('?')))};
}

network_fault network_fault_plan::state::next(const network_request& what) {
    for (auto at = rules.begin(); at != rules.end(); ++at) {
        if ((at->op && *at->op != what.op) || (!at->resource.empty() && at->resource != what.resource))
            continue;
        if (at->left > 1) {
            --at->left;
            continue;
        }
        network_fault f = at->fault;
        if (at->left == 1) rules.erase(at);
        return f;
    }
    return {};
}

awaitable<result<stream_ptr>> faulty_transport::send(http::request r, http::timeouts t) {
    const std::shared_ptr<network_fault_plan::state> s = state_;
    const network_request what = network_request::of(r);
    const std::string path = r.target.substr(0, r.target.find('?'));
    ++s->sent;
    ++s->counts[{what.op, what.resource}];
    if (s->hook) s->hook(s->sent);
    network_fault f = s->next(what);
    const bool late = t.first_byte != duration::zero() && f.wait > t.first_byte;
    co_await s->owner.sleep(late ? t.first_byte : f.wait);
    if (late) co_return error(errc::timeout, path + ": timed out waiting for the response");
    switch (f.what) {
        case network_fault::kind::answer:
            co_return made_up_answer(f.status, f.body.empty() ? status_text(f.status, f.reason) : f.body,
                                     f.retry_after);
        case network_fault::kind::unreachable:
            co_return error(errc::unreachable, "cannot connect (injected by the test)");
        case network_fault::kind::lost_request:
            co_return connection_reset(path);
        default:
            break;
    }
    if (f.edit) f.edit(r);
    const std::string made = path_of_created(r);
    auto answer = co_await inner_.send(std::move(r), t);
    if (answer && (*answer)->head().status == 201 && !made.empty()) ++s->created[made];
    if (f.what == network_fault::kind::lost_answer) co_return connection_reset(path);
    if (!answer) co_return answer;
    co_return std::make_unique<faulty_stream>(s, std::move(*answer), what, std::move(f), t.idle);
}

faulty_stream::faulty_stream(std::shared_ptr<network_fault_plan::state> s, stream_ptr inner,
                             network_request what, network_fault f, duration idle)
    : state_(std::move(s)),
      inner_(std::move(inner)),
      what_(std::move(what)),
      fault_(std::move(f)),
      idle_(idle),
      at_(state_->streams.insert(state_->streams.end(), this)) {}

faulty_stream::~faulty_stream() {
    state_->streams.erase(at_);
}

bool faulty_stream::held() const {
    return std::any_of(state_->held.begin(), state_->held.end(),
                       [this](const std::string& r) { return is_watch_of(r); });
}

void faulty_stream::cut() {
    cut_ = true;
    if (reading_) reading_->cancel();
}

awaitable<result<std::string_view>> faulty_stream::read() {
    if (cut_) co_return connection_reset(what_.resource);
    cancel_scope until_cut(state_->owner);
    reading_ = &until_cut;
    try {
        auto piece = co_await next();
        reading_ = nullptr;
        co_return piece;
    } catch (const cancelled&) {
        reading_ = nullptr;
        if (!cut_ || until_cut.outer_active()) throw;
    }
    co_return connection_reset(what_.resource);
}

awaitable<result<std::string_view>> faulty_stream::silence() {
    const time_point due = idle_ == duration::zero() ? never : saturating_add(state_->owner.now(), idle_);
    co_await state_->owner.sleep_until(due);
    co_return error(errc::timeout, "timed out waiting for the body of the response");
}

awaitable<void> faulty_stream::let_time_pass(duration d) {
    co_await state_->owner.sleep(d);
}

awaitable<result<std::string_view>> faulty_stream::next() {
    while (held()) co_await state_->changed.wait();
    if (!std::exchange(begun_, true) && !fault_.before.empty()) co_return std::string_view(fault_.before);
    if (!fault_.endless.empty()) {
        co_await let_time_pass(fault_.every);
        co_return std::string_view(fault_.endless);
    }
    const std::size_t given = given_;
    if (fault_.cut_after && given >= *fault_.cut_after) co_return connection_reset(what_.resource);
    if (fault_.mute_after && given >= *fault_.mute_after) co_return co_await silence();
    auto piece = co_await next_of_server();
    // Data that arrived while the watch was held is delivered after its release.
    while (held()) co_await state_->changed.wait();
    if (!piece || piece->empty()) co_return piece;
    co_return limited(*piece);
}

awaitable<result<std::string_view>> faulty_stream::next_of_server() {
    if (fault_.piece == 0) co_return co_await inner_->read();
    if (rest_.empty()) {
        auto whole = co_await inner_->read();
        if (!whole || whole->empty()) co_return whole;
        rest_ = *whole;
    }
    co_await let_time_pass(fault_.every);
    piece_ = rest_.substr(0, fault_.piece);
    rest_.erase(0, piece_.size());
    co_return std::string_view(piece_);
}

std::string_view faulty_stream::limited(std::string_view piece) {
    for (const auto& limit : {fault_.cut_after, fault_.mute_after})
        if (limit) piece = piece.substr(0, *limit - given_);
    given_ += piece.size();
    return piece;
}

}}}  // namespace setpoint::v0::testing
