// Priority levels of flow control (pkg/apis/flowcontrol/validation).

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/flow_control.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"

#include <fmt/format.h>

#include <cmath>

namespace setpoint::inline v0::apiserver {

namespace {

void check_queuing(const bj::object& queuing, const std::string& path, field_errors& to) {
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

void check_limit_response(const bj::object& response, field_errors& to) {
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
            check_queuing(*queuing, path + ".queuing", to);
    } else {
        validate_one_of(type, {"Queue", "Reject"}, path + ".type", to);
    }
}

void check_percent(const bj::object& level, const std::string& path, field_errors& to) {
    const auto percent = number_at(level, "lendablePercent");
    if (percent && (*percent < 0 || *percent > 100))
        invalid(to, path + ".lendablePercent", *percent, "must be between 0 and 100, inclusive");
}

void check_shares(const bj::object& level, const std::string& path, field_errors& to) {
    const auto shares = number_at(level, "nominalConcurrencyShares");
    if (shares && *shares < 0)
        invalid(to, path + ".nominalConcurrencyShares", *shares, "must be a non-negative integer");
}

void check_level(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const std::string_view type = text_at(spec, "type");
    const bj::object *limited = object_at(spec, "limited"), *exempt = object_at(spec, "exempt");
    if ((flow_object_name(o) == "exempt") != (type == "Exempt"))
        invalid(to, "spec.type", type, "must be 'Exempt' if and only if `name` is 'exempt'");
    if (type == "Exempt") {
        if (limited != nullptr) forbidden(to, "spec.limited", "must be nil if the type is not Limited");
        if (exempt == nullptr) return;
        check_shares(*exempt, "spec.exempt", to);
        check_percent(*exempt, "spec.exempt", to);
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
    check_shares(*limited, "spec.limited", to);
    check_limit_response(object_of(*limited, "limitResponse"), to);
    check_percent(*limited, "spec.limited", to);
    const auto borrowing = number_at(*limited, "borrowingLimitPercent");
    if (borrowing && *borrowing < 0)
        invalid(to, "spec.limited.borrowingLimitPercent", *borrowing,
                "if specified, must be a non-negative integer");
}

void validate_level(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    check_level(o, to);
    validate_flow_conditions(o, to);
}

void validate_level_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                           field_errors& to) {
    if (is_status(c)) {
        validate_flow_conditions(o, to);
        return;
    }
    validate_metadata(o, false, subdomain_name, to);
    check_level(o, to);
    validate_mandatory_spec(o, old, true, to);
    validate_flow_conditions(o, to);
}

}  // namespace

const strategy priority_level_strategy{.defaults = apply_go_encoding,
                                       .prepare_create = create_without_status,
                                       .prepare_update = update_spec_or_status_alone,
                                       .validate = validate_level,
                                       .validate_update = validate_level_update};

}  // namespace setpoint::inline v0::apiserver
