#include "testkit/story/inputs/field_values.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/pattern.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using apiserver::list_of, apiserver::object_of, apiserver::text_at, apiserver::true_at;

constexpr int deepest_value = 12;
constexpr std::size_t most_values = 8;
// A larger number may be a count of objects, which an operator would create for hours.
constexpr double largest_limit = 65'535;
// Longer than a label.
constexpr std::size_t long_text = 64;

// Texts of the forms that fields usually have.
constexpr std::array<std::string_view, 14> usual_texts{"other",
                                                       "1",
                                                       "2Gi",
                                                       "10m",
                                                       "30s",
                                                       "example.com",
                                                       "https://example.com/",
                                                       "1.2.3",
                                                       "a.b-c",
                                                       "*/5 * * * *",
                                                       "2026-01-02T03:04:05Z",
                                                       "A",
                                                       "10.0.0.1",
                                                       "YQ=="};

std::string_view type_in(const bj::object& schema) {
    if (true_at(schema, "x-kubernetes-int-or-string")) return "int-or-string";
    return text_at(schema, "type");
}

std::optional<double> limit_at(const bj::object& schema, std::string_view key) {
    const bj::value* const v = apiserver::value_at(schema, key);
    boost::system::error_code ec;
    if (!v || !v->is_number()) return std::nullopt;
    const auto n = v->to_number<double>(ec);
    return ec ? std::nullopt : std::optional(n);
}

class text_rules {
public:
    explicit text_rules(const bj::object& schema) : format_(text_at(schema, "format")) {
        std::string why;
        if (const std::string_view p = text_at(schema, "pattern"); !p.empty())
            pattern_ = apiserver::pattern::compile(p, why);
        least_ = limit_at(schema, "minLength").value_or(0);
        most_ = limit_at(schema, "maxLength").value_or(std::numeric_limits<double>::max());
    }
    bool accept(std::string_view text) const {
        const auto n = static_cast<double>(text.size());
        if (n < least_ || n > most_ || (pattern_ && !pattern_->matches(text))) return false;
        if (format_ == "date-time") return text.ends_with('Z') && text.size() >= 20;
        if (format_ == "duration") return !text.empty() && (text.back() == 's' || text.back() == 'm');
        if (format_ == "byte") return text.empty() || text.ends_with('=');
        return true;
    }
    double most() const { return most_; }

private:
    std::string_view format_;
    std::shared_ptr<const apiserver::pattern> pattern_;
    double least_ = 0, most_ = 0;
};

bj::value json_string(std::string_view s) {
    return bj::value(bj::string(s));
}

// "2Gi" of "1Gi": what users change most.
std::string doubled(std::string_view text) {
    std::int64_t n = 0;
    const auto done = std::from_chars(text.data(), text.data() + text.size(), n);
    constexpr std::int64_t most = 1'000'000;
    const std::string_view unit(done.ptr, static_cast<std::size_t>(text.data() + text.size() - done.ptr));
    if (done.ec != std::errc() || n <= 0 || n > most || unit.size() > 2) return {};
    return std::to_string(2 * n) + std::string(unit);
}

void add_texts(const bj::object& schema, const bj::value* now, std::vector<bj::value>& to) {
    const text_rules rules(schema);
    const bj::string* const is = now ? now->if_string() : nullptr;
    const std::string_view text = is ? std::string_view(*is) : std::string_view();
    const auto add = [&](std::string_view one) {
        if (rules.accept(one)) to.push_back(json_string(one));
    };
    if (const std::string twice = doubled(text); !twice.empty()) {
        add(twice);
        add("-1");
    } else if (!text.empty()) {
        add(std::string(text) + "-x");
    }
    std::size_t usual = 0;
    constexpr std::size_t some = 2;
    for (const std::string_view one : usual_texts)
        if (usual < some && rules.accept(one)) {
            add(one);
            ++usual;
        }
    add("");
    add("not a name!");
    add(std::string(rules.most() < long_text ? static_cast<std::size_t>(rules.most()) : long_text, 'a'));
}

// Fractions and large numbers make sense for `number` only.
void add_number(const bj::object& schema, double n, std::vector<bj::value>& to) {
    constexpr double largest_exact = 9e15;
    if (n == std::floor(n) && std::abs(n) <= largest_exact)
        to.emplace_back(static_cast<std::int64_t>(n));
    else if (type_in(schema) == "number" && std::isfinite(n))
        to.emplace_back(n);
}

void add_numbers(const bj::object& schema, const bj::value* now, std::vector<bj::value>& to) {
    const bool excludes_least = true_at(schema, "exclusiveMinimum"),
               excludes_most = true_at(schema, "exclusiveMaximum");
    auto least = limit_at(schema, "minimum"), most = limit_at(schema, "maximum");
    if (least && excludes_least) *least += 1;
    if (most && excludes_most) *most -= 1;
    const double step = limit_at(schema, "multipleOf").value_or(1);
    boost::system::error_code ec;
    const double is = now && now->is_number() ? now->to_number<double>(ec) : 1;
    std::vector<double> all{is + step, is - step, 0, 1};
    if (least && std::abs(*least) <= largest_limit) all.push_back(*least);
    if (most && std::abs(*most) <= largest_limit) all.push_back(*most);
    all.push_back(-step);
    for (const double n : all)
        if ((!least || n >= *least) && (!most || n <= *most)) add_number(schema, n, to);
}

