// Jobs (pkg/apis/batch/validation, pkg/registry/batch/job).

#include "apiserver/kinds/batch/job_spec.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/age.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/workload.hpp"
#include "apiserver/kinds/shared/workload_cells.hpp"
#include "apiserver/kinds/shared/workload_warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/resources/conditions.hpp"
#include "setpoint/api/field_error.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view controller_uid = "batch.kubernetes.io/controller-uid",
                           job_name = "batch.kubernetes.io/job-name", old_controller_uid = "controller-uid",
                           old_job_name = "job-name";

// A job selects its pods by its own uid.
void generate_selector(bj::object& o, bool labels_sent) {
    const std::string name(text_at(object_of(o, "metadata"), "name")),
        uid(text_at(object_of(o, "metadata"), "uid"));
    bj::object& spec = make_object(o, "spec");
    if (true_at(spec, "manualSelector")) return;
    bj::object& labels = make_object(make_object(make_object(spec, "template"), "metadata"), "labels");
    // In the real server, labels defaulted from the template share the template's map.
    const bool shared = !labels_sent && !labels.empty();
    set_default(labels, old_job_name, bj::value(bj::string(name)));
    set_default(labels, job_name, bj::value(bj::string(name)));
    set_default(labels, old_controller_uid, bj::value(bj::string(uid)));
    set_default(labels, controller_uid, bj::value(bj::string(uid)));
    if (shared) make_object(o, "metadata")["labels"] = labels;
    bj::object& wanted = make_object(make_object(spec, "selector"), "matchLabels");
    set_default(wanted, controller_uid, bj::value(bj::string(uid)));
}

void create_job(bj::object& o, const kind_context& c) {
    generate_selector(o, c.labels_sent);
    create_without_status(o, c);  // also copies the template's labels to a job without labels
}

// A job without labels has those of its template. kube-apiserver applies defaults whenever it reads
// from etcd, so also after a write of the status that sent neither.
void update_job(bj::object& o, const bj::object& old, const kind_context& c) {
    update_spec_or_status(o, old, c);
    const bj::object& labels = object_of(o, {"spec", "template", "metadata", "labels"});
    bj::object& meta = make_object(o, "metadata");
    if (is_status(c) && !labels.empty() && object_of(meta, "labels").empty()) meta["labels"] = labels;
}

void fill_job_spec(bj::object& spec) {
    if (value_at(spec, "completions") == nullptr && value_at(spec, "parallelism") == nullptr)
        spec["completions"] = 1;
    set_default(spec, "parallelism", 1);
    const bool per_index = value_at(spec, "backoffLimitPerIndex") != nullptr;
    set_default(spec, "backoffLimit", per_index ? std::numeric_limits<std::int32_t>::max() : 6);
    set_default(spec, "completionMode", "NonIndexed");
    set_default(spec, "suspend", false);
    const bool policy = value_at(spec, "podFailurePolicy") != nullptr;
    set_default(spec, "podReplacementPolicy", policy ? "Failed" : "TerminatingOrFailed");
    set_default(spec, "manualSelector", false);
}

void fill_job(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    fill_job_spec(spec);
    const bj::object* labels = object_at(spec, {"template", "metadata", "labels"});
    if (labels == nullptr || labels->empty()) return;
    const bj::object copy = *labels;
    bj::object& meta = make_object(o, "metadata");
    if (object_of(meta, "labels").empty()) meta["labels"] = copy;
}

constexpr type_default job_type_defaults[] = {{"batch.v1.Job", fill_job}};

void validate_generated_label(const bj::object& labels, std::string_view key, std::string_view expected,
                              field_errors& to) {
    const std::string path = fmt::format("spec.template.metadata.labels[{}]", key);
    const bj::value* v = value_at(labels, key);
    if (v == nullptr) {
        required(to, path, fmt::format("must be '{}'", expected));
    } else if (text_of(*v) != expected) {
        invalid_unsorted(to, path, bj::value(labels), fmt::format("must be '{}'", expected));
    }
}

