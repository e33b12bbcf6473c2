#include "setpoint/cel/json.hpp"

#include "cel/base64.hpp"
#include "cel/go_time.hpp"
#include "setpoint/cel/kubernetes.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <string>

namespace setpoint::inline v0::cel {

namespace bj = boost::json;

namespace {

using form = json_type::form;

// Lists and maps are views: of an array or object, and of what it is declared as. Without a declaration the
// view needs no memory.
struct typed_view {
    const void* data;
    const json_type* declared;
};

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

template <bool typed>
class array_access final : public list_access {
public:
    [[nodiscard]] std::size_t size(const void* data) const override { return array_of(data).size(); }
    [[nodiscard]] value at(const void* data, std::size_t index, arena& memory) const override {
        return json_value(array_of(data)[index], memory, element_of(data));
    }

private:
    static const bj::array& array_of(const void* data) {
        if constexpr (typed) data = static_cast<const typed_view*>(data)->data;
        return *static_cast<const bj::array*>(data);
    }
    static const json_type* element_of(const void* data) {
        if constexpr (typed) return static_cast<const typed_view*>(data)->declared->element.get();
        return nullptr;
    }
};

template <bool typed>
class object_access final : public map_access {
public:
    [[nodiscard]] std::size_t size(const void* data) const override { return object_of(data).size(); }
    [[nodiscard]] std::optional<value> find(const void* data, const value& key,
                                            arena& memory) const override {
        if (!key.is(value_kind::string)) return std::nullopt;
        const std::string_view name = key.text();
        const bj::object& object = object_of(data);
        const json_type* declared = declared_of(data);
        auto found = object.find(name);
        std::string property;
        if (found == object.end() && declared != nullptr && declared->is == form::object &&
            name.find("__") != std::string_view::npos) {
            property = unescape_property(name).value_or("");
            found = object.find(property);
        }
        if (found == object.end()) return std::nullopt;
        return json_value(found->value(), memory, type_of(declared, found->key()));
    }
    [[nodiscard]] value key_at(const void* data, std::size_t index, arena&) const override {
        return value::string((object_of(data).begin() + static_cast<std::ptrdiff_t>(index))->key());
    }
    [[nodiscard]] value value_at(const void* data, std::size_t index, arena& memory) const override {
        const auto& entry = *(object_of(data).begin() + static_cast<std::ptrdiff_t>(index));
        return json_value(entry.value(), memory, type_of(declared_of(data), entry.key()));
    }

private:
    static const bj::object& object_of(const void* data) {
        if constexpr (typed) data = static_cast<const typed_view*>(data)->data;
        return *static_cast<const bj::object*>(data);
    }
    static const json_type* declared_of(const void* data) {
        if constexpr (typed) return static_cast<const typed_view*>(data)->declared;
        return nullptr;
    }
    static const json_type* type_of(const json_type* declared, std::string_view key) {
        if (declared == nullptr) return nullptr;
        if (declared->is != form::object) return declared->element.get();
        const auto found = declared->fields.find(key);
        return found == declared->fields.end() ? nullptr : &found->second;
    }
};

const array_access<false> plain_array;
const array_access<true> typed_array;
const object_access<false> plain_object;
const object_access<true> typed_object;

// The memory of a view with a declaration. It is small, and freed with the evaluation.
const void* view_of(const void* data, const json_type* declared, arena& memory) {
    return memory.make<typed_view>(data, declared);
}

value number_value(const bj::value& from, const json_type* declared) {
    if (declared != nullptr && declared->is == form::real) return value::real(from.to_number<double>());
    if (from.is_int64()) return value::integer(from.get_int64());
    if (from.is_uint64()) return value::real(static_cast<double>(from.get_uint64()));
    const double real = from.get_double();
    if (declared != nullptr && declared->is == form::integer && real >= -9007199254740992.0 &&
        real <= 9007199254740992.0 && real == static_cast<double>(static_cast<std::int64_t>(real))) {
        return value::integer(static_cast<std::int64_t>(real));
    }
    return value::real(real);
}

}  // namespace

value json_value(const bj::value& from, arena& memory, const json_type* declared) {
    const bool typed = declared != nullptr && declared->is != form::dyn;
    switch (from.kind()) {
        case bj::kind::null:
            return value::null();
        case bj::kind::bool_:
            return value::boolean(from.get_bool());
        case bj::kind::string: {
            const std::string_view text = from.get_string();
            return typed ? convert_text(text, declared->is, memory) : value::string(text);
        }
        case bj::kind::array:
            if (typed && declared->is == form::list)
                return value::list(typed_array, view_of(&from.get_array(), declared, memory));
            return value::list(plain_array, &from.get_array());
        case bj::kind::object:
            if (typed) return value::map(typed_object, view_of(&from.get_object(), declared, memory));
            return value::map(plain_object, &from.get_object());
        default:
            return number_value(from, declared);
    }
}

value json_value(const bj::object& from) {
    return value::map(plain_object, &from);
}

}  // namespace setpoint::inline v0::cel
