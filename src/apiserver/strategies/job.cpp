// Jobs and CronJobs (pkg/apis/batch/validation, pkg/registry/batch).

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"
#include "apiserver/validation/pod.hpp"
#include "apiserver/validation/workload.hpp"
#include "setpoint/api/cron_schedule.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

namespace {

constexpr std::string_view controller_uid = "batch.kubernetes.io/controller-uid",
                           job_name = "batch.kubernetes.io/job-name", old_controller_uid = "controller-uid",
                           old_job_name = "job-name";
constexpr std::size_t cron_job_name_limit = 52;

// A job selects its pods by its own uid.
void generate_selector(bj::object& o, bool labels_sent) {
    const std::string name(text_at(object_of(o, "metadata"), "name")),
        uid(text_at(object_of(o, "metadata"), "uid"));
    bj::object& spec = make_object(o, "spec");
    if (true_at(spec, "manualSelector")) return;
    bj::object& labels = make_object(make_object(make_object(spec, "template"), "metadata"), "labels");
    set_default(labels, old_job_name, bj::value(bj::string(name)));
    set_default(labels, job_name, bj::value(bj::string(name)));
    set_default(labels, old_controller_uid, bj::value(bj::string(uid)));
    set_default(labels, controller_uid, bj::value(bj::string(uid)));
    // In the real server, labels defaulted from the template share the template's map.
    if (!labels_sent) make_object(o, "metadata")["labels"] = labels;
    bj::object& wanted = make_object(make_object(spec, "selector"), "matchLabels");
    set_default(wanted, controller_uid, bj::value(bj::string(uid)));
}

void create_job(bj::object& o, const strategy_context& c) {
    generate_selector(o, c.labels_sent);
    create_without_status(o, c);  // also copies the template's labels to a job without labels
}

void check_indexed(const bj::object& spec, const std::string& path, field_errors& to) {
    constexpr std::int64_t most = 100'000;
    const auto parallelism = number_at(spec, "parallelism"), failed = number_at(spec, "maxFailedIndexes"),
               completions = number_at(spec, "completions");
    if (!completions) required(to, path + ".completions", "when completion mode is Indexed");
    if (parallelism && *parallelism > most) {
        invalid_unsorted(
            to, path + ".parallelism", bj::value(*parallelism),
            fmt::format("must be less than or equal to {} when completion mode is Indexed", most));
    }
    if (completions && failed && *failed > *completions) {
        invalid_unsorted(to, path + ".maxFailedIndexes", bj::value(*failed),
                         "must be less than or equal to completions");
    }
}

void check_not_indexed(const bj::object& spec, const std::string& path, field_errors& to) {
    for (const char* key : {"backoffLimitPerIndex", "maxFailedIndexes"}) {
        if (const auto n = number_at(spec, key)) {
            invalid_unsorted(to, child(path, key), bj::value(*n), "requires indexed completion mode");
        }
    }
    if (const bj::value* policy = value_at(spec, "successPolicy")) {
        invalid(to, path + ".successPolicy", *policy, "requires indexed completion mode");
    }
}

void check_job_restart(const bj::object& spec, const std::string& path, field_errors& to) {
    const std::string here = path + ".template.spec.restartPolicy";
    const std::string_view policy = text_at(object_of(spec, {"template", "spec"}), "restartPolicy");
    if (policy == "Always" || policy.empty()) {
        required(to, here, "valid values: \"OnFailure\", \"Never\"");
    } else if (policy != "OnFailure" && policy != "Never") {
        not_supported(to, here, policy, {"OnFailure", "Never"});
    } else if (value_at(spec, "podFailurePolicy") != nullptr && policy != "Never") {
        invalid(to, here, policy, "only \"Never\" is supported when podFailurePolicy is specified");
    }
}

// For a job and for the template of a CronJob.
void check_common(const bj::object& spec, const std::string& path, field_errors& to) {
    for (const char* key : {"parallelism", "completions", "activeDeadlineSeconds", "backoffLimit",
                            "ttlSecondsAfterFinished", "backoffLimitPerIndex", "maxFailedIndexes"}) {
        validate_not_negative(spec, key, child(path, key), to);
    }
    if (value_at(spec, "maxFailedIndexes") != nullptr && value_at(spec, "backoffLimitPerIndex") == nullptr) {
        required(to, path + ".backoffLimitPerIndex", "when maxFailedIndexes is specified");
    }
    const bj::value* mode = value_at(spec, "completionMode");
    const std::string_view how = mode == nullptr ? "NonIndexed" : text_of(*mode);
    if (how != "NonIndexed" && how != "Indexed") {
        not_supported(to, path + ".completionMode", how, {"NonIndexed", "Indexed"});
    }
    if (how == "Indexed") check_indexed(spec, path, to);
    if (how == "NonIndexed") check_not_indexed(spec, path, to);
    if (const bj::value* replacement = value_at(spec, "podReplacementPolicy")) {
        const std::string_view r = text_of(*replacement);
        const bool policy = value_at(spec, "podFailurePolicy") != nullptr;
        if (policy && r != "Failed") {
            not_supported(to, path + ".podReplacementPolicy", r, {"Failed"});
        } else if (r != "Failed" && r != "TerminatingOrFailed") {
            not_supported(to, path + ".podReplacementPolicy", r, {"Failed", "TerminatingOrFailed"});
        }
    }
    validate_pod_template(object_of(spec, "template"), path + ".template", to);
    check_job_restart(spec, path, to);
}

void check_label(const bj::object& labels, std::string_view key, std::string_view expected,
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
void check_generated(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const bj::object* selector = object_at(spec, "selector");
    if (true_at(spec, "manualSelector") || selector == nullptr) return;
    const bj::object& meta = object_of(o, "metadata");
    const std::string uid(text_at(meta, "uid")), name(text_at(meta, "name"));
    const bj::object& labels = object_of(spec, {"template", "metadata", "labels"});
    check_label(labels, old_controller_uid, uid, to);
    check_label(labels, old_job_name, name, to);
    check_label(labels, controller_uid, uid, to);
    check_label(labels, job_name, name, to);
    bj::object expected;
    expected[controller_uid] = uid;
    expected[job_name] = name;
    expected[old_controller_uid] = uid;
    expected[old_job_name] = name;
    if (!selector_matches(*selector, expected)) {
        invalid_unsorted(to, "spec.selector", bj::value(*selector), "`selector` not auto-generated");
    }
}

void check_job_spec(const bj::object& spec, field_errors& to) {
    check_common(spec, "spec", to);
    const bj::object* selector = object_at(spec, "selector");
    if (selector == nullptr) {
        required(to, "spec.selector");
    } else {
        validate_selector(*selector, "spec.selector", to);
    }
    validate_template_matches(selector, object_of(spec, "template"), to);
}

void check_job(const bj::object& o, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    check_generated(o, to);
    check_job_spec(object_of(o, "spec"), to);
}

void validate_job(const bj::object& o, const strategy_context&, field_errors& to) {
    check_job(o, to);
}

// Scheduling directives may change while the job is suspended and has not started.
bj::object template_as_allowed(const bj::object& spec, const bj::object& old_job) {
    const bj::object& before = object_of(old_job, "spec");
    bj::object out = object_of(before, "template");
    const bj::object& now = object_of(spec, "template");
    const bool waits =
        true_at(before, "suspend") && value_at(object_of(old_job, "status"), "startTime") == nullptr;
    if (!waits) return out;
    bj::object& pod = make_object(out, "spec");
    const bj::object& pod_now = object_of(now, "spec");
    for (const char* key : {"affinity", "nodeSelector", "tolerations", "schedulingGates"})
        copy_field(pod, pod_now, key);
    bj::object& meta = make_object(out, "metadata");
    for (const char* key : {"annotations", "labels"}) copy_field(meta, object_of(now, "metadata"), key);
    return out;
}

void validate_job_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                         field_errors& to) {
    if (is_status(c)) {
        validate_metadata_update(o, old, to);
        const bj::object& status = object_of(o, "status");
        for (const char* key : {"active", "succeeded", "failed", "ready", "terminating"}) {
            validate_not_negative(status, key, child("status", key), to);
        }
        return;
    }
    check_job(o, to);
    validate_metadata_update(o, old, to);
    const bj::object& spec = object_of(o, "spec");
    check_job_spec(spec, to);  // the real server does this twice and lists each error twice
    const bj::object& before = object_of(old, "spec");
    if (text_at(spec, "completionMode") != "Indexed") {
        validate_immutable(spec, before, "completions", "spec.completions", to);
    } else if (!same_field(spec, before, "completions") &&
               number_at(spec, "completions") != number_at(spec, "parallelism")) {
        invalid(to, "spec.completions", spec.at("completions"),
                "can only be modified in tandem with spec.parallelism");
    }
    validate_immutable(spec, before, "selector", "spec.selector", to);
    if (object_of(spec, "template") != template_as_allowed(spec, old)) {
        invalid_unsorted(to, "spec.template", bj::value(object_of(spec, "template")), std::string(immutable));
    }
    for (const char* key :
         {"completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy"}) {
        validate_immutable(spec, before, key, child("spec", key), to);
    }
}

// --- CronJobs ---

// An older object may have its time zone in front of the schedule: TZ=UTC, CRON_TZ=UTC.
std::string schedule_error(std::string_view s) {
    if (s.starts_with("TZ=") || s.starts_with("CRON_TZ=")) {
        const std::size_t space = s.find(' ');
        if (space == std::string_view::npos)
            return "invalid schedule format: runtime error: slice bounds out of range [:-1]";
        const std::size_t start = s.find_first_not_of(' ', space);
        s.remove_prefix(start == std::string_view::npos ? space : start);
    }
    const auto parsed = cron_schedule::parse(s);
    return parsed ? "" : parsed.error().message;
}

void check_schedule(const bj::object& spec, const bj::object* old, field_errors& to) {
    const std::string_view schedule = text_at(spec, "schedule");
    if (schedule.empty()) {
        required(to, "spec.schedule");
        return;
    }
    if (const std::string wrong = schedule_error(schedule); !wrong.empty()) {
        invalid(to, "spec.schedule", schedule, wrong);
    }
    if (schedule.find("TZ") == std::string_view::npos) return;
    const bool had = old != nullptr && text_at(*old, "schedule").find("TZ") != std::string_view::npos;
    if (!had) {
        invalid(to, "spec.schedule", schedule,
                "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
    } else if (value_at(spec, "timeZone") != nullptr) {
        invalid(to, "spec.schedule", schedule,
                "cannot use both timeZone field and TZ or CRON_TZ in schedule");
    }
}

void check_time_zone(const bj::object& spec, field_errors& to) {
    const bj::value* zone = value_at(spec, "timeZone");
    if (zone == nullptr) return;
    const std::string_view name = text_of(*zone);
    if (name.empty()) {
        invalid(to, "spec.timeZone", name, "timeZone must be nil or non-empty string");
        return;
    }
    const bool characters =
        name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.-_0123456789+/") ==
        std::string_view::npos;
    if (!characters || name.front() == '/' || name.back() == '/' || name.front() == '-') {
        invalid(to, "spec.timeZone", name, fmt::format("unknown time zone {}", name));
    } else if (name == "Local" || name == "local") {
        invalid(to, "spec.timeZone", name,
                "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
    }
}

void check_cron_job(const bj::object& o, const bj::object* old, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    check_schedule(spec, old, to);
    validate_counts(spec, {"startingDeadlineSeconds"}, to);
    if (old == nullptr || !same_field(spec, *old, "timeZone")) check_time_zone(spec, to);
    const std::string_view policy = text_at(spec, "concurrencyPolicy");
    validate_one_of(policy, {"Allow", "Forbid", "Replace"}, "spec.concurrencyPolicy", to);
    const bj::object& job = object_of(spec, {"jobTemplate", "spec"});
    check_common(job, "spec.jobTemplate.spec", to);
    if (const bj::value* selector = value_at(job, "selector")) {
        invalid(to, "spec.jobTemplate.spec.selector", *selector, "`selector` will be auto-generated");
    }
    if (true_at(job, "manualSelector")) {
        not_supported_unsorted(to, "spec.jobTemplate.spec.manualSelector", bj::value(true), {"nil", "false"});
    }
    validate_counts(spec, {"successfulJobsHistoryLimit", "failedJobsHistoryLimit"}, to);
}

void validate_cron_job(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    check_cron_job(o, nullptr, to);
    const std::string_view name = text_at(object_of(o, "metadata"), "name");
    if (name.size() > cron_job_name_limit) {
        invalid(to, "metadata.name", name, "must be no more than 52 characters");
    }
}

void validate_cron_job_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                              field_errors& to) {
    validate_metadata_update(o, old, to);
    if (!is_status(c)) check_cron_job(o, &object_of(old, "spec"), to);
}

// A job without labels has those of its template. kube-apiserver applies defaults whenever it reads
// from etcd, so also after a write of the status that sent neither.
void update_job(bj::object& o, const bj::object& old, const strategy_context& c) {
    update_spec_or_status(o, old, c);
    const bj::object& labels = object_of(o, {"spec", "template", "metadata", "labels"});
    bj::object& meta = make_object(o, "metadata");
    if (is_status(c) && !labels.empty() && object_of(meta, "labels").empty()) meta["labels"] = labels;
}

}  // namespace

const strategy job_strategy{.defaults = apply_go_encoding,
                            .prepare_create = create_job,
                            .prepare_update = update_job,
                            .validate = validate_job,
                            .validate_update = validate_job_update};
const strategy cron_job_strategy{.defaults = apply_go_encoding,
                                 .prepare_create = create_without_status,
                                 .prepare_update = update_spec_or_status,
                                 .validate = validate_cron_job,
                                 .validate_update = validate_cron_job_update};

}  // namespace setpoint::inline v0::apiserver
