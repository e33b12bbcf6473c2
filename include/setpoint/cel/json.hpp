#pragma once
// JSON documents as values of the language, read in place.
//
//     arena memory;
//     const binding self{"self", json_value(object, memory, &declared)};
//     const value decided = made.evaluate(in, {&self, 1});
//
// `memory` must not be that of the evaluation, which clears it when it starts.

#include "setpoint/cel/value.hpp"

#include <boost/json/value.hpp>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

// What a JSON value is declared as, e.g. by a schema. A type tree must outlive the values that are read with
// it.
// Immutable once it is in use. Sub-trees of `element` may be shared; `fields` are part of their parent.
struct json_type {
    // A string with a format has the form of that format: byte, date-time, date, duration.
    enum class form : std::uint8_t {
        dyn,
        boolean,
        integer,
        real,
        string,
        bytes,
        timestamp,
        date,
        duration,
        int_or_string,
        list,
        map,
        object,
        hidden  // any value, of which expressions know nothing; nor of what contains it as an element
    };
    // x-kubernetes-list-type: sets are equal in any order, and + merges them; so are lists with keys.
    // `atomic` lists are compared element by element, in order.
    enum class list_kind : std::uint8_t { atomic, set, keyed };

    form is = form::dyn;
    bool preserves_unknown = false;                 // object: fields that are not declared are dyn
    std::shared_ptr<const json_type> element = {};  // list, map
    std::map<std::string, json_type, std::less<>> fields = {};  // object, by property
    bool nullable = true;                                       // otherwise null is an error
    list_kind list = list_kind::atomic;
    std::vector<std::string> keys = {};  // of keyed lists: properties of the elements
    // For estimates of costs: characters, elements or entries at most, and bytes of JSON at least.
    // Set by set_sizes(); the defaults make every size look like 0.
    std::uint64_t most_elements = 0;
    std::uint64_t least_bytes = 1;
};

// The limits of a schema, for estimates.
// As far as the schema sets them; what it leaves out is limited by the size of a request.
struct json_limits {
    std::optional<std::int64_t> most;      // maxLength, maxItems or maxProperties
    std::optional<std::uint64_t> longest;  // of the strings of an enumeration
    std::span<const std::string> needed;   // required properties without a default
};

// Sets the sizes of `to`, whose elements and fields have theirs already, as kube-apiserver estimates them: a
// request has at most 3 MiB.
// The rules are those of k8s.io/apiserver/pkg/cel/common/schemas.go. A maxLength counts four bytes for
// each character, since that many may be needed. Call it from the leaves to the root.
void set_sizes(json_type& to, const json_limits& limits);

// Adds what the root of a resource always has: apiVersion, kind, metadata.name and metadata.generateName.
// Replaces what the schema declares for them, unless it declares all four as strings. Expressions see
// no other part of the metadata, as in kube-apiserver.
void add_object_identity(json_type& to);

// Whether expressions may use values of that type.
// False for `hidden` and for lists and maps of it, at any depth: such a field is unknown to the
// checker.
[[nodiscard]] bool is_exposed(const json_type& tested);

// Views `from` as a value. Nothing is copied: `from` must outlive the evaluation. Without a type, integers
// are ints, other numbers doubles. With one, a declared double is a double though it is written as 1, texts
// of a format are decoded, and fields are found by their escaped names; a value of another type is an error.
// `from` and `declared` must not change meanwhile, and `memory` holds small views of typed lists and
// objects. An error is returned as a value whose text is the one of kube-apiserver. Lists and objects
// are converted element by element when they are read, so that a call is O(1) for them.
[[nodiscard]] value json_value(const boost::json::value& from, arena& memory,
                               const json_type* declared = nullptr);
// The same for an object that is kept outside of a boost::json::value.
// Without a type, nothing has to be stored, and no arena is needed.
[[nodiscard]] value json_value(const boost::json::object& from);
[[nodiscard]] value json_value(const boost::json::object& from, arena& memory, const json_type* declared);

}}}  // namespace setpoint::v0::cel
