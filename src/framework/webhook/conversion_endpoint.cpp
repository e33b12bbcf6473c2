#include "framework/webhook/conversion_endpoint.hpp"

#include "framework/json/member_scanner.hpp"
#include "framework/webhook/request_checks.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <fmt/format.h>
#include <prometheus/counter.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

struct type_head {
    std::string api_version, kind;
    static constexpr auto describe() {
        using namespace schema;
        using self = type_head;
        return object("", field(&self::api_version, "apiVersion", ""), field(&self::kind, "kind", ""));
    }
};

struct named_head : type_head {
    object_meta metadata;
    static constexpr auto describe() {
        using namespace schema;
        return object("", fields_of<type_head>, field(&named_head::metadata, "metadata", ""));
    }
};

struct conversion_request {
    std::string uid, desired_version;
    static constexpr auto describe() {
        using namespace schema;
        using self = conversion_request;
        return object("", field(&self::uid, "uid", ""),
                      field(&self::desired_version, "desiredAPIVersion", ""));
    }
};

struct conversion_head : type_head {
    std::optional<conversion_request> request;
    static constexpr auto describe() {
        using namespace schema;
        return object("", fields_of<type_head>, field(&conversion_head::request, "request", ""));
    }
};

// The objects of request.objects, as text.
std::vector<std::string_view> objects_of(std::string_view body) {
    std::string_view request, list;
    json::each_member(body, [&](std::string_view name, std::string_view value) {
        if (name == "\"request\"") request = value;
    });
    json::each_member(request, [&](std::string_view name, std::string_view value) {
        if (name == "\"objects\"") list = value;
    });
    std::vector<std::string_view> objects;
    json::member_scanner scan(list);
    if (!scan.take('[') || scan.take(']')) return objects;
    do objects.push_back(scan.take_value());
    while (!objects.back().empty() && scan.take(','));
    return objects;
}

result<std::shared_ptr<void>> read(const kind_info& kind, std::string_view text) {
    std::shared_ptr<void> object = kind.make();
    const auto ok = json::decode_into(*kind.type, object.get(), text);
    if (!ok) return ok.error();
    return object;
}

prometheus::Counter& reviews_in(metrics& m, std::string result) {
    return m.counter("setpoint_webhook_reviews_total",
                     {{"webhook", std::string(conversion_path)}, {"result", std::move(result)}});
}

std::string text_of_answer(const conversion_head& head, const std::vector<std::string>& converted,
                           const result<>& outcome) {
    std::string out = R"({"apiVersion":)";
    json::quote(head.api_version, out);
    out += R"(,"kind":"ConversionReview","response":{"uid":)";
    json::quote(head.request->uid, out);
    if (!outcome) {
        out += R"(,"convertedObjects":[],"result":{"status":"Failure","message":)";
        json::quote(outcome.error().to_string(), out);
        return out += "}}}";
    }
    out += R"(,"convertedObjects":[)";
    for (const std::string& o : converted) out.append(o).append(",");
    if (!converted.empty()) out.pop_back();
    return out += R"(],"result":{"status":"Success"}}})";
}

}  // namespace

conversion_endpoint::conversion_endpoint(logger log, metrics& m)
    : log_(log.with({{"webhook", conversion_path}})),
      metrics_(m),
      converted_(reviews_in(m, "converted")),
      failed_(reviews_in(m, "failed")) {
    for (const char* code : {"200", "500"})
        metrics_.counter("controller_runtime_webhook_requests_total",
                         {{"webhook", std::string(conversion_path)}, {"code", code}});
    metrics_.counter("controller_runtime_conversion_webhook_panics_total", {});
}

void conversion_endpoint::add(const conversion_declaration& d) {
    if (find(d.hub->gvk.group, d.hub->gvk.kind))
        throw fault(errc::invalid, fmt::format("two conversions of {}", d.hub->resource().group_resource()));
    kinds_.push_back(&d);
}

const conversion_declaration* conversion_endpoint::find(std::string_view group, std::string_view kind) const {
    const auto at = std::find_if(kinds_.begin(), kinds_.end(), [&](const conversion_declaration* d) {
        return d->hub->gvk.group == group && d->hub->gvk.kind == kind;
    });
    return at == kinds_.end() ? nullptr : *at;
}

