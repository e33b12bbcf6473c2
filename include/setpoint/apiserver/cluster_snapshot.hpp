#pragma once
// The objects of a cluster at one moment, as text and in an embedded API server: `setpoint snapshot`,
// `setpoint apiserver --snapshot`, and tests that start from live objects.
//
//     apiserver::cluster_snapshot live;
//     if (const auto read = apiserver::read_snapshot(text, "live.yaml", live); !read) throw
//     fault(read.error()); const auto loaded = apiserver::load_snapshot(env.server(), std::move(live));

#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

class server;

// Where a snapshot comes from. Members are empty for text that kubectl printed.
struct snapshot_origin {
    std::string server_version;           // "v1.37.2"
    std::string revision;                 // the resourceVersion at which everything was read
    std::string time;                     // RFC 3339
    std::vector<std::string> namespaces;  // empty: all of the cluster
    bool redacted = false;                // the values of Secrets are placeholders
};

struct snapshot_object {
    boost::json::object content;
    std::string place;  // "live.yaml, line 12", for messages
};

struct cluster_snapshot {
    snapshot_origin origin;
    std::vector<snapshot_object> objects;
};

// --- the format of snapshot files: a line of JSON for the origin, one for each object, and a last one ---

std::string snapshot_begin(const snapshot_origin& from);
std::string snapshot_line(const boost::json::object& object);
// `objects`: how many lines there are between the first and the last.
std::string snapshot_end(std::size_t objects);

// Appends the objects of a text to `to`: of a snapshot file, or JSON or YAML as `kubectl get -o` prints it
// (single objects, several documents, and lists, whose items are taken). An origin replaces that of `to`.
// `name`: of the file, for messages. Errors: bad_data with file and line for a text that is cut short, that
// is not JSON or YAML, or that has an entry that is not an object; too_large for YAML over 16 MiB. `to` is
// unchanged then.
result<> read_snapshot(std::string_view text, std::string_view name, cluster_snapshot& to);

// A page of a list, as an API server answers in JSON.
struct list_page {
    std::vector<boost::json::object> items;  // with kind and apiVersion
    std::string revision, continue_token;
};
// Numbers are kept exactly. `name`: of the list, for messages. Error: bad_data.
result<list_page> read_list_page(std::string_view json, std::string_view name);

// Replaces secret values by placeholders: data and stringData of Secrets, and annotations of Secrets that
// contain them; in other objects the JSON web tokens and private keys that a text contains. Keys stay, and
// sizes up to the next multiple of 16; of docker configurations the hosts stay. Equal values get equal
// placeholders for as long as the redactor lives: they are keyed hashes.
class secret_redactor {
public:
    // `key`: random_key(32), not kept elsewhere: who has it can test guesses of a value.
    explicit secret_redactor(secret key) : key_(std::move(key)) {}
    void redact(boost::json::object& object) const;
    void redact(cluster_snapshot& all) const;
    // The placeholder of a value.
    std::string placeholder(std::string_view value) const;

private:
    void redact_secret(boost::json::object& o) const;
    void redact_annotations(boost::json::object& o, const std::vector<std::string>& values) const;
    std::string encoded_placeholder(std::string_view key, std::string_view text, bool base64) const;
    void redact_texts(boost::json::value& v, int depth) const;

    secret key_;
};

struct load_summary {
    std::size_t objects = 0;
    std::vector<std::string> warnings;  // what was left out of objects, and namespaces that were added
};
// Stores all objects as they are: uid, creationTimestamp, generation, status, managedFields, owners and
// deletions stay; resourceVersions are new. An object that exists under the same name is replaced. What an
// object lacks that every stored object has (uid, creationTimestamp, defaults) is filled in. No admission
// step and no webhook sees it; definitions are served, and access rules, quotas and Service addresses count.
//
// Everything is checked before the first object is stored. Errors: invalid, and nothing has changed; each
// line of the message names an object: its kind is neither built in nor defined by the snapshot, it has no
// name, it occurs twice, it has a field of the wrong type, or its kind's validation of updates refuses it.
// Does not suspend, whatever the number of objects: call it before server::run(), if possible.
result<load_summary> load_snapshot(server& to, cluster_snapshot content);

}}}  // namespace setpoint::v0::apiserver
