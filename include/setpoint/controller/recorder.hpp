#pragma once
// Records Kubernetes events (events.k8s.io/v1) on objects, aggregated so that a loop cannot flood the API.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/core/clock.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

enum class event_type : std::uint8_t { normal, warning };

// Never suspends and never fails: events that cannot be sent are counted and logged.
// The interface that reconcilers use by context::event(). event_recorder writes to the API,
// null_recorder discards; a test may pass its own to check events.
class recorder {
public:
    virtual ~recorder() = default;
    // `reason` is one CamelCase word of at most 128 bytes; `note` is a sentence for people, cut at 1 kB.
    // `object` points to an object of the C++ type that `kind` describes; void*, since one virtual
    // function serves all kinds. It is not owned: implementations copy what they need before they
    // return, as from `reason`.
    virtual void record(const kind_info& kind, const void* object, event_type type, std::string_view reason,
                        std::string note) = 0;
};

// For tests and for programs without permission to write events.
class null_recorder final : public recorder {
public:
    void record(const kind_info&, const void*, event_type, std::string_view, std::string) override {}
};

}}  // namespace setpoint::v0