result<std::string> conversion_endpoint::convert(std::string_view object, std::string_view to) const {
    const auto head = json::decode<type_head>(object);
    if (!head) return head.error();
    const auto from = group_version_kind::parse(head->api_version, head->kind);
    if (!from) return from.error();
    const conversion_declaration* const d = find(from->group, from->kind);
    const auto unknown = [&](std::string_view version) {
        return error(errc::invalid, fmt::format("there is no conversion of {} of {}", from->kind, version));
    };
    if (!d) return unknown(head->api_version);
    const auto version_of = [&](std::string_view api_version) {
        return std::find_if(d->versions.begin(), d->versions.end(),
                            [&](const auto& v) { return v.kind->gvk.api_version() == api_version; });
    };
    const std::string hub = d->hub->gvk.api_version();
    const auto source = version_of(head->api_version), target = version_of(to);
    if (head->api_version != hub && source == d->versions.end()) return unknown(head->api_version);
    if (to != hub && target == d->versions.end()) return unknown(to);

    auto held = read(head->api_version == hub ? *d->hub : *source->kind, object);
    if (!held) return held.error();
    if (head->api_version != hub) {
        std::shared_ptr<void> made = d->hub->make();
        if (const auto done = source->to_hub(held->get(), made.get()); !done) return done.error();
        *held = std::move(made);
    }
    if (to == hub) return encode_object(*d->hub, held->get());
    const std::shared_ptr<void> made = target->kind->make();
    if (const auto done = target->from_hub(held->get(), made.get()); !done) return done.error();
    return encode_object(*target->kind, made.get());
}

void conversion_endpoint::report(std::string_view object, std::string_view to, const error& why) const {
    const auto head = json::decode<named_head>(object);
    const named_head h = head ? *head : named_head();
    log_.warn("An object cannot be converted", {{"kind", h.kind},
                                                {"object", key_of(h.metadata).to_string()},
                                                {"from", h.api_version},
                                                {"to", to},
                                                {"error", why.to_string()}});
}

http::response conversion_endpoint::answer(const http::server_request& r) const {
    if (auto refused = refused_before_reading(r)) return std::move(*refused);
    const auto head = json::decode<conversion_head>(r.body);
    if (!head) return bad_review("ConversionReview", head.error().message);
    if (head->kind != "ConversionReview" || (head->api_version != "apiextensions.k8s.io/v1" &&
                                             head->api_version != "apiextensions.k8s.io/v1beta1"))
        return bad_review("ConversionReview",
                          fmt::format("expected kind ConversionReview of apiextensions.k8s.io/v1 or v1beta1, "
                                      "found kind \"{}\" of \"{}\"",
                                      head->kind, head->api_version));
    if (!head->request) return bad_review("ConversionReview", "request: missing");
    if (head->request->uid.empty()) return bad_review("ConversionReview", "request.uid: missing");
    std::vector<std::string> converted;
    result<> outcome;
    for (const std::string_view object : objects_of(r.body)) {
        auto one = convert(object, head->request->desired_version);
        if (!one) {
            report(object, head->request->desired_version, one.error());
            outcome = one.error().within(fmt::format("request.objects[{}]", converted.size()));
            break;
        }
        converted.push_back(std::move(*one));
    }
    (outcome ? converted_ : failed_).Increment();
    return {200, {{"Content-Type", "application/json"}}, text_of_answer(*head, converted, outcome)};
}

awaitable<http::response> conversion_endpoint::serve(const http::server_request& r) {
    constexpr int internal_error = 500;
    http::response answered;
    try {
        answered = answer(r);
    } catch (const std::exception& e) {
        metrics_.counter("controller_runtime_conversion_webhook_panics_total", {}).Increment();
        log_.error("A conversion threw an exception", {{"error", e.what()}});
        answered = http::text_response(internal_error,
                                       "the conversion failed; the log of the webhook has the reason");
    }
    metrics_
        .counter("controller_runtime_webhook_requests_total",
                 {{"webhook", std::string(conversion_path)}, {"code", std::to_string(answered.status)}})
        .Increment();
    co_return answered;
}

}}  // namespace setpoint::v0
