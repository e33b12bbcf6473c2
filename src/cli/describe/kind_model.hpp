#pragma once
// The described types of a kind as data: what a schema reader makes and a header writer prints.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// The C++ type for a part of a schema.
struct cpp_type {
    enum class form : std::uint8_t {
        boolean,
        int32,
        int64,
        number,
        text,
        timestamp,
        quantity,
        int_or_string,
        condition,
        label_selector,
        json,         // any value
        json_object,  // an object with any fields
        object,
        enumeration,
        list,
        map
    };
    form what = form::json;
    std::size_t index = 0;                    // object, enumeration: in the kind's objects or enums
    std::shared_ptr<const cpp_type> entry{};  // list, map; never null there
    bool null_entries = false;                // list, map: entries may be null

    bool is_container() const { return what == form::list || what == form::map; }
};

// A rule in CEL (x-kubernetes-validations), as the schema has it.
struct described_rule {
    std::string expression, message{}, message_expression{}, reason{}, field_path{};
    bool also_without_old = false;  // optionalOldSelf
};

// The limits of a member that an API server's estimate of the costs of rules depends on. -1: none.
struct described_limits {
    std::int64_t most_items = -1;       // of a list or map
    std::int64_t most_characters = -1;  // of a text, or of each text in a list or map
    std::uint64_t longest_choice = 0;   // of such texts with a list of allowed values
    std::string format{};               // of such texts
    bool is_keyed = false;              // a list whose entries have keys
};

struct described_member {
    std::string json_name;
    std::string name{};  // in C++
    std::string doc{};
    cpp_type type{};
    bool required = false, nullable = false;
    std::vector<std::string> attributes{};  // in C++, beyond required and nullable: "minimum(1)"
    std::string initial{};                  // in C++; "": unset
    described_limits limits{};
    std::vector<described_rule> rules{};  // about a value that is not a struct of its own
};

struct described_object {
    std::string name, doc{};
    std::vector<described_member> members{};
    std::vector<described_rule> rules{};
};

struct described_enum {
    std::string name;
    std::vector<std::pair<std::string, std::string>> values{};  // enumerator and text
};

struct described_column {
    std::string name, type, path, doc;
    std::int64_t priority = 0;
};

struct kind_model {
    std::string group, version, kind, plural, singular, doc;
    std::vector<std::string> short_names, categories, selectable;
    std::vector<described_column> columns;
    std::string scale_spec, scale_status, scale_selector;  // "": no scale subresource
    bool cluster_scoped = false, deprecated = false;
    std::string deprecation;  // the warning; "": the server's default text

    // In an order in which each is defined before its use.
    std::vector<described_object> objects;
    std::vector<described_enum> enums;
    // The members beside metadata.
    described_object root;
    // Whether root is custom_resource<spec, status>, or <spec> if it has no status.
    bool is_custom_resource = false;

    // What the types leave out or keep as JSON: one line each, with the path first.
    std::vector<std::string> notes;
};

}}}  // namespace setpoint::v0::cli
