#include "cli/describe/model_rules.hpp"

#include "cli/describe/described_rules.hpp"
#include "setpoint/api/kind.hpp"
#include "setpoint/cel/cost.hpp"
#include "setpoint/cel/json_types.hpp"
#include "setpoint/cel/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

using form = cpp_type::form;
using seen = cel::json_type;

seen::form text_form_of(std::string_view format) {
    if (format == "byte") return seen::form::bytes;
    if (format == "duration") return seen::form::duration;
    return format == "date" ? seen::form::date : seen::form::string;
}

seen sized(seen made, const cel::json_limits& limits = {}) {
    cel::set_sizes(made, limits);
    return made;
}

seen plain(seen::form is) {
    return sized({.is = is});
}

seen struct_of(std::map<std::string, seen, std::less<>> fields) {
    return sized({.is = seen::form::object, .fields = std::move(fields)});
}

seen container_of(seen::form is, seen entry, std::int64_t most = -1) {
    return sized({.is = is, .element = std::make_shared<const seen>(std::move(entry))},
                 {most >= 0 ? std::optional(most) : std::nullopt, std::nullopt, {}});
}

seen condition_type() {
    std::map<std::string, seen, std::less<>> fields;
    for (const char* const name : {"type", "status", "reason", "message"})
        fields.emplace(name, plain(seen::form::string));
    fields.emplace("lastTransitionTime", plain(seen::form::timestamp));
    fields.emplace("observedGeneration", plain(seen::form::integer));
    return struct_of(std::move(fields));
}

seen label_selector_type() {
    const seen text = plain(seen::form::string);
    const seen expression =
        struct_of({{"key", text}, {"operator", text}, {"values", container_of(seen::form::list, text)}});
    return struct_of({{"matchLabels", container_of(seen::form::map, text)},
                      {"matchExpressions", container_of(seen::form::list, expression)}});
}

// What expressions see of the described types, by the rules of rule_errors().
class seen_types {
public:
    explicit seen_types(const kind_model& m) : model_(m) {}

    seen of(const described_object& o) const {
        std::map<std::string, seen, std::less<>> fields;
        std::vector<std::string> needed;
        for (const described_member& m : o.members) {
            fields.emplace(m.json_name, of(m.type, m.limits, m.limits.most_items));
            if (m.required) needed.push_back(m.json_name);
        }
        return sized({.is = seen::form::object, .fields = std::move(fields)},
                     {std::nullopt, std::nullopt, needed});
    }

private:
    seen of(const cpp_type& t, const described_limits& limits, std::int64_t most_items) const {
        switch (t.what) {
            case form::boolean:
                return plain(seen::form::boolean);
            case form::int32:
            case form::int64:
                return plain(seen::form::integer);
            case form::number:
                return plain(seen::form::real);
            case form::text:
                return text(limits);
            case form::timestamp:
                return plain(seen::form::timestamp);
            case form::quantity:
            case form::int_or_string:
                return plain(seen::form::int_or_string);
            case form::condition:
                return condition_type();
            case form::label_selector:
                return label_selector_type();
            case form::json:
                return plain(seen::form::hidden);
            case form::json_object:
                return plain(seen::form::object);
            case form::object:
                return of(model_.objects[t.index]);
            case form::enumeration:
                return choice(model_.enums[t.index]);
            case form::list:
                return container_of(seen::form::list, of(*t.entry, limits, -1), most_items);
            case form::map:
                return container_of(seen::form::map, of(*t.entry, limits, -1), most_items);
        }
        return plain(seen::form::hidden);
    }

    static seen text(const described_limits& l) {
        return sized({.is = text_form_of(l.format)},
                     {l.most_characters >= 0 ? std::optional(l.most_characters) : std::nullopt,
                      l.longest_choice != 0 ? std::optional(l.longest_choice) : std::nullopt,
                      {}});
    }

    static seen choice(const described_enum& e) {
        std::uint64_t longest = 0;
        for (const auto& [name, value] : e.values) longest = std::max<std::uint64_t>(longest, value.size());
        return sized({.is = seen::form::string}, {std::nullopt, longest, {}});
    }

    const kind_model& model_;
};

class rule_checker {
public:
    explicit rule_checker(kind_model& m) : model_(m) {}

