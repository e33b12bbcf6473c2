#pragma once
// Declares the admission webhooks of a kind: its defaulter and its validator. The paths, the
// webhook configurations and the Role follow from these declarations.
//
//     m.webhook<cron_job>().defaults(set_defaults).validates(check);

#include "setpoint/webhook/detail/functions.hpp"

#include <initializer_list>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// What the API server does when it cannot call a webhook.
// `fail` (the default) rejects the request: nothing is stored unchecked, but while the operator is down
// nobody can write the kind. `ignore` admits it unchecked. Applies to timeouts, failed connections and
// responses other than 200; a verdict is always obeyed.
enum class failure_policy : std::uint8_t { fail, ignore };

// The part of the webhook configuration that both webhooks of a kind share.
// The configurations are created from it when the manager starts, or for `OPERATOR manifests`; that
// reports errc::invalid, naming the kind, for a value outside its limits.
struct webhook_settings {
    failure_policy on_failure = failure_policy::fail;
    // Rounded up to seconds. Limits: admissionregistration.k8s.io/v1, timeoutSeconds.
    duration timeout = std::chrono::seconds(10);  // 1 s to 30 s
    // Only requests about objects and namespaces with these labels; kubectl -l syntax.
    // Empty: all. Errors at start: bad_data if the text is not a selector, invalid for > and <, which
    // LabelSelectors do not have. Objects that a selector leaves out are stored unchecked. In a
    // cluster the operator's own namespace is excluded for namespaced kinds, since its webhooks could
    // otherwise prevent its own start.
    std::string object_selector, namespace_selector;
    // `name` is a qualified name that is unique within the webhook. The server rejects the configuration
    // for more than 64 conditions and for an expression that does not compile; an error while one is
    // evaluated is treated as failure_policy says.
    struct condition {
        std::string name, expression;  // CEL over object, oldObject, request, authorizer
    };
    std::vector<condition> conditions;  // all must hold
    // reinvocationPolicy: IfNeeded instead of Never. The defaulter then must be idempotent: applied to its
    // own result it changes nothing.
    bool reinvoke = false;  // call the defaulter again after a later one changed the object
};

// Declared webhooks, before they are served.
// The manager owns the declarations, and they outlive every request. `kind` refers to kind_of<T>() and is
// never null once a builder exists; `defaults` and `validates` are empty where nothing was declared, and
// then no webhook of that sort is configured or served.
struct webhook_declaration {
    const kind_info* kind = nullptr;
    detail::erased_defaulter defaults;
    detail::erased_validator validates;
    std::vector<admission_operation> validated;  // the operations that are validated
    webhook_settings settings;
};

// Returns "/mutate-batch-tutorial-kubebuilder-io-v1-cronjob" and the same with /validate-, as
// controller-runtime does.
// Dots of the group become dashes, and the kind is in lower case. So the two paths are unique unless two
// groups differ only in dots and dashes; declaring two webhooks with one path throws fault: invalid.
std::string defaulting_path(const group_version_kind& of);
std::string validating_path(const group_version_kind& of);

// Kept in the manager. Functions may be plain or coroutines; they may return nothing or a result<>,
// whose error rejects the request with its HTTP status (403 if it has none). An exception is
// answered with 500, so that failure_policy decides. Dry runs arrive too: functions have no side
// effects.
// Lifetime: refers to the declaration; use it in the statement that the manager returned it in, and do not
// keep it. Calling a setter twice keeps the last value, except when(), which adds one.
//
// Errors of a function (result<>) become a response with `allowed: false`, whose message is the error's
// text and whose code is error::http_status if that is between 400 and 599. A thrown std::exception is
// logged and counted in controller_runtime_webhook_panics_total. A body that is not an AdmissionReview
// gets a 400, one of another kind, or with an object that does not fit T, a response with code 400. An
// update of an object that is being deleted is allowed if neither its old nor its new form fits T, so that
// finalizers can be removed.
template <class T>
class webhook_builder {
public:
    // Precondition: `d` outlives the builder.
    explicit webhook_builder(webhook_declaration& d) : d_(d) { d_.kind = &kind_of<T>(); }

