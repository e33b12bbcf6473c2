#pragma once
// A span as a value: one step of a reconcile, with names, numbers and codes only. It has no free text, so
// that neither secrets nor what users wrote leave the process with it.

#include "framework/tracing/trace_context.hpp"
#include "setpoint/core/clock.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace setpoint { inline namespace v0 {

enum class span_kind : std::uint8_t { internal = 1, client = 3 };  // the numbers of OTLP

struct span_attribute {
    std::string_view key;  // a literal
    std::variant<std::string, std::int64_t, bool> value;
};

struct span {
    trace_id trace;
    span_id id = 0, parent = 0;
    std::string name;  // one of few: without names of objects
    span_kind kind = span_kind::internal;
    wall_time begin{}, end{};
    std::vector<span_attribute> attributes;
    bool failed = false;
};

}}  // namespace setpoint::v0
