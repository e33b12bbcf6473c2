#pragma once
// Calls validators and defaulters with plain values, without an API server:
//
//     verdict v;
//     check(testing::admission_of(changed, stored), v);
//     BOOST_TEST(v.fields().at(0).path == "spec.database");
//
// Selectors, match conditions and failure policies do not apply here: they belong to the API server,
// which an environment contains.

#include "setpoint/webhook/admission.hpp"

#include <memory>
#include <optional>

namespace setpoint { inline namespace v0 { namespace testing {

// Shared objects with static storage, so that the result of admission_of() may be kept. The request is
// that of a user "test", without a dry run.
namespace detail {
// A client whose calls fail with errc::unreachable.
client& no_client();
const admission_attributes& test_request();
}  // namespace detail

// The creation of `object` or, with `old`, its update. The client answers nothing: use an environment for
// functions that read from the API.
// Copies both objects, so that temporaries may be passed. Without `old` the operation is a creation;
// deletions have no helper, since they are rarely checked.
template <class T>
admission<T> admission_of(const T& object, const std::optional<T>& old = {}) {
    return {old ? admission_operation::update : admission_operation::create,
            std::make_shared<const T>(object), old ? std::make_shared<const T>(*old) : nullptr,
            detail::test_request(), detail::no_client()};
}

}}}  // namespace setpoint::v0::testing
