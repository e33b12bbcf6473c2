// Namespaces and Leases.

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"
#include "apiserver/validation/pod.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint::inline v0::apiserver {

namespace {

void create_namespace(bj::object& o, const strategy_context&) {
    o["status"] = bj::object{{"phase", "Active"}};
    bj::object& spec = make_object(o, "spec");
    if (list_at(spec, "finalizers") == nullptr) spec["finalizers"] = bj::array();
    bj::array& finalizers = spec.at("finalizers").get_array();
    if (std::find(finalizers.begin(), finalizers.end(), bj::value("kubernetes")) == finalizers.end()) {
        finalizers.emplace_back("kubernetes");
    }
    const std::string name(text_at(object_of(o, "metadata"), "name"));
    make_object(make_object(o, "metadata"), "labels")["kubernetes.io/metadata.name"] = name;
}

void update_namespace(bj::object& o, const bj::object& old, const strategy_context& c) {
    if (is_status(c)) {
        copy_field(o, old, "spec");
        return;
    }
    copy_field(o, old, "status");
    if (c.subresource != "finalize") copy_field(make_object(o, "spec"), object_of(old, "spec"), "finalizers");
}

void check_finalizer(const bj::value& f, const std::string& path, field_errors& to) {
    const std::string_view name = text_of(f);
    add_invalid(to, path, f, qualified_name(name));
    const bool standard = name == "kubernetes" || name == "orphan" || name == "foregroundDeletion";
    if (name.find('/') == std::string_view::npos && !standard) {
        invalid(to, path, f, "name is neither a standard finalizer name nor is it fully qualified");
    }
}

void validate_namespace(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, false, label_name, to);
    for (const bj::value& f : list_of(object_of(o, "spec"), "finalizers"))
        check_finalizer(f, "spec.finalizers", to);
}

void validate_namespace_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                               field_errors& to) {
    if (is_status(c)) {
        validate_metadata_update(o, old, to);
        const std::string_view phase = text_at(object_of(o, "status"), "phase");
        const bool deleting = value_at(object_of(o, "metadata"), "deletionTimestamp") != nullptr;
        if (!deleting && phase != "Active") {
            invalid(to, "status.Phase", phase, "may only be 'Active' if `deletionTimestamp` is empty");
        } else if (deleting && phase != "Terminating") {
            invalid(to, "status.Phase", phase,
                    "may only be 'Terminating' if `deletionTimestamp` is not empty");
        }
        return;
    }
    if (c.subresource == "finalize") {
        validate_metadata_update(o, old, to);
        const bj::array& all = list_of(object_of(o, "spec"), "finalizers");
        for (std::size_t i = 0; i < all.size(); ++i)
            check_finalizer(all[i], indexed("spec.finalizers", i), to);
        return;
    }
    validate_namespace(o, c, to);
    validate_metadata_update(o, old, to);
}

// --- Leases ---

void check_lease_strategy(std::string_view strategy, field_errors& to) {
    const std::string path = "spec.strategy.strategy";  // as the real server reports it
    if (strategy.find('/') != std::string_view::npos) {
        add_invalid(to, path, strategy, qualified_name(strategy));
    } else if (strategy != "OldestEmulationVersion") {
        not_supported(to, path, strategy, {"OldestEmulationVersion"});
    }
}

void check_lease(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const auto duration = number_at(spec, "leaseDurationSeconds");
    if (duration && *duration <= 0) {
        invalid_unsorted(to, "spec.leaseDurationSeconds", bj::value(*duration), "must be greater than 0");
    }
    validate_not_negative(spec, "leaseTransitions", "spec.leaseTransitions", to);
    if (const bj::value* strategy = value_at(spec, "strategy")) check_lease_strategy(text_of(*strategy), to);
    const std::string_view strategy = text_at(spec, "strategy");
    if (!text_at(spec, "preferredHolder").empty() && strategy.empty()) {
        forbidden(to, "spec.preferredHolder", "may only be specified if `strategy` is defined");
    }
}

void validate_lease(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_plain_metadata(o, true, subdomain_name, to);
    check_lease(o, to);
}

void validate_lease_update(const bj::object& o, const bj::object& old, const strategy_context&,
                           field_errors& to) {
    validate_plain_metadata_update(o, old, to);
    check_lease(o, to);
}

}  // namespace

const strategy namespace_strategy{.defaults = apply_go_encoding,
                                  .prepare_create = create_namespace,
                                  .prepare_update = update_namespace,
                                  .validate = validate_namespace,
                                  .validate_update = validate_namespace_update,
                                  .has_generation = false};
const strategy lease_strategy{.defaults = apply_go_encoding,
                              .validate = validate_lease,
                              .validate_update = validate_lease_update,
                              .has_generation = false,
                              .create_on_update = true,
                              .unconditional_update = false};

}  // namespace setpoint::inline v0::apiserver
