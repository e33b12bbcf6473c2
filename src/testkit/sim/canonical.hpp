#pragma once
// The text of an object without what a run decides by chance or by its length: identities, times, addresses,
// generated names, and how many changes it took.

#include <boost/json/object.hpp>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// A name of which an operator makes up a part, such as "worker-92ad35fbba": `least` to `most` lower-case
// letters and digits between `begin` and `end`.
struct made_up_name {
    std::string begin, end;
    std::size_t least = 0, most = 0;
    bool operator==(const made_up_name&) const = default;
};

// What stands for identities in the text.
struct identities {
    std::map<std::string, std::string, std::less<>> uids{};   // of objects that exist: "pods default/web-*"
    std::map<std::string, std::string, std::less<>> names{};  // generated names: "web-*"
    std::set<std::string> hashes{};                           // of pod templates, which depend on collisions
    std::vector<made_up_name> made_up{};                      // their made-up parts become "*"
};

// Members are sorted, and lists whose order has no meaning.
std::string canonical_text(const boost::json::object& object, const identities& known);
// Whether objects of the collection are compared. Not compared: events, leases and nodes.
bool is_compared(std::string_view storage);
// Whether the object is left out: a ReplicaSet that a Deployment has scaled down, which is only its history.
bool is_history(std::string_view storage, const boost::json::object& object);
// The name, with "*" for the generated part.
std::string canonical_name(const boost::json::object& object);
// Without hashes of pod templates, and without numbers of at least eight digits, which are times. An identity
// in it is replaced by its object: "pvc-<persistentvolumeclaims default/data>".
std::string canonical_word(std::string_view word, const identities& known);

// The first identity in a word; "" if there is none. As long-lived as the word.
std::string_view uid_in(std::string_view word);
// Replaces the made-up parts by "*".
std::string without_made_up(std::string_view text, const std::vector<made_up_name>& known);

struct field_difference {
    std::string path, expected, actual;  // "spec.replicas"; JSON, "": absent
};
// The first differences between two canonical texts of one object.
std::vector<field_difference> differing_fields(std::string_view expected, std::string_view actual);
// The same as text, one a line.
std::string describe_difference(std::string_view expected, std::string_view actual);

}}}  // namespace setpoint::v0::sim
