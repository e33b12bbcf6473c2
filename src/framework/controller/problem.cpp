#include "setpoint/controller/problem.hpp"

#include "setpoint/client/refusal.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

std::optional<problem> explain(std::string_view what, const error& refused) {
    const auto because = [&](std::string reason) {
        return problem{std::move(reason), fmt::format("{} was refused: {}", what, brief(refused))};
    };
    if (is_missing_namespace(refused)) return because("NamespaceNotFound");
    if (refused.code != errc::invalid && refused.code != errc::forbidden) return std::nullopt;
    if (refused.server_text.find("being terminated") != std::string::npos)
        return because("NamespaceTerminating");
    return because(refused.code == errc::invalid ? "Rejected" : "Forbidden");
}

condition_state explain(const std::optional<problem>& p) {
    return p ? condition_true(p->reason, p->message) : condition_false("AsExpected");
}

condition_writer& condition_writer::set(std::string_view type, condition_state state) {
    const condition* const before = find_condition(reported_, type);
    if (before && !find_condition(to_, type)) to_.push_back(*before);
    condition c;
    c.type = type;
    c.status = state.status;
    c.observed_generation = generation_;
    c.reason = state.reason;
    c.message = state.message;
    set_condition(to_, std::move(c), now_);
    return *this;
}

}}  // namespace setpoint::v0
