#include "setpoint/testing/wire_plan.hpp"

#include "testkit/testing/wire_state.hpp"

#include <fmt/format.h>

namespace setpoint::testing {

namespace {

std::vector<std::string_view> split(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        path.remove_prefix(1);  // '/'
        const std::size_t end = std::min(path.find('/'), path.size());
        parts.push_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return parts;
}

bool asks_to_watch(std::string_view query) {
    return query.find("watch=1") != std::string_view::npos ||
           query.find("watch=true") != std::string_view::npos;
}

verb verb_of(std::string_view method, bool named, std::string_view query) {
    if (method == "POST") return verb::create;
    if (method == "PUT") return verb::update;
    if (method == "PATCH") return verb::patch;
    if (method == "DELETE") return named ? verb::remove : verb::remove_collection;
    if (named) return verb::get;
    return asks_to_watch(query) ? verb::watch : verb::list;
}

}  // namespace

// /api/VERSION/... or /apis/GROUP/VERSION/..., then [namespaces/NS/]RESOURCE[/NAME[/SUBRESOURCE]]
wire_request wire_request::of(const http::request& r) {
    const std::size_t end = std::min(r.target.find('?'), r.target.size());
    const std::string_view query = std::string_view(r.target).substr(end);
    std::vector<std::string_view> parts = split(std::string_view(r.target).substr(0, end));
    const std::size_t skip = parts.empty() ? 0 : parts[0] == "api" ? 2 : parts[0] == "apis" ? 3 : 0;
    if (skip == 0 || parts.size() <= skip) return {verb_of(r.method, true, query), ""};
    parts.erase(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(skip));
    if (parts[0] == "namespaces" && parts.size() > 2) parts.erase(parts.begin(), parts.begin() + 2);
    return {verb_of(r.method, parts.size() > 1, query), std::string(parts[0])};
}

wire_fault wire_fault::answer(int status, std::string reason, std::optional<int> retry_after) {
    wire_fault f;
    f.what = kind::answer;
    f.status = status;
    f.reason = std::move(reason);
    f.retry_after = retry_after;
    return f;
}
wire_fault wire_fault::text(int status, std::string body) {
    wire_fault f;
    f.what = kind::answer;
    f.status = status;
    f.body = std::move(body);
    return f;
}
wire_fault wire_fault::unreachable() {
    wire_fault f;
    f.what = kind::unreachable;
    return f;
}
wire_fault wire_fault::lost_request() {
    wire_fault f;
    f.what = kind::lost_request;
    return f;
}
wire_fault wire_fault::lost_answer() {
    wire_fault f;
    f.what = kind::lost_answer;
    return f;
}
wire_fault wire_fault::cut(std::size_t after_bytes) {
    wire_fault f;
    f.cut_after = after_bytes;
    return f;
}
wire_fault wire_fault::mute(std::size_t after_bytes) {
    wire_fault f;
    f.mute_after = after_bytes;
    return f;
}
wire_fault wire_fault::slow(std::size_t piece, duration every) {
    wire_fault f;
    f.piece = piece;
    f.every = every;
    return f;
}
wire_fault wire_fault::preceded_by(std::string text) {
    wire_fault f;
    f.before = std::move(text);
    return f;
}
wire_fault wire_fault::without_end(std::string text, duration every) {
    wire_fault f;
    f.endless = std::move(text);
    f.every = every;
    return f;
}
wire_fault wire_fault::edited(std::function<void(http::request&)> edit) {
    wire_fault f;
    f.edit = std::move(edit);
    return f;
}
wire_fault wire_fault::error_event(int code, std::string reason) {
    return preceded_by(fmt::format("{{\"type\":\"ERROR\",\"object\":{}}}\n", status_text(code, reason)));
}

wire_plan::wire_plan(loop& l) : state_(std::make_shared<state>(l)) {}
wire_plan::~wire_plan() = default;

void wire_plan::nth(verb v, int n, wire_fault f, std::string resource) {
    state_->rules.push_back({v, std::move(resource), n, std::move(f)});
}
void wire_plan::each(verb v, wire_fault f, std::string resource) {
    state_->rules.push_back({v, std::move(resource), 0, std::move(f)});
}
void wire_plan::each(wire_fault f) {
    state_->rules.push_back({std::nullopt, "", 0, std::move(f)});
}

void wire_plan::clear() {
    state_->rules.clear();
    release_watches();
}

std::vector<std::string> wire_plan::pending() const {
    std::vector<std::string> all;
    for (const wire_plan::state::rule& r : state_->rules)
        if (r.left > 0)
            all.push_back(fmt::format("{} {}: {} more to come", to_string(r.op.value_or(verb::get)),
                                      r.resource.empty() ? "of any kind" : r.resource, r.left));
    return all;
}

void wire_plan::cut_watches(std::string_view resource) {
    for (wire_stream* s : state_->streams)
        if (s->is_watch_of(resource)) s->cut();
}
void wire_plan::hold_watches(std::string resource) {
    state_->held.push_back(std::move(resource));
}
void wire_plan::release_watches() {
    state_->held.clear();
    state_->changed.notify();
}

std::size_t wire_plan::open_streams() const {
    return state_->streams.size();
}
std::size_t wire_plan::sent() const {
    return state_->sent;
}
std::size_t wire_plan::sent(verb v, std::string_view resource) const {
    std::size_t n = 0;
    for (const auto& [what, times] : state_->counts)
        if (what.first == v && (resource.empty() || what.second == resource)) n += times;
    return n;
}
const std::map<std::string, int>& wire_plan::created() const {
    return state_->created;
}
void wire_plan::on_request(std::function<void(std::size_t)> hook) {
    state_->hook = std::move(hook);
}
std::unique_ptr<http::transport> wire_plan::attach(http::transport& inner) {
    return std::make_unique<wired_transport>(inner, state_);
}

}  // namespace setpoint::testing
