#pragma once
// What is sent to a conversion webhook, and what may come back (apiextensions-apiserver,
// webhook_converter.go). Pure: no call is made here.

#include "apiserver/schema/api_error.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <vector>

namespace setpoint::apiserver {

namespace bj = boost::json;

struct conversion_request {
    std::string uid;                    // of the call
    std::string review_version;         // "v1" or "v1beta1"
    std::string wanted;                 // "example.com/v2"
    std::vector<bj::object> objects{};  // none of them of that version; at least one

    // The JSON of an apiextensions.k8s.io ConversionReview.
    std::string text() const;
    // "conversion webhook for example.com/v1, Kind=Foo ", which errors begin with.
    std::string subject() const;
};

// The converted objects, one for each that was sent, in their order: with the metadata that they were sent
// with, but for labels and annotations. Error: 500 in the real server's words.
api_result<std::vector<bj::object>> converted_objects(const conversion_request& sent,
                                                      std::string_view answer);

// 500: "conversion webhook for example.com/v1, Kind=Foo failed: ..."
api_error conversion_failed(const conversion_request& sent, std::string_view why);

}  // namespace setpoint::apiserver
