#include "apiserver/audit/notes.hpp"

#include "apiserver/kinds/shared/names.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

void annotate_admission(const requester* by, std::string_view key, std::string_view value, level least) {
    if (!is_recorded(by, least)) return;
    if (std::ranges::count(key, '/') != 1 || !qualified_name(key).empty()) return;
    by->record->annotate(key, value, least);
}

void note_delete(const requester* by, const delete_options& o, std::string_view body) {
    if (body.empty() || !is_recorded(by, level::request)) return;
    bj::object options = o.as_sent();
    // kube-apiserver records the version that it decodes them into.
    options["apiVersion"] = "meta.k8s.io/__internal";
    by->record->set_request(options);
}

}}}  // namespace setpoint::v0::apiserver::audit
