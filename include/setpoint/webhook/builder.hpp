#pragma once
// Declares the admission webhooks of a kind: its defaulter and its validator. The paths, the
// webhook configurations and the Role follow from these declarations.
//
//     m.webhook<cron_job>().defaults(set_defaults).validates(check);

#include "setpoint/webhook/detail/functions.hpp"

#include <initializer_list>
#include <string>
#include <vector>

namespace setpoint::inline v0 {

// What the API server does when it cannot call a webhook.
enum class failure_policy : std::uint8_t { fail, ignore };

// The part of the webhook configuration that both webhooks of a kind share.
struct webhook_settings {
    failure_policy on_failure = failure_policy::fail;
    duration timeout = std::chrono::seconds(10);  // 1 s to 30 s
    // Only requests about objects and namespaces with these labels; kubectl -l syntax.
    std::string object_selector, namespace_selector;
    struct condition {
        std::string name, expression;  // CEL over object, oldObject, request, authorizer
    };
    std::vector<condition> conditions;  // all must hold
    bool reinvoke = false;              // call the defaulter again after a later one changed the object
};

// Declared webhooks, before they are served.
struct webhook_declaration {
    const kind_info* kind = nullptr;
    detail::erased_defaulter defaults;
    detail::erased_validator validates;
    std::vector<admission_operation> validated;  // the operations that are validated
    webhook_settings settings;
};

// Returns "/mutate-batch-tutorial-kubebuilder-io-v1-cronjob" and the same with /validate-, as
// controller-runtime does.
std::string defaulting_path(const group_version_kind& of);
std::string validating_path(const group_version_kind& of);

// Kept in the manager. Functions may be plain or coroutines; they may return nothing or a result<>,
// whose error rejects the request with its HTTP status (403 if it has none). An exception is
// answered with 500, so that failure_policy decides. Dry runs arrive too: functions have no side
// effects.
template <class T>
class webhook_builder {
public:
    explicit webhook_builder(webhook_declaration& d) : d_(d) { d_.kind = &kind_of<T>(); }

    // void(T&) or void(T&, const admission<T>&): sets defaults before an object is created or
    // updated. The response is a patch with its changes; fields that T does not describe stay.
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
    webhook_builder& on_failure(failure_policy p) {
        d_.settings.on_failure = p;
        return *this;
    }
    webhook_builder& timeout(duration d) {
        d_.settings.timeout = d;
        return *this;
    }
    webhook_builder& objects(std::string label_selector) {
        d_.settings.object_selector = std::move(label_selector);
        return *this;
    }
    webhook_builder& namespaces(std::string label_selector) {
        d_.settings.namespace_selector = std::move(label_selector);
        return *this;
    }
    webhook_builder& when(std::string name, std::string cel_expression) {
        d_.settings.conditions.push_back({std::move(name), std::move(cel_expression)});
        return *this;
    }
    webhook_builder& reinvoked() {
        d_.settings.reinvoke = true;
        return *this;
    }

private:
    webhook_declaration& d_;
};

}  // namespace setpoint::inline v0
