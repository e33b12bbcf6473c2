#pragma once
// JSON patch, merge patch and strategic merge patch as pure functions of document and patch.

#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/schema.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// RFC 6902. Limits: 10,000 operations and the cost of all operations (exceeding either is 413; the
// latter names the operation), the size of copies, the length of paths, and 128 levels of nesting.
// Returns 422 Invalid without a reason if an operation or test fails, as kube-apiserver does, and
// 400 if the patch is malformed. Negative indexes count from the end, replace may add a field to an
// object, and copying or testing a missing value yields null. `why`: set if an operation or test fails.
api_result<bj::object> json_patch(const bj::object& document, const bj::value& patch,
                                  std::string* why = nullptr);
// Warnings or errors of fieldValidation: json patch unknown field "[0].foo"
std::vector<std::string> json_patch_unknown_fields(const bj::value& patch);

// RFC 7386, except that nulls are also dropped from objects in lists. The caller must reject a
// patch that is not an object.
bj::object merge_patch(bj::object document, const bj::object& patch);

// Kubernetes' strategic merge patch for built-in kinds: merge keys, $patch: replace / delete /
// merge, $retainKeys, $deleteFromPrimitiveList, $setElementOrder. Returns 400 if a directive is
// malformed; 500 without a reason, as kube-apiserver, if lists lack their keys or mix types. Values
// are not validated against the schema.
api_result<bj::object> strategic_merge_patch(bj::object document, const bj::object& patch,
                                             const schema_node& s);

}}}  // namespace setpoint::v0::apiserver
