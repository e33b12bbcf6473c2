#include "apiserver/policies/check_types.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/policies/expression_compiler.hpp"
#include "apiserver/schema/schema_rules.hpp"
#include "setpoint/cel/json_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

namespace {

constexpr int most_checked_kinds = 10;  // of one rule

// Sorted; empty if one has a wildcard.
std::vector<std::string> plain_texts(const bj::object& rule, std::string_view key) {
    std::vector<std::string> out;
    for (const bj::value& v : list_of(rule, key)) {
        if (text_of(v).find('*') != std::string_view::npos) return {};
        out.emplace_back(text_of(v));
    }
    std::ranges::sort(out);
    return out;
}

std::vector<std::string> plain_resources(const bj::object& rule) {
    std::vector<std::string> out;
    for (const bj::value& v : list_of(rule, "resources"))
        if (text_of(v).find_first_of("*/") == std::string_view::npos) out.emplace_back(text_of(v));
    std::ranges::sort(out);
    return out;
}

using kind_map = std::map<group_version_kind, const schema_node*>;

// False: a rule matches so many kinds that no further ones are looked at.
bool add_kinds_of(const bj::object& rule, const kind_lookup& kinds, kind_map& to) {
    const std::vector<std::string> groups = plain_texts(rule, "apiGroups"),
                                   versions = plain_texts(rule, "apiVersions"),
                                   resources = plain_resources(rule);
    int count = 0;
    for (const std::string& group : groups)
        for (const std::string& version : versions)
            for (const std::string& resource : resources)
                for (const known_kind& found : kinds.of_resource(group, version, resource)) {
                    to.emplace(found.kind, found.schema);
                    if (++count == most_checked_kinds) return false;
                }
    return true;
}

kind_map kinds_to_check(const bj::object& spec, const kind_lookup& kinds) {
    kind_map out;
    for (const bj::value& rule : list_of(object_of(spec, "matchConstraints"), "resourceRules"))
        if (rule.is_object() && !add_kinds_of(rule.get_object(), kinds, out)) break;
    return out;
}

std::optional<group_version_kind> params_kind(const bj::object& spec) {
    const bj::object* kind = object_at(spec, "paramKind");
    if (!kind) return std::nullopt;
    const std::string_view version = text_at(*kind, "apiVersion");
    const std::size_t slash = version.find('/');
    const bool core = slash == std::string_view::npos;
    return group_version_kind(std::string(core ? std::string_view() : version.substr(0, slash)),
                              std::string(core ? version : version.substr(slash + 1)),
                              std::string(text_at(*kind, "kind")));
}

// The types of the objects of several schemas.
class root_types final : public cel::type_provider {
public:
    explicit root_types(const schema_node* metadata) : metadata_(metadata) {}

    // The type of a root object; dyn if its schema is not that of an object.
    const cel::type* add_root(const std::string& name, const schema_node& schema) {
        const cel::json_type& declared = declared_.emplace_back(declared_type(schema, true, metadata_));
        if (!cel::is_exposed(declared)) return &cel::types::dyn;
        return types_.emplace_back(declared, name).root_type();
    }

    [[nodiscard]] const cel::type* find_type(std::string_view name) const override {
        return first([name](const cel::json_types& each) { return each.find_type(name); });
    }
    [[nodiscard]] const cel::type* find_field(std::string_view type_name,
                                              std::string_view field) const override {
        return first([=](const cel::json_types& each) { return each.find_field(type_name, field); });
    }

private:
    const cel::type* first(auto find) const {
        for (const cel::json_types& each : types_)
            if (const cel::type* found = find(each)) return found;
        return nullptr;
    }

    const schema_node* metadata_;
    std::deque<cel::json_type> declared_;
    std::deque<cel::json_types> types_;
};

// What expressions about one kind compile with.
class kind_checker {
public:
    kind_checker(const bj::object& spec, const known_kind& kind, const schema_node* metadata,
                 const std::optional<group_version_kind>& params, const schema_node* params_schema)
        : kind_(kind.kind),
          scope_{params.has_value(), true, false},
          types_(metadata),
          compiler_({&types_, types_.add_root(kind_.kind + "1", *kind.schema),
                     params_schema ? types_.add_root(params->kind + "2", *params_schema) : nullptr}) {
        for_each_object(list_of(spec, "variables"), [&](const bj::object& v, std::size_t) {
            compiler_.add_variable(text_at(v, "name"), text_at(v, "expression"), scope_);
        });
    }

    // "" if there are no errors.
    std::string check(std::string_view expression) const {
        const cel::compilation done = compiler_.check(expression, scope_);
        if (done.made) return {};
        return fmt::format("{}/{}, Kind={}: {}\n", kind_.group, kind_.version, kind_.kind, done.error);
    }

private:
    group_version_kind kind_;
    expression_scope scope_;
    root_types types_;
    expression_compiler compiler_;
};

std::string check_all(const std::vector<std::unique_ptr<kind_checker>>& kinds, std::string_view expression) {
    std::string out;
    for (const auto& each : kinds) {
        const std::string one = each->check(expression);
        if (!one.empty()) out += (out.empty() ? "" : "\n") + one;
    }
    return out;
}

}  // namespace

std::vector<expression_warning> check_types(const bj::object& policy, const kind_lookup& kinds) {
    const bj::object& spec = object_of(policy, "spec");
    const std::optional<group_version_kind> params = params_kind(spec);
    const schema_node* const params_schema = params ? kinds.schema(*params) : nullptr;
    std::vector<std::unique_ptr<kind_checker>> checkers;
    for (const auto& [kind, schema] : kinds_to_check(spec, kinds))
        if (schema)
            checkers.push_back(std::make_unique<kind_checker>(spec, known_kind{kind, schema}, kinds.metadata,
                                                              params, params_schema));
    std::vector<expression_warning> out;
    for_each_object(list_of(spec, "validations"), [&](const bj::object& v, std::size_t i) {
        for (const char* key : {"expression", "messageExpression"}) {
            const std::string_view source = text_at(v, key);
            if (source.empty()) continue;
            std::string warning = check_all(checkers, source);
            if (!warning.empty())
                out.push_back({fmt::format("spec.validations[{}].{}", i, key), std::move(warning)});
        }
    });
    return out;
}

}}}  // namespace setpoint::v0::apiserver::policies
