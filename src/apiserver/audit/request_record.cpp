#include "apiserver/audit/request_record.hpp"

#include "apiserver/audit/body_text.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

namespace {

constexpr int bad_request_code = 400, not_acceptable_code = 406, internal_code = 500, ok_code = 200;

constexpr duration slow = std::chrono::milliseconds(500);
constexpr std::array<std::string_view, 4> layer_names{"authentication", "authorization", "mutating-webhook",
                                                      "validating-webhook"};

std::string latency_key(std::string_view of) {
    return fmt::format("apiserver.latency.k8s.io/{}", of);
}

// BasicLongRunningRequestCheck, as kube-apiserver sets it up.
bool is_long_running(const authorization::attributes& of) {
    constexpr std::array<std::string_view, 5> subresources{"attach", "exec", "proxy", "log", "portforward"};
    if (of.verb == "watch" || of.verb == "proxy") return true;
    if (of.is_resource) return std::ranges::find(subresources, of.subresource) != subresources.end();
    return of.path.starts_with("/debug/pprof/");
}

void set_if_empty(std::string& to, std::string_view value) {
    if (to.empty()) to = value;
}

// The fields of a Status that are recorded.
bj::object recorded_status(const bj::object& from) {
    bj::object out{{"metadata", bj::object()}};
    for (const char* key : {"status", "message", "reason", "details"}) copy_field(out, from, key);
    return out;
}

}  // namespace

// Ends the record when the stream ends.
struct request_record::open_stream {
    std::shared_ptr<http::body_source> stream;
    request_record_ptr record;

    open_stream(std::shared_ptr<http::body_source> from, request_record_ptr of)
        : stream(std::move(from)), record(std::move(of)) {}
    open_stream(const open_stream&) = delete;
    open_stream& operator=(const open_stream&) = delete;
    ~open_stream() {
        stream.reset();
        record->complete();
    }
};

// Keeps what it passes on: a list.
class request_record::stream_copy final : public http::body_source {
public:
    stream_copy(std::shared_ptr<http::body_source> from, request_record_ptr of, std::string type,
                std::string begin)
        : from_(std::move(from)), record_(std::move(of)), type_(std::move(type)), text_(std::move(begin)) {}
    stream_copy(const stream_copy&) = delete;
    stream_copy& operator=(const stream_copy&) = delete;
    ~stream_copy() override {
        if (fits_) record_->set_response_object(type_, text_);
        record_->complete();
    }
    awaitable<result<std::string_view>> read() override {
        auto piece = co_await from_->read();
        if (piece && fits_) keep(*piece);
        co_return piece;
    }

private:
    void keep(std::string_view piece) {
        fits_ = text_.size() + piece.size() <= longest_list;
        if (fits_)
            text_ += piece;
        else
            record_->annotate("audit.k8s.io/truncated", "true");
    }

    std::shared_ptr<http::body_source> from_;
    request_record_ptr record_;
    std::string type_, text_;
    bool fits_ = true;
};

request_record::request_record(std::shared_ptr<auditor> to, const http::server_request& r, std::string id)
    : to_(std::move(to)), request_(r) {
    event_.id = std::move(id);
    event_.received = to_->now();
}

void request_record::choose(const authorization::attributes& of) {
    config_ = to_->begin(of);
    event_.at = config_.at;
    is_on_ = config_.at != level::none;
    if (!is_on_) return;
    is_long_running_ = is_long_running(of);
    is_resource_ = of.is_resource;
    event_.verb = of.verb;
    event_.uri = request_.target;
    event_.user_agent = recorded_user_agent(request_.find("User-Agent"));
    event_.source_ips = source_ips(request_.headers, request_.from);
    event_.user = of.user;
    if (of.is_resource)
        event_.object = object_reference{.resource = of.resource,
                                         .namespace_name = of.namespace_name,
                                         .name = of.name,
                                         .group = of.group,
                                         .version = of.version,
                                         .subresource = of.subresource};
}

void request_record::begin(const authorization::attributes& of) {
    choose(of);
    if (is_on_) publish(stage::request_received);
}

void request_record::begin_refused(const authorization::attributes& of) {
    choose(of);
    is_refused_ = true;
}

void request_record::publish(stage s) {
    if (config_.omitted.contains(s)) return;
    event_.now = s;
    event_.stage_time = s == stage::request_received ? event_.received : to_->now();
    to_->publish(event_);
}

void request_record::spend(layer in, duration took) {
    duration& so_far = spent_.at(static_cast<std::size_t>(in));
    const bool adds_up = in == layer::authentication || in == layer::mutating_webhook;
    so_far = adds_up ? so_far + std::max(took, duration::zero()) : std::max(so_far, took);
}

