#include "cel/kubernetes/held.hpp"
#include "cel/kubernetes/libraries.hpp"
#include "cel/standard_functions.hpp"
#include "setpoint/cel/kubernetes.hpp"

#include <re2/re2.h>

#include <array>
#include <string>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

constexpr type authorizer_object{type_kind::object, "kubernetes.authorization.Authorizer"};
constexpr type path_object{type_kind::object, "kubernetes.authorization.PathCheck"};
constexpr type group_object{type_kind::object, "kubernetes.authorization.GroupCheck"};
constexpr type resource_object{type_kind::object, "kubernetes.authorization.ResourceCheck"};
constexpr type decision_object{type_kind::object, "kubernetes.authorization.Decision"};

// A request that is being built. Such values are not equal to each other.
struct pending_check {
    const authorizer* decides = nullptr;
    authorization_request request;
    friend bool operator==(const pending_check&, const pending_check&) { return false; }
};
struct made_decision {
    authorization_decision decision;
    friend bool operator==(const made_decision&, const made_decision&) { return false; }
};

using held_authorizer = held_value<pending_check, authorizer_object>;
using held_path = held_value<pending_check, path_object>;
using held_group = held_value<pending_check, group_object>;
using held_resource = held_value<pending_check, resource_object>;
using held_decision = held_value<made_decision, decision_object>;

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

// A copy of the check with one more part.
template <class From, class To, std::string authorization_request::* part>
value with_part(evaluation& in, arguments_view args) {
    pending_check next = held_in<From>(args[0]);
    next.request.*part = args[1].text();
    return hold<To>(in, std::move(next));
}

value authorizer_path(evaluation& in, arguments_view args) {
    if (is_blank(args[1].text())) return value::error("path must not be empty");
    return with_part<held_authorizer, held_path, &authorization_request::path>(in, args);
}

value group_resource(evaluation& in, arguments_view args) {
    if (is_blank(args[1].text())) return value::error("resource must not be empty");
    return with_part<held_group, held_resource, &authorization_request::resource>(in, args);
}

bool fits_name(const value& name, const char* pattern, std::size_t most) {
    return name.text().size() <= most &&
           re2::RE2::FullMatch(re2::StringPiece(name.text().data(), name.text().size()), pattern);
}

value service_account(evaluation& in, arguments_view args) {
    constexpr const char* label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    constexpr const char* subdomain = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
    if (!fits_name(args[2], subdomain, 253)) return value::error("Invalid service account name");
    if (!fits_name(args[1], label, 63)) return value::error("Invalid service account namespace");
    pending_check next = held_in<held_authorizer>(args[0]);
    next.request.service_account_namespace = args[1].text();
    next.request.service_account_name = args[2].text();
    return hold<held_authorizer>(in, std::move(next));
}

template <class From>
value ask(evaluation& in, arguments_view args) {
    const pending_check& check = held_in<From>(args[0]);
    authorization_request request = check.request;
    request.verb = args[1].text();
    return hold<held_decision>(in, made_decision{check.decides->decide(request)});
}

const authorization_decision& decision_in(const value& from) {
    return held_in<held_decision>(from).decision;
}
value is_errored(evaluation&, arguments_view args) {
    return value::boolean(decision_in(args[0]).error.has_value());
}
value error_text(evaluation& in, arguments_view args) {
    return in.text(decision_in(args[0]).error.value_or(""));
}
value is_allowed(evaluation&, arguments_view args) {
    return value::boolean(decision_in(args[0]).allowed);
}
value reason_text(evaluation& in, arguments_view args) {
    return in.text(decision_in(args[0]).reason);
}

constexpr auto set_group = with_part<held_authorizer, held_group, &authorization_request::group>;
constexpr auto set_subresource = with_part<held_resource, held_resource, &authorization_request::subresource>;
constexpr auto set_namespace =
    with_part<held_resource, held_resource, &authorization_request::namespace_name>;
constexpr auto set_name = with_part<held_resource, held_resource, &authorization_request::name>;
constexpr auto set_field_selector =
    with_part<held_resource, held_resource, &authorization_request::field_selector>;
constexpr auto set_label_selector =
    with_part<held_resource, held_resource, &authorization_request::label_selector>;

// Their signatures are short with short names of the types.
constexpr std::array authorizer_rows = std::to_array<function_row>({
    {"path", "authorizer_path",
     ".(kubernetes.authorization.Authorizer, string) -> kubernetes.authorization.PathCheck", authorizer_path},
    {"group", "authorizer_group",
     ".(kubernetes.authorization.Authorizer, string) -> kubernetes.authorization.GroupCheck", set_group},
    {"serviceAccount", "authorizer_serviceaccount",
     ".(kubernetes.authorization.Authorizer, string, string) -> kubernetes.authorization.Authorizer",
     service_account},
    {"resource", "groupcheck_resource",
     ".(kubernetes.authorization.GroupCheck, string) -> kubernetes.authorization.ResourceCheck",
     group_resource},
    {"subresource", "resourcecheck_subresource",
     ".(kubernetes.authorization.ResourceCheck, string) -> kubernetes.authorization.ResourceCheck",
     set_subresource},
    {"namespace", "resourcecheck_namespace",
     ".(kubernetes.authorization.ResourceCheck, string) -> kubernetes.authorization.ResourceCheck",
     set_namespace},
    {"name", "resourcecheck_name",
     ".(kubernetes.authorization.ResourceCheck, string) -> kubernetes.authorization.ResourceCheck", set_name},
    {"check", "pathcheck_check",
     ".(kubernetes.authorization.PathCheck, string) -> kubernetes.authorization.Decision", ask<held_path>},
    {"check", "resourcecheck_check",
     ".(kubernetes.authorization.ResourceCheck, string) -> kubernetes.authorization.Decision",
     ask<held_resource>},
    {"errored", "decision_errored", ".(kubernetes.authorization.Decision) -> bool", is_errored},
    {"error", "decision_error", ".(kubernetes.authorization.Decision) -> string", error_text},
    {"allowed", "decision_allowed", ".(kubernetes.authorization.Decision) -> bool", is_allowed},
    {"reason", "decision_reason", ".(kubernetes.authorization.Decision) -> string", reason_text},
});
constexpr std::array selector_rows = std::to_array<function_row>({
    {"fieldSelector", "authorizer_fieldselector",
     ".(kubernetes.authorization.ResourceCheck, string) -> kubernetes.authorization.ResourceCheck",
     set_field_selector},
    {"labelSelector", "authorizer_labelselector",
     ".(kubernetes.authorization.ResourceCheck, string) -> kubernetes.authorization.ResourceCheck",
     set_label_selector},
});

}  // namespace

void add_authorizer(environment& to, bool selectors) {
    for (const type* each :
         {&authorizer_object, &path_object, &group_object, &resource_object, &decision_object})
        to.types().name(each);
    to.add_functions(authorizer_rows);
    if (selectors) to.add_functions(selector_rows);
}

value make_authorizer(const authorizer& decides, arena& memory) {
    return value::opaque(*memory.make<held_authorizer>(pending_check{&decides, {}}));
}

value make_resource_check(const authorizer& decides, authorization_request resource, arena& memory) {
    return value::opaque(*memory.make<held_resource>(pending_check{&decides, std::move(resource)}));
}

const type& authorizer_type() {
    return authorizer_object;
}
const type& resource_check_type() {
    return resource_object;
}

}}}  // namespace setpoint::v0::cel
