#pragma once
// Rules of a schema (x-kubernetes-validations), compiled and applied to values as kube-apiserver does it for
// custom resources: apiextensions-apiserver/pkg/apiserver/schema/cel.
//
//     const rule_set checked(rules_of(schema), declared);
//     for (const rule_finding& f : checked.validate(now, &before, true)) report(f);

#include "setpoint/cel/environment.hpp"
#include "setpoint/cel/json.hpp"
#include "setpoint/cel/program.hpp"

#include <boost/json/value.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

class json_types;

// What the rules of one object may cost together (celconfig.RuntimeCELCostBudget), about a second of
// the real server, in the units of cost.hpp.
inline constexpr std::uint64_t kubernetes_object_limit = 10'000'000;
// The estimates of one rule, and of all rules of a definition, above which it is refused.
inline constexpr std::uint64_t kubernetes_rule_estimate_limit = 10'000'000;
inline constexpr std::uint64_t kubernetes_definition_estimate_limit = 100'000'000;

// One rule, as it is written in a schema.
// The texts are those of the schema, unchecked: compile_rule() reports what is wrong with them.
struct rule {
    std::string expression;
    std::string message;
    std::string message_expression;
    std::string reason;                // FieldValueRequired, ...; "" for FieldValueInvalid
    std::string field_path;            // below the value, as in messages: "a.b[c]"; "" for the value itself
    std::optional<bool> optional_old;  // optionalOldSelf
};

// The rules of a schema and of what is below it.
// Has the shape of the schema's json_type: fields of an object by property, or the element of a list or
// map.
struct rule_tree {
    std::vector<rule> rules;
    std::map<std::string, rule_tree, std::less<>> fields;
    std::shared_ptr<const rule_tree> element;  // of a list or a map

    [[nodiscard]] bool empty() const { return rules.empty() && fields.empty() && element == nullptr; }
};

// A rule that was compiled, with what kube-apiserver checks of it when the definition is written.
// Exactly one of `test` and `error` is set, unless the expression is blank. `message` is set if there
// is a messageExpression that compiles, and message_error if it does not; the rule then still applies.
// Costs are upper estimates of one evaluation, in the units of cost.hpp.
struct compiled_rule {
    std::optional<program> test;  // nothing if the rule is empty or `error` is not
    std::string error;
    bool uses_old = false;               // oldSelf
    std::uint64_t most_cost = 0;         // of one evaluation
    std::uint64_t most_evaluations = 0;  // of one object, since a request has at most 3 MiB
    std::optional<program> message;
    std::string message_error;
    std::uint64_t message_most_cost = 0;
};

// Compiles a rule for values of that type. `types` must outlive the result.
// Declares `self`, and `oldSelf`, which is an optional with optionalOldSelf. `self` is the declaration
// that `types` was made from. Errors are returned in the result, in kube-apiserver's words.
[[nodiscard]] compiled_rule compile_rule(const rule& from, const json_type& self, const json_types& types);

// A rule that a value does not keep, or that could not be evaluated.
// What kube-apiserver would report as a field error.
struct rule_finding {
    enum class kind : std::uint8_t { invalid, required, forbidden, duplicate, internal };
    std::string path;  // "" for the root
    kind what = kind::invalid;
    std::optional<boost::json::value> shown;  // the value in the message
    std::string detail;
    bool warning = false;  // the value was like that before: no reason to refuse an update
};

// The compiled rules of a schema. Not thread-safe.
// Compiles all rules when it is made, which is far more expensive than applying them: keep it with the
// schema.
class rule_set {
public:
    // `root` and `rules` belong to the same schema. `root` must outlive the set.
    // `rules` is copied. Rules of fields that are not exposed are ignored, as in kube-apiserver. A rule that
    // does not compile is not an error here: validate() reports it for every value that it applies to.
    rule_set(const rule_tree& rules, const json_type& root);
    rule_set(rule_set&&) noexcept;
    rule_set& operator=(rule_set&&) noexcept;
    ~rule_set();

    // Applies the rules to a value, and to changes of it from `old`, which is null for a new one. With
    // `ratchets`, errors of values that did not change are warnings.
    // Precondition: `now` was checked against the schema; values of other types give errors instead of
    // decisions. `now` and `old` must not change meanwhile. A rule that uses oldSelf is skipped where
    // there is no old value, unless it is optional; elements of a list have one only if the list has
    // keys. Findings are in the order of the walk. `budget` limits the cost of all rules together: once
    // it is spent, a last finding says so, and the rest is not checked.
    [[nodiscard]] std::vector<rule_finding> validate(const boost::json::value& now,
                                                     const boost::json::value* old, bool ratchets,
                                                     std::int64_t budget = kubernetes_object_limit) const;

private:
    struct place;
    std::unique_ptr<place> root_;
};

}}}  // namespace setpoint::v0::cel