// Unless manualSelector is set, the selector is the generated one.
void validate_generated(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const bj::object* selector = object_at(spec, "selector");
    if (true_at(spec, "manualSelector") || selector == nullptr) return;
    const bj::object& meta = object_of(o, "metadata");
    const std::string uid(text_at(meta, "uid")), name(text_at(meta, "name"));
    const bj::object& labels = object_of(spec, {"template", "metadata", "labels"});
    validate_generated_label(labels, old_controller_uid, uid, to);
    validate_generated_label(labels, old_job_name, name, to);
    validate_generated_label(labels, controller_uid, uid, to);
    validate_generated_label(labels, job_name, name, to);
    const bj::object expected{
        {controller_uid, uid}, {job_name, name}, {old_controller_uid, uid}, {old_job_name, name}};
    if (is_valid_selector(*selector) && !selector_matches(*selector, expected)) {
        invalid_unsorted(to, "spec.selector", bj::value(*selector), "`selector` not auto-generated");
    }
}

void validate_selected_spec(const bj::object& spec, field_errors& to) {
    validate_job_spec(spec, "spec", to);
    const bj::object* selector = object_at(spec, "selector");
    if (selector == nullptr) {
        required(to, "spec.selector");
    } else {
        validate_selector(*selector, "spec.selector", to);
    }
    validate_template_matches(selector, object_of(spec, "template"), to);
}

// The job controller appends the index to the name.
void validate_longest_hostname(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const std::int64_t completions = number_at(spec, "completions").value_or(0);
    if (text_at(spec, "completionMode") != "Indexed" || completions <= 0) return;
    const std::string_view name = text_at(object_of(o, "metadata"), "name");
    const std::string hostname = fmt::format("{}-{}", name, completions - 1);
    if (dns1123_label(hostname).empty()) return;
    invalid(to, "metadata.name", name,
            fmt::format("will not able to create pod with invalid DNS label: {}", hostname));
}

void validate_job(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_generated(o, to);
    validate_selected_spec(object_of(o, "spec"), to);
    validate_longest_hostname(o, to);
}

// Whether the pod template may change: the job is suspended, and no pods of it run.
bool is_idle(const bj::object& job) {
    const bj::object& status = object_of(job, "status");
    return true_at(object_of(job, "spec"), "suspend") && number_at(status, "active").value_or(0) == 0 &&
           (value_at(status, "startTime") == nullptr || job_condition_is(job, "Suspended", "True"));
}

// The old affinity with the new node affinity.
void take_node_affinity(bj::object& old_pod, const bj::object& pod) {
    const bj::object* now = object_at(pod, "affinity");
    if (now != nullptr) {
        copy_field(make_object(old_pod, "affinity"), *now, "nodeAffinity");
        return;
    }
    bj::object* before = object_at(old_pod, "affinity");
    if (before == nullptr) return;
    before->stable_erase("nodeAffinity");
    if (before->empty()) old_pod.stable_erase("affinity");
}

void take_resources(bj::object& old_pod, const bj::object& pod, const char* key) {
    const bj::array& now = list_of(pod, key);
    bj::array* before = list_at(old_pod, key);
    if (before == nullptr || before->size() != now.size()) return;
    for_each_object(*before, [&](bj::object& container, std::size_t i) {
        const bj::object* other = now[i].if_object();
        if (other != nullptr && text_at(*other, "name") == text_at(container, "name"))
            copy_field(container, *other, "resources");
    });
}

void validate_template_update(const bj::object& spec, const bj::object& old_job, field_errors& to) {
    bj::object before = object_of(object_of(old_job, "spec"), "template");
    const bj::object& now = object_of(spec, "template");
    const bj::object& pod = object_of(now, "spec");
    const bool idle = is_idle(old_job);
    if (idle) {
        bj::object& old_pod = make_object(before, "spec");
        take_node_affinity(old_pod, pod);
        for (const char* key : {"nodeSelector", "tolerations", "schedulingGates"})
            copy_field(old_pod, pod, key);
        bj::object& meta = make_object(before, "metadata");
        for (const char* key : {"annotations", "labels"}) copy_field(meta, object_of(now, "metadata"), key);
        for (const char* key : {"containers", "initContainers"}) take_resources(old_pod, pod, key);
    }
    // With changeable resources only the pod's spec is compared; the template's metadata may change with it.
    const char* part = idle ? "spec.template.spec" : "spec.template";
    const bj::value wanted = idle ? bj::value(object_of(before, "spec")) : bj::value(before);
    const bj::value got = idle ? bj::value(pod) : bj::value(now);
    if (!same(&got, &wanted)) invalid_unsorted(to, part, got, std::string(immutable));
}