    void check_all() {
        seen root = seen_types(model_).of(model_.root);
        cel::add_object_identity(root);
        check_struct(model_.root, root, {});
        remove(model_.root.rules);
        for (described_object& o : model_.objects) remove_in(o);
        for (described_member& m : model_.root.members) remove(m.rules);
    }

private:
    // Where a value is, and how often there may be one.
    struct spot {
        std::string path{};
        std::optional<std::uint64_t> count = 1;
        bool is_correlated = true;  // whether it has an old value

        spot field(std::string_view name) const {
            return {fmt::format("{}{}{}", path, path.empty() ? "" : ".", name), count, is_correlated};
        }
        spot entry(std::int64_t most, std::string_view brackets, bool keyed) const {
            spot to{path + std::string(brackets), std::nullopt, is_correlated && keyed};
            if (count && most >= 0)
                to.count = cel::cost_range::fixed(*count)
                               .times(cel::cost_range::fixed(static_cast<std::uint64_t>(most)))
                               .most;
            return to;
        }
    };

    void check_struct(const described_object& o, const seen& declared, const spot& at) {
        check(o.rules, declared, at);
        for (const described_member& m : o.members) {
            const seen& value = declared.fields.find(m.json_name)->second;
            const spot there = at.field(m.json_name);
            check(m.rules, value, there);
            check_inside(m.type, value, there, m.limits.most_items, m.limits.is_keyed);
        }
    }

    void check_inside(const cpp_type& t, const seen& declared, const spot& at, std::int64_t most_items,
                      bool keyed) {
        if (t.what == form::object) return check_struct(model_.objects[t.index], declared, at);
        if (t.what == form::list)
            check_inside(*t.entry, *declared.element, at.entry(most_items, "[]", keyed), -1, false);
        else if (t.what == form::map)
            check_inside(*t.entry, *declared.element, at.entry(most_items, "{}", true), -1, false);
    }

    void check(const std::vector<described_rule>& rules, const seen& declared, const spot& at) {
        if (rules.empty()) return;
        const bool exposed = cel::is_exposed(declared);
        std::optional<cel::json_types> types;
        if (exposed) types.emplace(declared, "selfType1");
        for (const described_rule& r : rules) {
            if (removed_.contains(&r)) continue;
            const std::string why =
                exposed ? problem_of(r, declared, *types, at) : "its value is kept as JSON";
            if (why.empty()) continue;
            removed_.insert(&r);
            model_.notes.push_back(
                fmt::format("{}: {}", at.path.empty() ? "the object" : at.path, note_of(r, why)));
        }
    }

    static std::string problem_of(const described_rule& r, const seen& declared, const cel::json_types& types,
                                  const spot& at) {
        cel::rule plain_rule{r.expression, r.message, r.message_expression, {}, {}, {}};
        if (r.also_without_old) plain_rule.optional_old = true;
        const cel::compiled_rule made = cel::compile_rule(plain_rule, declared, types);
        if (!made.test && made.error.empty()) return "its expression is empty";
        for (const std::string& why : {made.error, made.message_error})
            if (!why.empty()) return why.substr(0, why.find('\n'));
        if (made.uses_old && !at.is_correlated) return "it needs the keys of a list that are not described";
        const std::uint64_t cost =
            cel::cost_range::fixed(made.most_cost)
                .times(cel::cost_range::fixed(at.count.value_or(made.most_evaluations)))
                .most;
        if (cost > cel::kubernetes_rule_estimate_limit ||
            made.message_most_cost > cel::kubernetes_rule_estimate_limit)
            return "it may cost too much without limits that are not described";
        return {};
    }

    void remove_in(described_object& o) {
        remove(o.rules);
        for (described_member& m : o.members) remove(m.rules);
    }
    void remove(std::vector<described_rule>& rules) {
        std::erase_if(rules, [this](const described_rule& r) { return removed_.contains(&r); });
    }

    kind_model& model_;
    std::set<const described_rule*> removed_;
};

// A description of a kind has room for few rules; one of a struct for any number.
void limit_rules_of_kind(kind_model& m) {
    constexpr std::size_t most = kind_description::max_rules;
    std::vector<described_rule>& rules = m.root.rules;
    if (!m.is_custom_resource || rules.size() <= most) return;
    for (std::size_t i = most; i < rules.size(); ++i)
        m.notes.push_back("the object: " + note_of(rules[i], fmt::format("a kind has at most {}", most)));
    rules.resize(most);
}

}  // namespace

void remove_rules_that_do_not_fit(kind_model& m) {
    rule_checker(m).check_all();
    limit_rules_of_kind(m);
}

}}}  // namespace setpoint::v0::cli
