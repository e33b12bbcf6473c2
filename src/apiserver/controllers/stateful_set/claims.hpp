#pragma once
// The owners of a StatefulSet's claims, by its persistentVolumeClaimRetentionPolicy: a claim that must be
// deleted with the set is owned by it, one that must be deleted after a scale-down by the surplus pod. Pure
// functions.

#include "apiserver/controllers/stateful_set/identity.hpp"
#include "apiserver/controllers/storage/partial_types.hpp"

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

using claims_by_name = std::map<std::string, claim_ptr, std::less<>>;

// A pod of the set, or one to be created.
struct member {
    std::int32_t ordinal = 0;
    std::string name, uid;  // uid "": to be created
};
member member_of(const partial_pod& pod);

// The existing claims of a member.
std::vector<claim_ptr> claims_of(const partial_stateful_set& set, const claims_by_name& all, const member& m);
// Whether all its claims exist, none is being deleted, and their owners are as the policy demands.
bool claims_are_complete(const partial_stateful_set& set, const claims_by_name& all, const member& m);
bool owners_are_right(const partial_stateful_set& set, const claims_by_name& all, const member& m);
// Whether a claim belongs to an earlier pod of that name and will be deleted with it.
bool has_stale_claim(const partial_stateful_set& set, const claims_by_name& all, const member& m);

// The owner references to write; empty if they are right, or must not be touched.
std::optional<std::vector<owner_reference>> owners_to_write(const partial_stateful_set& set,
                                                            const partial_claim& claim, const member& m);
// Whether another controller manages the claim, so that the policy is ignored.
bool has_foreign_controller(const partial_stateful_set& set, const partial_claim& claim, const member& m);

}}}  // namespace setpoint::v0::apiserver
