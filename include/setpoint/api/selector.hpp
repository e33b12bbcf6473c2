#pragma once
// Selects objects by labels and fields.

#include "setpoint/api/object_key.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// One condition on one label.
// Precondition of matches() and to_string(): what selector::add() checks, such as one value for equals,
// and one integer for greater and less. Requirements inside a selector satisfy it.
struct label_requirement {
    // `equals` and `in` with one value are the same condition in two notations, kept apart so that
    // to_string() returns what was parsed.
    enum class operation : std::uint8_t {
        equals,
        not_equals,
        in,
        not_in,
        exists,
        does_not_exist,
        greater,
        less
    };

    // [prefix/]name, as all label keys.
    std::string key;
    operation op = operation::exists;
    // matches() uses a binary search in them.
    std::vector<std::string> values;  // sorted and unique; empty for exists and does_not_exist

    // not_equals and not_in also match objects without the label; greater and less only those whose value
    // is an integer. As in apimachinery (Requirement.Matches).
    bool matches(const string_map& labels) const;
    // The text that parse() reads back as an equal selector.
    std::string to_string() const;  // "tier in (cache,db)"
    friend bool operator==(const label_requirement&, const label_requirement&) = default;
};

// A conjunction of conditions on labels. The empty selector matches everything.
// A value. Its conditions are sorted by key, so that equal sets of conditions give equal texts and one
// watch; several conditions on one key keep their order.
//
//     const auto s = selector::parse("app=web,tier in (db, cache)");
//     if (s && s->matches(pod.metadata.labels)) ...
class selector {
public:
    selector() = default;
    // Requires all of these labels with these values.
    // Not checked, since labels of existing objects are valid: for untrusted keys and values use add().
    explicit selector(const string_map& labels);

    // Parses kubectl's -l syntax: "app=web,tier in (db, cache),env notin
    // (dev),!canary,x!=y,cpus>4". Errors: bad_data with the position, also for keys and values that
    // are invalid for labels (Kubernetes documentation, Labels and Selectors).
    // "" is the empty selector. The message contains the whole text.
    static result<selector> parse(std::string_view s);
    // Adds a condition. Errors: bad_data as for parse().
    // Values are sorted and freed of duplicates. After an error the selector is unchanged.
    result<> add(std::string_view key, label_requirement::operation op, std::vector<std::string> values = {});
    // Adds many conditions in less than quadratic time. After an error none is added.
    // For selectors with hundreds of conditions, as generated ones have.
    result<> add(std::vector<label_requirement> more);

    // Linear in the number of conditions; each looks up one label.
    bool matches(const string_map& labels) const;
    // Returns the query parameter labelSelector, unescaped: "app=web,tier in (cache,db)", sorted by
    // key; "" if empty.
    std::string to_string() const;

    // The empty selector selects all objects, and its query parameter is left out.
    bool empty() const noexcept { return requirements_.empty(); }
    // Valid until the selector changes.
    const std::vector<label_requirement>& requirements() const noexcept { return requirements_; }
    friend bool operator==(const selector&, const selector&) = default;

private:
    void insert(label_requirement r);
    std::vector<label_requirement> requirements_;  // sorted by key
};

// A conjunction of conditions on fields. The selectable fields depend on the kind: metadata.name
// and metadata.namespace for all, spec.nodeName and status.phase for pods, selectable() ones for
// custom kinds.
// The server evaluates it; a field that is not selectable for the kind is answered with 400. Not sorted:
// equality compares the conditions in their order.
class field_selector {
public:
    // `path` in JSON without a leading dot: "status.phase". `equals` false: != .
    struct requirement {
        std::string path, value;
        bool equals = true;
        friend bool operator==(const requirement&, const requirement&) = default;
    };

    field_selector() = default;
    // Watches and lists of a single object: the server then uses its name, and RBAC rules with
    // resourceNames apply.
    static field_selector by_name(std::string_view name);

    // Parses kubectl's --field-selector syntax: "metadata.name=web,status.phase!=Running". A
    // backslash escapes a comma, an equals sign or a backslash in a value. Errors: bad_data.
    // Paths are neither checked nor trimmed. "" is the empty selector.
    static result<field_selector> parse(std::string_view s);
    // Any texts: to_string() escapes values. Returns *this.
    field_selector& add(std::string_view path, std::string_view value, bool equals = true);

    // Whether an object with that key can match: checks metadata.name and metadata.namespace and
    // assumes that all other conditions hold.
    // For caches: false means that the object certainly is not in the selection.
    bool matches(const object_key& key) const;
    // Returns the query parameter fieldSelector, unescaped.
    // In the order of the calls; backslashes escape commas, equals signs and backslashes.
    std::string to_string() const;

    bool empty() const noexcept { return requirements_.empty(); }
    const std::vector<requirement>& requirements() const noexcept { return requirements_; }
    friend bool operator==(const field_selector&, const field_selector&) = default;

private:
    std::vector<requirement> requirements_;
};

std::ostream& operator<<(std::ostream& out, const selector& s);
std::ostream& operator<<(std::ostream& out, const field_selector& s);

// --- label selectors as fields of a spec (metav1.LabelSelector) ---

// The subset of operations that LabelSelector has: no > and <, and equality is `in` with one value.
enum class match_operator : std::uint8_t { in, not_in, exists, does_not_exist };
constexpr auto describe_enum(match_operator) {
    using enum match_operator;
    return schema::names(schema::value(in, "In"), schema::value(not_in, "NotIn"),
                         schema::value(exists, "Exists"), schema::value(does_not_exist, "DoesNotExist"));
}

// The number of values is checked by to_selector() and by the API server, not by the schema.
struct match_expression {
    interned_string key{};
    match_operator op = match_operator::in;
    std::vector<interned_string> values{};

    template <class Self = match_expression>
    static constexpr auto describe() {
        using namespace schema;
        return object("A condition on one label.", field(&Self::key, "key", "The label's key.", required),
                      field(&Self::op, "operator", "How the label relates to the values.", required),
                      field(&Self::values, "values",
                            "Some for In and NotIn, none for Exists and DoesNotExist.", exclusive));
    }
};

// All conditions must hold. If it is empty it matches everything.
// As a member of a spec, absent is often different from empty: use std::optional where absent must select
// nothing. The fields are exclusive, since a label that another client adds would change the selection.
struct label_selector {
    string_map match_labels{};
    std::vector<match_expression> match_expressions{};

    template <class Self = label_selector>
    static constexpr auto describe() {
        using namespace schema;
        return object("Selects objects by their labels.",
                      field(&Self::match_labels, "matchLabels",
                            "Labels that must be present with these values.", exclusive),
                      field(&Self::match_expressions, "matchExpressions", "Further conditions.", exclusive));
    }
};

// Errors: bad_data for keys, values or numbers of values that the API server would reject.
// Equals LabelSelectorAsSelector of apimachinery, except that it cannot tell null from empty.
result<selector> to_selector(const label_selector& labels);

}}  // namespace setpoint::v0

SETPOINT_COMPILED_TABLE(setpoint::label_selector);
