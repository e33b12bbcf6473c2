#include "setpoint/cel/json.hpp"

#include "cel/base64.hpp"
#include "cel/go_time.hpp"
#include "cel/json_view.hpp"
#include "setpoint/cel/kubernetes.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

namespace bj = boost::json;

namespace {

using form = json_type::form;

value convert_text(std::string_view text, form is, arena& memory) {
    if (is == form::timestamp || is == form::date) {
        const auto time =
            parse_timestamp(is == form::date ? std::string(text) + "T00:00:00Z" : std::string(text));
        return time ? value::timestamp(time->seconds, time->nanoseconds)
                    : make_error("invalid date-time: " + std::string(text), memory);
    }
    if (is == form::duration) {
        const auto nanoseconds = parse_duration(text);
        return nanoseconds ? value::duration(*nanoseconds)
                           : make_error("invalid duration: " + std::string(text), memory);
    }
    if (is == form::bytes) {
        std::size_t wrong = 0;
        const auto made = decode_base64(text, wrong);
        return made ? value::bytes(memory.copy(std::string_view(*made)))
                    : make_error("invalid base64", memory);
    }
    return value::string(text);
}

class plain_array final : public list_access {
public:
    [[nodiscard]] std::size_t size(const void* data) const override { return of(data).size(); }
    [[nodiscard]] value at(const void* data, std::size_t index, arena& memory) const override {
        return json_value(of(data)[index], memory);
    }

private:
    static const bj::array& of(const void* data) { return *static_cast<const bj::array*>(data); }
};

class plain_object final : public map_access {
public:
    [[nodiscard]] std::size_t size(const void* data) const override { return of(data).size(); }
    [[nodiscard]] std::optional<value> find(const void* data, const value& key,
                                            arena& memory) const override {
        const bj::value* found = key.is(value_kind::string) ? of(data).if_contains(key.text()) : nullptr;
        return found == nullptr ? std::nullopt : std::optional(json_value(*found, memory));
    }
    [[nodiscard]] value key_at(const void* data, std::size_t index, arena&) const override {
        return value::string((of(data).begin() + static_cast<std::ptrdiff_t>(index))->key());
    }
    [[nodiscard]] value value_at(const void* data, std::size_t index, arena& memory) const override {
        return json_value((of(data).begin() + static_cast<std::ptrdiff_t>(index))->value(), memory);
    }

private:
    static const bj::object& of(const void* data) { return *static_cast<const bj::object*>(data); }
};

// A map or an object with a declaration.
class typed_object final : public map_access {
public:
    [[nodiscard]] std::size_t size(const void* data) const override { return object_of(data).size(); }
    [[nodiscard]] std::optional<value> find(const void* data, const value& key, arena& memory) const override;
    [[nodiscard]] value key_at(const void* data, std::size_t index, arena& memory) const override {
        const std::string_view key = entry_at(data, index).key();
        if (declared_of(data).is != form::object) return value::string(key);
        const auto escaped = escape_property(key);
        return value::string(escaped && *escaped != key ? memory.copy(std::string_view(*escaped)) : key);
    }
    [[nodiscard]] value value_at(const void* data, std::size_t index, arena& memory) const override {
        const auto& entry = entry_at(data, index);
        return json_value(entry.value(), memory, type_of(declared_of(data), entry.key()));
    }
    [[nodiscard]] std::optional<bool> equals(const void* data, const value& other,
                                             arena& memory) const override;

private:
    static const bj::object& object_of(const void* data) {
        return *static_cast<const bj::object*>(static_cast<const typed_view*>(data)->data);
    }
    static const json_type& declared_of(const void* data) {
        return *static_cast<const typed_view*>(data)->declared;
    }
    static const bj::key_value_pair& entry_at(const void* data, std::size_t index) {
        return *(object_of(data).begin() + static_cast<std::ptrdiff_t>(index));
    }
    static const json_type* type_of(const json_type& declared, std::string_view key) {
        if (declared.is != form::object) return declared.element.get();
        const auto found = declared.fields.find(key);
        return found == declared.fields.end() ? nullptr : &found->second;
    }
    // Whether expressions see that key: a field whose value is null is absent.
    static bool shows(const json_type& declared, const bj::key_value_pair& entry) {
        if (declared.is != form::object) return declared.element != nullptr;
        if (entry.value().is_null()) return false;
        return declared.preserves_unknown || type_of(declared, entry.key()) != nullptr;
    }
};

const plain_array plain_arrays;
const plain_object plain_objects;
const typed_object typed_objects;

std::optional<value> typed_object::find(const void* data, const value& key, arena& memory) const {
    if (!key.is(value_kind::string)) return std::nullopt;
    const std::string_view name = key.text();
    const bj::object& object = object_of(data);
    const json_type& declared = declared_of(data);
    auto found = object.find(name);
    if (found == object.end() && declared.is == form::object && name.find("__") != std::string_view::npos)
        found = object.find(unescape_property(name).value_or(""));
    if (found == object.end() || !shows(declared, *found)) return std::nullopt;
    return json_value(found->value(), memory, type_of(declared, found->key()));
}

// Compares like unstructuredMap.Equal of Kubernetes: fields that are not declared count only if both have
// them.
std::optional<bool> typed_object::equals(const void* data, const value& other, arena& memory) const {
    const json_type& declared = declared_of(data);
    if (declared.is != form::object) return std::nullopt;
    const bool same_kind = &other.map() == this;
    for (const auto& entry : object_of(data)) {
        memory.spend();
        if (type_of(declared, entry.key()) == nullptr && same_kind) {
            const bj::value* theirs = object_of(other.data()).if_contains(entry.key());
            if (theirs != nullptr && *theirs != entry.value()) return false;
            continue;
        }
        const auto escaped = escape_property(entry.key());
        const auto theirs = other.find(value::string(escaped ? *escaped : std::string(entry.key())), memory);
        const bool shown = shows(declared, entry);
        if (shown != theirs.has_value()) return false;
        if (!shown) continue;
        const value own = json_value(entry.value(), memory, type_of(declared, entry.key()));
        if (!equal(own, *theirs, memory)) return false;
    }
    return true;
}

std::string_view go_type(const bj::value& of) {
    switch (of.kind()) {
        case bj::kind::null:
            return "<nil>";
        case bj::kind::bool_:
            return "bool";
        case bj::kind::int64:
            return "int64";
        case bj::kind::uint64:
        case bj::kind::double_:
            return "float64";
        case bj::kind::string:
            return "string";
        case bj::kind::array:
            return "[]interface {}";
        default:
            return "map[string]interface {}";
    }
}

// What kube-apiserver says of a value of another type than it is declared as; nullptr if it fits.
const char* mismatch(const bj::value& from, form declared) {
    switch (declared) {
        case form::boolean:
            return from.is_bool() ? nullptr : "invalid data, expected bool, got ";
        case form::integer:
            return from.is_int64() ? nullptr : "invalid data, expected int, got ";
        case form::real:
            return from.is_number() ? nullptr : "invalid data, expected float, got ";
        case form::int_or_string:
            return from.is_int64() || from.is_string()
                       ? nullptr
                       : "invalid data, expected XIntOrString value to be either a string or integer";
        case form::list:
            return from.is_array()
                       ? nullptr
                       : "invalid data, expected an array for the provided schema with type=array";
        case form::map:
        case form::object:
            return from.is_object() ? nullptr
                                    : "invalid data, expected a map for the provided schema with type=object";
        case form::dyn:
        case form::hidden:
            return nullptr;
        default:
            return from.is_string() ? nullptr : "invalid data, expected string, got ";
    }
}

value mismatch_error(const bj::value& from, std::string_view why, arena& memory) {
    std::string text(why);
    if (text.ends_with(' ')) text += go_type(from);
    return make_error(std::move(text), memory);
}

value plain_value(const bj::value& from) {
    switch (from.kind()) {
        case bj::kind::null:
            return value::null();
        case bj::kind::bool_:
            return value::boolean(from.get_bool());
        case bj::kind::string:
            return value::string(from.get_string());
        case bj::kind::array:
            return value::list(plain_arrays, &from.get_array());
        case bj::kind::object:
            return value::map(plain_objects, &from.get_object());
        case bj::kind::int64:
            return value::integer(from.get_int64());
        case bj::kind::uint64:
            return value::real(static_cast<double>(from.get_uint64()));
        default:
            return value::real(from.get_double());
    }
}

}  // namespace

