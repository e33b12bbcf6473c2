#pragma once
// A set of fields, as managedFields[].fieldsV1 writes it (structured-merge-diff, fieldpath).

#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/schema.hpp"

#include <map>

namespace setpoint::apiserver {

// A trie. Keys are path elements in their serialized form: f:name, k:{"containerPort":80,"protocol":"TCP"}
// (keys sorted), v:"value", i:0. `member`: the path that ends here is itself in the set ("." in fieldsV1 when
// there is something below it). The root is never a member. A node that is no member and has nothing below it
// is not kept.
class field_set {
public:
    std::map<std::string, field_set, std::less<>> children;
    bool member = false;

    bool empty() const noexcept { return !member && children.empty(); }
    // 400 when it is none. Elements of a kind that is not known are dropped.
    static api_result<field_set> parse(const bj::value& fields_v1);
    bj::object to_fields_v1() const;  // keys in the real server's order

    bool has(const std::vector<std::string>& path) const;
    void insert(const std::vector<std::string>& path);  // parents are not added
    field_set united(const field_set& o) const;
    field_set intersected(const field_set& o) const;
    field_set minus(const field_set& o) const;            // exact paths
    field_set minus_recursive(const field_set& o) const;  // and everything below them
    // Every path, as elements, in the order in which conflicts are listed: of each node first what ends in
    // it, then what is below.
    std::vector<std::vector<std::string>> paths() const;
    friend bool operator==(const field_set&, const field_set&) = default;

private:
    void drop_empty();
};

// The path as messages write it: .spec.template.spec.containers[name="web"].image
std::string path_text(const std::vector<std::string>& path);

// All fields that `value` sets, by its schema (null schema: maps granular, lists atomic).
field_set fields_of(const bj::value& value, const schema_node* s);

}  // namespace setpoint::apiserver
