// StatusStrategy.ValidateUpdate of pkg/registry/certificates/podcertificaterequest.
#include "apiserver/authorization/rights.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/write/field_rights.hpp"

#include <fmt/format.h>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

void check_signer_rights(const field_write& w, field_errors& errors) {
    if (w.kind.storage != "podcertificaterequests.certificates.k8s.io" || w.subresource != "status" ||
        w.before == nullptr)
        return;
    if (!errors.empty() || same_field(w.now, *w.before, "status")) return;
    const std::string_view signer = text_at(object_of(*w.before, "spec"), "signerName");
    if (may_use_signer(&w.by, "sign", signer)) return;
    forbidden(errors, "spec.signerName",
              fmt::format("User {} is not permitted to \"sign\" for signer {}",
                          go_text::quoted(w.by.user().name), go_text::quoted(signer)));
}

}}}  // namespace setpoint::v0::apiserver
