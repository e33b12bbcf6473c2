#pragma once
// Parts of reviews: requests that the server answers and does not store.

#include "apiserver/authentication/user_info.hpp"
#include "apiserver/resources/kind_code.hpp"

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

// Who sends the request.
const user_info& user_of(const kind_context& c);
// The request with this status, encoded as the server responds.
bj::object review_with_status(bj::object request, bj::object status);

}}}  // namespace setpoint::v0::apiserver
