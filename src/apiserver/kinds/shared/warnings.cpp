#include "apiserver/kinds/shared/warnings.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/core/resource_quota_spec.hpp"
#include "apiserver/kinds/shared/names.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/field_error.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/core/ip_text.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr named_text old_labels[] = {
    {"beta.kubernetes.io/arch", "deprecated since v1.14; use \"kubernetes.io/arch\" instead"},
    {"beta.kubernetes.io/os", "deprecated since v1.14; use \"kubernetes.io/os\" instead"},
    {"failure-domain.beta.kubernetes.io/region",
     "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead"},
    {"failure-domain.beta.kubernetes.io/zone",
     "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead"},
    {"beta.kubernetes.io/instance-type",
     "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead"},
    {"app.kubernetes.io/created-by", "deprecated since v1.9"},
    {"scheduler.alpha.kubernetes.io/preferAvoidPods",
     "deprecated since v1.22; use Taints and Tolerations instead"},
    {"node-role.kubernetes.io/master", "use \"node-role.kubernetes.io/control-plane\" instead"}};

}  // namespace

void add_warning(texts& to, std::string path, std::string_view what) {
    to.push_back(std::move(path) + ": " + std::string(what));
}

std::string_view deprecated_label(std::string_view key) {
    for (const named_text& l : old_labels)
        if (l.name == key) return l.text;
    return {};
}

void warn_of_node_term(const bj::object& term, bool values, const std::string& path, texts& to) {
    for_each_object(list_of(term, "matchExpressions"), [&](const bj::object& e, std::size_t i) {
        const std::string here = indexed(child(path, "matchExpressions"), i);
        const std::string_view key = text_at(e, "key");
        if (const auto text = deprecated_label(key); !text.empty())
            to.push_back(fmt::format("{}.key: {} is {}", here, key, text));
        if (!values) return;
        const bj::array& list = list_of(e, "values");
        for (std::size_t k = 0; k < list.size(); ++k)
            for (const std::string& wrong : label_value(text_of(list[k])))
                to.push_back(fmt::format("{}: {} is invalid, {}", indexed(here + ".values", k),
                                         text_of(list[k]), wrong));
    });
}

void warn_of_fraction(const bj::object& amounts, std::string_view name, const std::string& path, texts& to) {
    const std::string_view text = text_at(amounts, name);
    const auto amount = quantity::parse(text);
    if (text.empty() || !amount || is_whole_amount(*amount)) return;
    add_warning(
        to, keyed(path, name),
        fmt::format("fractional byte value {} is invalid, must be an integer", go_text::quoted(text)));
}

void warn_of_ip(std::string_view ip, const std::string& path, texts& to) {
    const auto a = parse_ip(ip);
    if (!a || a->is_v4()) return;
    if (a->to_v6().is_v4_mapped()) {
        const auto inner = boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, a->to_v6());
        to.push_back(fmt::format("{}: non-standard IP address {} is invalid: use {}", path,
                                 go_text::quoted(ip), go_text::quoted(inner.to_string())));
        return;
    }
    if (a->to_string() != ip)
        to.push_back(fmt::format("{}: IPv6 address {} should be in RFC 5952 canonical format ({})", path,
                                 go_text::quoted(ip), go_text::quoted(a->to_string())));
}

void warn_of_claim_spec(const bj::object& spec, const std::string& path, texts& to) {
    for (const char* which : {"requests", "limits"})
        warn_of_fraction(object_of(spec, {"resources", which}), "storage", path + ".resources." + which, to);
}

}}}  // namespace setpoint::v0::apiserver
