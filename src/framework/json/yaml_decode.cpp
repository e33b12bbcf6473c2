#include "framework/json/yaml_decode.hpp"

#include "framework/json/chars.hpp"
#include "framework/json/go_syntax.hpp"
#include "framework/json/yaml_scalar.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

constexpr std::size_t max_reported = 100;  // repeated keys
constexpr std::size_t max_alias_bytes = 64 << 20;
// Marks a key that JSON cannot represent: no YAML text contains this byte. Go's text for the key
// follows.
constexpr char unfit = '\xff';

std::string_view partial(const boost::json::string& s) {
    return {s.data(), s.size()};
}

// Counts and limits as in go-yaml (decode.go, allowedAliasRatio): small documents may consist
// almost entirely of aliases, larger ones less and less.
class alias_budget {
public:
    void enter(std::size_t text, bool in_alias) {
        ++decoded_;
        if (!in_alias) return;
        ++aliased_;
        bytes_ += text;
        const auto all = static_cast<double>(decoded_), low = 400'000.0, range = 3'600'000.0;
        const double allowed = 0.99 - 0.89 * std::clamp((all - low) / range, 0.0, 1.0);
        if (bytes_ > max_alias_bytes ||
            (aliased_ > 100 && decoded_ > 1000 && static_cast<double>(aliased_) / all > allowed))
            throw yaml_refusal{"yaml: document contains excessive aliasing", "excessive aliasing"};
    }

private:
    std::size_t decoded_ = 1, aliased_ = 0, bytes_ = 0;  // the document itself is the first
};

struct map_key {
    std::string id;    // distinguishes 1, "1" and true
    std::string text;  // as a JSON key; or `unfit` and Go's text for the key
};

map_key key_of(const boost::json::value& v) {
    switch (v.kind()) {
        case boost::json::kind::bool_: {
            const char* const word = v.get_bool() ? "true" : "false";
            return {fmt::format("b{}", word), word};
        }
        case boost::json::kind::int64:
            return {fmt::format("i{}", v.get_int64()), fmt::format("{}", v.get_int64())};
        case boost::json::kind::uint64:
            return {fmt::format("u{}", v.get_uint64()),
                    fmt::format("{}uint64, key: {:#x}", unfit, v.get_uint64())};
        case boost::json::kind::double_: {
            const double d = v.get_double();
            std::string text = go_float(d, true);
            if (text == "NaN") text = ".nan";
            if (text == "+Inf") text = ".inf";
            if (text == "-Inf") text = "-.inf";
            return {fmt::format("d{}", d + 0.0), text};
        }
        case boost::json::kind::string:
            return {fmt::format("s{}", partial(v.get_string())), std::string(partial(v.get_string()))};
        default:
            return {"n", fmt::format("{}%!s(<nil>), key: <nil>", unfit)};
    }
}

class tree_decoder {
public:
    tree_decoder(const yaml_nodes& nodes, std::size_t max_depth, std::vector<std::string>* repeated)
        : nodes_(nodes), max_depth_(max_depth), repeated_(repeated), in_use_(nodes.all.size()) {}

    boost::json::value decode(std::uint32_t index) {
        const yaml_node& n = node(index);
        budget_.enter(n.text.size(), alias_depth_ > 0);
        switch (n.is) {
            case yaml_node::kind::scalar:
                return resolve_scalar(n);
            case yaml_node::kind::sequence: {
                nest(n);
                boost::json::array items;
                items.reserve(n.count);
                for (std::uint32_t i = 0; i < n.count; ++i) items.push_back(decode(child(n, i)));
                --depth_;
                return items;
            }
            case yaml_node::kind::mapping: {
                members into;
                fill(n, into);
                return object_of(std::move(into));
            }
            case yaml_node::kind::alias:
                break;
        }
        enter_alias(index);
        boost::json::value v = decode(n.target);
        leave_alias(index);
        return v;
    }

private:
    struct member {
        std::string key;
        boost::json::value value;
    };
    using members = std::map<std::string, member, std::less<>>;  // by map_key::id

    const yaml_node& node(std::uint32_t index) const { return nodes_.all[index]; }
    std::uint32_t child(const yaml_node& n, std::uint32_t i) const { return nodes_.children[n.first + i]; }

    [[noreturn]] static void refuse(const yaml_node& at, const std::string& go, const std::string& why) {
        throw yaml_refusal{"yaml: " + go, why, static_cast<int>(at.line), static_cast<int>(at.column)};
    }

    void nest(const yaml_node& at) {
        if (++depth_ > max_depth_) {
            const std::string why = fmt::format("exceeded max depth of {}", max_depth_);
            refuse(at, why, why);
        }
    }
    void enter_alias(std::uint32_t index) {
        if (in_use_[index])
            refuse(node(index), fmt::format("anchor '{}' value contains itself", node(index).text),
                   "an alias inside its own anchor");
        in_use_[index] = true;
        ++alias_depth_;
    }
    void leave_alias(std::uint32_t index) {
        in_use_[index] = false;
        --alias_depth_;
    }

