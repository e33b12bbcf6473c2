#pragma once
// What an operator declares: its controllers, webhooks and conversions, and what else it reads and writes.
// The manifests are generated from that.

#include "setpoint/cache/cache.hpp"
#include "setpoint/controller/builder.hpp"
#include "setpoint/manager/options.hpp"
#include "setpoint/webhook/builder.hpp"
#include "setpoint/webhook/conversion.hpp"

#include <boost/json/object.hpp>

#include <initializer_list>
#include <list>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// Base class of manager.
// Declare everything in the set-up function, before run(): what is added later is not part of the
// controllers that run, nor of manifests that were printed. Builders are references into this object.
class manager_declarations {
public:
    manager_declarations(const manager_declarations&) = delete;
    manager_declarations& operator=(const manager_declarations&) = delete;

    // Declares a controller for T. Its name is the kind in lower case unless named() sets another.
    template <class T>
    controller_builder<T> controller() {
        return controller_builder<T>(declare_controller());
    }
    // The same for a kind that is known only at run time; see dynamic_kind(). `kind` must outlive the
    // manager.
    controller_builder<dynamic_object> controller(const kind_info& kind) {
        return {declare_controller(), kind};
    }
    controller_builder<dynamic_object> controller(kind_info&&) = delete;
    // Declares the admission webhooks of T: m.webhook<site>().defaults(set_defaults).validates(check). At
    // most once for each version of a kind.
    template <class T>
    webhook_builder<T> webhook() {
        return webhook_builder<T>(webhooks_.emplace_back());
    }
    // Declares the conversions between the versions of a kind; they are then all in its
    // CustomResourceDefinition. Further calls for the same hub add versions.
    template <class Hub>
    conversion_builder<Hub> conversion() {
        return conversion_builder<Hub>(declare_conversion(kind_of<Hub>()));
    }
    const std::list<conversion_declaration>& conversions() const { return conversions_; }
    // Declares what runnables read and write, for the Role. Kinds that are watched with cache() are included
    // anyway.
    template <class U>
    void uses(std::initializer_list<verb> verbs, std::string subresource = {}) {
        uses(kind_of<U>(), verbs, std::move(subresource));
    }
    void uses(const kind_info& kind, std::initializer_list<verb> verbs, std::string subresource = {}) {
        accesses_.push_back({&kind, std::move(subresource), verbs});
    }
    void uses(kind_info&&, std::initializer_list<verb>, std::string = {}) = delete;
    // Adds a custom kind without a controller, such as one for settings, to the output of --print-crd. For
    // another version of a controller's kind it works as controller_builder::also_serves().
    template <api_object T>
    void defines() {
        defined_.push_back(&kind_of<T>());
    }
    // The cache that controllers read from. Watching a kind with it also adds the kind to the Role.
    setpoint::cache& cache() { return cache_; }
    const manager_options& options() const { return options_; }

    // --- manifests generated from the declarations ---
    // Returns the CustomResourceDefinitions of custom kinds that controllers reconcile or defines() adds,
    // each with all of its versions; external() kinds are left out. Errors: throws fault(errc::invalid)
    // unless exactly one version of each is stored.
    // None of these needs a cluster: --print-crd, --print-rbac and --print-webhooks show them.
    std::vector<boost::json::object> crds() const;
    // Returns definitions of the other custom kinds that the declarations use, as their types describe them:
    // external() ones, and kinds that this program watches and another program reconciles. For test kits,
    // since clusters have the real definitions. Kinds that are only watched as optional are left out unless
    // they are external().
    std::vector<boost::json::object> external_crds() const;
    // Returns a ClusterRole or, if `namespaces` is not empty, a Role for each of them; with leader election,
    // a Role for the Lease; with metrics_secure, a ClusterRole for the authentication of metrics readers and
    // one for the readers themselves; with webhooks whose certificates the manager makes, a ClusterRole to
    // put their CA where it belongs and a Role for the Secret.
    std::vector<boost::json::object> roles(const std::vector<std::string>& namespaces) const;
    // Returns the MutatingWebhookConfiguration and the ValidatingWebhookConfiguration, as far as such
    // webhooks are declared. Errors: throws fault(errc::invalid) for a timeout or selector that the API
    // server would reject.
    std::vector<boost::json::object> webhook_configurations() const;
    // Returns the host that certificates of the webhooks are for: "name.namespace.svc" of their Service, or
    // that of --webhook-url; "" without webhooks.
    std::string webhook_host_name() const;
    // Returns true if the declarations grant patch or update of this kind, as owns() does.
    bool changes(const kind_info& kind) const;

protected:
    // All references must outlive the object.
    manager_declarations(loop& l, client& api, const logger& log, metrics& m, manager_options options);
    ~manager_declarations() = default;

    manager_options options_;
    setpoint::cache cache_;
    std::list<controller_declaration> declared_;
    std::list<webhook_declaration> webhooks_;
    std::list<conversion_declaration> conversions_;
    std::vector<const kind_info*> defined_;
    std::vector<access> accesses_;

private:
    controller_declaration& declare_controller();
    conversion_declaration& declare_conversion(const kind_info& hub);
};

}}  // namespace setpoint::v0