    // void(T&) or void(T&, const admission<T>&): sets defaults before an object is created or
    // updated. The response is a patch with its changes; fields that T does not describe stay.
    // Not called for deletions and for CONNECT. In the second form `admission::object` is the same object,
    // so it shows the changes made so far. F is moved into the declaration; its state is shared by all
    // requests, which may overlap at suspensions. A patch is only sent if the encoded object changed, and
    // it consists of RFC 6902 steps.
    //
    //     m.webhook<site>().defaults([](site& s) {
    //         if (s.spec.color.empty()) s.spec.color = "blue";
    //     });
    template <class F>
    webhook_builder& defaults(F f) {
        static_assert(
            detail::is_defaulter<T, F>,
            "defaults() takes a function void(T&) or void(T&, const admission<T>&), or a coroutine");
        if constexpr (detail::is_defaulter<T, F>) d_.defaults = detail::erase_defaulter<T>(std::move(f));
        return *this;
    }
    // void(const T&, verdict&) or void(const admission<T>&, verdict&). The first form gets the new
    // object, or for a deletion the stored one. CONNECT is exec, attach, portforward and proxy; it has
    // no object, so it needs the second form.
    // Changes to the object are impossible: it is const. `operations` replaces the default list; requests
    // for operations outside it are allowed without a call. For an update the first form sees only the new
    // object: take the second form to compare with `old_object`, or to skip unchanged specs
    // (admission::changes_spec). The same function is applied to objects that were stored before a check
    // existed, so a check of the first form can make those immutable.
    //
    //     m.webhook<site>().validates([](const site& s, verdict& v) {
    //         if (s.spec.color == "mauve") v.invalid("spec.color", s.spec.color, "has no ink");
    //     });
    template <class F>
    webhook_builder& validates(F f, std::initializer_list<admission_operation> operations = {
                                        admission_operation::create, admission_operation::update}) {
        static_assert(detail::is_validator<T, F>,
                      "validates() takes a function void(const T&, verdict&) or void(const admission<T>&, "
                      "verdict&), or a coroutine");
        if constexpr (detail::is_validator<T, F>) d_.validates = detail::erase_validator<T>(std::move(f));
        d_.validated = operations;
        return *this;
    }
    // See failure_policy.
    webhook_builder& on_failure(failure_policy p) {
        d_.settings.on_failure = p;
        return *this;
    }
    // Precondition: 1 s to 30 s, checked when the configurations are created. The default is 10 s. A
    // defaulter and a validator each get all of it, and a write waits for both.
    webhook_builder& timeout(duration d) {
        d_.settings.timeout = d;
        return *this;
    }
    // Only requests whose new or old object has these labels; kubectl -l syntax. A user who may set labels
    // can avoid the webhook this way, so it is for opting in, not for enforcement.
    webhook_builder& objects(std::string label_selector) {
        d_.settings.object_selector = std::move(label_selector);
        return *this;
    }
    // Only requests in namespaces with these labels. Ignored for cluster-scoped kinds, except for
    // Namespaces themselves.
    webhook_builder& namespaces(std::string label_selector) {
        d_.settings.namespace_selector = std::move(label_selector);
        return *this;
    }
    // Adds a condition in CEL that must hold for a call (matchConditions), such as `object.metadata.name
    // != 'default'`. All conditions must hold.
    webhook_builder& when(std::string name, std::string cel_expression) {
        d_.settings.conditions.push_back({std::move(name), std::move(cel_expression)});
        return *this;
    }
    // See webhook_settings::reinvoke. No effect on validators, which the server always calls after all
    // defaulters.
    webhook_builder& reinvoked() {
        d_.settings.reinvoke = true;
        return *this;
    }

private:
    webhook_declaration& d_;
};

}}  // namespace setpoint::v0
