#include "apiserver/controllers/job/plan.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

constexpr std::string_view variable = "JOB_COMPLETION_INDEX";

bj::object& object_in(bj::object& o, std::string_view key) {
    bj::value& v = o[key];
    return v.is_object() ? v.get_object() : v.emplace_object();
}

bj::value index_variable() {
    bj::object field;
    field["fieldPath"] = fmt::format("metadata.labels['{}']", job_index_key);
    bj::object from;
    from["fieldRef"] = std::move(field);
    bj::object env;
    env["name"] = variable;
    env["valueFrom"] = std::move(from);
    return bj::value(std::move(env));
}

void add_variable(bj::object& spec, std::string_view list) {
    bj::value* containers = spec.if_contains(list);
    if (!containers || !containers->is_array()) return;
    for (bj::value& c : containers->get_array()) {
        if (!c.is_object()) continue;
        bj::value& env = c.get_object()["env"];
        bj::array& vars = env.is_array() ? env.get_array() : env.emplace_array();
        bool there = false;
        for (const bj::value& v : vars) {
            const bj::value* name = v.is_object() ? v.get_object().if_contains("name") : nullptr;
            there = there || (name && name->is_string() && name->get_string() == variable);
        }
        if (!there) vars.push_back(index_variable());
    }
}

}  // namespace

void set_completion_index(bj::object& pod, std::string_view job, int index) {
    bj::object& meta = object_in(pod, "metadata");
    object_in(meta, "annotations")[job_index_key] = std::to_string(index);
    object_in(meta, "labels")[job_index_key] = std::to_string(index);
    bj::object& spec = object_in(pod, "spec");
    spec["hostname"] = fmt::format("{}-{}", job, index);
    add_variable(spec, "initContainers");
    add_variable(spec, "containers");
}

}}}  // namespace setpoint::v0::apiserver
