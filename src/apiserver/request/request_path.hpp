#pragma once
// Splits the path of a request, as RequestInfoFactory of kube-apiserver does (apiserver,
// pkg/endpoints/request/requestinfo.go): before anything is known about the resources that exist. Routing and
// authorization both use it, so that they cannot disagree about what a path names.

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct request_path {
    bool is_resource = false;  // otherwise nothing below is set
    bool is_core = false;      // below /api
    bool is_cut = false;       // ends after /watch or /proxy: kube-apiserver answers 500
    bool is_long = false;      // has more parts than any resource's; those that exceed are not in `parts`
    // namespaces/NAME/RESOURCE/...; without this, a namespace is the one that the path itself names.
    bool in_namespace = false;
    std::string verb{};  // that the path begins with: "watch" or "proxy"; usually empty
    std::string group{}, version{}, namespace_name{};
    std::vector<std::string> parts{};  // resource, name, subresource, others; empty ones remain. Never empty.

    std::string part(std::size_t index) const { return index < parts.size() ? parts[index] : std::string(); }
    std::string resource() const { return part(0); }
    std::string name() const { return part(1); }
    // Paths that begin with "proxy" have none.
    std::string subresource() const { return verb == "proxy" ? std::string() : part(2); }
};

// `path`: without escapes; slashes at both ends do not count.
request_path read_path(std::string_view path);

}}}  // namespace setpoint::v0::apiserver
