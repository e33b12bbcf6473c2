#pragma once
// Makes described types of an OpenAPI v3 structural schema, as CustomResourceDefinitions have them. Pure.

#include "cli/describe/cpp_names.hpp"
#include "cli/describe/kind_model.hpp"
#include "cli/json_members.hpp"

#include <map>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// Equal objects of a schema become one type, named after the shortest path to them. What the description
// cannot express is kept as JSON; rules without influence on the type are left to the API server. Each such
// part becomes a note of the model.
class schema_reader {
public:
    // `as_enums`: texts with a list of allowed values become enums, not texts. `into` must outlive the
    // reader.
    // `with_rules`: rules in CEL are kept.
    schema_reader(kind_model& into, bool as_enums, bool with_rules);
    // Reads the schema of the whole object into root, objects and enums. Precondition: `into` has a kind.
    void read(const bj::object& schema, bool status_is_subresource);

private:
    // Where a part of the schema is.
    struct place {
        std::vector<std::string> names;  // of the fields that lead to it
        std::string text;                // for notes: spec.rules[].matches[]
        bool is_entry = false;           // of a list or map

        place field(std::string_view name) const;
        place entry(std::string_view brackets) const;
    };

    void find_shortest(const bj::object& s, const place& at);
    cpp_type type_of(const bj::object& s, const place& at);
    cpp_type object_type(const bj::object& s, const place& at);
    cpp_type container_type(cpp_type::form what, const bj::object& entry, const place& at);
    cpp_type text_type(const bj::object& s, const place& at);
    cpp_type enum_type(const std::vector<std::string>& choices, const place& at);
    std::vector<described_member> members_of(const bj::object& owner, const place& at);
    described_member member_of(const bj::object& owner, std::string_view name, const bj::object& s,
                               const place& at);
    void add_attributes(described_member& m, const bj::object& s, const place& at);
    void add_list_type(described_member& m, const bj::object& s, const place& at);
    bool make_key(const cpp_type& entries, const bj::object& entry_schema, std::string_view key);
    void note(const place& at, std::string_view what);
    void note_rules(const bj::object& s, const place& at);
    std::vector<described_rule> rules_of(const bj::object& s, const place& at);
    void note_rules_of_entries(const cpp_type& type, const bj::object& entry, const place& at);
    void name_members();
    void name_members_of(described_object& o);

    kind_model& model_;
    bool as_enums_, with_rules_, status_is_subresource_ = false;
    std::string prefix_;  // of the names of types
    unused_names types_;
    std::map<std::string, place> shortest_;     // by the key of an object
    std::map<std::string, std::size_t> known_;  // by the key of an object: its index
};

}}}  // namespace setpoint::v0::cli
