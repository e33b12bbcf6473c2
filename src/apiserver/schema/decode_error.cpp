#include "apiserver/go/text.hpp"
#include "apiserver/go/time.hpp"
#include "apiserver/schema/schema_operations.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using type = schema_node::type;

std::string number_text(const bj::value& v) {
    return v.is_uint64() ? std::to_string(v.get_uint64()) : go_text::json(v);
}

// The value's kind in error messages. Integers that do not fit are printed with their value.
std::string kind_of(const bj::value& v, bool into_integer) {
    const std::string kind(go_text::json_kind(v));
    return into_integer && v.is_number() ? kind + " " + number_text(v) : kind;
}

bool fits(const bj::value& v, bool narrow) {
    if (!v.is_int64()) return false;
    const std::int64_t n = v.get_int64();
    return !narrow ||
           (n >= std::numeric_limits<std::int32_t>::min() && n <= std::numeric_limits<std::int32_t>::max());
}

// The offset at which decoding fails, or -1.
std::int64_t base64_error_offset(std::string_view text) {
    std::size_t symbols = 0, i = 0;
    auto skip_lines = [&] {
        while (i < text.size() && (text[i] == '\n' || text[i] == '\r')) ++i;
    };
    for (skip_lines(); i < text.size(); ++i, skip_lines()) {
        const char c = text[i];
        if (c == '=') break;
        if (!(std::isalnum(static_cast<unsigned char>(c)) || c == '+' || c == '/'))
            return static_cast<std::int64_t>(i);
        ++symbols;
    }
    const std::size_t rest = symbols % 4;
    if (i >= text.size()) return rest == 0 ? -1 : static_cast<std::int64_t>(text.size() - rest);
    if (rest < 2) return static_cast<std::int64_t>(i);
    ++i;
    if (rest == 2) {
        skip_lines();
        if (i >= text.size()) return static_cast<std::int64_t>(text.size());
        if (text[i] != '=') return static_cast<std::int64_t>(i) - 1;
        ++i;
    }
    skip_lines();
    return i < text.size() ? static_cast<std::int64_t>(i) : -1;
}

class decoder {
public:
    std::string saved, fatal;  // first error that did not stop decoding; the error that did

    void value(const schema_node& s, const bj::value& v, int depth) {
        if (v.is_null() || depth > max_value_depth || !fatal.empty() || s.preserve_unknown) return;
        switch (s.what) {
            case type::object:
                return object(s, v, depth);
            case type::array:
                return array(s, v, depth);
            case type::string:
                return text(s, v);
            case type::integer:
                return fits(v, s.integer_format == "int32") ? void() : save(s, v, v.is_number());
            case type::boolean:
                return v.is_bool() ? void() : save(s, v, false);
            case type::number:
                return v.is_number() ? void() : save(s, v, false);
            case type::quantity:
                return quantity(v);
            case type::time:
                return time(s, v);
            case type::int_or_string:
                return int_or_string(v);
            case type::any:
                return;
        }
    }

private:
    std::string mismatch(const std::string& kind, std::string_view go_type) const {
        if (struct_.empty())
            return fmt::format("json: cannot unmarshal {} into Go value of type {}", kind, go_type);
        return fmt::format("json: cannot unmarshal {} into Go struct field {}.{} of type {}", kind, struct_,
                           path_, go_type);
    }

    void save(const schema_node& s, const bj::value& v, bool into_integer) {
        if (saved.empty()) saved = mismatch(kind_of(v, into_integer), s.go_type);
    }

    void object(const schema_node& s, const bj::value& v, int depth) {
        if (!v.is_object()) return save(s, v, false);
        for (const auto& pair : v.get_object()) {
            const std::string_view key = pair.key();
            if (s.additional) {
                value(*s.additional, pair.value(), depth + 1);
                continue;
            }
            const auto at =
                std::lower_bound(s.properties.begin(), s.properties.end(), key,
                                 [](const property& p, std::string_view name) { return p.name < name; });
            if (at == s.properties.end() || at->name != key) continue;
            const std::size_t length = path_.size();
            const std::string_view outer = struct_;
            struct_ = last_part(s.type_name.empty() ? s.go_type : s.type_name);
            if (!at->inlined.empty()) push(at->inlined);
            push(key);
            value(*at->type, pair.value(), depth + 1);
            path_.resize(length);
            struct_ = outer;
        }
    }

    void push(std::string_view name) {
        if (!path_.empty()) path_ += '.';
        path_ += name;
    }

    void array(const schema_node& s, const bj::value& v, int depth) {
        if (!v.is_array()) return save(s, v, false);
        for (const auto& item : v.get_array()) {
            if (s.items) value(*s.items, item, depth + 1);
        }
    }

    void text(const schema_node& s, const bj::value& v) {
        if (!v.is_string()) return save(s, v, false);
        if (s.go_type != "[]uint8") return;
        const std::int64_t at = base64_error_offset(v.get_string());
        if (at >= 0 && saved.empty()) saved = "illegal base64 data at input byte " + std::to_string(at);
    }

    void int_or_string(const bj::value& v) {
        if (v.is_string() || fits(v, true)) return;
        fatal = mismatch(kind_of(v, true), "int32");
    }

    void time(const schema_node& s, const bj::value& v) {
        if (!v.is_string()) {
            fatal = mismatch(kind_of(v, false), "string");
        } else {
            fatal = time_error(v.get_string(), s.type_name.ends_with("MicroTime"));
        }
    }

    void quantity(const bj::value& v) {
        if (v.is_int64() || v.is_uint64() || v.is_double()) return;
        fatal = quantity_error(v.is_string() ? std::string_view(v.get_string()) : std::string_view());
    }

    // A quantity is a sign, digits, a fraction and a suffix. Each is optional, but not all.
    static std::string quantity_error(std::string_view q) {
        constexpr auto wrong =
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
        while (!q.empty() && q.front() == ' ') q.remove_prefix(1);
        while (!q.empty() && q.back() == ' ') q.remove_suffix(1);
        if (q.empty()) return wrong;
        std::size_t i = q[0] == '+' || q[0] == '-' ? 1 : 0;
        auto skip_digits = [&] {
            while (i < q.size() && std::isdigit(static_cast<unsigned char>(q[i]))) ++i;
        };
        skip_digits();
        if (i < q.size() && q[i] == '.') ++i;
        skip_digits();
        const std::string_view suffix = q.substr(i);
        while (i < q.size() && std::string_view("eEinumkKMGTP").find(q[i]) != std::string_view::npos) ++i;
        if (i < q.size() && (q[i] == '+' || q[i] == '-')) ++i;
        skip_digits();
        if (i < q.size()) return wrong;
        for (const auto* unit :
             {"", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"}) {
            if (suffix == unit) return {};
        }
        const bool exponent = (suffix[0] == 'e' || suffix[0] == 'E') && suffix.size() > 1 &&
                              suffix.find_first_of("einumkKMGTPE", 1) == std::string_view::npos &&
                              std::isdigit(static_cast<unsigned char>(suffix.back()));
        return exponent ? std::string() : "unable to parse quantity's suffix";
    }

    std::string path_;
    std::string_view struct_;
};

}  // namespace

std::string decode_error(const schema_node& s, const bj::value& value) {
    decoder d;
    d.value(s, value, 0);
    return d.fatal.empty() ? std::move(d.saved) : std::move(d.fatal);
}

}}}  // namespace setpoint::v0::apiserver
