#include "setpoint/cel/rules.hpp"

#include "cel/kubernetes/correlation.hpp"
#include "cel/kubernetes/rule_text.hpp"
#include "cel/quote.hpp"
#include "setpoint/cel/json_types.hpp"
#include "setpoint/cel/kubernetes.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <array>

namespace setpoint { inline namespace v0 { namespace cel {

namespace bj = boost::json;

// The rules of one value of the schema, and of those below it.
struct rule_set::place {
    const json_type* declared = nullptr;
    std::vector<rule> rules;
    std::unique_ptr<json_types> types;  // null without rules
    std::vector<compiled_rule> compiled;
    std::map<std::string, place, std::less<>> fields;
    std::unique_ptr<place> element;

    place(const rule_tree& from, const json_type& type) : declared(&type), rules(from.rules) {
        if (!rules.empty()) types = std::make_unique<json_types>(type, "selfType1");
        for (const rule& each : rules) compiled.push_back(compile_rule(each, type, *types));
        for (const auto& [name, below] : from.fields) {
            const auto field = type.fields.find(name);
            if (field != type.fields.end() && is_exposed(field->second))
                fields.try_emplace(name, below, field->second);
        }
        if (from.element != nullptr && type.element != nullptr && is_exposed(*type.element))
            element = std::make_unique<place>(*from.element, *type.element);
    }
};

namespace {

constexpr std::size_t longest_message = 5U * 1024;  // celconfig.MaxEvaluatedMessageExpressionSizeBytes
constexpr std::string_view over_budget =
    "validation failed due to running out of cost budget, no further validation rules will be run";

// A step on the way to a value. The path is written only for a finding.
struct path_step {
    const path_step* above = nullptr;  // null for the root
    std::string_view name;
    std::size_t index = 0;
    enum class form : std::uint8_t { root, field, key, element } is = form::root;
};

std::string path_of(std::string_view path, std::string_view name) {
    return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

std::string path_of(const path_step& to) {
    if (to.is == path_step::form::root) return {};
    std::string path = path_of(*to.above);
    if (to.is == path_step::form::field) return path_of(path, to.name);
    if (to.is == path_step::form::key) return fmt::format("{}[{}]", path, to.name);
    return fmt::format("{}[{}]", path, to.index);
}

// What a schema calls the type.
std::string_view type_text(json_type::form is) {
    using form = json_type::form;
    switch (is) {
        case form::boolean:
            return "boolean";
        case form::integer:
            return "integer";
        case form::real:
            return "number";
        case form::list:
            return "array";
        case form::map:
        case form::object:
            return "object";
        case form::dyn:
        case form::hidden:
        case form::int_or_string:
            return "";
        default:
            return "string";
    }
}

std::string_view name_of(const rule& of) {
    return trimmed(of.message.empty() ? of.expression : of.message);
}

rule_finding::kind kind_of(const rule& of) {
    if (of.reason == "FieldValueForbidden") return rule_finding::kind::forbidden;
    if (of.reason == "FieldValueRequired") return rule_finding::kind::required;
    if (of.reason == "FieldValueDuplicate") return rule_finding::kind::duplicate;
    return rule_finding::kind::invalid;
}

// One value that rules are applied to.
struct subject {
    const path_step& path;
    const bj::value& now;
    const bj::value* old;
    const ratchet& progress;
};

// The values of self and oldSelf.
struct variables {
    value self, old, maybe_old;
    std::array<binding, 2> bound;
    std::size_t count = 1;

    variables(const subject& of, const json_type& declared, bool optional, arena& memory) {
        self = json_value(of.now, memory, &declared);
        bound[0] = {"self", self};
        if (of.old != nullptr) old = json_value(*of.old, memory, &declared);
        maybe_old = value::optional(of.old == nullptr ? nullptr : &old);
        if (!optional && of.old == nullptr) return;
        bound[1] = {"oldSelf", optional ? maybe_old : old};
        count = 2;
    }
    [[nodiscard]] std::span<const binding> all() const { return {bound.data(), count}; }
};

}  // namespace

// One walk over a value. It stops as soon as the budget is spent.
class rule_walk {
public:
    rule_walk(std::int64_t budget, std::vector<rule_finding>& to) : budget_(budget), found_(to) {}

    template <class Place>
    void visit(const Place& at, const subject& of) {
        if (of.now.is_null() || budget_ < 0) return;
        apply_all(at.rules, at.compiled, *at.declared, of);
        if (const bj::array* list = of.now.if_array()) visit_elements(at, *list, of);
        if (const bj::object* object = of.now.if_object()) visit_fields(at, *object, of);
    }

private:
    template <class Place>
    void visit_elements(const Place& at, const bj::array& list, const subject& of) {
        if (at.element == nullptr) return;
        const keyed_elements before(*at.declared, of.old);
        for (std::size_t i = 0; i < list.size() && budget_ >= 0; ++i) {
            const bj::value* const old = before.find(list[i]);
            const ratchet progress = of.progress.element(list[i], old);
            const path_step step{&of.path, {}, i, path_step::form::element};
            visit(*at.element, {step, list[i], old, progress});
        }
    }

    template <class Place>
    void visit_fields(const Place& at, const bj::object& object, const subject& of) {
        if (at.element == nullptr && at.fields.empty()) return;
        const bj::object* const before = of.old == nullptr ? nullptr : of.old->if_object();
        for (const auto& [key, content] : object) {
            if (budget_ < 0) return;
            const bj::value* old = before == nullptr ? nullptr : before->if_contains(key);
            if (old != nullptr && old->is_null()) old = nullptr;
            const ratchet progress = of.progress.field(key);
            if (at.element != nullptr) {
                const path_step step{&of.path, key, 0, path_step::form::key};
                visit(*at.element, {step, content, old, progress});
            }
            const auto field = at.fields.find(std::string_view(key));
            if (field != at.fields.end()) {
                const path_step step{&of.path, key, 0, path_step::form::field};
                visit(field->second, {step, content, old, progress});
            }
        }
    }