    static bool is_merge(const yaml_node& n) {
        return n.is == yaml_node::kind::scalar && n.text == "<<" &&
               (n.plain || n.tag == "tag:yaml.org,2002:merge");
    }

    // Adds the members of a mapping to a map that may already have some.
    void fill(const yaml_node& n, members& into) {
        nest(n);
        for (std::uint32_t i = 0; i + 1 < n.count; i += 2) {
            const yaml_node& key_node = node(child(n, i));
            const std::uint32_t value_index = child(n, i + 1);
            if (is_merge(key_node)) {
                merge(value_index, into);
                continue;
            }
            const boost::json::value key = decode(child(n, i));
            if (key.is_structured())
                refuse(key_node, "invalid map key: " + go_syntax(key), "a list or a mapping cannot be a key");
            boost::json::value value = decode(value_index);
            set(into, key, std::move(value), node(value_index));
        }
        --depth_;
    }

    void set(members& into, const boost::json::value& key, boost::json::value value,
             const yaml_node& value_node) {
        map_key k = key_of(key);
        if (key.is_double() && std::isnan(key.get_double())) k.id += fmt::format("{}", into.size());
        const auto [at, fresh] = into.try_emplace(std::move(k.id));
        if (!fresh && repeated_ && repeated_->size() < max_reported)
            repeated_->push_back(
                fmt::format("line {}: key {} already set in map", value_node.line + 1, go_syntax(key)));
        at->second = {std::move(k.text), std::move(value)};
    }

    void merge(std::uint32_t index, members& into) {
        const yaml_node& n = node(index);
        if (n.is != yaml_node::kind::sequence) return merge_one(index, into);
        // Earlier ones take precedence.
        for (std::uint32_t i = n.count; i > 0; --i) merge_one(child(n, i - 1), into);
    }

    void merge_one(std::uint32_t index, members& into) {
        const yaml_node& n = node(index);
        const bool alias = n.is == yaml_node::kind::alias;
        const yaml_node& source = alias ? node(n.target) : n;
        if (source.is != yaml_node::kind::mapping) {
            const std::string why = "map merge requires map or sequence of maps as the value";
            refuse(n, why, why);
        }
        budget_.enter(0, alias_depth_ > 0);
        if (alias) {
            enter_alias(index);
            budget_.enter(0, true);
        }
        fill(source, into);
        if (alias) leave_alias(index);
    }

    static boost::json::value object_of(members found) {
        std::map<std::string, boost::json::value> sorted;
        for (auto& [id, m] : found) sorted.insert_or_assign(std::move(m.key), std::move(m.value));
        boost::json::object o;
        o.reserve(sorted.size());
        for (auto& [key, value] : sorted) o.emplace(chars(key), std::move(value));
        return o;
    }

    const yaml_nodes& nodes_;
    std::size_t max_depth_;
    std::vector<std::string>* repeated_;
    std::vector<bool> in_use_;  // aliases that are being expanded
    alias_budget budget_;
    std::size_t depth_ = 0, alias_depth_ = 0;
};

// JSON keys are strings.
void check_keys(const boost::json::value& v) {
    if (const auto* const list = v.if_array())
        for (const auto& item : *list) check_keys(item);
    if (const auto* const map = v.if_object())
        for (const auto& [key, value] : *map) {
            if (!key.empty() && key[0] == unfit)
                throw yaml_refusal{
                    fmt::format("unsupported map key of type: {}, value: {}",
                                std::string_view(key.data() + 1, key.size() - 1), go_syntax(value)),
                    "a key that is null or beyond 64 bits"};
            check_keys(value);
        }
}

void check_numbers(const boost::json::value& v) {
    if (const auto* const list = v.if_array())
        for (const auto& item : *list) check_numbers(item);
    if (const auto* const map = v.if_object())
        for (const auto& [key, value] : *map) check_numbers(value);
    if (v.is_double() && !std::isfinite(v.get_double()))
        throw yaml_refusal{fmt::format("json: unsupported value: {}", go_float(v.get_double(), false)),
                           "a number that JSON cannot represent"};
}

}  // namespace

boost::json::value decode_yaml(const yaml_nodes& nodes, std::size_t max_depth,
                               std::vector<std::string>* repeated) {
    if (nodes.all.empty()) return nullptr;
    boost::json::value v = tree_decoder(nodes, max_depth, repeated).decode(0);
    check_keys(v);
    check_numbers(v);
    return v;
}

}}}  // namespace setpoint::v0::json
