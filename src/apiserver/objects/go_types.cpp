#include "apiserver/objects/go_types.hpp"

#include "apiserver/objects/protobuf_types.hpp"
#include "apiserver/schema/text_at.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::pair<std::string_view, go_kind> named_kinds[] = {
    {"string", go_kind::text},
    {"bool", go_kind::boolean},
    {"int32", go_kind::int32},
    {"int64", go_kind::int64},
    {"float64", go_kind::float64},
    {"bytes", go_kind::bytes},
    {"Quantity", go_kind::quantity},
    {"Time", go_kind::time},
    {"MicroTime", go_kind::micro_time},
    {"IntOrString", go_kind::int_or_string},
    {"RawExtension", go_kind::raw_extension},
    {"FieldsV1", go_kind::fields_v1},
    {"JSON", go_kind::json},
};

constexpr std::pair<std::string_view, go_form> named_forms[] = {
    {"list", go_form::list},
    {"schema-or-list", go_form::schema_or_list},
    {"schema-or-bool", go_form::schema_or_bool},
    {"schema-or-strings", go_form::schema_or_strings},
};

bool take_prefix(std::string_view& s, std::string_view prefix) {
    if (!s.starts_with(prefix)) return false;
    s.remove_prefix(prefix.size());
    return true;
}

bool take_suffix(std::string_view& s, std::string_view suffix) {
    if (!s.ends_with(suffix)) return false;
    s.remove_suffix(suffix.size());
    return true;
}

// The number, if the text begins with one, and the blank after it.
std::uint32_t take_number(std::string_view& s) {
    std::uint32_t n = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), n);
    if (ec != std::errc() || end == s.data() + s.size() || *end != ' ') return 0;
    s.remove_prefix(static_cast<std::size_t>(end + 1 - s.data()));
    return n;
}

// Reads the member x-go: "replicas": "1 *int32,omitempty".
class struct_reader {
public:
    struct_reader(const lazy_types<go_type>& all, const catalogue_entry& entry)
        : all_(all), entry_(entry), text_(entry.member("x-go")) {}

    go_struct read() {
        const boost::json::value members = entry_.parse("x-go");
        if (!members.is_object()) entry_.fail("has no x-go");
        out_.form = form();
        for (const auto& [name, text] : members.get_object()) {
            if (!text.is_string()) fail(name, "is not a text");
            add(name, std::string_view(text.get_string()));
        }
        // The names of messages that are not shown as an object are those in Go.
        if (out_.form != go_form::object)
            for (go_field& f : out_.fields) f.name = {};
        if (const boost::json::value defaults = entry_.parse("x-defaults"); defaults.is_object())
            for (const auto& [name, value] : defaults.get_object()) add_default(name, value);
        return std::move(out_);
    }

private:
    [[noreturn]] void fail(std::string_view field, std::string_view why) const {
        entry_.fail(fmt::format("x-go: {}: {}", field, why));
    }

    go_form form() const {
        const boost::json::value name = entry_.parse("x-go-form");
        if (name.is_null()) return go_form::object;
        for (const auto& [known, form] : named_forms)
            if (text_of(name) == known) return form;
        entry_.fail("unknown x-go-form");
    }

    // The name, as the embedded text has it: the parsed one does not live as long.
    std::string_view name_in_text(std::string_view name) const {
        const std::string quoted = std::string("\n    \"").append(name).append("\": ");
        return text_.substr(text_.find(quoted) + 6, name.size());
    }

