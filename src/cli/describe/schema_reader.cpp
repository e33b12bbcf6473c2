#include "cli/describe/schema_reader.hpp"

#include "cli/describe/described_rules.hpp"
#include "cli/describe/schema_attributes.hpp"
#include "cli/describe/schema_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

using form = cpp_type::form;

// Of fields that lead to a part.
constexpr std::size_t deepest = 32;
// Of an object: a compiler takes minutes for thousands of fields of one struct. The largest ones in use have
// about a hundred.
constexpr std::size_t most_fields = 256;

// Names that a description uses for something else.
constexpr std::array words_of_descriptions = {
    "describe",  "self",    "object",   "field",      "required",   "nullable",    "preserve_unknown",
    "minimum",   "maximum", "format",   "min_length", "max_length", "min_items",   "pattern",
    "max_items", "one_of",  "list_map", "list_set",   "exclusive",  "no_default",  "omitzero",
    "unique",    "rule",    "setpoint", "std",        "boost",      "rule_reason", "server_default"};
// Names that types cannot have either: what a type of this name would hide.
constexpr std::array words_of_types = {"kind",  "metadata", "spec", "status",
                                       "names", "value",    "fmt",  "describe_enum"};

// Whether the type is a struct of the model, whose description contains its rules.
bool has_rules_of_its_own(const kind_model& m, const cpp_type& t) {
    return t.what == form::object && !m.objects[t.index].members.empty();
}

bool contains(const auto& words, std::string_view name) {
    return std::find(words.begin(), words.end(), name) != words.end();
}

}  // namespace

schema_reader::place schema_reader::place::field(std::string_view name) const {
    place to{names, text, false};
    to.names.emplace_back(name);
    to.text += fmt::format("{}{}", text.empty() ? "" : ".", name);
    return to;
}

schema_reader::place schema_reader::place::entry(std::string_view brackets) const {
    return {names, text + std::string(brackets), true};
}

schema_reader::schema_reader(kind_model& into, bool as_enums, bool with_rules)
    : model_(into), as_enums_(as_enums), with_rules_(with_rules), prefix_(identifier(into.kind)) {
    for (const char* const word : words_of_descriptions) types_.take(word);
    for (const char* const word : words_of_types) types_.take(word);
    model_.root.name = types_.take(types_.is_taken(prefix_) ? prefix_ + "_" : prefix_);
}

void schema_reader::read(const bj::object& schema, bool status_is_subresource) {
    status_is_subresource_ = status_is_subresource;
    const place top;
    find_shortest(schema, top);
    note_rules(schema, top);
    model_.root.rules = rules_of(schema, top);
    model_.root.members = members_of(schema, top);
    const auto is_part = [this](std::string_view name) {
        return std::any_of(model_.root.members.begin(), model_.root.members.end(), [&](const auto& m) {
            return m.json_name == name && m.type.what == form::object && !m.nullable;
        });
    };
    const bool has_status = is_part("status") && status_is_subresource;
    model_.is_custom_resource = is_part("spec") && model_.root.members.size() == 1u + has_status;
    if (!status_is_subresource && is_part("status"))
        note(top.field("status"), "is no subresource: it is written with the rest of the object");
    name_members();
}

void schema_reader::find_shortest(const bj::object& s, const place& at) {
    if (at.names.size() > deepest) return;
    const bj::object* const properties = object_in(s, "properties");
    if (properties && !properties->empty()) {
        const auto [found, is_new] = shortest_.try_emplace(key_of(s), at);
        if (!is_new && at.names.size() < found->second.names.size()) found->second = at;
        for (const auto& [name, value] : *properties)
            if (const bj::object* const one = value.if_object()) find_shortest(*one, at.field(view(name)));
    }
    if (const bj::object* const items = object_in(s, "items")) find_shortest(*items, at.entry("[]"));
    if (const bj::object* const values = object_in(s, "additionalProperties"))
        find_shortest(*values, at.entry("{}"));
}

cpp_type schema_reader::type_of(const bj::object& s, const place& at) {
    const std::string_view type = text_in(s, "type");
    if (at.names.size() > deepest) {
        note(at, fmt::format("kept as JSON: deeper than {} fields", deepest));
        return {form::json};
    }
    const bool has_fields = type == "object" || is_true_in(s, "x-kubernetes-embedded-resource");
    if (!has_fields) note_rules(s, at);
    if (is_true_in(s, "x-kubernetes-int-or-string"))
        return {is_quantity(s) ? form::quantity : form::int_or_string};
    if (is_true_in(s, "x-kubernetes-embedded-resource")) return {form::json_object};
    if (type == "boolean") return {form::boolean};
    if (type == "number") return {form::number};
    if (type == "integer") return {text_in(s, "format") == "int32" ? form::int32 : form::int64};
    if (type == "string") return text_type(s, at);
    if (type == "object") return object_type(s, at);
    if (type == "array") {
        if (const bj::object* const items = entry_of(s, form::list))
            return container_type(form::list, *items, at.entry("[]"));
        note(at, "kept as JSON: the schema of its items is missing");
    } else if (!is_true_in(s, "x-kubernetes-preserve-unknown-fields")) {
        note(at, fmt::format("kept as JSON: its type is {}", type.empty() ? "missing" : type));
    }
    return {form::json};
}

