#pragma once
// Requests in the name of another user (apiserver, pkg/endpoints/filters/impersonation), by which rights they
// are allowed and who then sends them. No I/O: the caller asks the authorizers.
//
//     auto wanted = impersonated_user(r.headers);  // 400
//     impersonation i(**wanted, asked, memory.last_of(*asked.user));
//     while (const attributes* check = i.next()) i.answer(chain.authorize(*check));
//     if (!i.user()) return i.refusal();

#include "apiserver/authorization/attributes.hpp"
#include "apiserver/authorization/decision.hpp"
#include "setpoint/http/message.hpp"

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

// Whom the headers Impersonate-User, -Group, -Uid and -Extra- name, before any group is added. Nothing
// without them. Errors: 400 if they name no user. Handlers must not see these headers afterwards.
api_result<std::optional<user_info>> impersonated_user(const std::vector<http::header>& headers);

// The ways to be allowed, in their order. All but the last require two rights: to be that user, and to make
// this request as one.
enum class impersonation_mode : std::uint8_t { associated_node, arbitrary_node, account, plain_user, any };
inline constexpr std::size_t impersonation_mode_count = 5;

class impersonation {
public:
    // `asked`: the request, of the user who sends it. `first`: the mode to try before the others.
    impersonation(user_info wanted, attributes asked, std::optional<impersonation_mode> first);

    // The next right to ask for; null if all is decided. Valid until answer().
    const attributes* next() const;
    void answer(const decision& d);

    // Once next() is null: who sends the request; null if that is refused.
    const user_ptr& user() const { return user_; }
    // The mode that allowed it.
    impersonation_mode mode() const { return mode_; }
    // "impersonate:user-info"; "" for the last mode. For audit logs.
    std::string constraint() const;
    // 403 for the first right that is missing in the first mode that applies.
    const api_error& refusal() const { return *refusal_; }

private:
    struct step {
        attributes asked;
        std::string refused{};          // why nobody may do this; "": ask
        std::size_t skipped_steps = 0;  // if it is allowed; a step that skips none must be allowed
    };
    bool applies(impersonation_mode m) const;
    void plan(impersonation_mode m);
    void plan_name(impersonation_mode m, const std::string& verb);
    void plan_groups(bool constrained, const std::string& verb);
    void plan_extra(bool constrained, const std::string& verb);
    attributes right(const std::string& verb, std::string group, std::string resource,
                     std::string name) const;
    void refuse(const attributes& of, std::string_view why);
    void go_on();

    user_info wanted_;
    attributes asked_;
    std::vector<impersonation_mode> order_;
    std::size_t tried_ = 0;      // modes
    std::vector<step> steps_{};  // of the current mode
    std::size_t at_ = 0;
    user_info planned_{};  // who sends the request if the current mode allows it
    impersonation_mode mode_ = impersonation_mode::any;
    user_ptr user_{};
    std::optional<api_error> refusal_{};
};

// Remembers by which mode a user was last allowed. It is tried first, which also decides about the error.
class impersonation_memory {
public:
    std::optional<impersonation_mode> last_of(const user_info& requester);
    void allowed(const user_info& requester, impersonation_mode m);

private:
    static constexpr std::size_t most = 10'000;
    // By a hash of the name: a collision only changes the order.
    using entry = std::pair<std::size_t, impersonation_mode>;
    std::list<entry> recent_;  // the newest first
    std::unordered_map<std::size_t, std::list<entry>::iterator> by_name_;
};

}}}  // namespace setpoint::v0::apiserver::authorization
