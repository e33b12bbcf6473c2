#pragma once
// Checks objects as the API server does when kubectl applies them, without a cluster.

#include "cli/validate/finding.hpp"
#include "cli/validate/manifest_files.hpp"
#include "cli/validate/offline_api.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

struct checker_options {
    std::string ns = "default";         // of namespaced objects that name none
    std::vector<std::string> skip;      // kinds
    bool ignore_missing_kinds = false;  // an object of an unknown kind is not an error
};

class manifest_checker {
public:
    explicit manifest_checker(checker_options o) : options_(std::move(o)) {}

    // Definitions and policies that the checked objects are held against. Throws fault: bad_config that names
    // the first one that the API server refuses.
    void install(const std::vector<manifest_object>& objects);
    // Objects as they are before the change that is checked. What the API server refuses is left out.
    void store_old(const std::vector<manifest_object>& objects);
    // Checks objects: as updates if they were stored, otherwise as new ones. Definitions, namespaces and
    // policies among them count for the others.
    void check(const std::vector<manifest_object>& objects);

    validation_summary& summary() { return summary_; }

private:
    struct target {
        std::string collection, name, path;  // path: of the object
    };
    bool is_skipped(const manifest_object& o) const;
    // Nothing, after a finding, if there is no such kind.
    std::optional<target> target_of(const manifest_object& o);
    void check_one(const manifest_object& o, bool store);
    offline_api::answer write(const manifest_object& o, const target& t, bool store);
    void add_status(const manifest_object& o, const bj::object& status);
    void add_error(const manifest_object& o, std::string field, std::string message);
    void add(finding::severity what, const manifest_object& o, std::string field, std::string message);
    void note_unchecked(const manifest_object& o);

    checker_options options_;
    offline_api api_;
    validation_summary summary_;
    std::map<std::string, bj::object> old_;  // the manifests of store_old(), by path
    std::set<std::string> parameter_kinds_;  // which policies read
    std::size_t webhooks_ = 0;
};

}}}  // namespace setpoint::v0::cli