    void add(std::string_view name, std::string_view text) {
        std::string_view go_name;
        const std::string_view whole = text;
        go_field f;
        f.number = take_number(text);
        if (const std::size_t blank = text.find(' '); blank != std::string_view::npos) {
            go_name = text.substr(blank + 1);
            text = text.substr(0, blank);
        }
        f.name = name_in_text(name);
        f.go_name = go_name.empty() ? name : go_name;
        if (go_name.empty() && f.go_name[0] >= 'a' && f.go_name[0] <= 'z') f.go_name[0] += 'A' - 'a';
        if (take_suffix(text, ",inline")) return embed(f, text);
        const bool omits_empty = take_suffix(text, ",omitempty"), omits_zero = take_suffix(text, ",omitzero");
        f.omit = omits_empty ? omit_rule::if_empty : omits_zero ? omit_rule::if_zero : omit_rule::never;
        if (take_prefix(text, "*"))
            f.omit = f.omit == omit_rule::never ? omit_rule::null_if_nil : omit_rule::if_nil;
        if (take_prefix(text, "[]")) f.many = multiplicity::list;
        if (take_prefix(text, "map[string]")) f.many = multiplicity::map;
        if (text.empty()) fail(name, fmt::format("'{}' has no type", whole));
        set_kind(f, name, text);
        f.rounded = f.many == multiplicity::map && f.kind == go_kind::quantity && entry_.package == "core.v1";
        out_.fields.push_back(std::move(f));
    }

    void add_default(std::string_view name, const boost::json::value& value) {
        const auto at = std::ranges::find(out_.fields, name, &go_field::name);
        if (at == out_.fields.end()) entry_.fail(fmt::format("x-defaults: no field {}", name));
        out_.defaults.push_back({static_cast<std::size_t>(at - out_.fields.begin()), value});
    }

    void set_kind(go_field& f, std::string_view name, std::string_view type) const {
        for (const auto& [known, kind] : named_kinds) {
            if (type != known) continue;
            f.kind = kind;
            return;
        }
        f.kind = go_kind::message;
        f.of = declared(name, type);
    }

    void embed(const go_field& f, std::string_view type) {
        const go_type* of = declared(f.name, type);
        const go_struct& inner = of->contents();
        out_.embedded.push_back({f.number, f.name, of, out_.fields.size(), inner.fields.size()});
        out_.fields.insert(out_.fields.end(), inner.fields.begin(), inner.fields.end());
    }

    const go_type* declared(std::string_view field, std::string_view type) const {
        const go_type* of = all_.find(type);
        if (of == nullptr) fail(field, fmt::format("no file of the catalogue has the type {}", type));
        return of;
    }

    const lazy_types<go_type>& all_;
    const catalogue_entry& entry_;
    std::string_view text_;
    go_struct out_;
};

const lazy_types<go_type>& types() {
    static const lazy_types<go_type> all(builtin_catalogue());
    return all;
}

// The type of a kind, found on first use.
struct kind_type {
    std::once_flag once{};
    const go_type* type = nullptr;

    const go_type* get(const catalogue_entry& entry) {
        std::call_once(once, [&] {
            const boost::json::value other = entry.parse("type");
            const std::string name = other.is_string() ? std::string(other.get_string())
                                                       : fmt::format("{}.{}", entry.package, entry.name);
            type = types().find(name);
            if (type == nullptr) entry.fail(fmt::format("no file of the catalogue has the type {}", name));
        });
        return type;
    }
};

}  // namespace

go_type::go_type(const lazy_types<go_type>& all, const catalogue_entry& entry)
    : all_(all), entry_(entry), name_(entry.short_name()) {}

go_type::~go_type() = default;

const go_struct& go_type::contents() const {
    std::call_once(parsed_, [this] { contents_ = struct_reader(all_, entry_).read(); });
    return contents_;
}

const go_type* find_go_type(std::string_view name) {
    return types().find(name);
}

const go_type* go_type_of_kind(std::string_view api_version, std::string_view kind) {
    const auto all = builtin_catalogue().kinds();
    static std::deque<kind_type> found(all.size());
    const catalogue_entry* entry = builtin_catalogue().kind(api_version, kind);
    return entry == nullptr ? nullptr : found[static_cast<std::size_t>(entry - all.data())].get(*entry);
}

}}}  // namespace setpoint::v0::apiserver
