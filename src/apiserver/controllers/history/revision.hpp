#pragma once
// ControllerRevisions: the pod templates that StatefulSets and DaemonSets had. Pure functions.

#include "setpoint/api/apps_v1/controller_revision.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

using revision_ptr = std::shared_ptr<const controller_revision>;

// Index of revisions by the UID of their controller, "orphan" without one.
inline constexpr const char* revision_owner_index = "controller";
// The label of pods with the name or the hash of their revision.
inline constexpr const char* revision_label = "controller-revision-hash";

// The strategic merge patch that restores a pod template: what a revision contains.
boost::json::object revision_data(const boost::json::value& pod_template);
// The data as Go prints it: keys in order. Equal data have equal text.
std::string revision_text(const boost::json::value& data);
// The pod template that the data restore.
boost::json::value revision_template(const boost::json::value& data);
// The hash in the name of a StatefulSet's revision: that of HashControllerRevision in
// pkg/controller/history.
std::string revision_hash(std::string_view text, std::int32_t collisions);
// "web-5d4c9bf8c6"; a prefix over 223 bytes is truncated.
std::string revision_name(std::string_view prefix, std::string_view hash);

// By number, then by age, then by name.
void sort_revisions(std::vector<revision_ptr>& revisions);
// One more than the last. `sorted`: by sort_revisions().
std::int64_t next_revision(const std::vector<revision_ptr>& sorted);
// The newest revision with this text.
std::optional<std::size_t> find_revision(const std::vector<revision_ptr>& sorted, std::string_view text);
// A revision to create: with the labels of the template and the annotations of its owner, without a name.
boost::json::object make_revision(const group_version_kind& owner_kind, const object_meta& owner,
                                  const boost::json::value& pod_template, std::int64_t number);

}}}  // namespace setpoint::v0::apiserver
