#include "apiserver/kinds/validate_declared.hpp"

#include "apiserver/kinds/declared_checks.hpp"
#include "apiserver/kinds/declared_rules.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr int nesting_limit = 64;

struct staged_error {
    field_error error;
    rule_stage stage;
};
using staged_errors = std::vector<staged_error>;

const bj::object* as_object(const bj::value* v) {
    return v == nullptr ? nullptr : v->if_object();
}
const bj::array& as_list(const bj::value* v) {
    static const bj::array none;
    return v == nullptr || !v->is_array() ? none : v->get_array();
}
const bj::object& as_map(const bj::value* v) {
    static const bj::object none;
    return v == nullptr || !v->is_object() ? none : v->get_object();
}
const bj::value* member_of(const bj::object* o, std::string_view name) {
    return o == nullptr ? nullptr : value_at(*o, name);
}
const bj::object* now_in(const declared_place& at) {
    return at.object != nullptr ? at.object : as_object(at.now);
}
const bj::object* old_in(const declared_place& at) {
    return at.object != nullptr ? at.old_object : as_object(at.old);
}

bool is_set(const bj::value* v) {
    return v != nullptr && !(v->is_string() && v->get_string().empty()) &&
           !(v->is_array() && v->get_array().empty());
}

declared_place member(const declared_place& at, const std::string& name) {
    return {member_of(now_in(at), name), member_of(old_in(at), name), at.is_update, at.has_old,
            child(at.path, name)};
}

class evaluation {
public:
    explicit evaluation(const declared_request& q) : q_(q) {}

    staged_errors run() {
        staged_errors out;
        declared_place at;
        at.is_update = at.has_old = q_.old != nullptr;
        at.object = &q_.object;
        at.old_object = q_.old;
        check_type(q_.type, at, out, 0);
        return out;
    }

private:
    void check_type(std::string_view name, const declared_place& at, staged_errors& to, int depth);
    void check_rules(const std::vector<declared_rule>& rules, const declared_place& at, staged_errors& to,
                     int depth);
    staged_errors errors_of(const declared_rule& rule, const declared_place& at, int depth);
    void check_structure(const declared_rule& rule, const declared_place& at, staged_errors& to, int depth);
    void check_each(const declared_rule& rule, const declared_place& at, staged_errors& to, int depth);
    void check_map(const declared_rule& rule, const declared_place& at, staged_errors& to, int depth);
    void check_discriminated(const declared_rule& rule, const declared_place& at, staged_errors& to,
                             int depth);
    bool is_on(std::string_view option) const;

    const declared_request& q_;
};

void add(staged_errors& to, const field_errors& errors) {
    for (const field_error& e : errors) to.push_back({e, rule_stage::stable});
}

// An object that already scales to zero may go on.
bool evaluation::is_on(std::string_view option) const {
    if (q_.features.is_on(option)) return true;
    if (option != "HPAScaleToZero" || q_.old == nullptr) return false;
    return number_at(object_of(*q_.old, "spec"), "minReplicas") == 0;
}

void evaluation::check_type(std::string_view name, const declared_place& at, staged_errors& to, int depth) {
    const declared_type* type = find_declared(name);
    if (type == nullptr || depth > nesting_limit) return;
    static const bj::object empty;
    declared_place whole = at;
    whole.object = now_in(at) == nullptr ? &empty : now_in(at);
    whole.old_object = old_in(at) == nullptr && at.has_old ? &empty : old_in(at);
    for (const declared_field& field : type->fields) {
        if (field.name.empty()) {
            check_rules(field.rules, whole, to, depth + 1);
            continue;
        }
        const declared_place here = member(whole, field.name);
        if (field.compares && at.is_update && at.has_old && same(here.now, here.old)) continue;
        check_rules(field.rules, here, to, depth + 1);
    }
}

void evaluation::check_rules(const std::vector<declared_rule>& rules, const declared_place& at,
                             staged_errors& to, int depth) {
    bool stopped = false;
    for (const declared_rule& rule : rules) {
        if (stopped && !rule.stops) return;
        const staged_errors errors = errors_of(rule, at, depth);
        stopped = stopped || (rule.stops && !errors.empty());
        if (!rule.quiet) to.insert(to.end(), errors.begin(), errors.end());
    }
}

