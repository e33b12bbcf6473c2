#include "framework/webhook/admission_endpoints.hpp"

#include "framework/webhook/admission_review.hpp"
#include "framework/webhook/object_patch.hpp"
#include "framework/webhook/request_checks.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/race.hpp"

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parse.hpp>
#include <boost/url/parse_query.hpp>
#include <fmt/format.h>
#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

constexpr int reviewed = 200, malformed = 400, forbidden = 403, failed = 500;
// Of what the type does not describe; the decoder skips that at any depth. Boost's parser is recursive.
constexpr std::size_t max_nesting = 1000;

// The limit that the API server has for this call: it sends "?timeout=10s".
duration time_limit(std::string_view query, duration otherwise) {
    if (query.empty()) return otherwise;  // Boost.URL 1.81 reads through a null view
    const auto parameters = boost::urls::parse_query(query);
    if (!parameters) return otherwise;
    for (const auto& p : *parameters) {
        if (p.key != "timeout") continue;
        const auto d = go_duration::parse(p.value);
        if (d && d->value() > duration::zero()) return std::min(d->value(), otherwise);
    }
    return otherwise;
}

// What a function returned instead of a verdict.
admission_response rejection(const error& e) {
    constexpr int first_error = 400, last_error = 599;
    const bool usable = e.http_status >= first_error && e.http_status <= last_error;
    return setpoint::rejection(e.to_string(), usable ? e.http_status : forbidden);
}

struct in_flight {
    explicit in_flight(prometheus::Gauge& g) : gauge(g) { gauge.Increment(); }
    in_flight(const in_flight&) = delete;
    in_flight& operator=(const in_flight&) = delete;
    ~in_flight() { gauge.Decrement(); }
    prometheus::Gauge& gauge;
};

}  // namespace

struct admission_endpoints::endpoint {
    const webhook_declaration& declared;
    bool defaulting;
    std::string path;
    logger log;
    metrics& all;
    prometheus::Gauge& in_flight;
    prometheus::Histogram& latency;
    prometheus::Counter &panics, &served, &allowed, &refused;

    void count(int status) const {
        if (status == reviewed) return served.Increment();
        all.counter("controller_runtime_webhook_requests_total",
                    {{"webhook", path}, {"code", std::to_string(status)}})
            .Increment();
    }
    std::string answer(const admission_question& q, admission_response r,
                       const boost::json::array& patch) const {
        (r.allowed ? allowed : refused).Increment();
        return answer_text(q, std::move(r), patch);
    }
    result<reviewed_objects> read(const admission_question& q) const {
        auto objects = read_objects(*declared.kind, q);
        if (objects && !objects->misfit.empty())
            log.warn("The stored object does not fit its type",
                     {{"object", object_key{q.request.ns, q.request.name}.to_string()},
                      {"error", objects->misfit}});
        return objects;
    }
};

admission_endpoints::admission_endpoints(loop& l, client& api, logger log, metrics& m)
    : loop_(l), api_(api), log_(std::move(log)), metrics_(m) {}
admission_endpoints::~admission_endpoints() = default;

void admission_endpoints::add(const webhook_declaration& d) {
    const auto add_one = [&](bool defaulting, std::string path) {
        const auto requests = [&](const char* code) -> prometheus::Counter& {
            return metrics_.counter("controller_runtime_webhook_requests_total",
                                    {{"webhook", path}, {"code", code}});
        };
        const auto reviews = [&](const char* result) -> prometheus::Counter& {
            return metrics_.counter("setpoint_webhook_reviews_total",
                                    {{"webhook", path}, {"result", result}});
        };
        requests("500");
        auto e = std::make_unique<endpoint>(
            d, defaulting, path, log_.with({{"webhook", path}}), metrics_,
            metrics_.gauge("controller_runtime_webhook_requests_in_flight", {{"webhook", path}}),
            metrics_.histogram("controller_runtime_webhook_latency_seconds", {{"webhook", path}}),
            metrics_.counter("controller_runtime_webhook_panics_total", {}), requests("200"),
            reviews("allowed"), reviews("refused"));
        if (!endpoints_.emplace(std::move(path), std::move(e)).second)
            throw fault(errc::invalid,
                        fmt::format("two webhooks of {} {}", d.kind->gvk.api_version(), d.kind->gvk.kind));
    };
    if (d.defaults) add_one(true, defaulting_path(d.kind->gvk));
    if (d.validates) add_one(false, validating_path(d.kind->gvk));
}

std::vector<std::string> admission_endpoints::paths() const {
    std::vector<std::string> all;
    all.reserve(endpoints_.size());
    for (const auto& [path, e] : endpoints_) all.push_back(path);
    return all;
}

