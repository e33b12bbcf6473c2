#include "testkit/sim/user_network.hpp"

#include "testkit/sim/world.hpp"

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

// A user who waits for something else first.
constexpr duration kept_for = std::chrono::seconds(10);

using user_answer = result<std::unique_ptr<http::response_stream>>;

// "/api/v1/namespaces/default/pods/web" of a request that creates it.
std::string path_of_new(const http::request& r, const point& p) {
    return r.target.substr(0, r.target.find('?')) + (r.method == "POST" ? "/" + p.key.name : "");
}

bool concerns(const http::request& r, const std::string& path) {
    const std::string_view asked = std::string_view(r.target).substr(0, r.target.find('?'));
    return asked.starts_with(path) && (asked.size() == path.size() || asked[path.size()] == '/');
}

bool was_refused(const user_answer& a) {
    return !a || (*a)->head().status >= 400;
}

}  // namespace

user_network::user_network(world& w, http::transport& api) : world_(w), api_(api), changed_(w.event_loop()) {}

awaitable<void> user_network::until_done() {
    while (under_way_ != 0) co_await changed_.wait();
}

awaitable<user_answer> user_network::send(http::request r, http::timeouts t) {
    if (kept_ && concerns(r, kept_->path)) co_await deliver_kept();
    if (!world_.is_telling() || r.method == "GET") co_return co_await api_.send(std::move(r), t);
    struct count {
        user_network& of;
        explicit count(user_network& n) : of(n) { ++of.under_way_; }
        count(const count&) = delete;
        count& operator=(const count&) = delete;
        ~count() {
            --of.under_way_;
            of.changed_.notify();
        }
    } const counted(*this);
    co_return co_await write(std::move(r), t);
}

awaitable<user_answer> user_network::write(http::request r, http::timeouts t) {
    const bool comes_after_kept = kept_.has_value();
    point p = world_.names().request("user", r);
    p.what = point::kind::user;
    std::string path = path_of_new(r, p);
    const effect e = world_.user_sends(std::move(p));
    if (e.before) co_await e.before();
    if (e.what == effect::kind::keep_back) co_return co_await keep_back(std::move(r), t, std::move(path));
    auto answer = co_await api_.send(r, t);
    if (!comes_after_kept) co_return answer;
    co_await deliver_kept();
    if (was_refused(answer)) answer = co_await api_.send(std::move(r), t);
    co_return answer;
}

awaitable<user_answer> user_network::keep_back(http::request r, http::timeouts t, std::string path) {
    http::request imagined = r;
    imagined.target += imagined.target.find('?') == std::string::npos ? "?dryRun=All" : "&dryRun=All";
    auto answer = co_await api_.send(std::move(imagined), t);
    if (was_refused(answer)) co_return answer;
    kept_ = kept_request{std::move(r), std::move(path)};
    world_.spawn("a late object", deliver_in_time());
    co_return answer;
}

awaitable<void> user_network::deliver_in_time() {
    const time_point due = saturating_add(world_.event_loop().now(), kept_for);
    while (kept_ && world_.event_loop().now() < due) (void)co_await changed_.wait(due);
    co_await deliver_kept();
}

awaitable<void> user_network::deliver_kept() {
    if (!kept_) co_return;
    const http::request r = std::move(kept_->what);
    kept_.reset();
    (void)co_await world_.ask(r.method, r.target, r.body,
                              std::string(http::find_header(r.headers, "Content-Type")));
    changed_.notify();
}

}}}  // namespace setpoint::v0::sim
