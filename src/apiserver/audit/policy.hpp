#pragma once
// Which requests are recorded, and how much of them (apiserver, pkg/audit/policy and
// pkg/apis/audit/validation). No I/O.

#include "apiserver/authorization/attributes.hpp"
#include "setpoint/core/error.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

// Each records what the one before it records, and more.
enum class level : std::uint8_t { none, metadata, request, request_response };
inline constexpr std::initializer_list<std::string_view> level_names{"None", "Metadata", "Request",
                                                                     "RequestResponse"};
std::string_view name_of(level l);

enum class stage : std::uint8_t { request_received, response_started, response_complete, panic };
inline constexpr std::initializer_list<std::string_view> stage_names{"RequestReceived", "ResponseStarted",
                                                                     "ResponseComplete", "Panic"};
std::string_view name_of(stage s);

class stage_set {
public:
    bool contains(stage s) const { return (bits_ & bit(s)) != 0; }
    void add(stage s) { bits_ = static_cast<std::uint8_t>(bits_ | bit(s)); }
    void add(stage_set more) { bits_ = static_cast<std::uint8_t>(bits_ | more.bits_); }

private:
    static std::uint8_t bit(stage s) { return static_cast<std::uint8_t>(1U << static_cast<unsigned>(s)); }
    std::uint8_t bits_ = 0;
};

// An empty list applies to everything, except that the empty namespace is that of cluster-wide resources.
struct policy_rule {
    struct resource_rule {
        std::string group{};  // "*": any
        std::vector<std::string> resources{}, names{};
    };
    level at = level::none;
    std::vector<std::string> users{}, groups{}, verbs{};
    std::vector<resource_rule> resources{};
    std::vector<std::string> namespaces{}, urls{};
    stage_set omitted{};
    std::optional<bool> omits_managed_fields{};

    // The user may be null: the request's credentials were refused.
    bool matches(const authorization::attributes& of) const;
};

// What is recorded of one request.
struct request_config {
    level at = level::none;
    stage_set omitted{};
    bool omits_managed_fields = false;
};

struct policy {
    std::vector<policy_rule> rules{};
    stage_set omitted{};
    bool omits_managed_fields = false;

    // Of the first rule that matches; without one the level is none.
    request_config config_for(const authorization::attributes& of) const;
};

struct policy_text {
    policy content;
    std::string warning{};  // unknown fields, which are ignored; "" if there are none
};
// Reads a Policy of audit.k8s.io/v1 in YAML or JSON. `from`: where the text comes from, for errors. Error:
// bad_config, in kube-apiserver's words.
result<policy_text> read_policy(std::string_view text, std::string_view from);

}}}  // namespace setpoint::v0::apiserver::audit
