// PriorityLevelConfigurations (pkg/apis/flowcontrol/validation).

#include "apiserver/kinds/flowcontrol/flow_control.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <fmt/format.h>

#include <cmath>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_queuing(const bj::object& queuing, const std::string& path, field_errors& to) {
    constexpr std::int64_t most_queues = 10'000'000, hash_bits = 60;
    const std::int64_t length = number_at(queuing, "queueLengthLimit").value_or(0),
                       queues = number_at(queuing, "queues").value_or(0),
                       hand = number_at(queuing, "handSize").value_or(0);
    if (length <= 0) invalid(to, path + ".queueLengthLimit", length, "must be positive");
    if (queues <= 0)
        invalid(to, path + ".queues", queues, "must be positive");
    else if (queues > most_queues)
        invalid(to, path + ".queues", queues, fmt::format("must not be greater than {}", most_queues));
    const std::string here = path + ".handSize";
    if (hand <= 0) {
        invalid(to, here, hand, "must be positive");
    } else if (hand > queues) {
        invalid(to, here, hand, fmt::format("should not be greater than queues ({})", queues));
    } else if (std::ceil(std::log2(static_cast<double>(queues)) * static_cast<double>(hand)) > hash_bits) {
        invalid(to, here, hand,
                fmt::format("required entropy bits of deckSize {} and handSize {} should not be greater "
                            "than {}",
                            queues, hand, hash_bits));
    }
}

void validate_limit_response(const bj::object& response, field_errors& to) {
    const std::string path = "spec.limited.limitResponse";
    const std::string_view type = text_at(response, "type");
    const bj::object* queuing = object_at(response, "queuing");
    if (type == "Reject") {
        if (queuing != nullptr)
            forbidden(to, path + ".queuing", "must be nil if limited.limitResponse.type is not Limited");
    } else if (type == "Queue") {
        if (queuing == nullptr)
            required(to, path + ".queuing", "must not be empty if limited.limitResponse.type is Limited");
        else
            validate_queuing(*queuing, path + ".queuing", to);
    } else {
        validate_one_of(type, {"Queue", "Reject"}, path + ".type", to);
    }
}

void validate_lendable_percent(const bj::object& level, const std::string& path, field_errors& to) {
    const auto percent = number_at(level, "lendablePercent");
    if (percent && (*percent < 0 || *percent > 100))
        invalid(to, path + ".lendablePercent", *percent, "must be between 0 and 100, inclusive");
}

void validate_shares(const bj::object& level, const std::string& path, field_errors& to) {
    const auto shares = number_at(level, "nominalConcurrencyShares");
    if (shares && *shares < 0)
        invalid(to, path + ".nominalConcurrencyShares", *shares, "must be a non-negative integer");
}

void validate_level_spec(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const std::string_view type = text_at(spec, "type");
    const bj::object *limited = object_at(spec, "limited"), *exempt = object_at(spec, "exempt");
    if ((flow_object_name(o) == "exempt") != (type == "Exempt"))
        invalid(to, "spec.type", type, "must be 'Exempt' if and only if `name` is 'exempt'");
    if (type == "Exempt") {
        if (limited != nullptr) forbidden(to, "spec.limited", "must be nil if the type is not Limited");
        if (exempt == nullptr) return;
        validate_shares(*exempt, "spec.exempt", to);
        validate_lendable_percent(*exempt, "spec.exempt", to);
        return;
    }
    if (type != "Limited") {
        validate_one_of(type, {"Exempt", "Limited"}, "spec.type", to);
        return;
    }
    if (exempt != nullptr) forbidden(to, "spec.exempt", "must be nil if the type is Limited");
    if (limited == nullptr) {
        required(to, "spec.limited", "must not be empty when type is Limited");
        return;
    }
    validate_shares(*limited, "spec.limited", to);
    validate_limit_response(object_of(*limited, "limitResponse"), to);
    validate_lendable_percent(*limited, "spec.limited", to);
    const auto borrowing = number_at(*limited, "borrowingLimitPercent");
    if (borrowing && *borrowing < 0)
        invalid(to, "spec.limited.borrowingLimitPercent", *borrowing,
                "if specified, must be a non-negative integer");
}

void validate_priority_level_configuration(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_level_spec(o, to);
    validate_flow_conditions(o, to);
}

void validate_priority_level_configuration_update(const bj::object& o, const bj::object& old,
                                                  const kind_context& c, field_errors& to) {
    if (is_status(c)) {
        validate_flow_conditions(o, to);
        return;
    }
    validate_metadata(o, false, subdomain_name, to);
    validate_level_spec(o, to);
    validate_mandatory_spec(o, old, true, to);
    validate_flow_conditions(o, to);
}

bj::value number_or_none_cell(const bj::object& o, std::initializer_list<std::string_view> path,
                              const char* key) {
    const auto n = number_at(object_of(o, path), key);
    return n ? bj::value(*n) : bj::value("<none>");
}

bj::value queuing_cell(const bj::object& o, const char* key) {
    return number_or_none_cell(o, {"spec", "limited", "limitResponse", "queuing"}, key);
}

constexpr cell_row priority_level_configuration_cells[] = {
    {"Type", [](const bj::object& o, wall_time) { return spec_text_cell(o, "type"); }},
    {"NominalConcurrencyShares",
     [](const bj::object& o, wall_time) {
         return number_or_none_cell(o, {"spec", "limited"}, "nominalConcurrencyShares");
     }},
    {"Queues", [](const bj::object& o, wall_time) { return queuing_cell(o, "queues"); }},
    {"HandSize", [](const bj::object& o, wall_time) { return queuing_cell(o, "handSize"); }},
    {"QueueLengthLimit", [](const bj::object& o, wall_time) { return queuing_cell(o, "queueLengthLimit"); }},
};

}  // namespace

constinit const kind_code priority_level_configuration_kind{
    .defaults = apply_go_encoding,
    .prepare_create = create_without_status,
    .prepare_update = update_spec_or_status_alone,
    .validate = validate_priority_level_configuration,
    .validate_update = validate_priority_level_configuration_update,
    .cells = priority_level_configuration_cells};

}}}  // namespace setpoint::v0::apiserver
