#include "apiserver/schema/schema_rules.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/schema/field_place.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::shared_ptr<const cel::rule_tree> tree_below(const schema_node* s);

// The rules of a schema, with the paths of fields as messages have them.
cel::rule_tree rule_tree_of(const schema_node& s) {
    cel::rule_tree to;
    if (s.rules) to.rules = *s.rules;
    for (cel::rule& each : to.rules) {
        const field_place place = find_field(s, each.field_path, true);
        each.field_path = place.error.empty() ? place.path : std::string();
    }
    for (const property& p : s.properties) {
        cel::rule_tree field = rule_tree_of(*p.type);
        if (!field.empty()) to.fields.emplace(p.name, std::move(field));
    }
    to.element = tree_below(s.items != nullptr ? s.items : s.additional);
    return to;
}

std::shared_ptr<const cel::rule_tree> tree_below(const schema_node* s) {
    if (s == nullptr) return nullptr;
    cel::rule_tree below = rule_tree_of(*s);
    return below.empty() ? nullptr : std::make_shared<const cel::rule_tree>(std::move(below));
}

field_error::kind kind_of_finding(cel::rule_finding::kind what) {
    using from = cel::rule_finding::kind;
    switch (what) {
        case from::required:
            return field_error::kind::required;
        case from::forbidden:
            return field_error::kind::forbidden;
        case from::duplicate:
            return field_error::kind::duplicate;
        case from::internal:
            return field_error::kind::internal;
        default:
            return field_error::kind::invalid;
    }
}

field_error error_of_finding(const cel::rule_finding& found) {
    const auto what = kind_of_finding(found.what);
    std::string value = found.shown ? go_text::in_message(*found.shown) : std::string();
    const bool has_detail = what != field_error::kind::duplicate;  // as field.Duplicate of Go
    return {what, found.path, std::move(value), has_detail ? found.detail : std::string()};
}

}  // namespace

schema_rules::schema_rules(const schema_node& s, bool root) : schema_(s) {
    const cel::rule_tree tree = rule_tree_of(s);
    if (tree.empty()) return;
    declared_ = std::make_shared<const cel::json_type>(declared_type(s, root));
    rules_ = std::make_shared<const cel::rule_set>(tree, *declared_);
}

void schema_rules::validate(const bj::value& now, const bj::value* old, field_errors& errors,
                            std::vector<std::string>* warnings) const {
    if (!rules_) return;
    for (const cel::rule_finding& found : rules_->validate(now, old, warnings != nullptr)) {
        field_error made = error_of_finding(found);
        if (found.warning)
            warnings->push_back(made.text());
        else
            errors.push_back(std::move(made));
    }
}

void schema_rules::check_default(const std::string& path, field_errors& errors) const {
    if (!rules_) return;
    field_errors found;
    validate(*schema_.default_value, &*schema_.default_value, found, nullptr);
    // It may also be the first value.
    if (found.empty()) validate(*schema_.default_value, nullptr, found, nullptr);
    for (field_error& e : found) {
        const bool below = !e.path.empty() && e.path.front() != '[';
        e.path = e.path.empty() ? path : path + (below ? "." : "") + e.path;
        errors.push_back(std::move(e));
    }
}

}}}  // namespace setpoint::v0::apiserver
