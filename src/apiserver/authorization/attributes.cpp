#include "apiserver/authorization/attributes.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/request/label_selector.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

selector_terms<field_selector::requirement> field_terms(std::string_view selector) {
    if (selector.empty()) return {};
    auto read = read_field_selector(selector);
    if (!read) return {{}, read.error().message};
    return {read->requirements(), {}};
}

selector_terms<label_requirement> label_terms(std::string_view selector) {
    if (selector.empty()) return {};
    auto read = read_label_selector(selector);
    if (!read) return {{}, read.error().message};
    return {read->requirements(), {}};
}

std::string without_markup(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string forbidden_text(const attributes& of) {
    const std::string user = go_text::quoted(of.user->name);
    if (!of.is_resource)
        return without_markup(
            fmt::format("User {} cannot {} path {}", user, of.verb, go_text::quoted(of.path)));
    const std::string scope = of.namespace_name.empty()
                                  ? "at the cluster scope"
                                  : "in the namespace " + go_text::quoted(of.namespace_name);
    return without_markup(fmt::format("User {} cannot {} resource {} in API group {} {}", user, of.verb,
                                      go_text::quoted(of.full_resource()), go_text::quoted(of.group), scope));
}

api_error forbidden_request(const attributes& of, std::string_view reason) {
    std::string why = forbidden_text(of);
    if (!reason.empty()) why.append(": ").append(reason);
    api_error e = forbidden_error({of.group, of.resource}, of.name, std::move(why));
    e.empty_details = e.details.empty();
    return e;
}

}}}  // namespace setpoint::v0::apiserver::authorization