awaitable<http::response> admission_endpoints::serve(const http::server_request& r) {
    const auto at = endpoints_.find(r.path());
    if (at == endpoints_.end()) co_return http::not_found();
    const endpoint& e = *at->second;
    const in_flight one(e.in_flight);
    const time_point begin = loop_.now();
    http::response answered;
    try {
        answered = co_await answer(e, r);
    } catch (const std::exception& x) {
        e.panics.Increment();
        e.log.error("The webhook threw an exception", {{"error", x.what()}});
        answered = http::text_response(failed, "the webhook failed; its log has the reason");
    }
    e.count(answered.status);
    e.latency.Observe(std::chrono::duration<double>(loop_.now() - begin).count());
    co_return answered;
}

awaitable<http::response> admission_endpoints::answer(const endpoint& e, const http::server_request& r) {
    if (auto refused = refused_before_reading(r)) co_return std::move(*refused);
    const auto question = read_question(r.body);
    if (!question) {
        e.log.warn("Not an admission review", {{"error", question.error().to_string()}});
        co_return bad_review("AdmissionReview", question.error().message);
    }
    const duration limit = time_limit(r.query(), e.declared.settings.timeout);
    auto text = co_await with_timeout(loop_, limit, e.path, review(e, *question));
    if (!text) {
        e.log.error("The webhook did not answer in time", {{"error", text.error().to_string()}});
        co_return http::text_response(failed, text.error().message);
    }
    co_return http::response{reviewed, {{"Content-Type", "application/json"}}, std::move(*text)};
}

awaitable<std::string> admission_endpoints::review(const endpoint& e, const admission_question& q) {
    const group_version_kind& own = e.declared.kind->gvk;
    const admission_kind& sent = q.request.kind;
    // CONNECT is of the options' kind.
    if (q.operation != admission_operation::connect &&
        (sent.kind != own.kind || sent.group != own.group || sent.version != own.version)) {
        const group_version_kind found{sent.group, sent.version, sent.kind};
        co_return e.answer(
            q,
            setpoint::rejection(fmt::format("{} is the webhook of {} {}, not of {} {}", e.path,
                                            own.api_version(), own.kind, found.api_version(), found.kind),
                                malformed),
            {});
    }
    if (e.defaulting) co_return co_await run_defaulter(e, q);
    co_return co_await run_validator(e, q);
}

awaitable<std::string> admission_endpoints::run_defaulter(const endpoint& e, const admission_question& q) {
    admission_response allowed;
    allowed.allowed = true;
    if (q.operation == admission_operation::remove || q.operation == admission_operation::connect)
        co_return e.answer(q, std::move(allowed), {});
    const kind_info& kind = *e.declared.kind;
    const auto read = e.read(q);
    if (!read) co_return e.answer(q, setpoint::rejection(read.error().message, malformed), {});
    if (read->let_through) co_return e.answer(q, std::move(allowed), {});
    const std::shared_ptr<void>& object = read->object;
    if (!object) co_return e.answer(q, setpoint::rejection("request.object: missing", malformed), {});
    const std::string before = encode_object(kind, object.get());
    const auto done = co_await e.declared.defaults({q.operation, object, read->old_object, q.request, api_});
    if (!done) co_return e.answer(q, rejection(done.error()), {});
    const std::string after = encode_object(kind, object.get());
    if (after == before) co_return e.answer(q, std::move(allowed), {});
    boost::json::monotonic_resource memory;  // of the three trees, which end together
    boost::json::parse_options deep;
    deep.max_depth = max_nesting;
    const auto tree = [&](std::string_view text) { return boost::json::parse(text, &memory, deep); };
    const boost::json::value sent = tree(q.object), was = tree(before), is = tree(after);
    co_return e.answer(q, std::move(allowed),
                       object_patch(*kind.type, sent.as_object(), was.as_object(), is.as_object()));
}

awaitable<std::string> admission_endpoints::run_validator(const endpoint& e, const admission_question& q) {
    const auto& validated = e.declared.validated;
    admission_response allowed;
    allowed.allowed = true;
    if (std::find(validated.begin(), validated.end(), q.operation) == validated.end())
        co_return e.answer(q, std::move(allowed), {});
    const bool connect = q.operation == admission_operation::connect;
    const auto read = e.read(q);
    if (!read) co_return e.answer(q, setpoint::rejection(read.error().message, malformed), {});
    if (read->let_through) co_return e.answer(q, std::move(allowed), {});
    const bool removal = q.operation == admission_operation::remove;
    if (!connect && !(removal ? read->old_object : read->object))
        co_return e.answer(q,
                           setpoint::rejection(
                               removal ? "request.oldObject: missing" : "request.object: missing", malformed),
                           {});
    verdict v;
    const std::string_view options = connect ? std::string_view(q.object) : std::string_view();
    const auto done = co_await e.declared.validates(
        {q.operation, read->object, read->old_object, q.request, api_, options}, v);
    if (!done) co_return e.answer(q, rejection(done.error()), {});
    std::string_view name = q.request.name;
    co_return e.answer(q, v.response(e.declared.kind->gvk, name), {});
}

}}  // namespace setpoint::v0
