#include "framework/tracing/trace_context.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

// 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
constexpr std::size_t trace_at = 3, span_at = 36, flags_at = 53, traceparent_size = 55;
constexpr std::size_t id_digits = 16, byte_digits = 2;
constexpr std::uint64_t invalid_version = 0xff, sampled_flag = 1;

std::optional<std::uint64_t> lower_hex(std::string_view digits) {
    std::uint64_t value = 0;
    for (const char c : digits) {
        const bool is_letter = c >= 'a' && c <= 'f';
        if (!is_letter && (c < '0' || c > '9')) return std::nullopt;
        value = value << 4 | static_cast<std::uint64_t>(is_letter ? c - 'a' + 10 : c - '0');
    }
    return value;
}

}  // namespace

trace_id new_trace_id(random_source& random) {
    trace_id id;
    while (id == trace_id{}) id = {random.next(), random.next()};
    return id;
}

span_id new_span_id(random_source& random) {
    span_id id = 0;
    while (id == 0) id = random.next();
    return id;
}

std::string to_string(const trace_id& id) {
    return fmt::format("{:016x}{:016x}", id.high, id.low);
}

std::string span_id_text(span_id id) {
    return fmt::format("{:016x}", id);
}

std::optional<trace_parent> parse_traceparent(std::string_view text) {
    if (text.size() < traceparent_size) return std::nullopt;
    if (text[trace_at - 1] != '-' || text[span_at - 1] != '-' || text[flags_at - 1] != '-')
        return std::nullopt;
    const auto version = lower_hex(text.substr(0, byte_digits));
    const auto high = lower_hex(text.substr(trace_at, id_digits));
    const auto low = lower_hex(text.substr(trace_at + id_digits, id_digits));
    const auto span = lower_hex(text.substr(span_at, id_digits));
    const auto flags = lower_hex(text.substr(flags_at, byte_digits));
    if (!version || !high || !low || !span || !flags || *version == invalid_version) return std::nullopt;
    const bool is_longer = text.size() > traceparent_size;
    if (is_longer && (*version == 0 || text[traceparent_size] != '-')) return std::nullopt;
    const trace_parent parent{{*high, *low}, *span, (*flags & sampled_flag) != 0};
    if (parent.trace == trace_id{} || parent.span == 0) return std::nullopt;
    return parent;
}

std::string to_traceparent(const trace_parent& p) {
    return fmt::format("00-{:016x}{:016x}-{:016x}-{}", p.trace.high, p.trace.low, p.span,
                       p.sampled ? "01" : "00");
}

bool is_sampled(const trace_id& id, double ratio) {
    if (ratio >= 1) return true;
    if (!(ratio > 0)) return false;
    constexpr double all = 0x1p63;
    return (id.low >> 1) < static_cast<std::uint64_t>(ratio * all);
}

}}  // namespace setpoint::v0
