#pragma once
// Group, version and kind of an object; group, version and resource of its URL.

#include "setpoint/core/detail/text_formatter.hpp"
#include "setpoint/core/error.hpp"

#include <compare>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 {

// Returns "apps/v1", or "v1" for the core group, whose name is empty.
// The text of the field apiVersion.
std::string api_version(std::string_view group, std::string_view version);
// Returns "/apis/apps/v1", or "/api/v1" for the core group.
// Without a slash at the end; "/namespaces/NS/PLURAL" follows.
std::string url_prefix(std::string_view group, std::string_view version);
// Appends the same to `out`, for code that builds many URLs. The parts are not escaped: groups and
// versions of valid kinds need no escapes.
void append_url_prefix(std::string_view group, std::string_view version, std::string& out);

// The name of a type of objects, as it is in each object. Ordered by group, version, kind, as texts: v10
// is before v2. Not validated by the constructor.
//
//     const group_version_kind deployment("apps", "v1", "Deployment");
class group_version_kind {
public:
    // All parts empty: not a kind, and not accepted by parse().
    group_version_kind() = default;
    group_version_kind(std::string g, std::string v, std::string k)
        : group(std::move(g)), version(std::move(v)), kind(std::move(k)) {}

    // Parses the fields apiVersion and kind of an object. Errors: bad_data if a part is empty or
    // there are too many.
    // The message contains the text. Accepts any characters besides the slash: whether the kind exists is
    // the server's to say.
    static result<group_version_kind> parse(std::string_view api_version, std::string_view kind);
    // Creates a new string at each call.
    std::string api_version() const { return setpoint::api_version(group, version); }
    std::string url_prefix() const { return setpoint::url_prefix(group, version); }
    // Ignores the version: owners and rules are matched by group and kind.
    // Objects of one kind are the same objects in all its versions, which is why owner references may name
    // another version.
    bool same_kind(const group_version_kind& o) const noexcept { return group == o.group && kind == o.kind; }
    // Returns "Deployment.v1.apps" or "Pod.v1", as kubectl accepts it.
    // For messages. Not unique if a kind contains dots, which no valid kind does.
    std::string to_string() const;

    friend bool operator==(const group_version_kind&, const group_version_kind&) = default;
    // Includes the version, so two versions of a kind differ: use same_kind() where that is not meant.
    friend std::strong_ordering operator<=>(const group_version_kind&, const group_version_kind&) = default;

    // `group` is "" for the core group; `kind` is CamelCase.
    std::string group, version, kind;
};

// The name of a collection in URLs and in RBAC rules; kind_info::resource() returns it. A kind and its
// resource are not derivable from each other without the kind's plural.
class group_version_resource {
public:
    group_version_resource() = default;
    group_version_resource(std::string g, std::string v, std::string r)
        : group(std::move(g)), version(std::move(v)), resource(std::move(r)) {}

    // Parses "deployments.v1.apps" or, for the core group, "pods.v1". Errors: bad_data.
    // The group is everything behind the second dot: "routes.v1.route.openshift.io".
    static result<group_version_resource> parse(std::string_view s);
    std::string api_version() const { return setpoint::api_version(group, version); }
    std::string url_prefix() const { return setpoint::url_prefix(group, version); }
    // Returns "deployments.v1.apps" or "pods.v1".
    std::string to_string() const;
    // Returns "deployments.apps" or "pods": the name of a CustomResourceDefinition, and the name in
    // RBAC errors.
    // Without the version: permissions and definitions are about all versions.
    std::string group_resource() const;

    friend bool operator==(const group_version_resource&, const group_version_resource&) = default;
    friend std::strong_ordering operator<=>(const group_version_resource&,
                                            const group_version_resource&) = default;

    // `resource` is the plural in lower case, without a subresource.
    std::string group, version, resource;
};

// For tests and logs: to_string().
std::ostream& operator<<(std::ostream& out, const group_version_kind& gvk);
std::ostream& operator<<(std::ostream& out, const group_version_resource& gvr);

}}  // namespace setpoint::v0

// Prints to_string(); takes the format specifications of texts.
template <>
struct fmt::formatter<setpoint::group_version_kind> : setpoint::detail::text_formatter {
    auto format(const setpoint::group_version_kind& gvk, format_context& ctx) const {
        return write(gvk.to_string(), ctx);
    }
};
template <>
struct fmt::formatter<setpoint::group_version_resource> : setpoint::detail::text_formatter {
    auto format(const setpoint::group_version_resource& gvr, format_context& ctx) const {
        return write(gvr.to_string(), ctx);
    }
};
