#include "setpoint/testing/random_object.hpp"

#include "setpoint/core/interned_string.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace setpoint { inline namespace v0 { namespace testing {

namespace {

constexpr int max_depth = 8;
constexpr std::uint64_t longest_list = 3;

class generator {
public:
    explicit generator(random_source& random) : random_(random) {}

    void fill(const json::type_info& t, void* p, const json::field_rules& rules, int depth) {
        using enum json::type_kind;
        switch (t.kind) {
            case boolean:
                *static_cast<bool*>(p) = chance(2);
                break;
            case int32:
                *static_cast<std::int32_t*>(p) =
                    static_cast<std::int32_t>(number_within(rules, std::numeric_limits<std::int32_t>::max()));
                break;
            case int64:
                *static_cast<std::int64_t*>(p) =
                    static_cast<std::int64_t>(number_within(rules, std::pow(2.0, 53)));
                break;
            case number:
                *static_cast<double*>(p) = std::floor(number_within(rules, 1e6)) / 4;
                break;
            case std_string:
                *static_cast<std::string*>(p) = text(rules);
                break;
            case shared_text:
                *static_cast<interned_string*>(p) = interned_string(text(rules));
                break;
            case scalar:
                fill_scalar(t, p);
                break;
            case enumeration:
                if (!t.values.empty()) t.ops.enum_set(p, t.values[random_.below(t.values.size())].value);
                break;
            case object:
                for (const json::field_info& f : t.fields) {
                    if (!f.required && (depth >= max_depth || chance(3))) continue;
                    fill(*f.type, static_cast<char*>(p) + f.offset, *f.rules, depth + 1);
                }
                break;
            case list:
                fill_list(t, p, rules, depth);
                break;
            case map:
                for (std::uint64_t n = random_.below(longest_list); n > 0; --n)
                    fill(*t.element, t.ops.insert(p, fresh_name()), no_rules(), depth + 1);
                break;
            case optional:
                fill(*t.element, t.ops.emplace(p), rules, depth);
                break;
            case any:
                if (t.object_only)
                    *static_cast<boost::json::object*>(p) = {{fresh_name(), 1}};
                else
                    *static_cast<boost::json::value*>(p) = fresh_name();
                break;
        }
    }

private:
    static const json::field_rules& no_rules() {
        static const json::field_rules none;
        return none;
    }
    bool chance(std::uint64_t one_in) { return random_.below(one_in) == 0; }
    std::string fresh_name() { return "n" + std::to_string(++names_); }

    double number_within(const json::field_rules& r, double most) {
        const double low = r.minimum ? *r.minimum : (chance(4) ? -100.0 : 0.0);
        const double high =
            r.maximum ? *r.maximum : std::min(most, std::max(low, 0.0) + (chance(8) ? most : 1000.0));
        return low + std::floor(random_.unit() * (high - low + 1));
    }
    std::string text(const json::field_rules& r) {
        if (!r.one_of.empty()) return std::string(r.one_of[random_.below(r.one_of.size())]);
        // With what encodings and separators trip over.
        static constexpr std::array<std::string_view, 10> pieces{"a",  "B", "7", " ",        "\"",
                                                                 "\\", "/", ":", "\xC3\xA4", "-"};
        std::string s = chance(2) ? fresh_name() : std::string();
        for (std::uint64_t n = random_.below(6); n > 0; --n) s += pieces[random_.below(pieces.size())];
        const auto shortest = static_cast<std::size_t>(std::max<std::int64_t>(r.min_length, 0));
        if (s.size() < shortest) s.append(shortest - s.size(), 'x');
        if (r.max_length >= 0 && s.size() > static_cast<std::size_t>(r.max_length))
            s = s.substr(0, static_cast<std::size_t>(r.max_length));
        return s;
    }
    // The first of some texts that it accepts, from a random one on.
    void fill_scalar(const json::type_info& t, void* p) {
        static constexpr std::array<std::string_view, 8> texts{
            "2026-02-03T04:05:06Z", "1h2m3s", "250m", "2Gi", "80", "http", "aGVsbG8=", "10.1.2.3"};
        const std::uint64_t first = random_.below(texts.size());
        for (std::size_t i = 0; i < texts.size(); ++i)
            if (t.ops.parse && t.ops.parse(texts[(first + i) % texts.size()], p)) return;
        if (t.ops.parse_number) (void)t.ops.parse_number(static_cast<std::int64_t>(random_.below(100)), p);
    }
    void fill_list(const json::type_info& t, void* p, const json::field_rules& rules, int depth) {
        const auto least = static_cast<std::uint64_t>(std::max<std::int64_t>(rules.min_items, 0));
        std::uint64_t n = std::max(least, depth < max_depth ? random_.below(longest_list) : 0);
        if (rules.max_items >= 0) n = std::min(n, static_cast<std::uint64_t>(rules.max_items));
        for (; n > 0; --n) {
            void* const entry = t.ops.append(p);
            fill(*t.element, entry, no_rules(), depth + 1);
            for (const std::string_view key : rules.keys) set_key(*t.element, entry, key);
        }
    }
    // Entries of a keyed list have different keys.
    void set_key(const json::type_info& t, void* entry, std::string_view key) {
        const json::field_info* const f = t.find(key);
        if (!f) return;
        void* const at = static_cast<char*>(entry) + f->offset;
        if (f->type->kind == json::type_kind::std_string) *static_cast<std::string*>(at) = fresh_name();
        if (f->type->kind == json::type_kind::shared_text)
            *static_cast<interned_string*>(at) = interned_string(fresh_name());
        if (f->type->kind == json::type_kind::int32)
            *static_cast<std::int32_t*>(at) = static_cast<std::int32_t>(++names_);
    }

    random_source& random_;
    std::uint64_t names_ = 0;
};

}  // namespace

void set_random(const json::type_info& type, void* value, random_source& random) {
    const json::field_rules none;
    generator(random).fill(type, value, none, 0);
}

}}}  // namespace setpoint::v0::testing
