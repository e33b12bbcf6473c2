#pragma once
// Rules of a schema (x-kubernetes-validations), compiled and applied to values as kube-apiserver does it for
// custom resources: apiextensions-apiserver/pkg/apiserver/schema/cel.

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

namespace setpoint::inline v0::cel {

class json_types;

// What the rules of one object may cost together (celconfig.RuntimeCELCostBudget).
inline constexpr std::uint64_t kubernetes_object_limit = 10'000'000;
// The estimates of one rule, and of all rules of a definition, above which it is refused.
inline constexpr std::uint64_t kubernetes_rule_estimate_limit = 10'000'000;
inline constexpr std::uint64_t kubernetes_definition_estimate_limit = 100'000'000;

// One rule, as it is written in a schema.
struct rule {
    std::string expression;
    std::string message;
    std::string message_expression;
    std::string reason;                // FieldValueRequired, ...; "" for FieldValueInvalid
    std::string field_path;            // below the value, as in messages: "a.b[c]"; "" for the value itself
    std::optional<bool> optional_old;  // optionalOldSelf
};

// The rules of a schema and of what is below it.
struct rule_tree {
    std::vector<rule> rules;
    std::map<std::string, rule_tree, std::less<>> fields;
    std::shared_ptr<const rule_tree> element;  // of a list or a map

    [[nodiscard]] bool empty() const { return rules.empty() && fields.empty() && element == nullptr; }
};

// A rule that was compiled, with what kube-apiserver checks of it when the definition is written.
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
[[nodiscard]] compiled_rule compile_rule(const rule& from, const json_type& self, const json_types& types);

// A rule that a value does not keep, or that could not be evaluated.
struct rule_finding {
    enum class kind : std::uint8_t { invalid, required, forbidden, duplicate, internal };
    std::string path;  // "" for the root
    kind what = kind::invalid;
    std::optional<boost::json::value> shown;  // the value in the message
    std::string detail;
    bool warning = false;  // the value was like that before: no reason to refuse an update
};

// The compiled rules of a schema. Not thread-safe.
class rule_set {
public:
    // `root` and `rules` belong to the same schema. `root` must outlive the set.
    rule_set(const rule_tree& rules, const json_type& root);
    rule_set(rule_set&&) noexcept;
    rule_set& operator=(rule_set&&) noexcept;
    ~rule_set();

    // Applies the rules to a value, and to changes of it from `old`, which is null for a new one. With
    // `ratchets`, errors of values that did not change are warnings.
    [[nodiscard]] std::vector<rule_finding> validate(const boost::json::value& now,
                                                     const boost::json::value* old, bool ratchets,
                                                     std::int64_t budget = kubernetes_object_limit) const;

private:
    struct place;
    std::unique_ptr<place> root_;
};

}  // namespace setpoint::inline v0::cel