void request_record::complete() {
    const duration total = to_->now() - event_.received;
    if (total > slow) {
        for (std::size_t i = 0; i < spent_.size(); ++i)
            if (spent_[i] > duration::zero())
                annotate(latency_key(layer_names[i]), go_duration(spent_[i]).to_string());
        annotate(latency_key("total"), go_duration(total).to_string());
    }
    publish(stage::response_complete);
}

void request_record::set_access(const access_notes& of) {
    if (!is_on_) return;
    event_.impersonated = of.impersonated;
    event_.constraint = of.constraint;
    if (!of.decided) return;
    const authorization::decision& d = *of.decided;
    const bool has_failed = !d.allows() && !d.error.empty();
    if (!has_failed) annotate("authorization.k8s.io/decision", d.allows() ? "allow" : "forbid");
    annotate("authorization.k8s.io/reason", has_failed ? "internal error" : std::string_view(d.reason));
}

void request_record::annotate(std::string_view key, std::string_view value, level least) {
    if (records(least)) event_.annotations.emplace(std::string(key), std::string(value));
}

std::string request_record::text_of(bj::object object) const {
    if (config_.omits_managed_fields) remove_managed_fields(object);
    return json_text::serialize(object);
}

void request_record::set_request(const bj::object& object) {
    if (!is_on_) return;
    const bj::object& meta = apiserver::object_of(object, "metadata");
    object_reference& ref = event_.object ? *event_.object : event_.object.emplace();
    set_if_empty(ref.namespace_name, text_at(meta, "namespace"));
    set_if_empty(ref.name, text_at(meta, "name"));
    set_if_empty(ref.uid, text_at(meta, "uid"));
    set_if_empty(ref.resource_version, text_at(meta, "resourceVersion"));
    if (records(level::request)) event_.request_object = text_of(object);
}

void request_record::set_patch(std::string_view content_type, std::string_view body) {
    if (records(level::request)) event_.request_object = patch_text(content_type, body);
}

bool request_record::is_api_path() const {
    const std::string_view path = request_.path();
    return path == "/api" || path == "/apis" || path.starts_with("/api/") || path.starts_with("/apis/");
}

void request_record::set_response_object(std::string_view content_type, std::string_view body) {
    if (content_type.starts_with("application/json") && !config_.omits_managed_fields) {
        event_.response_object = compact(body);
        return;
    }
    if (auto object = object_in(content_type, body)) event_.response_object = text_of(std::move(*object));
}

void request_record::set_response(const http::response& r) {
    const std::string_view type = http::find_header(r.headers, "Content-Type");
    event_.status = bj::object{{"metadata", bj::object()}};
    // A 406 is not written in the usual way, since no format suits the client.
    if (r.status != not_acceptable_code && (r.status >= bad_request_code || is_api_path())) {
        if (may_be_status(type, r.body))
            if (const auto object = object_in(type, r.body); object && text_at(*object, "kind") == "Status")
                event_.status = recorded_status(*object);
        if (records(level::request_response) && !r.stream && !r.body.empty())
            set_response_object(type, r.body);
    }
    (*event_.status)["code"] = r.status;
}

void request_record::answer(http::response& r) {
    r.headers.push_back({"Audit-Id", event_.id});
    if (!is_on_) return;
    set_response(r);
    if (is_refused_) return publish(stage::response_started);
    if (is_long_running_) publish(stage::response_started);
    if (!r.stream) return complete();
    if (records(level::request_response) && !is_long_running_) {
        std::string type(http::find_header(r.headers, "Content-Type"));
        r.stream =
            std::make_shared<stream_copy>(std::move(r.stream), shared_from_this(), std::move(type), r.body);
        return;
    }
    auto open = std::make_shared<open_stream>(std::move(r.stream), shared_from_this());
    http::body_source* const stream = open->stream.get();
    r.stream = {std::move(open), stream};
}

void request_record::panic(std::string_view why) {
    if (!is_on_ || is_refused_) return;
    event_.status = bj::object{{"metadata", bj::object()},
                               {"status", "Failure"},
                               {"message", fmt::format("APIServer panic'd: {}", why)},
                               {"reason", "InternalError"},
                               {"code", internal_code}};
    publish(stage::panic);
}

void request_record::cut() {
    if (!is_on_ || is_refused_) return;
    event_.status = bj::object{{"metadata", bj::object()},
                               {"status", "Success"},
                               {"message", "Connection closed early"},
                               {"code", ok_code}};
    if (is_long_running_) publish(stage::response_started);
    complete();
}

}}}  // namespace setpoint::v0::apiserver::audit
