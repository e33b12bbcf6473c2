#include "setpoint/testing/network_fault_plan.hpp"

#include "setpoint/client/client.hpp"
#include "testkit/testing/network_fault_state.hpp"
#include "testkit/testing/request_target.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace testing {

namespace {

bool asks_to_watch(std::string_view query) {
    return query.find("watch=1") != std::string_view::npos ||
           query.find("watch=true") != std::string_view::npos;
}

// As client::create_by_apply_call() writes it.
bool creates_by_apply(const http::request& r) {
    static const std::string begin =
        fmt::format(R"("metadata":{{"resourceVersion":"{}",)", client::version_of_none);
    return r.body.find(begin) != std::string::npos;
}

verb verb_of(const http::request& r, bool named, std::string_view query) {
    const std::string_view method = r.method;
    if (method == "POST") return verb::create;
    if (method == "PUT") return verb::update;
    if (method == "PATCH") return creates_by_apply(r) ? verb::create : verb::patch;
    if (method == "DELETE") return named ? verb::remove : verb::remove_collection;
    if (named) return verb::get;
    return asks_to_watch(query) ? verb::watch : verb::list;
}

}  // namespace

network_request network_request::of(const http::request& r) {
    const request_target t = request_target::of(r.target);
    const std::string_view query = std::string_view(r.target).substr(t.path.size());
    // A path without a resource counts as that of an object.
    const bool named = t.resource.empty() || !t.name.empty();
    return {verb_of(r, named, query), std::string(t.resource)};
}

network_fault network_fault::answer(int status, std::string reason, std::optional<int> retry_after) {
    network_fault f;
    f.what = kind::answer;
    f.status = status;
    f.reason = std::move(reason);
    f.retry_after = retry_after;
    return f;
}
network_fault network_fault::text(int status, std::string body) {
    network_fault f;
    f.what = kind::answer;
    f.status = status;
    f.body = std::move(body);
    return f;
}
network_fault network_fault::unreachable() {
    network_fault f;
    f.what = kind::unreachable;
    return f;
}
network_fault network_fault::lost_request() {
    network_fault f;
    f.what = kind::lost_request;
    return f;
}
network_fault network_fault::lost_answer() {
    network_fault f;
    f.what = kind::lost_answer;
    return f;
}
network_fault network_fault::cut(std::size_t after_bytes) {
    network_fault f;
    f.cut_after = after_bytes;
    return f;
}
network_fault network_fault::mute(std::size_t after_bytes) {
    network_fault f;
    f.mute_after = after_bytes;
    return f;
}
network_fault network_fault::slow(std::size_t piece, duration every) {
    network_fault f;
    f.piece = piece;
    f.every = every;
    return f;
}
network_fault network_fault::preceded_by(std::string text) {
    network_fault f;
    f.before = std::move(text);
    return f;
}
network_fault network_fault::without_end(std::string text, duration every) {
    network_fault f;
    f.endless = std::move(text);
    f.every = every;
    return f;
}
network_fault network_fault::edited(std::function<void(http::request&)> edit) {
    network_fault f;
    f.edit = std::move(edit);
    return f;
}
network_fault network_fault::error_event(int code, std::string reason) {
    return preceded_by(fmt::format("{{\"type\":\"ERROR\",\"object\":{}}}\n", status_text(code, reason)));
}

network_fault_plan::network_fault_plan(loop& l) : state_(std::make_shared<state>(l)) {}
network_fault_plan::~network_fault_plan() = default;

void network_fault_plan::nth(verb v, int n, network_fault f, std::string resource) {
    state_->rules.push_back({v, std::move(resource), n, std::move(f)});
}
void network_fault_plan::each(verb v, network_fault f, std::string resource) {
    state_->rules.push_back({v, std::move(resource), 0, std::move(f)});
}
void network_fault_plan::each(network_fault f) {
    state_->rules.push_back({std::nullopt, "", 0, std::move(f)});
}

void network_fault_plan::clear() {
    state_->rules.clear();
    release_watches();
}

std::vector<std::string> network_fault_plan::pending() const {
    std::vector<std::string> all;
    for (const network_fault_plan::state::rule& r : state_->rules)
        if (r.left > 0)
            all.push_back(fmt::format("{} {}: {} more to come", to_string(r.op.value_or(verb::get)),
                                      r.resource.empty() ? "of any kind" : r.resource, r.left));
    return all;
}

void network_fault_plan::cut_watches(std::string_view resource) {
    for (faulty_stream* s : state_->streams)
        if (s->is_watch_of(resource)) s->cut();
}
void network_fault_plan::hold_watches(std::string resource) {
    state_->held.push_back(std::move(resource));
}
void network_fault_plan::release_watches() {
    state_->held.clear();
    state_->changed.notify();
}

std::size_t network_fault_plan::open_streams() const {
    return state_->streams.size();
}
std::size_t network_fault_plan::sent() const {
    return state_->sent;
}
std::size_t network_fault_plan::sent(verb v, std::string_view resource) const {
    std::size_t n = 0;
    for (const auto& [what, times] : state_->counts)
        if (what.first == v && (resource.empty() || what.second == resource)) n += times;
    return n;
}
const std::map<std::string, int>& network_fault_plan::created() const {
    return state_->created;
}
void network_fault_plan::on_request(std::function<void(std::size_t)> hook) {
    state_->hook = std::move(hook);
}
std::unique_ptr<http::transport> network_fault_plan::attach(http::transport& inner) {
    return std::make_unique<faulty_transport>(inner, state_);
}

}}}  // namespace setpoint::v0::testing