staged_errors evaluation::errors_of(const declared_rule& rule, const declared_place& at, int depth) {
    staged_errors out;
    if (const declared_check check = find_declared_check(rule.is)) {
        field_errors errors;
        check(rule, at, errors);
        add(out, errors);
    } else {
        check_structure(rule, at, out, depth);
    }
    if (rule.has_stage)
        for (staged_error& e : out) e.stage = rule.stage;
    return out;
}

bool elements_match(const declared_rule& rule, const bj::value& a, const bj::value& b) {
    if (rule.keys.empty()) return same(&a, &b);
    return std::ranges::all_of(rule.keys, [&](const std::string& key) {
        return same(member_of(a.if_object(), key), member_of(b.if_object(), key));
    });
}

void evaluation::check_each(const declared_rule& rule, const declared_place& at, staged_errors& to,
                            int depth) {
    const bj::array &list = as_list(at.now), &before = as_list(at.old);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const bj::value* old = nullptr;
        if (rule.matches) {
            const auto* found = std::ranges::find_if(
                before, [&](const bj::value& v) { return elements_match(rule, v, list[i]); });
            if (found != before.end()) old = found;
        }
        if (at.is_update && old != nullptr && (rule.skips_matched || same(&list[i], old))) continue;
        check_rules(rule.each, {&list[i], old, at.is_update, old != nullptr, indexed(at.path, i)}, to,
                    depth + 1);
    }
}

void evaluation::check_map(const declared_rule& rule, const declared_place& at, staged_errors& to,
                           int depth) {
    for (const auto& [key, item] : as_map(at.now)) {
        const bj::value* old = as_map(at.old).if_contains(key);
        if (rule.is == "EachMapKey") {
            if (at.is_update && old != nullptr) continue;
            const bj::value name = bj::string(key);
            check_rules(rule.each, {&name, nullptr, at.is_update, false, at.path}, to, depth + 1);
            continue;
        }
        if (at.is_update && old != nullptr && same(&item, old)) continue;
        check_rules(rule.each, {&item, old, at.is_update, old != nullptr, keyed(at.path, key)}, to,
                    depth + 1);
    }
}

void check_unique(const declared_rule& rule, const declared_place& at, field_errors& to) {
    const bj::array& list = as_list(at.now);
    for (std::size_t i = 1; i < list.size(); ++i) {
        const auto* const end = list.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::any_of(list.begin(), end,
                        [&](const bj::value& v) { return elements_match(rule, v, list[i]); }))
            duplicate_unsorted(to, indexed(at.path, i), list[i]);
    }
}

bool has_member(const bj::object* o, const bj::value* list,
                const std::pair<std::string, std::string>& member) {
    if (member.second.empty()) return is_set(member_of(o, member.first));
    return std::ranges::any_of(as_list(list), [&](const bj::value& item) {
        const bj::object* element = item.if_object();
        return element != nullptr && text_at(*element, member.first) == member.second;
    });
}

void check_union(const declared_rule& rule, const declared_place& at, field_errors& to) {
    std::vector<std::string> specified, all;
    bool changed = false;
    for (std::size_t i = 0; i < rule.members.size(); ++i) {
        const bool now = has_member(now_in(at), at.now, rule.members[i]);
        changed = changed || now != has_member(old_in(at), at.old, rule.members[i]);
        if (now) specified.push_back(rule.texts[i]);
        all.push_back("`" + rule.texts[i] + "`");
    }
    if (at.is_update && !changed && (at.old != nullptr || at.old_object != nullptr)) return;
    const bool at_most = rule.is == "ZeroOrOneOfUnion";
    if (specified.size() > 1)
        invalid(
            to, at.path, fmt::format("{{{}}}", fmt::join(specified, ", ")),
            fmt::format("must specify {} one of: {}", at_most ? "at most" : "exactly", fmt::join(all, ", ")));
    if (specified.empty() && !at_most)
        invalid(to, at.path, "", fmt::format("must specify one of: {}", fmt::join(all, ", ")));
}

