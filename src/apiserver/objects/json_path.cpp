// Mirrors k8s.io/client-go/util/jsonpath/jsonpath.go with AllowMissingKeys. The partial result of a
// failed step matters: [?(@.a[9])] passes although 9 is out of bounds, because client-go ignores
// the error there.

#include "apiserver/objects/json_path.hpp"

#include "apiserver/objects/json_path_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

namespace bj = boost::json;

using items = std::vector<json_result>;

// Go ranges over the bytes of a string. They are uint64 here, a type that numbers up to 255 in an
// object never have.
const bj::value* byte_value(char c) {
    static const auto all = [] {
        std::array<bj::value, 256> out;
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint64_t>(i);
        return out;
    }();
    return &all[static_cast<unsigned char>(c)];
}

struct comparison {
    bool comparable = false, equal = false, ordered = false, less = false;
};

// The kinds that Go compares: integers of any width with each other, other values with the same
// kind only.
comparison compare(const bj::value* a, const bj::value* b) {
    if (a == nullptr || b == nullptr) return {};
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    const auto whole = [](const bj::value& v) {
        return v.is_int64() || (v.is_uint64() && v.get_uint64() <= most);
    };
    const auto real = [&](const bj::value& v) { return v.is_number() && !whole(v); };
    if (whole(*a) && whole(*b)) {
        const auto x = a->to_number<std::int64_t>(), y = b->to_number<std::int64_t>();
        return {true, x == y, true, x < y};
    }
    if (real(*a) && real(*b)) {
        const auto x = a->to_number<double>(), y = b->to_number<double>();
        return {true, x == y, true, x < y};
    }
    if (a->is_string() && b->is_string()) {
        const std::string_view x = a->get_string(), y = b->get_string();
        return {true, x == y, true, x < y};
    }
    if (a->is_bool() && b->is_bool()) return {true, a->get_bool() == b->get_bool(), false, false};
    return {};
}

// Whether `a op b` is true; nothing if Go cannot compare them.
std::optional<bool> satisfies(const bj::value* a, std::string_view op, const bj::value* b) {
    const comparison c = compare(a, b);
    if (!c.comparable) return {};
    if (op == "==") return c.equal;
    if (op == "!=") return !c.equal;
    if (!c.ordered) return {};
    if (op == "<") return c.less;
    if (op == "<=") return c.less || c.equal;
    if (op == ">") return !c.less && !c.equal;
    if (op == ">=") return !c.less;
    return {};
}

// One evaluation. A function that fails leaves in `items` the partial result that client-go would
// return.
class evaluation {
public:
    explicit evaluation(const bj::object& root) : root_(root) {}

    bool limit_exceeded() const { return limit_exceeded_; }

    bool walk(items& at, const json_steps& steps) {
        for (const json_step& s : steps) {
            if (!step(at, s) || limit_exceeded_) return false;
        }
        return true;
    }

private:
    const bj::object* object_of(const json_result& i) const {
        return i.value == nullptr ? &root_ : i.value->if_object();
    }
    static const bj::array* list_of(const json_result& i) {
        return i.value == nullptr ? nullptr : i.value->if_array();
    }
    static bool is_null(const json_result& i) { return i.value != nullptr && i.value->is_null(); }

    bool visit(std::size_t values) {
        if (left_ < values) limit_exceeded_ = true;
        left_ -= std::min(left_, values);
        return !limit_exceeded_;
    }
    void add(items& to, const json_result& i) {
        if (visit(1)) to.push_back(i);
    }

    bool step(items& at, const json_step& s) {
        if (!visit(at.size() + 1)) return false;
        switch (s.what) {
            case json_step::type::constant:
            case json_step::type::integer:
                // text is printed once, whatever was found before it
                if (s.constant.is_string()) at.resize(1);
                for (json_result& i : at) i = {&s.constant, s.what == json_step::type::integer};
                return true;
            case json_step::type::identifier:
                return identifier(at, s);
            case json_step::type::field:
                field(at, s.text);
                return true;
            case json_step::type::wildcard:
                wildcard(at);
                return true;
            case json_step::type::recursive: {
                items out;
                for (const json_result& i : at) recursive(i, out);
                at = std::move(out);
                return true;
            }
            case json_step::type::slice:
                return slice(at, s);
            case json_step::type::filter:
                return filter(at, s);
            case json_step::type::alternatives:
                return alternatives(at, s);
        }
        return false;
    }

    // A range consumes the rest of the template for the first result, and what remains affects the
    // next row of the table. No column path is meant to use it.
    bool identifier(items& at, const json_step& s) {
        if (s.text == "range") limit_exceeded_ = true;
        if (s.text == "end") at.clear();
        return false;
    }