bool is_exposed(const json_type& tested) {
    if (tested.is == form::hidden) return false;
    if (tested.is != form::list && tested.is != form::map) return true;
    return tested.element != nullptr && is_exposed(*tested.element);
}

value json_value(const bj::value& from, arena& memory, const json_type* declared) {
    if (declared == nullptr || declared->is == form::dyn || declared->is == form::hidden)
        return plain_value(from);
    if (from.is_null()) {
        return declared->nullable ? value::null()
                                  : value::error("invalid data, got null for schema with nullable=false");
    }
    if (const char* why = mismatch(from, declared->is)) return mismatch_error(from, why, memory);
    switch (declared->is) {
        case form::real:
            return value::real(from.to_number<double>());
        case form::list:
            return typed_list(from.get_array(), *declared, memory);
        case form::map:
        case form::object:
            return json_value(from.get_object(), memory, declared);
        case form::bytes:
        case form::timestamp:
        case form::date:
        case form::duration:
            return convert_text(from.get_string(), declared->is, memory);
        default:
            return plain_value(from);
    }
}

value json_value(const bj::object& from) {
    return value::map(plain_objects, &from);
}

value json_value(const bj::object& from, arena& memory, const json_type* declared) {
    if (declared == nullptr || (declared->is != form::map && declared->is != form::object))
        return json_value(from);
    return value::map(typed_objects, memory.make<typed_view>(typed_view{&from, declared}));
}

}}}  // namespace setpoint::v0::cel