bj::value smallest(const bj::object& schema, int depth);

void add_lists(const bj::object& schema, const bj::value* now, std::vector<bj::value>& to) {
    const bj::array* const is = now ? now->if_array() : nullptr;
    const bj::object& items = object_of(schema, "items");
    bj::array more = is ? *is : bj::array();
    more.push_back(smallest(items, 1));
    to.emplace_back(std::move(more));
    if (is && is->size() > 1) {
        to.emplace_back(bj::array(is->begin(), is->end() - 1));
        to.emplace_back(bj::array(is->begin() + 1, is->end()));
        bj::array reversed(*is);
        std::reverse(reversed.begin(), reversed.end());
        to.emplace_back(std::move(reversed));
    }
    to.emplace_back(bj::array());
    if (is && !is->empty()) {
        bj::array twice(*is);
        twice.push_back(is->back());
        to.emplace_back(std::move(twice));
    }
    const double least = limit_at(schema, "minItems").value_or(0),
                 most = limit_at(schema, "maxItems").value_or(std::numeric_limits<double>::max());
    std::erase_if(to, [&](const bj::value& v) {
        const bj::array* const a = v.if_array();
        const auto n = static_cast<double>(a ? a->size() : 0);
        return n < least || n > most;
    });
}

void add_maps(const bj::object& schema, const bj::value* now, std::vector<bj::value>& to) {
    const bj::object* const is = now ? now->if_object() : nullptr;
    bj::object more = is ? *is : bj::object();
    more["added"] = smallest(object_of(schema, "additionalProperties"), 1);
    to.emplace_back(std::move(more));
    if (is && is->size() > 1) {
        bj::object fewer = *is;
        fewer.erase(fewer.begin());
        to.emplace_back(std::move(fewer));
    }
    to.emplace_back(bj::object());
}

void add_objects(const bj::object& schema, const bj::value* now, std::vector<bj::value>& to) {
    if (!now) to.push_back(smallest(schema, 0));
    if (list_of(schema, "required").empty()) to.emplace_back(bj::object());
}

bj::value smallest(const bj::object& schema, int depth) {
    if (const bj::value* const v = apiserver::value_at(schema, "default")) return *v;
    if (const bj::array& all = list_of(schema, "enum"); !all.empty()) return all.front();
    const std::string_view type = type_in(schema);
    if (type == "object") {
        bj::object out;
        if (depth > deepest_value) return out;
        for (const bj::value& name : list_of(schema, "required")) {
            if (!name.is_string()) continue;
            const std::string_view key(name.get_string());
            out[key] = smallest(object_of(object_of(schema, "properties"), key), depth + 1);
        }
        return out;
    }
    if (type == "boolean") return true;
    if (type == "array") {
        bj::array out;
        const bool needs_one = limit_at(schema, "minItems").value_or(0) > 0 && depth <= deepest_value;
        if (needs_one) out.push_back(smallest(object_of(schema, "items"), depth + 1));
        return out;
    }
    std::vector<bj::value> all;
    if (type == "integer" || type == "number" || type == "int-or-string") {
        add_numbers(schema, nullptr, all);
        const auto positive = std::find_if(all.begin(), all.end(), [](const bj::value& v) {
            boost::system::error_code ec;
            return v.to_number<double>(ec) > 0;
        });
        return positive != all.end() ? *positive : all.empty() ? bj::value(1) : all.front();
    }
    add_texts(schema, nullptr, all);
    return all.empty() ? json_string("example") : all.front();
}

void add_by_type(const bj::object& schema, const bj::value* now, std::vector<bj::value>& to) {
    const std::string_view type = type_in(schema);
    if (type == "boolean") {
        const bj::value* const is = now ? now : apiserver::value_at(schema, "default");
        to.emplace_back(!(is && is->is_bool() && is->get_bool()));
    } else if (type == "integer" || type == "number") {
        add_numbers(schema, now, to);
    } else if (type == "int-or-string") {
        add_numbers(schema, now, to);
        add_texts(schema, now, to);
    } else if (type == "array") {
        add_lists(schema, now, to);
    } else if (type == "object" && schema.contains("additionalProperties")) {
        add_maps(schema, now, to);
    } else if (type == "object" && schema.contains("properties")) {
        add_objects(schema, now, to);
    } else if (type == "string") {
        add_texts(schema, now, to);
    }
}

}  // namespace

bj::value smallest_value(const bj::object& schema) {
    return smallest(schema, 0);
}

std::vector<bj::value> other_values(const bj::object& schema, const bj::value* now) {
    std::vector<bj::value> all, out;
    if (const bj::array& some = list_of(schema, "enum"); !some.empty())
        all.assign(some.begin(), some.end());
    else
        add_by_type(schema, now, all);
    for (bj::value& v : all) {
        const bool is_new =
            !v.is_null() && (!now || v != *now) && std::find(out.begin(), out.end(), v) == out.end();
        if (is_new && out.size() < most_values) out.push_back(std::move(v));
    }
    return out;
}

}}}  // namespace setpoint::v0::story
