#include "setpoint/api/selector.hpp"

#include "framework/api/label_syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <ostream>

namespace setpoint { inline namespace v0 {

namespace {

using operation = label_requirement::operation;

std::optional<std::int64_t> to_integer(std::string_view s) {
    std::int64_t n = 0;
    const auto [end, problem] = std::from_chars(s.data(), s.data() + s.size(), n);
    if (problem != std::errc() || end != s.data() + s.size()) return {};
    return n;
}

std::string_view symbol(operation op) {
    switch (op) {
        case operation::equals:
            return "=";
        case operation::not_equals:
            return "!=";
        case operation::in:
            return "in";
        case operation::not_in:
            return "notin";
        case operation::greater:
            return ">";
        case operation::less:
            return "<";
        case operation::exists:
        case operation::does_not_exist:
            break;
    }
    return "";
}

// Returns the problem with a requirement; "" if there is none.
std::string problem_with(std::string_view key, operation op, const std::vector<std::string>& values) {
    if (!detail::is_label_key(key)) return fmt::format("\"{}\" is not a valid label key", key);
    for (const std::string& v : values) {
        if (!detail::is_label_value(v))
            return fmt::format("\"{}\" is not a valid label value (key {})", v, key);
    }
    switch (op) {
        case operation::in:
        case operation::not_in:
            return values.empty() ? fmt::format("{} {}: no values are given", key, symbol(op)) : "";
        case operation::exists:
        case operation::does_not_exist:
            return values.empty() ? "" : fmt::format("{}: a test for existence takes no values", key);
        case operation::greater:
        case operation::less:
            if (values.size() == 1 && to_integer(values.front())) return "";
            return fmt::format("{}{}: expected one integer", key, symbol(op));
        case operation::equals:
        case operation::not_equals:
            break;
    }
    return values.size() == 1 ? "" : fmt::format("{}{}: expected one value", key, symbol(op));
}

// Parses selectors as the API server does (k8s.io/apimachinery, pkg/labels): words, and the signs (
// ) , ! = < >.
class selector_reader {
public:
    explicit selector_reader(std::string_view s) : all_(s), rest_(s) {}

    result<selector> read() {
        selector out;
        skip_blanks();
        while (!rest_.empty()) {
            if (auto one = read_requirement(); !one) return one.error();
            if (rest_.empty()) break;
            if (!take(",")) return expected("a comma");
            if (rest_.empty()) return expected("a label key");
        }
        if (auto ok = out.add(std::move(found_)); !ok) return ok.error();
        return out;
    }

private:
    result<> read_requirement() {
        const bool absent = take("!");
        const std::string_view key = word();
        if (key.empty()) return expected("a label key");
        if (absent) return put(key, operation::does_not_exist);
        if (rest_.empty() || rest_.front() == ',') return put(key, operation::exists);
        if (take("!=")) return put(key, operation::not_equals, {std::string(word())});
        if (take("==") || take("=")) return put(key, operation::equals, {std::string(word())});
        if (take(">")) return put(key, operation::greater, {std::string(word())});
        if (take("<")) return put(key, operation::less, {std::string(word())});
        const std::string_view name = word();
        if (name != "in" && name != "notin") return expected("=, ==, !=, <, >, in or notin", name);
        auto values = read_values();
        if (!values) return values.error();
        return put(key, name == "in" ? operation::in : operation::not_in, std::move(*values));
    }

    result<std::vector<std::string>> read_values() {
        std::vector<std::string> values;
        if (!take("(")) return expected("\"(\"");
        while (true) {
            values.emplace_back(word());
            if (take(")")) return values;
            if (!take(",")) return expected("\",\" or \")\"");
        }
    }

    void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

    bool take(std::string_view sign) {
        if (!rest_.starts_with(sign)) return false;
        rest_.remove_prefix(sign.size());
        skip_blanks();
        return true;
    }

    std::string_view word() {
        const std::string_view w = rest_.substr(0, rest_.find_first_of(" \t\r\n(),!=<>"));
        rest_.remove_prefix(w.size());
        skip_blanks();
        return w;
    }

    error expected(std::string_view what, std::string_view found = {}) const {
        if (found.empty()) found = rest_;
        return {errc::bad_data,
                fmt::format("label selector \"{}\": expected {} {}", all_, what,
                            found.empty() ? "at its end" : fmt::format("before \"{}\"", found))};
    }

