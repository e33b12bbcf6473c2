#include "apiserver/write/unsafe_delete.hpp"

#include "apiserver/authorization/rights.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/write/writer.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

api_error refuse_unsafe(const server_state& w, const resource& r, const object_key& key,
                        const requester* by) {
    constexpr const char* verb = "unsafe-delete-ignore-read-errors";
    authorization::attributes asked{.user = nullptr, .verb = verb};
    asked.group = r.gvr.group;
    asked.version = r.gvr.version;
    asked.resource = r.gvr.resource;
    asked.namespace_name = key.ns;
    asked.name = key.name;
    const authorization::decision d = decide(by, std::move(asked));
    if (!d.error.empty())
        return forbidden_error(
            r.gr(), key.name,
            fmt::format("error while checking permission for {}, {}", go_text::quoted(verb), d.error));
    if (!d.allows())
        return forbidden_error(
            r.gr(), key.name,
            fmt::format("not permitted to do {}, reason: {}", go_text::quoted(verb), d.reason));
    if (!w.store.find(r.storage, key)) return object_not_found(r.gr(), key.name);
    return conflict(r.gr(), key.name,
                    fmt::format("StorageError: invalid object, Code: 4, Key: {}, ResourceVersion: 0, "
                                "AdditionalErrorMsg: unsafe deletion is not allowed because the object is "
                                "decodable from storage",
                                stored_path(r, key)));
}

api_result<> refuse_unsafe_collection(const delete_options& o) {
    if (!o.is_unsafe) return {};
    field_errors errors;
    invalid(errors, "ignoreStoreReadErrorWithClusterBreakingPotential", bj::value(true),
            "is not allowed with DELETECOLLECTION, try again after removing the option");
    return invalid_object({"meta.k8s.io", "DeleteOptions"}, "", errors);
}

}}}  // namespace setpoint::v0::apiserver
