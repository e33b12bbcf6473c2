#pragma once
// The environment of kube-apiserver, and the interfaces behind its libraries.

#include "setpoint/cel/environment.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

// What kube-apiserver 1.`minor` evaluates expressions with: its options, libraries and costs, without
// variables. Rules that are stored with an older compatibility version are compiled with that version's
// environment. Options and libraries depend on the version as in
// k8s.io/apiserver/pkg/cel/environment/base.go. Builds the standard library: keep the result and copy
// it.
[[nodiscard]] environment kubernetes_environment(int minor);
// That of the version with which setpoint is compared, made once: copies are cheap. Every library has been
// enabled for at least one minor version there, so that rules that are new and rules that are stored see the
// same.
// 1.37. The first call builds it, safely from any thread; the reference is valid as long as the
// program.
[[nodiscard]] const environment& kubernetes_environment();

// The cost that one evaluation may have (celconfig.PerCallLimit), about 0.1 s of the real server. Pass
// it to evaluation; beyond it, the result is the error "operation cancelled: actual cost limit
// exceeded".
inline constexpr std::uint64_t kubernetes_call_limit = 1'000'000;

// What an expression asks with authorizer....check().
// Texts are as the expression gave them; selectors are not parsed here. An empty `group` is the core
// group.
struct authorization_request {
    std::string
        service_account_namespace;  // asks for that account instead of the request's user, if not empty
    std::string service_account_name;
    std::string path;  // of a request without a resource; then the fields below are empty
    std::string group;
    std::string resource;
    std::string subresource;
    std::string namespace_name;
    std::string name;
    std::string field_selector;
    std::string label_selector;
    std::string verb;
};

// `error` is set if the decision could not be made; the expression sees it by errored(), and `allowed`
// is then false for most authorizers.
struct authorization_decision {
    bool allowed = false;
    std::string reason;
    std::optional<std::string> error;
};

// Decides whether the user of the request may do something.
class authorizer {
public:
    virtual ~authorizer() = default;
    // Called during the evaluation, once for each check(), so it must not suspend. `request` is valid
    // during the call. A failure is returned in the decision, not thrown.
    [[nodiscard]] virtual authorization_decision decide(const authorization_request& request) const = 0;
};

// The value of the variable `authorizer`. `decides` must outlive the evaluation.
// The value lives in `memory`, which must not be that of the evaluation: that is cleared at its start.
[[nodiscard]] value make_authorizer(const authorizer& decides, arena& memory);
// The value of `authorizer.requestResource`: a check of that resource.
// `verb` is set by check(), and parts may be replaced by calls such as subresource().
[[nodiscard]] value make_resource_check(const authorizer& decides, authorization_request resource,
                                        arena& memory);
// The types of both, for declarations.
// They live as long as the program.
[[nodiscard]] const type& authorizer_type();
[[nodiscard]] const type& resource_check_type();

// A type as kube-apiserver's messages have it: null_type, google.protobuf.Duration, list(int).
// type::text() words them as cel-go's checker does, which differs: this is Type.String().
[[nodiscard]] std::string go_type_text(const type& shown);

// A property's name as an identifier: "a.b" as a__dot__b, "in" as __in__. Nothing if it has characters that
// cannot be escaped.
// Escapes "__", ".", "-" and "/", and words that the language reserves. Nothing also for the empty name
// and for one that begins with a digit. The rules: x-kubernetes-validations in the documentation of
// custom resources.
[[nodiscard]] std::optional<std::string> escape_property(std::string_view name);
// The property that an identifier means, or nothing if it is not an escaped name.
[[nodiscard]] std::optional<std::string> unescape_property(std::string_view identifier);

}}}  // namespace setpoint::v0::cel