    result<> put(std::string_view key, operation op, std::vector<std::string> values = {}) {
        std::string wrong = problem_with(key, op, values);
        if (!wrong.empty()) return error(errc::bad_data, "label selector: " + wrong);
        found_.push_back({std::string(key), op, std::move(values)});
        return {};
    }

    std::string_view all_, rest_;
    std::vector<label_requirement> found_;
};

}  // namespace

bool label_requirement::matches(const string_map& labels) const {
    const auto at = labels.find(std::string_view(key));
    const bool there = at != labels.end();
    const auto listed = [&] { return std::binary_search(values.begin(), values.end(), at->second.view()); };
    switch (op) {
        case operation::equals:
        case operation::in:
            return there && listed();
        case operation::not_equals:
        case operation::not_in:
            return !there || !listed();
        case operation::exists:
            return there;
        case operation::does_not_exist:
            return !there;
        case operation::greater:
        case operation::less:
            break;
    }
    if (!there) return false;
    const auto label = to_integer(at->second), bound = to_integer(values.front());
    if (!label || !bound) return false;
    return op == operation::greater ? *label > *bound : *label < *bound;
}

std::string label_requirement::to_string() const {
    switch (op) {
        case operation::exists:
            return key;
        case operation::does_not_exist:
            return "!" + key;
        case operation::in:
        case operation::not_in:
            return fmt::format("{} {} ({})", key, symbol(op), fmt::join(values, ","));
        default:
            return fmt::format("{}{}{}", key, symbol(op), values.front());
    }
}

selector::selector(const string_map& labels) {
    for (const auto& [key, value] : labels) insert({key.str(), operation::equals, {value.str()}});
}

result<selector> selector::parse(std::string_view s) {
    return selector_reader(s).read();
}

result<> selector::add(std::string_view key, operation op, std::vector<std::string> values) {
    return add({{std::string(key), op, std::move(values)}});
}

result<> selector::add(std::vector<label_requirement> more) {
    for (label_requirement& r : more) {
        std::string wrong = problem_with(r.key, r.op, r.values);
        if (!wrong.empty()) return error(errc::bad_data, "label selector: " + wrong);
        std::sort(r.values.begin(), r.values.end());
        r.values.erase(std::unique(r.values.begin(), r.values.end()), r.values.end());
    }
    if (more.size() == 1) {
        insert(std::move(more.front()));
        return {};
    }
    std::move(more.begin(), more.end(), std::back_inserter(requirements_));
    std::vector<label_requirement*> order;
    order.reserve(requirements_.size());
    for (label_requirement& r : requirements_) order.push_back(&r);
    // Requirements on the same key keep their order.
    std::sort(order.begin(), order.end(), [](const label_requirement* a, const label_requirement* b) {
        return a->key != b->key ? a->key < b->key : a < b;
    });
    std::vector<label_requirement> sorted;
    sorted.reserve(order.size());
    for (label_requirement* r : order) sorted.push_back(std::move(*r));
    requirements_ = std::move(sorted);
    return {};
}

void selector::insert(label_requirement r) {
    const auto at = std::upper_bound(requirements_.begin(), requirements_.end(), r,
                                     [](const auto& a, const auto& b) { return a.key < b.key; });
    requirements_.insert(at, std::move(r));
}

bool selector::matches(const string_map& labels) const {
    return std::all_of(requirements_.begin(), requirements_.end(),
                       [&](const auto& r) { return r.matches(labels); });
}

std::string selector::to_string() const {
    std::string out;
    for (const label_requirement& r : requirements_) {
        if (!out.empty()) out += ',';
        out += r.to_string();
    }
    return out;
}

std::ostream& operator<<(std::ostream& out, const selector& s) {
    return out << s.to_string();
}

result<selector> to_selector(const label_selector& labels) {
    selector out;
    for (const auto& [key, value] : labels.match_labels) {
        if (auto r = out.add(key, operation::equals, {value.str()}); !r) return r.error();
    }
    for (const match_expression& e : labels.match_expressions) {
        std::vector<std::string> values;
        values.reserve(e.values.size());
        for (const interned_string& v : e.values) values.push_back(v.str());
        operation op = operation::in;
        if (e.op == match_operator::not_in) op = operation::not_in;
        if (e.op == match_operator::exists) op = operation::exists;
        if (e.op == match_operator::does_not_exist) op = operation::does_not_exist;
        if (auto r = out.add(e.key, op, std::move(values)); !r) return r.error();
    }
    return out;
}

}}  // namespace setpoint::v0
