#include "apiserver/kinds/json_path.hpp"

#include "apiserver/kinds/fields.hpp"

#include <apiserver/schema/json_text.hpp>
#include <charconv>

namespace setpoint::apiserver::kinds {

namespace {

constexpr std::size_t step_limit = 64;

// ?(@.type=="Ready")
bool read_condition(std::string_view s, json_step& to) {
    if (!s.starts_with("?(@.") || !s.ends_with(')')) return false;
    s = s.substr(4, s.size() - 5);
    const std::size_t op = s.find_first_of("=!");
    if (op == std::string_view::npos || s.substr(op + 1, 1) != "=") return false;
    to.what = s[op] == '=' ? json_step::type::equals : json_step::type::differs;
    std::string_view name = s.substr(0, op), value = s.substr(op + 2);
    while (name.ends_with(' ')) name.remove_suffix(1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    while (value.ends_with(' ')) value.remove_suffix(1);
    const bool quoted =
        value.size() > 1 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front();
    to.name = name;
    to.value = quoted ? value.substr(1, value.size() - 2) : value;
    return !name.empty();
}

bool read_bracket(std::string_view inside, json_step& to) {
    if (inside == "*") {
        to.what = json_step::type::all;
        return true;
    }
    if (inside.size() > 1 && (inside.front() == '\'' || inside.front() == '"') &&
        inside.back() == inside.front()) {
        to.name = inside.substr(1, inside.size() - 2);
        return !to.name.empty();
    }
    if (inside.starts_with('?')) return read_condition(inside, to);
    to.what = json_step::type::index;
    const auto [end, problem] = std::from_chars(inside.data(), inside.data() + inside.size(), to.index);
    return problem == std::errc() && end == inside.data() + inside.size();
}

// Where the bracket at the front closes; quotes are heeded.
std::size_t closing(std::string_view s) {
    char quote = 0;
    for (std::size_t i = 1; i < s.size(); ++i) {
        if (quote != 0) {
            if (s[i] == quote) quote = 0;
        } else if (s[i] == '\'' || s[i] == '"') {
            quote = s[i];
        } else if (s[i] == ']') {
            return i;
        }
    }
    return std::string_view::npos;
}

std::string take_name(std::string_view& path) {
    std::string out;
    std::size_t i = 0;
    for (; i < path.size() && path[i] != '.' && path[i] != '['; ++i) {
        if (path[i] == '\\' && i + 1 < path.size()) ++i;
        out += path[i];
    }
    path.remove_prefix(i);
    return out;
}

std::string text_for_condition(const bj::value& v) {
    return v.is_string() ? std::string(text_of(v)) : json_text::written(v);
}

const bj::value* field_of(const bj::value& v, std::string_view dotted) {
    const bj::value* here = &v;
    while (here != nullptr && !dotted.empty()) {
        const std::size_t dot = dotted.find('.');
        const bj::object* o = here->if_object();
        here = o == nullptr ? nullptr : at(*o, dotted.substr(0, dot));
        dotted = dot == std::string_view::npos ? "" : dotted.substr(dot + 1);
    }
    return here;
}

const bj::value* find_from(const bj::value& v, const std::vector<json_step>& steps, std::size_t i);

const bj::value* find_in_list(const bj::array& list, const std::vector<json_step>& steps, std::size_t i) {
    const json_step& s = steps[i];
    if (s.what == json_step::type::index) {
        const auto size = static_cast<std::int64_t>(list.size());
        const std::int64_t n = s.index < 0 ? size + s.index : s.index;
        return n < 0 || n >= size ? nullptr : find_from(list[static_cast<std::size_t>(n)], steps, i + 1);
    }
    for (const bj::value& item : list) {
        if (s.what != json_step::type::all) {
            const bj::value* field = field_of(item, s.name);
            const bool same = field != nullptr && text_for_condition(*field) == s.value;
            if (field == nullptr || same != (s.what == json_step::type::equals)) continue;
        }
        if (const bj::value* found = find_from(item, steps, i + 1)) return found;
    }
    return nullptr;
}

const bj::value* find_from(const bj::value& v, const std::vector<json_step>& steps, std::size_t i) {
    if (i == steps.size()) return &v;
    const json_step& s = steps[i];
    if (s.what == json_step::type::name) {
        const bj::object* o = v.if_object();
        const bj::value* next = o == nullptr ? nullptr : o->if_contains(s.name);
        return next == nullptr ? nullptr : find_from(*next, steps, i + 1);
    }
    if (const bj::array* list = v.if_array()) return find_in_list(*list, steps, i);
    if (const bj::object* o = v.if_object(); o != nullptr && s.what == json_step::type::all) {
        for (const auto& [key, item] : *o) {
            if (const bj::value* found = find_from(item, steps, i + 1)) return found;
        }
    }
    return nullptr;
}

}  // namespace

std::optional<std::vector<json_step>> split_json_path(std::string_view path) {
    if (path.size() > 1 && path.front() == '{' && path.back() == '}') path = path.substr(1, path.size() - 2);
    std::vector<json_step> steps;
    if (path == ".") return steps;
    while (!path.empty()) {
        json_step step;
        if (path.front() == '[') {
            const std::size_t end = closing(path);
            if (end == std::string_view::npos || !read_bracket(path.substr(1, end - 1), step)) return {};
            path.remove_prefix(end + 1);
        } else if (path.front() == '.') {
            path.remove_prefix(1);
            if (path.starts_with('[')) continue;
            step.name = take_name(path);
            if (step.name.empty()) return {};
            if (step.name == "*") step.what = json_step::type::all;
        } else {
            return {};
        }
        steps.push_back(std::move(step));
        if (steps.size() > step_limit) return {};
    }
    return steps;
}

const bj::value* find_first(const bj::value& root, const std::vector<json_step>& steps) {
    return find_from(root, steps, 0);
}

}  // namespace setpoint::apiserver::kinds
