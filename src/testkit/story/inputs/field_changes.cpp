#include "testkit/story/inputs/field_changes.hpp"

#include "apiserver/objects/fields.hpp"
#include "testkit/story/inputs/field_values.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <string_view>
#include <tuple>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using apiserver::list_of, apiserver::object_of, apiserver::text_at;

constexpr std::size_t deepest_field = 10, most_changes = 600, most_fields = 400, most_items = 1,
                      most_keys = 2;

bool is_below(std::string_view name, std::string_view root) {
    return name.starts_with(root) &&
           (name.size() == root.size() || name[root.size()] == '.' || name[root.size()] == '[');
}

bool is_in_any(std::string_view name, const std::vector<std::string>& all) {
    return std::any_of(all.begin(), all.end(), [&](const std::string& one) { return is_below(name, one); });
}

// A rule compares the value with the old one. A rule about an object or a list may be about any of its
// fields.
bool is_immutable(const bj::object& schema) {
    if (schema.contains("properties") || schema.contains("items")) return false;
    return bj::serialize(list_of(schema, "x-kubernetes-validations")).find("oldSelf") != std::string::npos;
}

class change_collector {
public:
    change_collector(const bj::object& object, const input_choice& c) : object_(object), choice_(c) {}

    void collect(const bj::object& schema, const input_path& at, bool is_required) {
        if (at.steps.size() > deepest_field || is_immutable(schema)) return;
        const std::string name = name_of_field(at);
        if (is_in_any(name, choice_.skip)) return;
        const bj::value* const now = field_at(object_, at);
        // The spec as a whole is not changed.
        if (at.steps.size() > 1) add(schema, at, name, now, is_required);
        if (!now) return;
        if (const bj::object* const o = now->if_object()) into_members(schema, *o, at);
        if (const bj::array* const a = now->if_array())
            for (std::size_t i = 0; i < std::min(a->size(), most_items); ++i) {
                input_path item = at;
                item.steps.emplace_back(i);
                // Its removal is a change of the list.
                collect(object_of(schema, "items"), item, true);
            }
    }

    std::vector<field_change> take() {
        // Fields that the object has come before others, and outer fields before inner ones.
        std::sort(fields_.begin(), fields_.end(), [](const field& a, const field& b) {
            return std::tuple(!a.is_present, a.depth, a.number) <
                   std::tuple(!b.is_present, b.depth, b.number);
        });
        if (fields_.size() > most_fields) fields_.resize(most_fields);
        std::vector<field_change> all;
        for (std::size_t i = 0, n = 1; n != 0; ++i) {
            n = 0;
            for (field& f : fields_)
                if (i < f.changes.size() && all.size() < most_changes) {
                    all.push_back(std::move(f.changes[i]));
                    ++n;
                }
        }
        return all;
    }

private:
    struct field {
        bool is_present;
        std::size_t depth, number;
        std::vector<field_change> changes;
    };

    void into_members(const bj::object& schema, const bj::object& now, const input_path& at) {
        const bj::array& required = list_of(schema, "required");
        const auto into = [&](std::string_view key, const bj::object& of) {
            input_path member = at;
            member.steps.emplace_back(std::string(key));
            collect(of, member, std::any_of(required.begin(), required.end(), [&](const bj::value& v) {
                        return v.is_string() && std::string_view(v.get_string()) == key;
                    }));
        };
        for (const auto& p : object_of(schema, "properties"))
            if (p.value().is_object()) into(p.key(), p.value().get_object());
        std::size_t keys = 0;
        if (const bj::object* const of = apiserver::object_at(schema, "additionalProperties"))
            for (const auto& m : now)
                if (keys++ < most_keys) into(m.key(), *of);
    }

    void add(const bj::object& schema, const input_path& at, const std::string& name, const bj::value* now,
             bool is_required) {
        if (!choice_.only.empty() && !is_in_any(name, choice_.only)) return;
        field f{now != nullptr, at.steps.size(), fields_.size(), {}};
        const auto add_value = [&](const bj::value& v) {
            const bool is_known = (now && v == *now) ||
                                  std::ranges::any_of(f.changes, [&](const auto& c) { return c.to == v; });
            if (!is_known) f.changes.push_back({at, v, is_bad_value(choice_, at, v)});
        };
        for (const auto* from : {&choice_.values, &choice_.bad})
            if (const auto some = from->find(name); some != from->end())
                for (const bj::value& v : some->second) add_value(v);
        const std::size_t begin = f.changes.size();
        for (const bj::value& v : other_values(schema, now)) add_value(v);
        // After the most usual value.
        if (now && !is_required)
            f.changes.insert(
                f.changes.begin() + static_cast<std::ptrdiff_t>(std::min(begin + 1, f.changes.size())),
                field_change{at, std::nullopt});
        if (!f.changes.empty()) fields_.push_back(std::move(f));
    }

    const bj::object& object_;
    const input_choice& choice_;
    std::vector<field> fields_;
};

}  // namespace

std::string name_of_field(const input_path& p) {
    input_path keys;
    for (const auto& step : p.steps)
        if (std::holds_alternative<std::string>(step)) keys.steps.push_back(step);
    return keys.text();
}

bool is_bad_value(const input_choice& c, const input_path& at, const bj::value& v) {
    const auto some = c.bad.find(name_of_field(at));
    return some != c.bad.end() && std::ranges::find(some->second, v) != some->second.end();
}

std::vector<field_change> changes_of(const bj::object& schema, const bj::object& object,
                                     const input_choice& c) {
    change_collector all(object, c);
    all.collect(object_of(object_of(schema, "properties"), "spec"), {{std::string("spec")}}, true);
    return all.take();
}

}}}  // namespace setpoint::v0::story