void validate_job_update(const bj::object& o, const bj::object& old, const kind_context& c,
                         field_errors& to) {
    if (is_status(c)) {
        validate_metadata_update(o, old, to);
        validate_job_status_update(o, old, to);
        return;
    }
    validate_metadata_update(o, old, to);
    const bj::object& spec = object_of(o, "spec");
    validate_selected_spec(spec, to);
    const bj::object& before = object_of(old, "spec");
    if (text_at(spec, "completionMode") != "Indexed") {
        validate_immutable(spec, before, "completions", "spec.completions", to);
    } else if (const auto completions = number_at(spec, "completions");
               completions && !same_field(spec, before, "completions") &&
               completions != number_at(spec, "parallelism")) {
        invalid(to, "spec.completions", spec.at("completions"),
                "can only be modified in tandem with spec.parallelism");
    }
    validate_immutable(spec, before, "selector", "spec.selector", to);
    validate_template_update(spec, old, to);
    for (const auto& [key, type] : {std::pair("completionMode", ""),
                                    {"podFailurePolicy", "batch.v1.PodFailurePolicy"},
                                    {"backoffLimitPerIndex", ""},
                                    {"managedBy", ""},
                                    {"successPolicy", "batch.v1.SuccessPolicy"}})
        validate_immutable(spec, before, key, child("spec", key), to, type);
    validate_longest_hostname(o, to);
}

void warn_of_job(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!old) warn_of_host_name(o, host_name_use, to);
    if (changes_template(o, old, sub)) warn_of_job_spec(object_of(o, "spec"), "spec", to);
}

bj::value job_status_cell(const bj::object& o, wall_time) {
    const bj::object& status = object_of(o, "status");
    if (has_condition(status, "Complete")) return "Complete";
    if (has_condition(status, "Failed")) return "Failed";
    if (value_at(object_of(o, "metadata"), "deletionTimestamp") != nullptr) return "Terminating";
    for (const char* type : {"Suspended", "FailureTarget", "SuccessCriteriaMet"}) {
        if (has_condition(status, type)) return type;
    }
    return "Running";
}

bj::value completions_cell(const bj::object& o, wall_time) {
    const std::int64_t done = part_number(o, "status", "succeeded");
    const bj::object& spec = object_of(o, "spec");
    if (const auto wanted = number_at(spec, "completions")) return cell(fmt::format("{}/{}", done, *wanted));
    const std::int64_t parallelism = number_at(spec, "parallelism").value_or(0);
    return cell(parallelism > 1 ? fmt::format("{}/1 of {}", done, parallelism) : fmt::format("{}/1", done));
}

bj::value job_duration_cell(const bj::object& o, wall_time now) {
    const bj::object& status = object_of(o, "status");
    const auto start = timestamp::parse(text_at(status, "startTime"));
    if (!start || !start->is_set()) return "";
    const auto end = timestamp::parse(text_at(status, "completionTime"));
    const timestamp until = end && end->is_set() ? *end : timestamp::from(now);
    constexpr auto most = std::chrono::floor<std::chrono::seconds>(duration::max());
    return cell(human_duration(std::clamp(until.value() - start->value(), -most, most)));
}

constexpr cell_row job_cells[] = {
    {"Containers", containers_cell},   {"Images", images_cell},         {"Status", job_status_cell},
    {"Completions", completions_cell}, {"Duration", job_duration_cell}, {"Selector", selector_cell},
};

}  // namespace

constinit const kind_code job_kind{.defaults = apply_go_encoding,
                                   .type_defaults = job_type_defaults,
                                   .prepare_create = create_job,
                                   .prepare_update = update_job,
                                   .validate = validate_job,
                                   .validate_update = validate_job_update,
                                   .warn = warn_of_job,
                                   .cells = job_cells};

}}}  // namespace setpoint::v0::apiserver
