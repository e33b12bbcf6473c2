#pragma once
// How a value at some place of an object is merged and owned, by its schema: as a whole, by fields, by keys.

#include "apiserver/schema/schema.hpp"

#include <optional>

namespace setpoint::apiserver::patching {

// The ways a value is handled.
enum class form : std::uint8_t { scalar, list, map };

// A plain value; the schema outlives it.
class field_type {
public:
    // Null: deduced from the values (maps granular, lists atomic).
    static field_type root(const schema_node* s);

    // False: the schema does not have this field.
    bool known() const { return what_ != source::none; }
    bool takes(form f) const;
    // How the value is handled; a null, and what the type does not take, as the type's own first form.
    form form_of(const bj::value& v) const;
    bool atomic_list() const;
    bool atomic_map() const;
    schema_node::type scalar() const;  // any: no one type

    field_type items() const;
    field_type field(std::string_view name) const;
    bool names(std::string_view field) const;  // as a field of its own, not as a key of a map
    // Of lists that are not atomic: how items are told apart; empty: by their values.
    const std::vector<std::string>& keys() const;
    // The element that stands for an item; nothing when it has none, `why` says so.
    std::optional<std::string> element_of(const bj::value& item, std::string& why) const;
    // Whether map keys of any kind are taken as they come, with no field named.
    bool free_map() const;

private:
    enum class source : std::uint8_t { none, schema, deduced, atomic };

    field_type(source what, const schema_node* node, bool open) : what_(what), node_(node), open_(open) {}
    static field_type of(const schema_node* node, bool open);
    const bj::value* key_default(const std::string& key, bj::value& room) const;

    source what_;
    const schema_node* node_;
    bool open_;          // unknown fields are kept, here and below
    bool root_ = false;  // has apiVersion, kind and metadata
};

}  // namespace setpoint::apiserver::patching
