#pragma once
// What the clients do: each is a service account with a namespace of its own, a token that it renews, a
// Lease, watches, and writes of many kinds.

#include "setpoint/apiserver/server.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/core/task_scope.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace steady {

using namespace setpoint;

struct reply {
    int status = 0;
    std::string body;
};

struct team {
    std::string ns, token;
    std::map<std::string, bool> made;  // names of objects, by "plural/name"
};

class load {
public:
    load(loop& l, apiserver::server& s, std::uint64_t seed, int teams);

    static constexpr const char* admin_token = "steady-admin";
    // The administrator's line of a --token-auth-file.
    static std::string tokens();

    // Runs until it is cancelled.
    awaitable<void> run();

    std::uint64_t requests = 0, events = 0, renewals = 0, expired_tokens = 0, expired_watches = 0;
    // Answers that no request should get, with their number; at most a few.
    std::map<std::string, std::uint64_t> unexpected;

private:
    struct status_codes {
        int one = 0, other = 0;
    };
    // An answer with another status is counted as unexpected.
    awaitable<reply> ask(std::string token, std::string method, std::string target, std::string body,
                         status_codes expected, const char* type = "application/json");
    awaitable<reply> get(std::string token, std::string target, status_codes expected);
    awaitable<void> prepare();
    awaitable<void> prepare(team& t);

    awaitable<std::string> new_token(team& t);
    // Checks, too, that the token before it is refused once it has expired.
    awaitable<void> renew_token(team& t);
    awaitable<void> renew_lease(team& t);
    awaitable<void> follow(team& t, std::string collection);
    // False if the version has expired.
    awaitable<bool> follow_from(team& t, const std::string& collection, std::string& version);
    awaitable<void> work(team& t);
    awaitable<void> step(team& t);
    // Creates, changes or deletes that object. `spec`: its members beside the metadata; `change`: a merge
    // patch.
    awaitable<void> turn(team& t, std::string collection, std::string name, std::string spec,
                         std::string change);
    awaitable<void> step_of_workloads(team& t);
    awaitable<void> step_of_access(team& t);
    awaitable<void> step_of_reads(team& t);
    // What the administrator does: namespaces, definitions and roles that come and go.
    awaitable<void> administer();

    std::string path(const team& t, std::string_view group, std::string_view plural) const;
    std::string number() { return std::to_string(++made_); }

    loop& loop_;
    apiserver::server& server_;
    random_source random_;
    std::vector<team> teams_;
    std::uint64_t made_ = 0;
};

}  // namespace steady
