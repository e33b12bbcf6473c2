#pragma once
// Which volume fits a claim (FindMatchingVolume of k8s.io/component-helpers). Pure functions.

#include "apiserver/controllers/node/partial_types.hpp"
#include "apiserver/controllers/storage/partial_types.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr const char* bind_completed = "pv.kubernetes.io/bind-completed";
inline constexpr const char* bound_by_controller = "pv.kubernetes.io/bound-by-controller";
inline constexpr const char* selected_node = "volume.kubernetes.io/selected-node";

bool has_annotation(const object_meta& meta, std::string_view name);
// Of a claim and a volume; "": none. The annotation of old objects counts first.
std::string class_of(const partial_claim& c);
std::string class_of(const partial_volume& v);
// Whether the claim names a class, if only the empty one.
bool names_class(const partial_claim& c);

// Whether the volume is reserved for the claim or bound to it.
bool is_bound_to(const partial_volume& v, const partial_claim& c);
bool has_same_mode(const partial_volume& v, const partial_claim& c);
// Why the volume that a claim asks for does not fit; "" if it does.
std::string mismatch(const partial_volume& v, const partial_claim& c);

// Whether a change of the volume may change what happens to a claim that awaits one.
bool may_concern(const partial_volume& v, const partial_claim& c);

// The volume that is reserved for the claim, otherwise the one with the fewest access modes and the smallest
// capacity that fits; null if there is none. `delayed`: only reserved ones, since the scheduler chooses.
// `node`, if set: only volumes that it can reach.
volume_ptr find_volume(const partial_claim& c, const std::vector<volume_ptr>& all, bool delayed,
                       const partial_node* node = nullptr);
bool reaches(const partial_volume& v, const partial_node& n);

}}}  // namespace setpoint::v0::apiserver
