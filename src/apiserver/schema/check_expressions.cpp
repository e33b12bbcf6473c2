// The rules of a definition: apiextensions, pkg/apis/apiextensions/validation (validation.go,
// cel_validation.go).

#include "apiserver/go/text.hpp"
#include "apiserver/schema/field_place.hpp"
#include "apiserver/schema/schema_rules.hpp"
#include "setpoint/cel/json_types.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::uint64_t most_cost = cel::cost_range::unlimited;

std::uint64_t product(std::uint64_t cost, std::uint64_t count) {
    return cel::cost_range::fixed(cost).times(cel::cost_range::fixed(count)).most;
}

std::string cost_text(std::string_view what, std::uint64_t cost, std::uint64_t limit) {
    const double times = static_cast<double>(cost) / static_cast<double>(limit);
    const std::string factor = times > 100.0 ? "more than 100x"
                               : times < 1.5 ? fmt::format("{:f}x", times)
                                             : fmt::format("{:.1f}x", times);
    return fmt::format(
        "{} exceeds budget by factor of {} (try simplifying the rule, or adding maxItems, maxProperties, and "
        "maxLength where arrays, maps, and strings are declared)",
        what, factor);
}

// How many values of the schema's elements there are for each value of it; nothing if that is not limited.
std::optional<std::uint64_t> elements_of(const schema_view& s) {
    const std::string what = s.text("type");
    const char* limit = what == "array" ? "maxItems" : "maxProperties";
    if (what != "array" && (what != "object" || !s.has("additionalProperties"))) return 1;
    const bj::value* most = s.find(limit);
    if (most == nullptr || !most->is_int64()) return std::nullopt;
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, most->get_int64()));
}

// The rule as Go prints its internal type, with the fields in their order.
std::string internal_rule(const schema_view& rule) {
    std::string out;
    const auto add = [&](std::string_view name, const bj::value& v) {
        out += fmt::format("{}\"{}\":{}", out.empty() ? "{" : ",", name, go_text::json(v));
    };
    const auto or_null = [&](std::string_view key) {
        const bj::value* given = rule.find(key);
        return given == nullptr ? bj::value() : *given;
    };
    add("Rule", bj::value(rule.text("rule")));
    add("Message", bj::value(rule.text("message")));
    add("MessageExpression", bj::value(rule.text("messageExpression")));
    add("Reason", or_null("reason"));
    add("FieldPath", bj::value(rule.text("fieldPath")));
    add("OptionalOldSelf", or_null("optionalOldSelf"));
    return out + "}";
}

class expression_checker {
public:
    expression_checker(bool only_total, const field_errors& schema_errors)
        : only_total_(only_total), schema_errors_(schema_errors) {}

    // Where a schema is, and how often there are values of it.
    struct place {
        std::string path;
        std::optional<std::uint64_t> count = 1;
        std::string uncorrelated;  // the schema below which oldSelf is not known; "" if it is
        bool root = false;
    };

    void check(const schema_view& s, const schema_node& node, const place& at) {
        place below{{}, std::nullopt, at.uncorrelated, false};
        const auto each = elements_of(s);
        if (at.count && each) below.count = product(*at.count, *each);
        const auto values = s.sub("additionalProperties");
        if (values && node.additional != nullptr) {
            below.path = at.path + ".additionalProperties";
            check(*values, *node.additional, below);
        }
        for (const auto& p : s.properties()) {
            below.path = apiserver::at(at.path, "properties", p.name);
            if (const schema_node* const field = node.find(p.name)) check(p.schema, *field, below);
        }
        if (const auto items = s.sub("items"); items && node.items != nullptr) {
            below.path = at.path + ".items";
            if (node.list_type != schema_node::list::map && below.uncorrelated.empty())
                below.uncorrelated = at.path;
            check(*items, *node.items, below);
        }
        if (node.rules && !has_error_below(at.path)) check_rules_of(s, node, at);
    }

    void check_total(const std::string& path) {
        if (total_ <= cel::kubernetes_definition_estimate_limit) return;
        for (const auto& [where, cost] : dearest_)
            forbidden(found, where,
                      "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 "
                      "schema");
        forbidden(found, path,
                  cost_text("x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
                            total_, cel::kubernetes_definition_estimate_limit));
    }

    field_errors found;

private:
    bool has_error_below(const std::string& path) const {
        return std::ranges::any_of(schema_errors_,
                                   [&](const field_error& e) { return e.path.starts_with(path); });
    }