void check_dependent(const declared_rule& rule, const declared_place& at, field_errors& to) {
    const auto triggered = [&](const bj::object* o) { return is_set(member_of(o, rule.by)); };
    const auto present = [&](const bj::object* o) { return is_set(member_of(o, rule.field)); };
    const bj::object *now = now_in(at), *old = old_in(at);
    if (at.is_update && at.has_old && triggered(now) == triggered(old) && present(now) == present(old))
        return;
    if (!triggered(now)) return;
    const std::string path = child(at.path, rule.field);
    if (rule.is == "DependentRequired" && !present(now))
        required(to, path, fmt::format("must be set when {} is set", rule.by));
    if (rule.is == "DependentForbidden" && present(now))
        forbidden(to, path, fmt::format("may not be set when {} is set", rule.by));
}

void evaluation::check_discriminated(const declared_rule& rule, const declared_place& at, staged_errors& to,
                                     int depth) {
    const auto decider = [&](const bj::object* o) {
        const bj::value* d = member_of(o, rule.by);
        return d == nullptr ? std::string_view() : text_of(*d);
    };
    const declared_place here = member(at, rule.field);
    const std::string_view now = decider(now_in(at));
    if (at.is_update && at.has_old && now == decider(old_in(at)) && same(here.now, here.old)) return;
    const auto chosen = rule.values.find(now);
    check_rules(chosen == rule.values.end() ? rule.otherwise : chosen->second, here, to, depth + 1);
}

void evaluation::check_structure(const declared_rule& rule, const declared_place& at, staged_errors& to,
                                 int depth) {
    if (depth > nesting_limit) return;
    field_errors errors;
    if (rule.is == "Type") {
        check_type(rule.of, at, to, depth + 1);
    } else if (rule.is == "Group") {
        check_rules(rule.each, at, to, depth + 1);
    } else if (rule.is == "IfOption") {
        if (is_on(rule.option) == rule.on) check_rules(rule.each, at, to, depth + 1);
    } else if (rule.is == "Subfield") {
        const declared_place here = member(at, rule.field);
        if (!at.is_update || !at.has_old || !same(here.now, here.old))
            check_rules(rule.each, here, to, depth + 1);
    } else if (rule.is == "EachValSliceVal") {
        check_each(rule, at, to, depth);
    } else if (rule.is == "EachMapVal" || rule.is == "EachMapKey") {
        check_map(rule, at, to, depth);
    } else if (rule.is == "Discriminated") {
        check_discriminated(rule, at, to, depth);
    } else if (rule.is == "ValSliceUnique") {
        check_unique(rule, at, errors);
    } else if (rule.is == "Union" || rule.is == "ZeroOrOneOfUnion") {
        check_union(rule, at, errors);
    } else if (rule.is == "DependentRequired" || rule.is == "DependentForbidden") {
        check_dependent(rule, at, errors);
    }
    add(to, errors);
}

// The origin of an error of the kind "invalid" in Kubernetes, by its text: only errors of the same origin
// replace each other.
enum class origin : std::uint8_t { update, minimum, maximum, member, other };

origin origin_of(std::string_view detail) {
    if (detail.starts_with("must specify") || detail.starts_with("exactly one")) return origin::member;
    if (detail == immutable || detail.starts_with("field cannot be")) return origin::update;
    const bool is_constant = detail.find('`') == std::string_view::npos;
    if (detail.starts_with("must be greater than") && is_constant) return origin::minimum;
    if (detail.starts_with("must be less than") && is_constant) return origin::maximum;
    return origin::other;
}

bool replaces(const staged_error& declared, const field_error& e) {
    const field_error& d = declared.error;
    if (declared.stage != rule_stage::beta || d.what != e.what || d.path != e.path) return false;
    return d.what != field_error::kind::invalid || origin_of(d.detail) == origin_of(e.detail);
}

void drop_repeated(field_errors& errors) {
    std::set<std::string> seen;
    std::erase_if(errors, [&](const field_error& e) { return !seen.insert(e.text()).second; });
}

}  // namespace

void validate_declared(const declared_request& q, field_errors& to) {
    const declared_type* type = find_declared(q.type);
    if (type == nullptr) return;
    const std::string path = "/" + std::string(q.subresource);
    if (std::ranges::find(type->validated_at, path) == type->validated_at.end()) return;
    const staged_errors found = evaluation(q).run();
    std::erase_if(to, [&](const field_error& e) {
        return std::ranges::any_of(found, [&](const staged_error& d) { return replaces(d, e); });
    });
    drop_repeated(to);
    for (const staged_error& e : found)
        if (e.stage != rule_stage::alpha) to.push_back(e.error);
}

}}}  // namespace setpoint::v0::apiserver
