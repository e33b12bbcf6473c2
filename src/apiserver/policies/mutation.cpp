#include "apiserver/policies/mutation.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/patch/merge_values.hpp"
#include "apiserver/patch/version_conversion.hpp"
#include "apiserver/policies/result_json.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

namespace {

using cel::value_kind;

// %T of a value in cel-go.
std::string_view go_value_type(const cel::value& v) {
    switch (v.kind()) {
        case value_kind::boolean:
            return "bool";
        case value_kind::integer:
            return "int64";
        case value_kind::unsigned_integer:
            return "uint64";
        case value_kind::real:
            return "float64";
        case value_kind::null:
            return "structpb.NullValue";
        case value_kind::list:
            return "[]ref.Val";
        case value_kind::map:
            return "map[ref.Val]ref.Val";
        default:
            return v.type().name();
    }
}

mutation_outcome failed_mutation(std::string why) {
    return {nullptr, std::move(why)};
}

// One operation from a JSONPatch{...}.
mutation_outcome operation_of(const cel::value& from, std::string_view source, cel::arena& memory) {
    bj::object made{{"op", ""}, {"path", ""}};
    for (std::size_t i = 0; i < from.size(); ++i) {
        const std::string_view field = from.map().key_at(from.data(), i, memory).text();
        const cel::value content = from.map().value_at(from.data(), i, memory);
        if (field != "value") {
            if (!content.is(value_kind::string))
                return failed_mutation(fmt::format(
                    "expression '{}' resulted in error: unexpected type {} for JSONPatchType '{}' field",
                    source, go_value_type(content), field));
            if (field != "from" || !content.text().empty()) made[field] = content.text();
            continue;
        }
        if (content.is(value_kind::map) && content.type().kind() == cel::type_kind::object)
            if (const std::string wrong = type_name_errors(content, memory); !wrong.empty())
                return failed_mutation("type mismatch: " + wrong);
        json_result json = json_of(content, json_form::protocol, memory);
        if (!json.error.empty())
            return failed_mutation(
                "JSONPath valueExpression evaluated to a type that could not marshal to JSON: " + json.error);
        made["value"] = std::move(json.made);
    }
    return {std::move(made), {}};
}

mutation_outcome patch_of(const cel::value& list, std::string_view source, cel::arena& memory) {
    constexpr std::size_t most_operations = 10'000;  // as json_patch()
    if (!list.is(value_kind::list))
        return failed_mutation("type mismatch: JSONPatchType.expression should evaluate to array");
    if (list.size() > most_operations)
        return failed_mutation(fmt::format("the patch has more than {} operations", most_operations));
    bj::array made;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const cel::value one = list.at(i, memory);
        if (!one.is(value_kind::map) || one.type().name() != json_patch_type)
            return failed_mutation(
                "type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch");
        mutation_outcome operation = operation_of(one, source, memory);
        if (!operation.error.empty()) return operation;
        made.push_back(std::move(operation.made));
    }
    return {std::move(made), {}};
}

mutation_outcome configuration_of(const cel::value& object, cel::arena& memory) {
    if (!object.is(value_kind::map) || object.type().kind() != cel::type_kind::object)
        return failed_mutation(fmt::format("unsupported return type from ApplyConfiguration expression: {}",
                                           object.type().name()));
    if (const std::string wrong = type_name_errors(object, memory); !wrong.empty())
        return failed_mutation("type mismatch: " + wrong);
    json_result made = json_of(object, json_form::native, memory);
    if (!made.error.empty()) return failed_mutation("invalid return type: " + made.error);
    return {std::move(made.made), {}};
}

// findAtomics: lists, maps and structs that an apply would replace as a whole.
void find_atomics(const bj::value& v, const patching::field_type& type, const std::string& path, int depth,
                  std::vector<std::string>& to) {
    constexpr int deepest = 128;
    if (depth > deepest) return;
    if (const bj::object* map = v.if_object(); map && type.accepts(patching::form::map)) {
        if (type.atomic_map()) to.push_back(path);
        std::vector<std::string_view> keys;
        for (const auto& member : *map) keys.push_back(member.key());
        std::ranges::sort(keys);
        for (const std::string_view key : keys)
            if (type.declares(key))
                find_atomics(map->at(key), type.field(key), fmt::format("{}.{}", path, key), depth + 1, to);
    }
    if (const bj::array* list = v.if_array(); list && type.accepts(patching::form::list)) {
        if (type.atomic_list()) to.push_back(path);
        for (std::size_t i = 0; i < list->size(); ++i)
            find_atomics((*list)[i], type.items(), fmt::format("{}[{}]", path, i), depth + 1, to);
    }
}

configured not_configured(std::string_view what, std::string_view why) {
    return {std::nullopt, fmt::format("error applying patch: {}: {}", what, why)};
}

}  // namespace

mutation_outcome evaluate_mutation(const mutation& m, const policy_input& in,
                                   const expression_compiler& compiler) {
    if (!m.expression.error.empty()) return failed_mutation(m.expression.error);
    activation evaluates(in, compiler, true);
    std::uint64_t budget = evaluation_budget;
    const auto made = evaluates.evaluate(m.expression, budget);
    if (!made) return failed_mutation(std::string(activation::out_of_budget));
    if (!made->error.empty()) return failed_mutation(made->error);
    if (m.is == mutation::form::json_patch)
        return patch_of(made->content, m.expression.source, evaluates.memory());
    return configuration_of(made->content, evaluates.memory());
}

configured apply_configuration(const bj::object& object, bj::object configuration,
                               const patching::field_type& type) {
    for (const char* key : {"apiVersion", "kind"}) copy_field(configuration, object, key);
    const bj::value config(std::move(configuration)), live(object);
    if (const auto wrong = patching::type_errors(config, type); !wrong.empty())
        return not_configured("failed to convert patch object to typed object", patching::join_errors(wrong));
    std::vector<std::string> atomics;
    find_atomics(config, type, "", 0, atomics);
    if (!atomics.empty())
        return not_configured(
            "invalid ApplyConfiguration",
            fmt::format("may not mutate atomic arrays, maps or structs: {}", fmt::join(atomics, ", ")));
    if (const auto wrong = patching::type_errors(live, type, true); !wrong.empty())
        return not_configured("failed to convert original object to typed object",
                              patching::join_errors(wrong));
    bj::value merged = patching::merge_values(live, config, type);
    if (!merged.is_object()) return not_configured("failed to merge patch", "the result is not an object");
    return {std::move(merged.get_object()), {}};
}

}}}  // namespace setpoint::v0::apiserver::policies
