#pragma once
// The text of an AdmissionReview: reads the question, writes the answer. Pure.

#include "setpoint/api/admission_v1.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/webhook/admission.hpp"

#include <boost/json/array.hpp>

namespace setpoint { inline namespace v0 {

struct admission_question {
    std::string api_version;  // of the review: "admission.k8s.io/v1" or v1beta1
    admission_attributes request;
    admission_operation operation = admission_operation::create;
    std::string_view object, old_object;  // JSON in the text that was read; empty: null or missing
};

// The views of the result are into `body`. Errors: bad_data for text that is not a review of a known
// version with a request, and for an unknown operation.
result<admission_question> read_question(std::string_view body);

// The objects of a question; null where it has none.
struct reviewed_objects {
    std::shared_ptr<void> object, old_object;
    // Why the stored object of an update cannot be read, "" if it can: `old_object` is null then.
    std::string misfit;
    // The new one cannot be read either, but the stored one is being deleted: its finalizers must be
    // removable.
    bool let_through = false;
};
// Without request.object for CONNECT, whose options it is. Errors: bad_data, which names the input
// ("request.object") and the field, except for the stored object of an update.
result<reviewed_objects> read_objects(const kind_info& kind, const admission_question& q);

// Adds the UID, and the patch unless it is empty.
std::string answer_text(const admission_question& question, admission_response response,
                        const boost::json::array& patch);

// A rejection for a reason that is not the object: a message and an HTTP status.
admission_response rejection(std::string message, int http_status);

}}  // namespace setpoint::v0
