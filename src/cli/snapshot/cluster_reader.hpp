#pragma once
// Reads all objects of a cluster through its API, with read-only calls.

#include "cli/json_members.hpp"
#include "setpoint/apiserver/cluster_snapshot.hpp"
#include "setpoint/core/loop.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

struct read_settings {
    std::vector<std::string> namespaces{};  // empty: all, and what is in none
    std::vector<std::string> without{};     // plurals, with or without their group
    bool events = false;
};

// A kind that the API lists.
struct listed_kind {
    std::string group, plural, kind;
    std::vector<std::string> versions;  // preferred first
    bool namespaced = false;

    // "deployments.apps"
    std::string resource() const { return group.empty() ? plural : plural + "." + group; }
    // "/apis/apps/v1/namespaces/shop/deployments"; `ns`: "" for all.
    std::string path(const std::string& version, const std::string& ns) const;
};

struct read_progress {
    std::size_t objects = 0, kinds_done = 0, kinds = 0;
};

// All objects are as they were at one resourceVersion. Of a kind in several versions, the preferred version
// is read; of a custom kind, the one that is stored, if it is served.
class cluster_reader {
public:
    // GETs a path with its query, and returns the body of the response.
    using getter = std::function<awaitable<result<std::string>>(std::string target)>;
    // References must outlive it. `progress` is called after each page.
    cluster_reader(loop& l, getter get, read_settings s, std::function<void(const read_progress&)> progress)
        : loop_(l), get_(std::move(get)), settings_(std::move(s)), progress_(std::move(progress)) {}

    // Returns the origin, and calls `take` for each object, in the order of kinds, namespaces and names.
    // Errors: those of the API, with the kind; not_found for a namespace or a kind that does not exist.
    awaitable<result<apiserver::snapshot_origin>> read(std::function<void(bj::object)> take);

private:
    awaitable<result<std::string>> text_of(std::string target);
    awaitable<result<bj::object>> document(std::string target);
    awaitable<result<apiserver::list_page>> page(const listed_kind& kind, std::string target);
    awaitable<result<>> find_aggregated();
    awaitable<result<>> find_kinds();
    awaitable<result<>> add_kinds_of(std::string group, std::vector<std::string> versions);
    awaitable<result<>> fix_revision();
    awaitable<result<>> read_kind(listed_kind kind);
    awaitable<result<std::size_t>> read_pages(const listed_kind& kind, std::string path, std::string query);
    bool is_wanted(const listed_kind& kind);
    result<> check_without() const;
    void note_definition(const bj::object& definition);

    loop& loop_;
    getter get_;
    read_settings settings_;
    std::function<void(const read_progress&)> progress_;
    std::function<void(bj::object)> take_;
    std::set<std::string> aggregated_, left_out_;         // groups; words of `without`
    std::map<std::string, std::string> stored_versions_;  // of custom kinds, by resource
    std::vector<listed_kind> kinds_;
    apiserver::snapshot_origin origin_;
    read_progress done_;
};

}}}  // namespace setpoint::v0::cli
