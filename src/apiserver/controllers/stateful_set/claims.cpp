#include "apiserver/controllers/stateful_set/claims.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

struct owner_rule {
    bool set = false, pod = false;  // who owns the claim
};

bool deletes(const partial_stateful_set& set, bool when_scaled) {
    if (!set.spec.claim_retention) return false;
    const auto& policy = *set.spec.claim_retention;
    return (when_scaled ? policy.when_scaled : policy.when_deleted) == "Delete";
}

owner_rule rule_of(const partial_stateful_set& set, const member& m) {
    const bool surplus = !in_range(set, m.ordinal);
    const bool scaled = deletes(set, true), deleted = deletes(set, false);
    return {deleted && !(scaled && surplus), scaled && surplus};
}

bool names(const owner_reference& r, const group_version_kind& kind, std::string_view name) {
    return r.api_version == kind.api_version() && r.kind == kind.kind && r.name == name;
}
bool names_set(const owner_reference& r, const partial_stateful_set& set) {
    return names(r, kind_of<partial_stateful_set>().gvk, set.metadata.name);
}
bool names_pod(const owner_reference& r, const member& m) {
    return names(r, kind_of<partial_pod>().gvk, m.name);
}

bool is_owned(const partial_claim& claim, std::string_view uid) {
    return std::any_of(claim.metadata.owner_references.begin(), claim.metadata.owner_references.end(),
                       [&](const owner_reference& r) { return r.uid == uid; });
}

// A reference by name whose UID is another one.
template <class F>
bool is_stale(const partial_claim& claim, F is_named, std::string_view uid) {
    const auto& refs = claim.metadata.owner_references;
    const auto at = std::find_if(refs.begin(), refs.end(), is_named);
    return at != refs.end() && at->uid != uid;
}
bool is_of_former_pod(const partial_claim& claim, const member& m) {
    return is_stale(claim, [&](const owner_reference& r) { return names_pod(r, m); }, m.uid);
}
bool is_of_former_set(const partial_claim& claim, const partial_stateful_set& set) {
    return is_stale(claim, [&](const owner_reference& r) { return names_set(r, set); }, set.metadata.uid);
}

bool has_owner_that_does_not_control(const partial_stateful_set& set, const partial_claim& claim,
                                     const member& m) {
    const auto& refs = claim.metadata.owner_references;
    return std::any_of(refs.begin(), refs.end(), [&](const owner_reference& r) {
        return (r.uid == set.metadata.uid || r.uid == m.uid) && !r.controller.value_or(false);
    });
}

bool is_up_to_date(const partial_stateful_set& set, const partial_claim& claim, const member& m) {
    // A previous set or pod of that name manages it.
    if (is_of_former_set(claim, set) || is_of_former_pod(claim, m)) return true;
    const bool of_set = is_owned(claim, set.metadata.uid), of_pod = is_owned(claim, m.uid);
    if (has_foreign_controller(set, claim, m)) return !of_set && !of_pod;
    if (has_owner_that_does_not_control(set, claim, m)) return false;
    const owner_rule rule = rule_of(set, m);
    return of_set == rule.set && of_pod == rule.pod;
}

}  // namespace

member member_of(const partial_pod& pod) {
    return {ordinal_of(pod.metadata.name).ordinal, pod.metadata.name.str(), pod.metadata.uid.str()};
}

std::vector<claim_ptr> claims_of(const partial_stateful_set& set, const claims_by_name& all,
                                 const member& m) {
    std::vector<claim_ptr> claims;
    for (const auto& t : claim_templates(set)) {
        const auto at = all.find(claim_name(claim_template_name(t), set, m.ordinal));
        if (at != all.end()) claims.push_back(at->second);
    }
    return claims;
}

bool owners_are_right(const partial_stateful_set& set, const claims_by_name& all, const member& m) {
    const auto claims = claims_of(set, all, m);
    return std::all_of(claims.begin(), claims.end(),
                       [&](const claim_ptr& c) { return is_up_to_date(set, *c, m); });
}

bool claims_are_complete(const partial_stateful_set& set, const claims_by_name& all, const member& m) {
    const auto claims = claims_of(set, all, m);
    return claims.size() == claim_templates(set).size() && owners_are_right(set, all, m) &&
           std::none_of(claims.begin(), claims.end(),
                        [](const claim_ptr& c) { return is_deleting(c->metadata); });
}

bool has_stale_claim(const partial_stateful_set& set, const claims_by_name& all, const member& m) {
    if (!deletes(set, true)) return false;
    const auto claims = claims_of(set, all, m);
    return std::any_of(claims.begin(), claims.end(),
                       [&](const claim_ptr& c) { return is_of_former_pod(*c, m); });
}

bool has_foreign_controller(const partial_stateful_set& set, const partial_claim& claim, const member& m) {
    if (!deletes(set, true) && !deletes(set, false)) return false;
    const auto& refs = claim.metadata.owner_references;
    return std::any_of(refs.begin(), refs.end(), [&](const owner_reference& r) {
        if (names_set(r, set)) return r.uid != set.metadata.uid;
        if (names_pod(r, m)) return r.uid != m.uid;
        return r.controller.value_or(false);
    });
}

std::optional<std::vector<owner_reference>> owners_to_write(const partial_stateful_set& set,
                                                            const partial_claim& claim, const member& m) {
    if (is_up_to_date(set, claim, m)) return std::nullopt;
    std::vector<owner_reference> refs;
    for (const owner_reference& r : claim.metadata.owner_references)
        if (!names_set(r, set) && !names_pod(r, m)) refs.push_back(r);
    if (has_foreign_controller(set, claim, m)) return refs;
    const owner_rule rule = rule_of(set, m);
    const auto add = [&](const group_version_kind& kind, const basic_meta& owner) {
        if (std::none_of(refs.begin(), refs.end(),
                         [&](const owner_reference& r) { return r.uid == owner.uid; }))
            refs.push_back(make_controller_reference(kind, owner));
    };
    if (rule.pod) {
        basic_meta pod;
        pod.name = m.name;
        pod.uid = m.uid;
        add(kind_of<partial_pod>().gvk, pod);
    }
    if (rule.set) add(kind_of<partial_stateful_set>().gvk, set.metadata);
    return refs;
}

}}}  // namespace setpoint::v0::apiserver