    void field(items& at, const std::string& name) {
        items out;
        for (const json_result& i : at) {
            const bj::object* o = object_of(i);
            if (const bj::value* v = o == nullptr ? nullptr : o->if_contains(name)) add(out, {v});
        }
        at = std::move(out);
    }

    void wildcard(items& at) {
        items out;
        for (const json_result& i : at) {
            if (const bj::object* o = object_of(i)) {
                for (const auto& member : *o) add(out, {&member.value()});
            } else if (const bj::array* list = list_of(i)) {
                for (const bj::value& v : *list) add(out, {&v});
            } else if (i.value->is_string()) {
                for (const char c : i.value->get_string()) add(out, {byte_value(c)});
            }
        }
        at = std::move(out);
    }

    void recursive(const json_result& i, items& to) {
        if (!visit(1)) return;
        if (const bj::object* o = object_of(i)) {
            if (!o->empty()) add(to, i);
            for (const auto& member : *o) recursive({&member.value()}, to);
        } else if (const bj::array* list = list_of(i)) {
            if (!list->empty()) add(to, i);
            for (const bj::value& v : *list) recursive({&v}, to);
        } else if (i.value->is_string() && !i.value->get_string().empty()) {
            add(to, i);
        }
    }

    // The bounds of a slice of a list of that size; nothing if out of bounds.
    static std::optional<std::pair<std::int64_t, std::int64_t>> bounds_of(const json_step& s,
                                                                          std::int64_t size) {
        std::int64_t begin = s.slice[0].set ? s.slice[0].value : 0;
        if (begin < 0) begin += size;
        std::int64_t end = s.slice[1].set ? s.slice[1].value : size;
        if (end < 0 || (end == 0 && s.slice[1].derived)) end += size;
        if (begin == end) return std::pair(begin, end);
        if (begin >= size || begin < 0 || end > size || end < 0 || begin > end) return {};
        return std::pair(begin, end);
    }

    bool slice(items& at, const json_step& s) {
        items out;
        const std::int64_t step = s.slice[2].set ? s.slice[2].value : 1;
        for (const json_result& i : at) {
            if (is_null(i)) continue;
            const bj::array* list = list_of(i);
            if (list == nullptr) return false;
            const auto bounds = bounds_of(s, static_cast<std::int64_t>(list->size()));
            if (!bounds) return false;
            if (bounds->first == bounds->second) break;  // client-go ignores the lists that follow
            if (step <= 0) return false;
            for (std::int64_t n = bounds->first; n < bounds->second; n += step) {
                add(out, {&(*list)[static_cast<std::size_t>(n)]});
                if (step > bounds->second - n) break;
            }
        }
        at = std::move(out);
        return true;
    }

    bool alternatives(items& at, const json_step& s) {
        items out;
        for (const json_steps& one : s.nested) {
            items found = at;
            if (!walk(found, one)) return false;
            for (const json_result& i : found) add(out, i);
        }
        at = std::move(out);
        return true;
    }

    // Whether the element passes; nothing if the evaluation fails.
    std::optional<bool> passes(const json_result& element, const json_step& s) {
        items left{element};
        const bool found = walk(left, s.nested[0]);
        if (s.text == "exists") return !left.empty();
        if (!found || left.size() > 1) return {};
        if (left.empty()) return false;
        items right{element};
        if (!walk(right, s.nested[1]) || right.size() > 1) return {};
        if (right.empty()) return false;
        return satisfies(left[0].value, s.text, right[0].value);
    }

    bool filter(items& at, const json_step& s) {
        items out;
        for (const json_result& i : at) {
            const bj::array* list = list_of(i);
            if (list == nullptr) return false;
            for (const bj::value& v : *list) {
                const auto pass = passes({&v}, s);
                if (!pass || limit_exceeded_) return false;
                if (*pass) add(out, {&v});
            }
        }
        at = std::move(out);
        return true;
    }

    const bj::object& root_;
    std::size_t left_ = json_path::max_visited;
    bool limit_exceeded_ = false;
};

}  // namespace

std::shared_ptr<const json_path> json_path::parse(std::string_view path) {
    auto blocks = parse_json_template(fmt::format("{{{}}}", path));
    if (!blocks) return nullptr;
    auto out = std::make_shared<json_path>();
    out->blocks_ = std::move(*blocks);
    return out;
}

std::optional<json_result> json_path::first(const bj::object& root) const {
    evaluation e(root);
    std::optional<json_result> out;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        items found{{}};
        if (!e.walk(found, blocks_[i])) return {};
        if (i == 0 && !found.empty()) out = found.front();
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver
