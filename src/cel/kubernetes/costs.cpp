#include "cel/kubernetes/formats.hpp"
#include "cel/kubernetes/libraries.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

// The functions of k8s.io/apiserver/pkg/cel/library/cost.go, by how they are counted.
enum class cost_class {
    none,
    check,
    nominal,
    selector,
    elements,  // isSorted, sum, max, min, indexOf
    includes,
    first_text,  // url: one argument, which is the result's size
    text,        // lowerAscii: the receiver
    replace,
    split,
    join,
    find,
    address,  // cidr, isIP: a traversal of the argument
    ip,
    canonical,
    contains_ip,
    contains_cidr,
    parsed,  // quantity, semver
    validate,
    equality
};

struct cost_row {
    std::string_view function;
    cost_class counted;
};

constexpr std::array cost_rows = std::to_array<cost_row>({
    {"check", cost_class::check},
    {"serviceAccount", cost_class::nominal},
    {"path", cost_class::nominal},
    {"group", cost_class::nominal},
    {"resource", cost_class::nominal},
    {"subresource", cost_class::nominal},
    {"namespace", cost_class::nominal},
    {"name", cost_class::nominal},
    {"allowed", cost_class::nominal},
    {"reason", cost_class::nominal},
    {"error", cost_class::nominal},
    {"errored", cost_class::nominal},
    {"fieldSelector", cost_class::selector},
    {"labelSelector", cost_class::selector},
    {"isSorted", cost_class::elements},
    {"sum", cost_class::elements},
    {"max", cost_class::elements},
    {"min", cost_class::elements},
    {"indexOf", cost_class::elements},
    {"lastIndexOf", cost_class::elements},
    {"includes", cost_class::includes},
    {"url", cost_class::first_text},
    {"jsonpatch.escapeKey", cost_class::first_text},
    {"lowerAscii", cost_class::text},
    {"upperAscii", cost_class::text},
    {"substring", cost_class::text},
    {"trim", cost_class::text},
    {"replace", cost_class::replace},
    {"split", cost_class::split},
    {"join", cost_class::join},
    {"find", cost_class::find},
    {"findAll", cost_class::find},
    {"cidr", cost_class::address},
    {"isIP", cost_class::address},
    {"isCIDR", cost_class::address},
    {"ip", cost_class::ip},
    {"ip.isCanonical", cost_class::canonical},
    {"masked", cost_class::nominal},
    {"prefixLength", cost_class::nominal},
    {"family", cost_class::nominal},
    {"isUnspecified", cost_class::nominal},
    {"isLoopback", cost_class::nominal},
    {"isLinkLocalMulticast", cost_class::nominal},
    {"isLinkLocalUnicast", cost_class::nominal},
    {"isGlobalUnicast", cost_class::nominal},
    {"containsIP", cost_class::contains_ip},
    {"containsCIDR", cost_class::contains_cidr},
    {"quantity", cost_class::parsed},
    {"isQuantity", cost_class::parsed},
    {"semver", cost_class::parsed},
    {"isSemver", cost_class::parsed},
    {"validate", cost_class::validate},
    {"format.named", cost_class::nominal},
    {"sign", cost_class::nominal},
    {"asInteger", cost_class::nominal},
    {"isInteger", cost_class::nominal},
    {"asApproximateFloat", cost_class::nominal},
    {"isGreaterThan", cost_class::nominal},
    {"isLessThan", cost_class::nominal},
    {"compareTo", cost_class::nominal},
    {"add", cost_class::nominal},
    {"sub", cost_class::nominal},
    {"major", cost_class::nominal},
    {"minor", cost_class::nominal},
    {"patch", cost_class::nominal},
    {"getScheme", cost_class::nominal},
    {"getHostname", cost_class::nominal},
    {"getHost", cost_class::nominal},
    {"getPort", cost_class::nominal},
    {"getEscapedPath", cost_class::nominal},
    {"getQuery", cost_class::nominal},
    {"_==_", cost_class::equality},
});

cost_class class_of(std::string_view function) {
    for (const cost_row& row : cost_rows) {
        if (row.function == function) return row.counted;
    }
    return cost_class::none;
}

constexpr std::uint64_t check_cost = 350'000;
constexpr std::uint64_t longest_format_pattern = 128;  // MaxNameFormatRegexSize
constexpr std::uint64_t longest_format = 64;           // MaxFormatSize

cost_range selector_cost(const cost_range& length) {
    const cost_range requirements =
        length.times(0.5).times(static_cast<double>(list_creation_cost + object_creation_cost));
    return cost_range::fixed(list_creation_cost).plus(length.times(text_traversal_factor)).plus(requirements);
}

std::uint64_t traversal(std::uint64_t length, double times = 1) {
    return scaled(length, times * text_traversal_factor);
}

// What a traversal of a tree of values costs.
std::uint64_t tree_cost(const value& tree, arena& memory) {
    memory.spend();
    switch (tree.kind()) {
        case value_kind::string:
        case value_kind::bytes:
            return static_cast<std::uint64_t>(static_cast<double>(tree.text().size()) *
                                              text_traversal_factor);
        case value_kind::list: {
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i < tree.size(); ++i) sum += tree_cost(tree.at(i, memory), memory);
            return sum;
        }
        case value_kind::map: {
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i < tree.size(); ++i) {
                sum += tree_cost(tree.map().key_at(tree.data(), i, memory), memory) +
                       tree_cost(tree.map().value_at(tree.data(), i, memory), memory);
            }
            return sum;
        }
        default:
            return 1;
    }
}

std::uint64_t pattern_cost(std::uint64_t length, std::uint64_t pattern) {
    return traversal(length + 1) * scaled(pattern, pattern_length_factor);
}

// Go's size of values here: 1 also for optionals.
std::uint64_t plain_size(const value& counted) {
    return counted.is(value_kind::optional) ? 1 : actual_size(counted);
}

std::optional<std::uint64_t> contained_cost(cost_class counted, std::string_view overload,
                                            std::span<const value> args) {
    if (args.size() < 2) return std::nullopt;
    const std::uint64_t size = plain_size(args[0]);
    std::uint64_t cost = traversal(size + size);
    if (counted == cost_class::contains_cidr) cost += traversal(size) + 1;
    if (overload.ends_with("_string")) cost += traversal(plain_size(args[1]));
    return cost;
}

class kubernetes_model final : public cost_model {
public:
    [[nodiscard]] bool handles(std::string_view function) const override {
        return class_of(function) != cost_class::none;
    }

    [[nodiscard]] std::optional<std::uint64_t> actual(std::string_view function, std::string_view overload,
                                                      std::span<const value> args, const value& result,
                                                      arena& memory) const override {
        const cost_class counted = class_of(function);
        if (counted == cost_class::check) return check_cost;
        if (counted == cost_class::nominal) return 1;
        if (counted == cost_class::elements || counted == cost_class::includes)
            return args.empty() ? 0 : tree_cost(args[0], memory);
        if (args.empty()) return std::nullopt;
        switch (counted) {
            case cost_class::selector:
                if (args.size() < 2) return std::nullopt;
                return selector_cost(cost_range::fixed(plain_size(args[1]))).most;
            case cost_class::first_text:
            case cost_class::text:
            case cost_class::address:
            case cost_class::parsed:
                return traversal(plain_size(args[0]));
            case cost_class::replace:
            case cost_class::split:
            case cost_class::canonical:
                return traversal(plain_size(args[0]), 2);
            case cost_class::join:
                return traversal(plain_size(result), 2);
            case cost_class::find:
                if (args.size() < 2) return std::nullopt;
                return pattern_cost(plain_size(args[0]), plain_size(args[1]));
            case cost_class::ip:
                return overload == "cidr_ip" ? 1 : traversal(plain_size(args[0]));
            case cost_class::contains_ip:
            case cost_class::contains_cidr:
                return contained_cost(counted, overload, args);
            case cost_class::validate: {
                const named_format* format = format_of(args[0]);
                if (args.size() < 2 || format == nullptr) return std::nullopt;
                return pattern_cost(plain_size(args[1]), format->pattern_size);
            }
            case cost_class::equality:
                return args[0].is(value_kind::opaque) ? std::optional<std::uint64_t>(1) : std::nullopt;
            default:
                return std::nullopt;
        }
    }

    [[nodiscard]] std::optional<call_cost> estimate(std::string_view function, std::string_view overload,
                                                    const cost_node* target, std::span<const cost_node> args,
                                                    const size_estimator* sizes) const override {
        const cost_class counted = class_of(function);
        const auto size = [&](const cost_node& node) { return size_or_unknown(sizes, node); };
        const auto traversed = [&](const cost_node& node, double times = 1) {
            return call_cost{size(node).times(times * text_traversal_factor), std::nullopt};
        };
        switch (counted) {
            case cost_class::check:
                return call_cost{cost_range::fixed(check_cost), std::nullopt};
            case cost_class::nominal:
                return call_cost{cost_range::fixed(1), std::nullopt};
            case cost_class::equality:
                return estimate_equality(args);
            default:
                break;
        }
        if (target != nullptr) {
            if (const auto made = estimate_member(counted, *target, args, sizes)) return made;
        }
        if (counted == cost_class::ip && overload == "cidr_ip")
            return call_cost{cost_range::fixed(1), std::nullopt};
        if (args.empty()) return std::nullopt;
        switch (counted) {
            case cost_class::selector:
                if (args.size() != 1) return std::nullopt;
                return call_cost{selector_cost(size(args[0])), std::nullopt};
            case cost_class::first_text:
                if (args.size() != 1) return std::nullopt;
                return call_cost{traversed(args[0]).cost, size(args[0])};
            case cost_class::address:
            case cost_class::parsed:
            case cost_class::ip:
                return traversed(args[0]);
            case cost_class::canonical:
                return traversed(args[0], 2);
            case cost_class::contains_ip:
            case cost_class::contains_cidr:
                return estimate_contained(counted, overload, size(args[0]));
            case cost_class::validate:
                return call_cost{traversed(args[0]).cost.times(static_cast<double>(longest_format_pattern) *
                                                               pattern_length_factor),
                                 std::nullopt};
            default:
                return std::nullopt;
        }
    }

private:
    static std::optional<call_cost> estimate_member(cost_class counted, const cost_node& target,
                                                    std::span<const cost_node> args,
                                                    const size_estimator* sizes) {
        const cost_range size = size_or_unknown(sizes, target);
        switch (counted) {
            case cost_class::elements:
            case cost_class::includes:
                return estimate_elements(counted, target, size, sizes);
            case cost_class::text:
                return call_cost{size.times(text_traversal_factor), size};
            case cost_class::replace:
                if (args.size() < 2) return std::nullopt;
                return estimate_replace(size, size_or_unknown(sizes, args[0]),
                                        size_or_unknown(sizes, args[1]));
            case cost_class::split: {
                std::uint64_t most = size.most;
                if (args.size() > 1 && args[1].literal != nullptr &&
                    args[1].literal->is(value_kind::integer)) {
                    most = args[1].literal->as_unsigned();
                }
                return call_cost{size.times(2 * text_traversal_factor), cost_range{0, most}};
            }
            case cost_class::join:
                return estimate_join(target, size, args, sizes);
            case cost_class::find: {
                if (args.empty()) return std::nullopt;
                const cost_range text = size.plus(cost_range::fixed(1)).times(text_traversal_factor);
                const cost_range pattern = size_or_unknown(sizes, args[0]).times(pattern_length_factor);
                return call_cost{text.times(pattern), cost_range{0, size.most}};
            }
            default:
                return std::nullopt;
        }
    }

    static std::optional<cost_node> element_of(const cost_node& list) {
        if (list.of == nullptr || list.of->parameters().empty()) return std::nullopt;
        cost_node made;
        made.of = list.of->parameters()[0];
        if (!list.path.empty()) {
            made.path = list.path;
            made.path.emplace_back("@items");
        }
        return made;
    }

    static call_cost estimate_elements(cost_class counted, const cost_node& target, const cost_range& size,
                                       const size_estimator* sizes) {
        const auto element = element_of(target);
        // A target that is not a list is a text, except that any may be a list for includes.
        if (!element && counted == cost_class::elements)
            return {size.times(text_traversal_factor), std::nullopt};
        if (!element) return {size, std::nullopt};
        cost_range each = cost_range::fixed(1);
        if (element->of->kind() == type_kind::string || element->of->kind() == type_kind::bytes) {
            each = each.plus(size_or_unknown(sizes, *element).times(text_traversal_factor));
        }
        return {size.times(each), std::nullopt};
    }

    static std::uint64_t divided_up(std::uint64_t left, std::uint64_t right) {
        const double made = std::ceil(static_cast<double>(left) / static_cast<double>(right));
        return made >= 18446744073709551616.0 ? cost_range::unlimited : static_cast<std::uint64_t>(made);
    }

    static std::uint64_t one_more(std::uint64_t number) {
        return number < cost_range::unlimited ? number + 1 : number;
    }

    static call_cost estimate_replace(const cost_range& size, const cost_range& old, const cost_range& by) {
        cost_range count;
        cost_range retained;
        if (old.least == 0) {
            count.most = one_more(size.most);
            retained.most = size.most;
        } else if (by.most <= old.least) {
            retained.most = size.most;
        } else {
            count.most = divided_up(size.most, old.least);
        }
        if (old.most == 0) {
            count.least = one_more(size.least);
            retained.least = size.least;
        } else if (old.most <= by.least) {
            retained.least = size.least;
        } else {
            count.least = divided_up(size.least, old.most);
        }
        return {size.times(2 * text_traversal_factor), count.times(by).plus(retained)};
    }

    static call_cost estimate_join(const cost_node& target, const cost_range& size,
                                   std::span<const cost_node> args, const size_estimator* sizes) {
        cost_range made;
        if (const auto element = element_of(target)) made = size.times(size_or_unknown(sizes, *element));
        if (!args.empty()) {
            const cost_range separators{size.least > 0 ? size.least - 1 : 0,
                                        size.most > 0 ? size.most - 1 : 0};
            made = made.plus(size_or_unknown(sizes, args[0]).times(separators));
        }
        return {made.times(text_traversal_factor), made};
    }

    static call_cost estimate_contained(cost_class counted, std::string_view overload,
                                        const cost_range& other) {
        const cost_range address{4, 16};
        cost_range cost = address.plus(address).times(text_traversal_factor);
        if (counted == cost_class::contains_cidr) {
            cost = cost.plus(address.times(text_traversal_factor)).plus(cost_range::fixed(1));
        }
        if (overload.ends_with("_string")) cost = cost.plus(other.times(text_traversal_factor));
        return {cost, std::nullopt};
    }

    static std::optional<call_cost> estimate_equality(std::span<const cost_node> args) {
        if (args.size() != 2 || args[0].of == nullptr || !args[0].of->same_as(*args[1].of))
            return std::nullopt;
        const std::string_view name = args[0].of->name();
        const auto is_any = [&](std::initializer_list<std::string_view> names) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        if (is_any({"net.IP", "net.CIDR", "kubernetes.Quantity", "kubernetes.Semver",
                    "kubernetes.authorization.Authorizer", "kubernetes.authorization.PathCheck",
                    "kubernetes.authorization.GroupCheck", "kubernetes.authorization.ResourceCheck",
                    "kubernetes.authorization.Decision"})) {
            return call_cost{cost_range::fixed(1), std::nullopt};
        }
        if (name == "kubernetes.NamedFormat")
            return call_cost{cost_range{1, longest_format}.times(text_traversal_factor), std::nullopt};
        if (name != "kubernetes.URL") return std::nullopt;
        const cost_range size = args[1].size.value_or(cost_range::fixed(1));
        return call_cost{cost_range{1, size.most}.times(text_traversal_factor), std::nullopt};
    }
};

}  // namespace

const cost_model& kubernetes_costs() {
    static const kubernetes_model model;
    return model;
}

}}}  // namespace setpoint::v0::cel
