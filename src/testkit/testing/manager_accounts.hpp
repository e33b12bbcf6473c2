#pragma once
// The service accounts of an environment's managers: who sends a request, and what the roles did not allow.

#include "apiserver/server/local_transport.hpp"
#include "apiserver/server/server_access.hpp"
#include "setpoint/manager/manager.hpp"
#include "testkit/testing/missing_rights.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace testing {

// A way to the API on which one user sends everything, without credentials.
class account_transport final : public http::transport {
public:
    using refused =
        std::function<void(const std::string& user, const http::server_request& r, const std::string& body)>;
    // Called with the 403s; null: not called. The rest must outlive it and its sends.
    account_transport(loop& l, apiserver::server& api, apiserver::user_ptr user, refused then = nullptr);
    awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                   http::timeouts t) override;
    void act_as(apiserver::user_ptr user) { user_ = std::move(user); }

private:
    awaitable<http::response> answer(const http::server_request& r);

    apiserver::server& api_;
    apiserver::user_ptr user_;
    refused refused_;
    apiserver::local_transport inner_;
};

class manager_accounts {
public:
    // Both must outlive it.
    manager_accounts(loop& l, apiserver::server& api);
    manager_accounts(const manager_accounts&) = delete;
    manager_accounts& operator=(const manager_accounts&) = delete;

    // For the test.
    http::transport& administrator() { return administrator_; }
    // For a manager, whose requests are anonymous until bind().
    std::unique_ptr<account_transport> open();
    // Gives a manager that is declared its service account, with the roles that it prints. The account of a
    // manager of the same name with the same roles is shared.
    void bind(const manager& m, account_transport& to);

    // Called with the text of each missing right when it is needed first. Null: they are collected.
    std::function<void(std::string text)> on_missing;
    bool misses() const { return !missing_.empty(); }
    std::string take_missing();

private:
    struct account {
        std::string base;  // the manager's name
        std::vector<boost::json::object> roles;
        apiserver::user_ptr user;
    };
    apiserver::user_ptr make(std::string name, std::vector<boost::json::object> roles);
    void keep(boost::json::object o, std::string_view group, std::string_view plural);
    void note(const std::string& user, const http::server_request& r, const std::string& body);

    loop& loop_;
    apiserver::server& api_;
    account_transport administrator_;
    std::list<account> accounts_;
    missing_rights missing_, reported_;
};

}}}  // namespace setpoint::v0::testing