    void apply_all(const std::vector<rule>& rules, const std::vector<compiled_rule>& compiled,
                   const json_type& declared, const subject& of) {
        if (rules.empty()) return;
        const std::string_view type = type_text(declared.is);
        if (budget_ == 0) return stop(of, type, over_budget);
        for (std::size_t i = 0; i < rules.size() && budget_ >= 0; ++i) {
            if (!compiled[i].error.empty()) {
                add(of.path, type, fmt::format("rule compile error: {}", compiled[i].error));
            } else if (compiled[i].test) {
                apply(rules[i], compiled[i], declared, of);
            }
        }
    }

    void apply(const rule& tested, const compiled_rule& compiled, const json_type& declared,
               const subject& of) {
        const bool optional = tested.optional_old.value_or(false);
        if (compiled.uses_old && of.old == nullptr && !optional) return;
        views_.clear();
        const variables named(of, declared, optional, views_);
        const value decided = compiled.test->evaluate(evaluation_, named.all());
        const std::string_view type = type_text(declared.is);
        if (!spend()) return stop(of, type, over_budget);
        if (decided.is_error()) return report_error(tested, decided.text(), type, of);
        if (!decided.is_true()) report(tested, compiled, declared, named, of);
    }

    void report_error(const rule& tested, std::string_view text, std::string_view type, const subject& of) {
        if (text.starts_with("no such overload")) {
            add(of.path, type,
                fmt::format("'{}': call arguments did not match a supported operator, function or macro "
                            "signature for rule: {}",
                            text, name_of(tested)));
        } else if (text.starts_with("operation cancelled: actual cost limit exceeded")) {
            stop(of, type,
                 fmt::format("'{}': no further validation rules will be run due to call cost exceeds limit "
                             "for rule: {}",
                             text, name_of(tested)));
        } else {
            add(of.path, type, fmt::format("{} evaluating rule: {}", text, name_of(tested)));
        }
    }

    void report(const rule& tested, const compiled_rule& compiled, const json_type& declared,
                const variables& named, const subject& of) {
        rule_finding made;
        made.path = path_of(of.path);
        if (!tested.field_path.empty()) made.path = path_of(made.path, tested.field_path);
        made.warning = !compiled.uses_old && of.progress.ignores_errors();
        std::optional<std::string> detail;
        if (compiled.message) {
            std::string fatal;
            detail = evaluated_message(tested, compiled, named, fatal);
            if (!fatal.empty()) {
                made.shown = bj::value(bj::string(type_text(declared.is)));
                made.detail = std::move(fatal);
                found_.push_back(std::move(made));
                budget_ = -1;
                return;
            }
        }
        if (!detail && tested.message.empty()) detail = fmt::format("failed rule: {}", name_of(tested));
        made.detail = detail ? std::move(*detail) : std::string(trimmed(tested.message));
        made.what = kind_of(tested);
        if (!of.now.is_structured()) made.shown = of.now;
        found_.push_back(std::move(made));
    }

    // Nothing if the rule's own message serves instead; `fatal` ends the validation.
    std::optional<std::string> evaluated_message(const rule& tested, const compiled_rule& compiled,
                                                 const variables& named, std::string& fatal) {
        const value made = compiled.message->evaluate(evaluation_, named.all());
        if (!spend()) {
            fatal =
                "messageExpression evaluation failed due to running out of cost budget, no further "
                "validation rules will be run";
            return std::nullopt;
        }
        if (made.is_error() && made.text().starts_with("operation cancelled: actual cost limit exceeded")) {
            fatal = fmt::format(
                "no further validation rules will be run due to call cost exceeds limit for "
                "messageExpression: {}",
                go_quoted(tested.message_expression));
            return std::nullopt;
        }
        if (!made.is(value_kind::string)) return std::nullopt;
        const std::string_view text = trimmed(made.text());
        if (text.empty() || text.size() > longest_message || text.find('\n') != std::string_view::npos)
            return std::nullopt;
        return std::string(text);
    }

    bool spend() {
        const std::uint64_t cost = evaluation_.cost();
        if (cost > static_cast<std::uint64_t>(budget_)) return false;
        budget_ -= static_cast<std::int64_t>(cost);
        return true;
    }

    void add(const path_step& path, std::string_view shown, std::string detail) {
        found_.push_back({path_of(path), rule_finding::kind::invalid, bj::value(bj::string(shown)),
                          std::move(detail), false});
    }
    void stop(const subject& of, std::string_view shown, std::string_view detail) {
        add(of.path, shown, std::string(detail));
        budget_ = -1;
    }

    std::int64_t budget_;
    std::vector<rule_finding>& found_;
    arena views_;
    evaluation evaluation_{kubernetes_call_limit};
};

rule_set::rule_set(const rule_tree& rules, const json_type& root)
    : root_(std::make_unique<place>(rules, root)) {}
rule_set::rule_set(rule_set&&) noexcept = default;
rule_set& rule_set::operator=(rule_set&&) noexcept = default;
rule_set::~rule_set() = default;

std::vector<rule_finding> rule_set::validate(const bj::value& now, const bj::value* old, bool ratchets,
                                             std::int64_t budget) const {
    std::vector<rule_finding> found;
    ratchet progress;
    if (ratchets && old != nullptr) progress.current = {&now, old, root_->declared};
    const path_step root;
    rule_walk(budget, found).visit(*root_, {root, now, old, progress});
    return found;
}

}}}  // namespace setpoint::v0::cel
