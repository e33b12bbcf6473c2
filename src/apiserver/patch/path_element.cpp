#include "apiserver/patch/path_element.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/patch/same_value.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <charconv>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace {

// Fields sort first, then keys, values and indexes.
int rank(std::string_view element) {
    switch (element.empty() ? ' ' : element[0]) {
        case 'f':
            return 0;
        case 'k':
            return 1;
        case 'v':
            return 2;
        default:
            return 3;
    }
}

std::optional<bj::value> read(std::string_view text) {
    constexpr std::size_t deepest = 8;
    std::string failed;
    bj::value v;
    if (!json_text::parse(text, v, failed, deepest)) return std::nullopt;
    return v;
}

int kind_rank(const bj::value& v) {
    switch (v.kind()) {
        case bj::kind::int64:
        case bj::kind::uint64:
        case bj::kind::double_:
            return 0;
        case bj::kind::string:
            return 1;
        case bj::kind::bool_:
            return 2;
        case bj::kind::array:
            return 3;
        case bj::kind::object:
            return 4;
        default:
            return 5;
    }
}

int compare(const bj::value& a, const bj::value& b) {
    if (kind_rank(a) != kind_rank(b)) return kind_rank(a) < kind_rank(b) ? -1 : 1;
    if (a.is_string()) return std::string_view(a.get_string()).compare(b.get_string());
    if (a.is_bool()) return static_cast<int>(a.get_bool()) - static_cast<int>(b.get_bool());
    if (!a.is_number()) return go_text::json(a).compare(go_text::json(b));
    if (a.is_int64() && b.is_int64())
        return a.get_int64() < b.get_int64() ? -1 : a.get_int64() > b.get_int64();
    const double x = a.to_number<double>(), y = b.to_number<double>();
    return x < y ? -1 : x > y;
}

// Keys are sorted by name in serialized form.
int compare_keys(const bj::object& a, const bj::object& b) {
    auto i = a.begin();
    auto j = b.begin();
    for (; i != a.end() && j != b.end(); ++i, ++j) {
        if (const int c = i->key().compare(j->key())) return c;
        if (const int c = compare(i->value(), j->value())) return c;
    }
    return i != a.end() ? 1 : j != b.end() ? -1 : 0;
}

std::string value_text(const bj::value& v) {
    if (v.is_string()) return go_text::quoted(v.get_string());
    if (v.is_null()) return "null";
    return go_text::printed(v);
}

}  // namespace

std::string field_element(std::string_view name) {
    return "f:" + std::string(name);
}
std::string value_element(const bj::value& scalar) {
    return "v:" + go_text::json(scalar);
}
std::string key_element(const bj::object& keys) {
    return "k:" + go_text::json(bj::value(keys));
}

std::optional<std::string_view> field_name(std::string_view element) {
    if (!element.starts_with("f:")) return std::nullopt;
    return element.substr(2);
}

std::optional<std::string> canonical_element(std::string_view text, std::string& why) {
    if (text.size() < 2) {
        why = "key must be 2 characters long:";
        return std::nullopt;
    }
    if (text[1] != ':') {
        why = "missing colon: " + std::string(text);
        return std::nullopt;
    }
    const std::string_view rest = text.substr(2);
    if (text[0] == 'f') return std::string(text);
    if (text[0] == 'i') {
        int index = 0;
        const auto [end, failed] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
        if (failed == std::errc() && end == rest.data() + rest.size()) return "i:" + std::to_string(index);
        why = "strconv.Atoi: parsing " + go_text::quoted(rest) + ": invalid syntax";
        return std::nullopt;
    }
    if (text[0] != 'k' && text[0] != 'v') return std::string();
    const auto v = read(rest);
    if (!v || (text[0] == 'k' && !v->is_object())) {
        why = "invalid JSON in " + std::string(text);
        return std::nullopt;
    }
    return text[0] == 'k' ? key_element(v->get_object()) : value_element(*v);
}

bool element_less(std::string_view a, std::string_view b) {
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    if (rank(a) == 0) return a < b;
    const auto x = read(a.substr(std::min<std::size_t>(2, a.size())));
    const auto y = read(b.substr(std::min<std::size_t>(2, b.size())));
    if (!x || !y) return a < b;
    if (x->is_object() && y->is_object()) return compare_keys(x->get_object(), y->get_object()) < 0;
    return compare(*x, *y) < 0;
}

std::string element_text(std::string_view element) {
    if (const auto name = field_name(element)) return "." + std::string(*name);
    const std::string_view rest = element.substr(std::min<std::size_t>(2, element.size()));
    const auto v = read(rest);
    if (!v) return "[" + std::string(rest) + "]";
    if (element[0] == 'i') return "[" + std::string(rest) + "]";
    if (element[0] == 'v' || !v->is_object()) return "[=" + value_text(*v) + "]";
    std::string out = "[";
    for (const auto& [name, value] : v->get_object()) {
        if (out.size() > 1) out += ',';
        out += std::string(name) + "=" + value_text(value);
    }
    return out + "]";
}

}}}  // namespace setpoint::v0::apiserver::patching
