#include "cel/kubernetes/libraries.hpp"
#include "setpoint/cel/kubernetes.hpp"
#include "setpoint/cel/libraries.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

// The versions are those of k8s.io/apiserver/pkg/cel/environment/base.go.
environment kubernetes_environment(int minor) {
    environment made;
    environment_options& options = made.options();
    options.validate_homogeneous = true;
    options.mixed_comparisons = minor >= 28;
    options.fold_constants = true;
    options.presence_test_costs = false;
    options.validate_literals = minor >= 29;
    add_urls(made);
    add_regex(made);
    add_kubernetes_lists(made, minor >= 37);
    if (minor >= 27) add_authorizer(made, minor >= 31);
    if (minor >= 28) {
        add_optional_types(made);
        add_quantity(made);
    }
    add_strings(made, minor >= 29 ? 2 : 0);
    if (minor >= 29) add_sets(made);
    if (minor >= 30) add_addresses(made);
    if (minor >= 31) add_formats(made);
    if (minor >= 32) add_two_variable_comprehensions(made);
    if (minor >= 33) add_semver(made);
    if (minor >= 34) add_lists(made, 3);
    made.set_cost_model(&kubernetes_costs());
    return made;
}

// Type.String() of cel-go. Types are of bounded size: see type_pool.
std::string go_type_text(const type& shown) {
    std::string text(shown.name());
    if (shown.kind() == type_kind::parameter) return "<" + text + ">";
    if (shown.nullable()) return "wrapper(" + text + ")";
    if (shown.parameters().empty()) return text;
    text += "(";
    for (const type* each : shown.parameters())
        text += (text.back() == '(' ? "" : ", ") + go_type_text(*each);
    return text + ")";
}

const environment& kubernetes_environment() {
    static const environment shared = kubernetes_environment(36);
    return shared;
}

}}}  // namespace setpoint::v0::cel