cpp_type schema_reader::text_type(const bj::object& s, const place& at) {
    if (text_in(s, "format") == "date-time") return {form::timestamp};
    const std::vector<std::string> choices = choices_of(s);
    return as_enums_ && has_choices(s) && has_enumerators(choices) ? enum_type(choices, at)
                                                                   : cpp_type{form::text};
}

cpp_type schema_reader::enum_type(const std::vector<std::string>& choices, const place& at) {
    std::string name = prefix_;
    for (const std::string& one : at.names) name += "_" + identifier(one);
    described_enum made{types_.take(name)};
    unused_names taken;
    for (const std::string& text : choices) made.values.emplace_back(taken.take(identifier(text)), text);
    model_.enums.push_back(std::move(made));
    return {form::enumeration, model_.enums.size() - 1};
}

cpp_type schema_reader::container_type(form what, const bj::object& entry, const place& at) {
    cpp_type made{what};
    made.entry = std::make_shared<const cpp_type>(type_of(entry, at));
    made.null_entries = is_true_in(entry, "nullable") && made.entry->what != form::json;
    note_rules_of_entries(*made.entry, entry, at);
    return made;
}

cpp_type schema_reader::object_type(const bj::object& s, const place& at) {
    const bj::object* const properties = object_in(s, "properties");
    const bool keeps_others = is_true_in(s, "x-kubernetes-preserve-unknown-fields");
    if (properties && properties->size() > most_fields) {
        note(at,
             fmt::format("kept as JSON: it has {} fields, more than {}", properties->size(), most_fields));
        return {form::json_object};
    }
    if (!properties || properties->empty()) {
        note_rules(s, at);
        if (const bj::object* const values = entry_of(s, form::map))
            return container_type(form::map, *values, at.entry("{}"));
        if (keeps_others || is_true_in(s, "additionalProperties")) return {form::json_object};
    } else if (keeps_others) {
        note(at, "kept as JSON: it has described fields and any others");
        return {form::json_object};
    } else if (is_condition(*properties)) {
        return {form::condition};
    } else if (is_label_selector(*properties)) {
        return {form::label_selector};
    }
    const bool is_empty = !properties || properties->empty();
    const std::string key = is_empty ? at.text : key_of(s);
    if (const auto known = known_.find(key); known != known_.end()) return {form::object, known->second};
    const auto shortest = shortest_.find(key);
    const place best = shortest == shortest_.end() ? at : shortest->second;
    std::string name = prefix_;
    for (const std::string& one : best.names) name += "_" + snake_case(one);
    described_object made{types_.take(name)};
    if (best.is_entry || best.names.size() == 1) made.doc = first_sentence(text_in(s, "description"));
    if (!is_empty) note_rules(s, best);
    made.members = members_of(s, best);
    if (!made.members.empty()) made.rules = rules_of(s, best);
    model_.objects.push_back(std::move(made));
    known_[key] = model_.objects.size() - 1;
    return {form::object, model_.objects.size() - 1};
}

std::vector<described_member> schema_reader::members_of(const bj::object& owner, const place& at) {
    std::vector<described_member> all;
    const bj::object* const properties = object_in(owner, "properties");
    for (auto p = properties ? properties->begin() : nullptr; properties && p != properties->end(); ++p) {
        const std::string_view name = view(p->key());
        const bj::object* const s = p->value().if_object();
        const bool is_general =
            at.names.empty() && (name == "apiVersion" || name == "kind" || name == "metadata");
        if (is_general) continue;
        if (!s)
            note(at.field(name), "left out: its schema is not a map");
        else if (has_plain_characters(name))
            all.push_back(member_of(owner, name, *s, at.field(name)));
        else
            note(at.field(name), "left out: a name with characters that JSON escapes");
    }
    return all;
}

described_member schema_reader::member_of(const bj::object& owner, std::string_view name, const bj::object& s,
                                          const place& at) {
    described_member m{std::string(name)};
    m.doc = doc_of(s);
    m.type = type_of(s, at);
    // A required member is always written, and a status with one would be sent with each write of the spec.
    const bool in_status = at.names.size() == 2 && at.names.front() == "status" && !at.is_entry;
    m.required = is_required(owner, name) && !in_status;
    m.nullable = is_true_in(s, "nullable");
    if (!has_rules_of_its_own(model_, m.type)) m.rules = rules_of(s, at);
    add_attributes(m, s, at);
    return m;
}

