// Warnings about pods and what creates them.
#include "apiserver/objects/fields.hpp"
#include "apiserver/validation/names.hpp"
#include "apiserver/warnings/rows.hpp"
#include "setpoint/api/field_error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace setpoint::inline v0::apiserver {

namespace {

// The pods, or the object itself, then have no valid host name.
void warn_of_name(const bj::object& object, std::string_view use, texts& to) {
    const messages wrong = dns1123_label(text_at(object_of(object, "metadata"), "name"));
    if (wrong.empty()) return;
    to.push_back(
        fmt::format("metadata.name: this is used in {}, which can result in surprising behavior; a "
                    "DNS label is recommended: [{}]",
                    use, fmt::join(wrong, " ")));
}

bool counts_on(const bj::object& o, const bj::object* old, std::string_view subresource) {
    return subresource.empty() && (!old || number_at(object_of(o, "metadata"), "generation") !=
                                               number_at(object_of(*old, "metadata"), "generation"));
}

void of_pod(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    if (old) return;
    warn_of_name(o, "the Pod's hostname", to);
    warn_of_template(o, "", to);
}

constexpr std::string_view name_use = "Pod names and hostnames";
constexpr const char* template_path = "spec.template";

const bj::object& template_of(const bj::object& o) {
    return object_of(o, {"spec", "template"});
}

void of_named_workload(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!old) warn_of_name(o, name_use, to);
    if (counts_on(o, old, sub)) warn_of_template(template_of(o), template_path, to);
}

// The real server checks the old template.
void of_controller(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!old) warn_of_name(o, name_use, to);
    if (counts_on(o, old, sub)) warn_of_template(template_of(old ? *old : o), template_path, to);
}

void of_daemon_set(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    if (old && template_of(o) == template_of(*old)) return;
    warn_of_template(template_of(o), template_path, to);
}

void of_stateful_set(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    if (counts_on(o, old, sub)) warn_of_template(template_of(o), template_path, to);
    const bj::object& spec = object_of(o, "spec");
    for_each_object(list_of(spec, "volumeClaimTemplates"), [&](const bj::object& claim, std::size_t i) {
        warn_of_claim_spec(object_of(claim, "spec"),
                           indexed("spec.volumeClaimTemplates", i) + (old ? ".Spec" : ""), to);
    });
    if (number_at(spec, "revisionHistoryLimit").value_or(0) < 0)
        to.emplace_back(
            "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value "
            ">= 0 is recommended");
}

void of_pod_template(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (counts_on(o, old, sub)) warn_of_template(object_of(o, "template"), "template", to);
}

void of_job_spec(const bj::object& spec, const std::string& path, texts& to) {
    constexpr std::int64_t max_completions = 100'000, max_at_once = 10'000;
    if (text_at(spec, "completionMode") == "Indexed" &&
        number_at(spec, "completions").value_or(0) > max_completions &&
        number_at(spec, "parallelism").value_or(0) > max_at_once)
        to.push_back(
            path +
            ": In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher "
            "than 10^4, Kubernetes might not be able to track completedIndexes when a big number of "
            "indexes fail");
    warn_of_template(object_of(spec, "template"), path + ".template", to);
}

void of_job(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!old) warn_of_name(o, name_use, to);
    if (counts_on(o, old, sub)) of_job_spec(object_of(o, "spec"), "spec", to);
}

void of_cron_job(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!old) warn_of_name(o, name_use, to);
    if (counts_on(o, old, sub))
        of_job_spec(object_of(o, {"spec", "jobTemplate", "spec"}), "spec.jobTemplate.spec", to);
    if (old && sub.empty() && text_at(object_of(o, "spec"), "schedule").find("TZ") != std::string_view::npos)
        to.emplace_back(
            "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see "
            "https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details");
}

constexpr warning_row workload_rows[] = {{"pods", of_pod},
                                         {"podtemplates", of_pod_template},
                                         {"replicationcontrollers", of_controller},
                                         {"deployments.apps", of_named_workload},
                                         {"replicasets.apps", of_named_workload},
                                         {"statefulsets.apps", of_stateful_set},
                                         {"daemonsets.apps", of_daemon_set},
                                         {"jobs.batch", of_job},
                                         {"cronjobs.batch", of_cron_job}};

}  // namespace

std::span<const warning_row> workload_warnings() {
    return workload_rows;
}

}  // namespace setpoint::inline v0::apiserver
