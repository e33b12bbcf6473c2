#pragma once
// Parts of reviews: requests that the server answers and does not store.

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

// The UserInfo of every client.
bj::object administrator();
// The request with this status, encoded as the server responds.
bj::object review_with_status(bj::object request, bj::object status);

}}}  // namespace setpoint::v0::apiserver
