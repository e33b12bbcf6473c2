#pragma once
// The file PROJECT: what the scaffold knows of a project. Its keys are kubebuilder's where both have them.

#include <boost/json/object.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

inline constexpr std::string_view project_file_name = "PROJECT";
inline constexpr std::size_t largest_project_file = 1024 * 1024;
// What the folders and files of a project are.
inline constexpr std::string_view layout = "cpp.setpoint/v1";

// One version of a kind.
struct resource {
    std::string group, version, kind, plural;
    bool api = true;  // false: Kubernetes has the kind (core)
    bool controller = false;
    bool namespaced = true;
    bool defaulting = false, validation = false;
    std::vector<std::string> spokes;  // other versions, converted to and from this one

    bool has_webhook() const { return defaulting || validation; }

    boost::json::object as_read;  // keys of others in it are kept
};

struct project_file {
    std::string domain, name, setpoint_version;
    bool namespaced = false;  // the operator works in its own namespace only
    std::vector<resource>
        resources;  // the first version of a kind is stored, and has its controller and webhooks
    std::map<std::string, std::string, std::less<>> files;  // by path: the SHA-256 of what was generated

    // The versions of a kind, in order. `api`: as in resource.
    std::vector<const resource*> versions_of(std::string_view group, std::string_view kind,
                                             bool api = true) const;
    // Whether it is the first version of its kind, the hub of conversions.
    bool is_first(const resource& r) const;

    boost::json::object as_read;  // keys of others are kept
    std::string text;             // comments and the order of keys in it are kept
};

// `where` names the file. Throws fault(bad_config): with line and column or the key of what is wrong; for a
// layout that is newer than ours, and for one of another tool; for resources that cannot exist beside each
// other, and for paths that lead out of the project.
project_file parse_project_file(std::string_view text, std::string_view where);
// The same project gives the same text.
std::string to_text(const project_file& p);

// Whether a path is relative and stays below its folder, by its text alone, and is none of those that only
// Git and the scaffold itself write.
bool is_project_path(std::string_view path);

}}}  // namespace setpoint::v0::cli::scaffold
