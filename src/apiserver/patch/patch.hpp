#pragma once
// Patches of the kinds but server-side apply: pure functions from document and patch to document.

#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/schema.hpp"

namespace setpoint::apiserver {

// RFC 6902. Bounded: 10,000 operations and the steps that they take (then 413, the latter with the
// operation), what copies add, the length of paths, 128 levels of nesting. 422 Invalid when an operation
// cannot be done or a test fails, without saying which: the real server does not. 400 when it is no patch.
// Negative indexes count from the end; replace may add a field of an object; copying or testing what is not
// there finds null.
api_result<bj::object> json_patch(const bj::object& document, const bj::value& patch);
// What a strict or warning fieldValidation says of operations: json patch unknown field "[0].foo"
std::vector<std::string> json_patch_unknown_fields(const bj::value& patch);

// RFC 7386, but that nulls are dropped out of lists' objects, too. A patch that is no object is the caller's
// to refuse.
bj::object merge_patch(bj::object document, const bj::object& patch);

// Kubernetes' strategic merge patch for built-in kinds: merge keys, $patch: replace / delete / merge,
// $retainKeys, $deleteFromPrimitiveList, $setElementOrder. 400 when a directive has the wrong form; 500
// without a reason, as the real server, when lists lack their keys or mix types. What the patch sets is not
// checked against the schema.
api_result<bj::object> strategic_merge_patch(bj::object document, const bj::object& patch,
                                             const schema_node& s);

}  // namespace setpoint::apiserver
