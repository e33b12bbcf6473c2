#include "framework/tracing/otlp_json.hpp"

#include "setpoint/json/encode.hpp"

#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <charconv>
#include <iterator>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::size_t usual_span = 1024;  // bytes

void put_attribute(std::string_view key, const std::variant<std::string, std::int64_t, bool>& value,
                   std::string& out) {
    out += R"({"key":)";
    json::quote(key, out);
    out += R"(,"value":{)";
    if (const auto* const text = std::get_if<std::string>(&value)) {
        out += R"("stringValue":)";
        json::quote(*text, out);
    } else if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        // 64-bit numbers are strings in the JSON of protobuf.
        fmt::format_to(std::back_inserter(out), R"("intValue":"{}")", *number);
    } else {
        out += std::get<bool>(value) ? R"("boolValue":true)" : R"("boolValue":false)";
    }
    out += "}}";
}

std::int64_t unix_nanoseconds(wall_time t) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(t.time_since_epoch()).count();
}

void put_span(const span& s, std::string& out) {
    const auto to = std::back_inserter(out);
    fmt::format_to(to, R"({{"traceId":"{:016x}{:016x}","spanId":"{:016x}")", s.trace.high, s.trace.low, s.id);
    if (s.parent != 0) fmt::format_to(to, R"(,"parentSpanId":"{:016x}")", s.parent);
    out += R"(,"name":)";
    json::quote(s.name, out);
    fmt::format_to(to, R"(,"kind":{},"startTimeUnixNano":"{}","endTimeUnixNano":"{}","attributes":[)",
                   static_cast<int>(s.kind), unix_nanoseconds(s.begin), unix_nanoseconds(s.end));
    for (const span_attribute& a : s.attributes) {
        if (&a != &s.attributes.front()) out += ',';
        put_attribute(a.key, a.value, out);
    }
    out += s.failed ? R"(],"status":{"code":2}})" : R"(],"status":{}})";
}

// Protobuf's JSON has 64-bit numbers as strings, and accepts numbers too.
std::uint64_t count_of(const boost::json::value& v) {
    if (v.is_int64()) return v.get_int64() > 0 ? static_cast<std::uint64_t>(v.get_int64()) : 0;
    std::uint64_t count = 0;
    if (v.is_string())
        std::from_chars(v.get_string().data(), v.get_string().data() + v.get_string().size(), count);
    return count;
}

}  // namespace

std::string otlp_json(const trace_resource& resource, std::span<const span> spans) {
    std::string out;
    out.reserve(usual_span * (spans.size() + 1));
    out += R"({"resourceSpans":[{"resource":{"attributes":[)";
    for (const auto& attribute : resource) {
        if (&attribute != &resource.front()) out += ',';
        put_attribute(attribute.first, attribute.second, out);
    }
    out += R"(]},"scopeSpans":[{"scope":{"name":"setpoint","version":")" SETPOINT_VERSION R"("},"spans":[)";
    for (const span& s : spans) {
        if (&s != &spans.front()) out += ',';
        put_span(s, out);
    }
    out += "]}]}]}";
    return out;
}

std::uint64_t rejected_spans(std::string_view body) {
    boost::json::error_code bad;
    const boost::json::value answer = boost::json::parse({body.data(), body.size()}, bad);
    if (bad || !answer.is_object()) return 0;
    const boost::json::value* const partial = answer.get_object().if_contains("partialSuccess");
    if (!partial || !partial->is_object()) return 0;
    const boost::json::value* const rejected = partial->get_object().if_contains("rejectedSpans");
    return rejected ? count_of(*rejected) : 0;
}

}}  // namespace setpoint::v0
