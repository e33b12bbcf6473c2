#pragma once
// Validates one value against one schema in the order of kube-openapi's validator
// (validation/validate). It also counts the successful checks: if none of several schemas matches,
// the one with the most is reported.

#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/schema.hpp"

#include <string>
#include <unordered_map>

namespace setpoint { inline namespace v0 { namespace apiserver {

class value_validator {
public:
    struct finding {
        field_error error;
        std::string message;  // a message is reported once
    };
    // `prefix`: path of the value. Messages contain only the path below it.
    explicit value_validator(std::string prefix) : prefix_(std::move(prefix)) {}

    // `name`: path below the prefix, "" for the value itself. `old`: the previous value; null if
    // there is none to compare with, and then errors of unchanged values are reported too.
    void validate(const schema_node& s, const bj::value& v, const std::string& name, const bj::value* old,
                  int depth);

    bool valid() const { return findings_.empty(); }
    const std::vector<finding>& findings() const { return findings_; }

private:
    void validate_all(const schema_node& s, const bj::value& v, const std::string& name, const bj::value* old,
                      int depth);
    bool validate_type(const schema_node& s, const bj::value& v, const std::string& name);
    void validate_schemas(const schema_node& s, const bj::value& v, const std::string& name,
                          const bj::value* old, int depth);
    void validate_any(const schema_node& s, const bj::value& v, const std::string& name, const bj::value* old,
                      int depth);
    void validate_one(const schema_node& s, const bj::value& v, const std::string& name, const bj::value* old,
                      int depth);
    void validate_string(const limits& l, std::string_view v, const std::string& name);
    void validate_number(const schema_node& s, const bj::value& v, const std::string& name);
    void validate_items(const schema_node& s, const bj::array& v, const std::string& name,
                        const bj::value* old, int depth);
    void validate_enum(const limits& l, const bj::value& v, const std::string& name);
    void validate_fields(const schema_node& s, const bj::object& v, const std::string& name,
                         const bj::value* old, int depth);
    void validate_field_names(const schema_node& s, const bj::object& v, const std::string& name,
                              const bj::value* old, int depth);

    std::string path(const std::string& name) const;
    void add(field_error e, std::string message);
    void add_invalid(const std::string& name, std::string value, std::string message);  // "Invalid value"
    void add_type_error(const std::string& name, std::string_view wanted, std::string_view got);
    void add_plain_error(std::string message);  // without a field
    void merge(value_validator&& other);

    std::string prefix_;
    std::vector<finding> findings_;
    int matches_ = 0;
};

// The previous value of a field; null if it cannot be matched.
const bj::value* old_field(const schema_node& s, const bj::value* old, std::string_view key);

// Whether ratcheting ignores the errors of `v`.
bool is_unchanged(const schema_node& s, const bj::value& old, const bj::value& v, int depth);

// The previous items of a list with map keys; those of other lists cannot be matched. Both arguments
// must outlive it.
class old_items {
public:
    old_items(const schema_node& list, const bj::value* old);
    // The first item with the same keys; null if there is none.
    const bj::value* find(const bj::value& item);

private:
    std::string identity(const bj::object& item) const;

    const std::vector<std::string>& keys_;
    const bj::array* items_;                                   // null: nothing to match
    std::unordered_map<std::string, const bj::value*> index_;  // of long lists, from the first find() on
};

}}}  // namespace setpoint::v0::apiserver
