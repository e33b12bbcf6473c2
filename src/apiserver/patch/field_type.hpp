#pragma once
// How a value is merged and owned, by its schema: as a whole, by fields, or by keys.

#include "apiserver/schema/schema.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

// How a value is handled.
enum class form : std::uint8_t { scalar, list, map };

// A value type. The schema must outlive it.
class field_type {
public:
    // Null schema: deduced from the values (maps granular, lists atomic).
    static field_type root(const schema_node* s);

    // Whether the schema declares this field.
    bool declared() const { return what_ != source::none; }
    bool accepts(form f) const;
    // The form for a value. Nulls and values of other types get the first form of the type.
    form form_of(const bj::value& v) const;
    bool atomic_list() const;
    bool atomic_map() const;
    schema_node::type scalar() const;  // `any` if there is more than one type

    field_type items() const;
    field_type field(std::string_view name) const;
    bool declares(std::string_view field) const;  // declared as a field, not a key of a map
    // The keys that identify items of a list that is not atomic; empty if their values do.
    const std::vector<std::string>& keys() const;
    // The path element of an item. Returns nothing and sets `why` if it has none.
    std::optional<std::string> element_of(const bj::value& item, std::string& why) const;
    // Whether the map accepts any key and names no fields.
    bool free_map() const;

private:
    enum class source : std::uint8_t { none, schema, deduced, atomic };

    field_type(source what, const schema_node* node, bool open) : what_(what), node_(node), open_(open) {}
    static field_type of(const schema_node* node, bool open);
    const bj::value* key_default(const std::string& key, bj::value& storage) const;

    source what_;
    const schema_node* node_;
    bool open_;          // unknown fields are kept, here and below
    bool root_ = false;  // has apiVersion, kind and metadata
};

}}}  // namespace setpoint::v0::apiserver::patching