    void check_rules_of(const schema_view& s, const schema_node& node, const place& at) {
        const std::string list = at.path + ".x-kubernetes-validations";
        const cel::json_type declared = declared_type(node, at.root || node.embedded);
        if (!cel::is_exposed(declared)) {
            found.push_back({field_error::kind::internal,
                             list,
                             {},
                             "internal error: failed to construct type information for "
                             "x-kubernetes-validations rules: unable to convert structural schema to CEL "
                             "declarations"});
            return;
        }
        const cel::json_types types(declared, "selfType1");
        const std::vector<schema_view> rules = s.subs("x-kubernetes-validations");
        for (std::size_t i = 0; i < rules.size() && i < node.rules->size(); ++i) {
            const cel::rule& rule = (*node.rules)[i];
            const cel::compiled_rule compiled = cel::compile_rule(rule, declared, types);
            check_rule(rules[i], compiled, indexed(list, i), at);
        }
    }

    void check_rule(const schema_view& json, const cel::compiled_rule& rule, const std::string& path,
                    const place& at) {
        const std::string rule_path = path + ".rule";
        observe(rule_path, product(rule.most_cost, at.count.value_or(rule.most_evaluations)),
                "estimated rule cost");
        if (!rule.error.empty()) refuse(rule_path, json, rule.error);
        if (!rule.message_error.empty()) {
            refuse(path + ".messageExpression", json, rule.message_error);
        } else if (rule.message) {
            observe(path + ".messageExpression", rule.message_most_cost, "estimated messageExpression cost");
        }
        if (rule.uses_old) {
            if (!at.uncorrelated.empty())
                invalid(found, rule_path, bj::value(json.text("rule")),
                        "oldSelf cannot be used on the uncorrelatable portion of the schema within " +
                            at.uncorrelated);
        } else if (json.has("optionalOldSelf")) {
            invalid(found, path + ".optionalOldSelf", bj::value(json.flag("optionalOldSelf")),
                    "may not be set if oldSelf is not used in rule");
        }
    }

    void refuse(std::string path, const schema_view& rule, std::string why) {
        found.push_back({field_error::kind::invalid, std::move(path), internal_rule(rule), std::move(why)});
    }

    void observe(const std::string& path, std::uint64_t cost, std::string_view what) {
        if (!only_total_ && cost > cel::kubernetes_rule_estimate_limit)
            forbidden(found, path, cost_text(what, cost, cel::kubernetes_rule_estimate_limit));
        total_ = most_cost - total_ < cost ? most_cost : total_ + cost;
        if (cost < cel::kubernetes_definition_estimate_limit / 100) return;
        dearest_.emplace_back(path, cost);
        std::ranges::sort(dearest_, [](const auto& a, const auto& b) { return a.second > b.second; });
        if (dearest_.size() > 4) dearest_.resize(4);
    }

    bool only_total_;
    const field_errors& schema_errors_;
    std::uint64_t total_ = 0;
    std::vector<std::pair<std::string, std::uint64_t>> dearest_;
};

// Field paths of rules are a part of the schema's own checks.
void check_field_paths(const schema_view& s, const schema_node& node, const std::string& path,
                       field_errors& to) {
    if (const auto values = s.sub("additionalProperties"); values && node.additional != nullptr)
        check_field_paths(*values, *node.additional, path + ".additionalProperties", to);
    for (const auto& p : s.properties()) {
        if (const schema_node* const field = node.find(p.name))
            check_field_paths(p.schema, *field, at(path, "properties", p.name), to);
    }
    if (const auto items = s.sub("items"); items && node.items != nullptr)
        check_field_paths(*items, *node.items, path + ".items", to);
    if (!node.rules) return;
    for (std::size_t i = 0; i < node.rules->size(); ++i) {
        const std::string& field = (*node.rules)[i].field_path;
        if (field.empty() || find_field(node, field, true).error.empty()) continue;
        invalid(to, at(path, "x-kubernetes-validations", i) + ".fieldPath", bj::value(field),
                "must be a valid path");
    }
}

}  // namespace

void check_expressions(const schema_view& json, const schema_node& root, const std::string& path,
                       bool only_total, field_errors& found) {
    check_field_paths(json, root, path, found);
    expression_checker checker(only_total, found);
    checker.check(json, root, {path, 1, {}, true});
    checker.check_total(path);
    found.insert(found.end(), checker.found.begin(), checker.found.end());
}

}}}  // namespace setpoint::v0::apiserver
