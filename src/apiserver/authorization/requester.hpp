#pragma once
// What the rest of the server needs to know about who sends a request. Functions that take a pointer accept
// null: access control is off, every client is the administrator and may do everything.

#include "apiserver/authorization/authorizer.hpp"
#include "apiserver/authorization/cel_authorizer.hpp"
#include "apiserver/authorization/escalation.hpp"
#include "apiserver/authorization/request_rights.hpp"

#include <memory>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace audit {
class request_record;
}

// Lives as long as its request, which access control has allowed. `rights` and `escalation` outlive it.
struct requester {
    requester(authorization::attributes asks_for, const authorization::authorizer& by,
              const authorization::escalation_check* check)
        : asked(std::move(asks_for)), rights(by), escalation(check), expressions(asked.user, by) {}
    // With webhooks among the authorizers.
    requester(authorization::attributes asks_for, std::shared_ptr<authorization::request_rights> by)
        : reviewed(std::move(by)),
          asked(std::move(asks_for)),
          rights(*reviewed),
          escalation(&reviewed->escalation()),
          expressions(asked.user, *reviewed) {}

    const user_info& user() const { return *asked.user; }

    std::shared_ptr<authorization::request_rights> reviewed{};  // null: no webhook authorizes

    authorization::attributes asked;  // by the request itself
    const authorization::authorizer& rights;
    const authorization::escalation_check* escalation;  // null: everybody may grant everything
    authorization::cel_authorizer expressions;
    audit::request_record* record = nullptr;  // null: it is not recorded. See audit/notes.hpp
};
// A requester who may do everything, for a server without access control that records requests.
std::shared_ptr<const requester> unrestricted_requester(authorization::attributes asks_for,
                                                        audit::request_record* record);
using requester_ptr = std::shared_ptr<const requester>;

const user_info& user_of(const requester* by);
// A check below may lack the answer of a webhook, and then gives a preliminary result, which must not be
// used: if awaits_reviews(), await answer_reviews() and make the check again. Never true without webhooks.
//
//     auto ok = check_connect(by);
//     while (awaits_reviews(by)) {
//         co_await answer_reviews(by);
//         ok = check_connect(by);
//     }
inline bool awaits_reviews(const requester* by) {
    return by != nullptr && by->reviewed && by->reviewed->memory().needs_reviews();
}
// `by` must outlive the call.
awaitable<void> answer_reviews(const requester* by);
// The variable `authorizer` of expressions.
const cel::authorizer& rights_in_expressions(const requester* by);
// Whether the user may grant what the role or binding grants; other kinds, and those of other groups, pass.
// `before`: null for a create.
api_result<> check_escalation(const requester* by, std::string_view group, std::string_view kind,
                              const bj::object& now, const bj::object* before);
// Whether the user may also create the object of the request, which is an update or a patch. Error: 403.
api_result<> check_create_on_update(const requester* by);
// Whether the user may also create the connection of the request, which may be a GET. Error: 403, with the
// reason alone (AuthorizePodWebsocketUpgradeCreatePermission).
api_result<> check_connect(const requester* by);
// Replaces the status of an access review, which `answer` is; `request` is what was sent. Other kinds are not
// changed.
void set_review_status(const requester* by, std::string_view kind, const bj::object& request,
                       bj::object& answer);

}}}  // namespace setpoint::v0::apiserver
