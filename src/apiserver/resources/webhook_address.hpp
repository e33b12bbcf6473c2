#pragma once
// Where a webhook is: the clientConfig of a webhook configuration or of a definition's conversion.

#include <boost/json/object.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

// A copy of the (validated) clientConfig: either `url` or a service.
struct webhook_address {
    std::string url;
    std::string service_namespace, service_name, service_path;
    std::int64_t service_port = 443;
    std::string ca_pem;  // trusted CAs; "": the system's store
};
using webhook_address_ptr = std::shared_ptr<const webhook_address>;

webhook_address webhook_address_of(const boost::json::object& client_config);

// The host that the webhook's certificate is for: "name.namespace.svc", or the host of the URL ("" if
// it is invalid).
std::string host_of(const webhook_address& w);
// The path of its requests, as client-go cleans it ("//a/./b/" is "/a/b"); "/" if none is given.
std::string path_of(const webhook_address& w);
// As messages name it: "https://name.namespace.svc:443/path".
std::string url_of(const webhook_address& w);

}}}  // namespace setpoint::v0::apiserver