void schema_reader::add_attributes(described_member& m, const bj::object& s, const place& at) {
    add_item_limits(s, m.type.what, m.attributes);
    if (m.type.what == form::list) add_list_type(m, s, at);
    if (m.type.what == form::map && text_in(s, "x-kubernetes-map-type") == "atomic")
        m.attributes.emplace_back("exclusive");
    const bj::object* inner = &s;
    const cpp_type* type = &m.type;
    while (type->is_container()) {
        inner = entry_of(*inner, type->what);
        type = type->entry.get();
        std::vector<std::string> lost;
        add_item_limits(*inner, type->what, lost);
        if (!lost.empty())
            note(at, fmt::format("left to the API server: {} of the {}s in it", fmt::join(lost, ", "),
                                 type->what == form::list ? "list" : "map"));
    }
    add_value_attributes(*inner, type->what, m.attributes);
    add_default(s, m.attributes);
    set_limits(s, *inner, m.type.what, m.limits);
}

void schema_reader::add_list_type(described_member& m, const bj::object& s, const place& at) {
    constexpr std::size_t most_keys = 4;
    const std::string_view type = text_in(s, "x-kubernetes-list-type");
    const cpp_type& entry = *m.type.entry;
    const bool scalar = entry.what < form::condition || entry.what == form::enumeration;
    if (type == "set" && scalar) m.attributes.emplace_back("list_set");
    if (type != "map") return;
    const bj::array* const keys = array_in(s, "x-kubernetes-list-map-keys");
    std::vector<std::string> names;
    if (!keys) return note(at, "compared as a whole: it has no keys");
    for (const bj::value& key : *keys)
        if (const bj::string* const name = key.if_string()) names.push_back(literal(view(*name)));
    const bool fits =
        !names.empty() && names.size() <= most_keys &&
        std::all_of(keys->begin(), keys->end(), [&](const bj::value& key) {
            return key.is_string() && make_key(entry, *entry_of(s, form::list), view(key.get_string()));
        });
    m.limits.is_keyed = fits;
    if (fits)
        m.attributes.push_back(fmt::format("list_map({})", fmt::join(names, ", ")));
    else
        note(at, "compared as a whole: the keys of its entries are not described, or not required");
}

// The server merges by a key that each entry has, or gets by default.
bool schema_reader::make_key(const cpp_type& entries, const bj::object& entry_schema, std::string_view key) {
    if (entries.what == form::condition) return key == "type";
    if (entries.what != form::object) return false;
    std::vector<described_member>& all = model_.objects[entries.index].members;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const described_member& m) { return m.json_name == key; });
    if (found == all.end()) return false;
    const bool is_plain = found->type.what < form::timestamp;
    if (found->required) return is_plain || found->type.what == form::enumeration;
    if (!is_plain) return false;
    const bj::object* const properties = object_in(entry_schema, "properties");
    const bj::object* const s = properties ? object_in(*properties, key) : nullptr;
    if (s && can_be_default(*s, found->type.what)) found->initial = default_in_cpp(*s);
    return !found->initial.empty();
}

void schema_reader::note(const place& at, std::string_view what) {
    model_.notes.push_back(fmt::format("{}: {}", at.text.empty() ? "the object" : at.text, what));
}

void schema_reader::note_rules(const bj::object& s, const place& at) {
    const std::vector<std::string> rules = other_rules(s, as_enums_);
    if (!rules.empty()) note(at, fmt::format("left to the API server: {}", fmt::join(rules, ", ")));
}

std::vector<described_rule> schema_reader::rules_of(const bj::object& s, const place& at) {
    std::vector<std::string> problems;
    std::vector<described_rule> rules = rules_in(s, problems);
    for (const std::string& problem : problems) note(at, problem);
    if (!with_rules_) {
        for (const described_rule& r : rules) note(at, note_of(r, "--no-rules"));
        return {};
    }
    return rules;
}

// No attribute is about the entries of a list or map that are not structs.
void schema_reader::note_rules_of_entries(const cpp_type& type, const bj::object& entry, const place& at) {
    if (has_rules_of_its_own(model_, type)) return;
    std::vector<std::string> problems;
    for (const described_rule& r : rules_in(entry, problems))
        note(at, note_of(r, "the entries are not structs"));
    for (const std::string& problem : problems) note(at, problem);
}

void schema_reader::name_members() {
    for (described_object& o : model_.objects) name_members_of(o);
    name_members_of(model_.root);
}

void schema_reader::name_members_of(described_object& o) {
    const auto is_reserved = [&](std::string_view name) {
        if (types_.is_taken(std::string(name)) && !contains(words_of_types, name)) return true;
        if (&o != &model_.root) return false;
        // The framework takes an object with a member of this name for one with a status subresource.
        return name == "kind" || name == "metadata" || (name == "status" && !status_is_subresource_);
    };
    unused_names taken;
    for (described_member& m : o.members) {
        std::string wanted = identifier(m.json_name);
        if (is_reserved(wanted)) wanted += '_';
        m.name = taken.take(wanted);
    }
}

}}}  // namespace setpoint::v0::cli
