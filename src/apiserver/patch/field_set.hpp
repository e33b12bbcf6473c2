#pragma once
// A set of fields, serialized as in managedFields[].fieldsV1 (structured-merge-diff, fieldpath).

#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/schema.hpp"

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

// A trie. Keys are path elements in serialized form: f:name,
// k:{"containerPort":80,"protocol":"TCP"} (keys sorted), v:"value", i:0. `member` means that the
// path that ends at the node is in the set; it is written as "." in fieldsV1 if the node has
// children. The root is never a member, and a node that is neither a member nor has children is
// removed.
class field_set {
public:
    std::map<std::string, field_set, std::less<>> children;
    bool member = false;

    bool empty() const noexcept { return !member && children.empty(); }
    // Returns 400 if malformed. Elements of unknown kinds are dropped.
    static api_result<field_set> parse(const bj::value& fields_v1);
    bj::object to_fields_v1() const;  // keys in the order of structured-merge-diff

    bool has(const std::vector<std::string>& path) const;
    void insert(const std::vector<std::string>& path);  // does not add parents
    field_set united(const field_set& o) const;
    field_set intersected(const field_set& o) const;
    field_set minus(const field_set& o) const;            // removes exact paths
    field_set minus_recursive(const field_set& o) const;  // removes the paths and everything below them
    // All paths in the order in which conflicts are listed: members of a node before its children.
    std::vector<std::vector<std::string>> paths() const;
    friend bool operator==(const field_set&, const field_set&) = default;

private:
    void drop_empty();
};

// The path in messages: .spec.template.spec.containers[name="web"].image
std::string path_text(const std::vector<std::string>& path);

// All fields that `value` sets, by its schema. If the schema is null, maps are granular and lists
// atomic.
field_set fields_of(const bj::value& value, const schema_node* s);

}}}  // namespace setpoint::v0::apiserver
