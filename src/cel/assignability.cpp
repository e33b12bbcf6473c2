#include "cel/assignability.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

bool is_parameter(const type* tested) {
    return tested->kind() == type_kind::parameter;
}
bool is_dyn_or_error(const type* tested) {
    return tested->is_dyn() || tested->kind() == type_kind::error;
}

bool takes_null(const type* tested) {
    switch (tested->kind()) {
        case type_kind::opaque:
        case type_kind::object:
        case type_kind::duration:
        case type_kind::timestamp:
        case type_kind::null:
            return true;
        default:
            return tested->nullable();
    }
}

bool equal_or_less_specific(const type* left, const type* right) {
    if (left->is_dyn() || is_parameter(left)) return true;
    if (right->is_dyn() || is_parameter(right) || left->kind() != right->kind()) return false;
    switch (left->kind()) {
        case type_kind::opaque:
        case type_kind::list:
        case type_kind::map:
            if (left->name() != right->name() || left->parameters().size() != right->parameters().size())
                return false;
            for (std::size_t i = 0; i < left->parameters().size(); ++i) {
                if (!equal_or_less_specific(left->parameters()[i], right->parameters()[i])) return false;
            }
            return true;
        case type_kind::type:
            return true;
        default:
            return left->same_as(*right);
    }
}

}  // namespace

const type* most_general(const type* left, const type* right) {
    return equal_or_less_specific(left, right) ? left : right;
}

const type* substitutions::meaning_of(const type* parameter) const {
    if (!is_parameter(parameter)) return nullptr;
    const auto found = meanings_.find(parameter->name());
    return found == meanings_.end() ? nullptr : found->second;
}

void substitutions::bind(std::string_view parameter, const type* meaning) {
    const type*& slot = meanings_[parameter];
    undo_.emplace_back(parameter, slot);
    slot = meaning;
}

void substitutions::roll_back(std::size_t to) {
    for (; undo_.size() > to; undo_.pop_back()) {
        const auto& [parameter, before] = undo_.back();
        if (before == nullptr)
            meanings_.erase(parameter);
        else
            meanings_[parameter] = before;
    }
}

bool substitutions::assignable(const type* from, const type* to) {
    const std::size_t start = undo_.size();
    if (fits(from, to)) return true;
    roll_back(start);
    return false;
}

bool substitutions::assignable(std::span<const type* const> from, std::span<const type* const> to) {
    const std::size_t start = undo_.size();
    if (fit_all(from, to)) return true;
    roll_back(start);
    return false;
}

bool substitutions::fit_all(std::span<const type* const> from, std::span<const type* const> to) {
    if (from.size() != to.size()) return false;
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (!fits(from[i], to[i])) return false;
    }
    return true;
}

bool substitutions::fits(const type* from, const type* to) {
    bool known = false;
    if (is_parameter(to)) {
        if (substitutes(from, to, known)) return true;
        if (known) return false;
    }
    if (is_parameter(from)) return substitutes(to, from, known);
    if (is_dyn_or_error(from) || is_dyn_or_error(to)) return true;
    if (from->kind() == type_kind::null) return takes_null(to);
    if (to->kind() == type_kind::null) return takes_null(from);
    switch (from->kind()) {
        case type_kind::type:
            return to->kind() == type_kind::type;
        case type_kind::opaque:
        case type_kind::list:
        case type_kind::map:
            return from->kind() == to->kind() && from->name() == to->name() &&
                   fit_all(from->parameters(), to->parameters());
        default:
            return from->kind() == to->kind() && from->name() == to->name();
    }
}

bool substitutions::substitutes(const type* from, const type* to, bool& known) {
    known = true;
    if (from->kind() == to->kind() && from->same_as(*to)) return true;
    if (const type* meaning = meaning_of(to)) {
        if (from->kind() == meaning->kind() && from->same_as(*meaning)) return true;
        if (!fits(from, meaning)) return false;
        const type* general = most_general(from, meaning);
        if (occurs_free_of(to, general)) bind(to->name(), general);
        return true;
    }
    known = false;
    if (!occurs_free_of(to, from)) return false;
    bind(to->name(), from);
    return true;
}

bool substitutions::occurs_free_of(const type* parameter, const type* within) const {
    if (parameter->same_as(*within)) return false;
    if (is_parameter(within)) {
        const type* meaning = meaning_of(within);
        return meaning == nullptr || occurs_free_of(parameter, meaning);
    }
    for (const type* each : within->parameters()) {
        if (!occurs_free_of(parameter, each)) return false;
    }
    return true;
}

const type* substitutions::apply(const type* to, bool free_to_dyn) {
    if (const type* meaning = meaning_of(to)) return apply(meaning, free_to_dyn);
    if (is_parameter(to)) return free_to_dyn ? &types::dyn : to;
    bool changed = false;
    std::vector<const type*> parameters;
    for (const type* each : to->parameters()) {
        parameters.push_back(apply(each, free_to_dyn));
        changed = changed || parameters.back() != each;
    }
    if (!changed) return to;
    switch (to->kind()) {
        case type_kind::list:
            return types_.list(parameters[0]);
        case type_kind::map:
            return types_.map(parameters[0], parameters[1]);
        case type_kind::type:
            return types_.type_of(parameters[0]);
        default:
            return types_.opaque(to->name(), std::move(parameters));
    }
}

}}}  // namespace setpoint::v0::cel
