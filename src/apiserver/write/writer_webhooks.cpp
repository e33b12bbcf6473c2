// The part of object_writer that calls webhooks.

#include "apiserver/objects/fields.hpp"
#include "apiserver/patch/managed_fields.hpp"
#include "apiserver/schema/schema_operations.hpp"
#include "apiserver/write/writer.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr const char *create_operation = "CREATE", *update_operation = "UPDATE";

// endpoints/handlers/fieldmanager/admission.go: an invalid list of owners from a webhook is dropped.
void restore_owners(bj::object& object, bj::array before, std::vector<std::string>& warnings) {
    bj::object& meta = make_object(object, "metadata");
    const std::string why = managed_fields_error(list_of(meta, "managedFields"));
    if (why.empty()) return;
    meta["managedFields"] = std::move(before);
    warnings.push_back(
        ".metadata.managedFields was in an invalid state after admission; this could be caused by an "
        "outdated mutating admission controller; please fix your requests: " +
        why);
}

}  // namespace

admission_attributes object_writer::seen_by_webhooks(const char* operation, const resource& form,
                                                     const object_key& key) const {
    admission_attributes out = attributes_of(operation, kind_, subresource_, form, key);
    out.dry_run = options_.dry_run;
    out.due = due_;
    out.by = options_.by;
    out.options = options_as_sent(
        operation == std::string_view(create_operation) ? "CreateOptions" : "UpdateOptions", options_);
    return out;
}

// The admission plugins of the real server that may change the object, webhooks last.
awaitable<api_result<>> object_writer::mutate(const char* verb, const object_key& key, bj::object& object,
                                              const bj::object* old) {
    const std::function<api_result<>()> built_in = [&] {
        return admit(verb, key, object, old, state_.admission);
    };
    admission_attributes a = seen_by_webhooks(old ? update_operation : create_operation, kind_, key);
    a.object = &object;
    a.old = old;
    bj::array owners = list_of(object_of(object, "metadata"), "managedFields");
    auto changed = co_await admit_mutating(state_, a, built_in, warnings_);
    if (!changed) co_return changed.error();
    mutated_ = *changed == admission_effect::changed;
    if (!mutated_) co_return api_result<>();
    restore_owners(object, std::move(owners), warnings_);
    if (kind_.namespaced && text_at(object_of(object, "metadata"), "namespace") != key.ns)
        co_return bad_request(
            "the namespace of the provided object does not match the namespace sent on the request");
    co_return api_result<>();
}

awaitable<api_result<>> object_writer::validate_by_webhooks(const char* operation, const object_key& key,
                                                            bj::object& object, const bj::object* old,
                                                            const update_rules& rules) {
    if (!state_.validates()) co_return api_result<>();
    admission_attributes a = seen_by_webhooks(operation, rules.form ? *rules.form : kind_, key);
    std::optional<bj::object> form, old_form;
    if (rules.form) {
        form = rules.as_form(object);
        if (old) old_form = rules.as_form(*old);
    }
    a.object = form ? &*form : &object;
    a.old = old_form ? &*old_form : old;
    co_return co_await admit_validating(state_, a, warnings_);
}

// Fields that a webhook added to a custom resource are pruned when it is stored: later webhooks and
// validation see them.
void object_writer::prune_mutated(bj::object& object) const {
    if (mutated_ && kind_.custom && kind_.type) prune(*kind_.type, object);
}

}}}  // namespace setpoint::v0::apiserver
