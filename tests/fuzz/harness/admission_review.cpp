// A review that the API server, or whoever reaches the port, sends to a webhook: any object inside of it, any
// nesting.
#include "decoded.hpp"
#include "setpoint/api/admission_v1.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

void admission_review(std::string_view input) {
    check_decoding<setpoint::admission_review>(input);
    const auto review = json::decode<setpoint::admission_review>(input);
    if (!review || !review->request) return;
    admission_response verdict;
    verdict.allowed = true;
    const auto answer = json::decode<setpoint::admission_review>(json::encode(answer_to(*review, verdict)));
    expect(answer.has_value() && answer->response.has_value(), "the answer can be read");
    expect_equal(answer->response->uid, review->request->uid, "and is about this request");
    expect(!answer->request.has_value(), "and does not repeat it");
}

}}}  // namespace setpoint::v0::fuzz
