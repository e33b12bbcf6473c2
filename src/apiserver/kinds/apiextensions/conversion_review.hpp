#pragma once
// The request to a conversion webhook and the checks of its response (apiextensions-apiserver,
// webhook_converter.go). No I/O.

#include "apiserver/schema/api_error.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

struct conversion_request {
    std::string uid;                    // identifies the call
    std::string review_version;         // "v1" or "v1beta1"
    std::string wanted;                 // "example.com/v2"
    std::vector<bj::object> objects{};  // at least one; none is of version `wanted`

    // JSON of an apiextensions.k8s.io ConversionReview.
    std::string text() const;
    // "conversion webhook for example.com/v1, Kind=Foo ", the prefix of error messages.
    std::string subject() const;
};

// The converted objects, one for each object sent, in the same order. They keep the metadata they
// were sent with, except for labels and annotations. Error: 500 with the real server's message.
api_result<std::vector<bj::object>> converted_objects(const conversion_request& sent,
                                                      std::string_view answer);

// 500: "conversion webhook for example.com/v1, Kind=Foo failed: ..."
api_error conversion_failed(const conversion_request& sent, std::string_view why);

}}}  // namespace setpoint::v0::apiserver
