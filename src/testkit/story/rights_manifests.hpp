#pragma once
// The ServiceAccounts, roles and bindings in manifests, with their places.

#include "setpoint/json/located_manifest.hpp"

#include <boost/json/object.hpp>

#include <compare>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

namespace bj = boost::json;

struct rights_object {
    bj::object object;
    const std::string* file;
    const json::located_manifest* document;
    std::string path;  // in the document: "" or "items[2]"

    std::string_view kind() const;
    std::string_view name() const;
    std::string_view ns() const;
    // Throws cannot_explore with the place of that field.
    [[noreturn]] void fail(std::string_view field, std::string_view why) const;
};

struct account_name {
    std::string ns, name;
    std::string words() const { return ns + "/" + name; }
    friend auto operator<=>(const account_name&, const account_name&) = default;
};

// Neither copied nor moved: the objects refer to it.
class rights_manifests {
public:
    // `path`: a file, or a folder whose .yaml, .yml and .json files are read. Throws cannot_explore.
    explicit rights_manifests(std::string path);
    rights_manifests(const rights_manifests&) = delete;
    rights_manifests& operator=(const rights_manifests&) = delete;

    const std::string& path() const { return path_; }
    const std::vector<rights_object>& accounts() const { return accounts_; }
    const std::vector<rights_object>& roles() const { return roles_; }
    const std::vector<rights_object>& bindings() const { return bindings_; }
    // Whether a Deployment or StatefulSet runs as this account.
    bool is_of_workload(const account_name& a) const;

    std::set<account_name> all_accounts() const;
    // Of an account without a namespace, which depends on how the file is applied: that of the binding that
    // names it.
    std::string namespace_of(const rights_object& account) const;
    // `subject`: a ServiceAccount of the binding.
    static account_name subject_of(const rights_object& binding, const bj::object& subject);
    static bool binds(const rights_object& binding, const account_name& a);
    // Null for a role that the manifests do not have.
    const rights_object* role_of(const rights_object& binding) const;

private:
    void add_document(const std::string& file, const json::located_manifest& d);
    void add(rights_object o);

    std::string path_;
    std::vector<std::string> files_;
    std::vector<std::vector<json::located_manifest>> documents_;
    std::vector<rights_object> accounts_, roles_, bindings_;
    std::set<account_name> of_workloads_;
};

}}}  // namespace setpoint::v0::story
