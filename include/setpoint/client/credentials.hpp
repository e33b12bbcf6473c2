#pragma once
// Adds credentials to requests (Authorization, impersonation) and keeps them fresh.

#include "setpoint/client/credential_settings.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/message.hpp"

#include <cstdint>
#include <functional>

namespace setpoint { inline namespace v0 {

class exec_plugin;

// The credentials that a request was sent with; from authorize(), for renew().
struct credential_stamp {
    std::uint64_t version = 0, renewals = 0;
};

// The client certificate's share of this. It is not part of requests, but it is refused and renewed
// like a token.
struct certificate_check {
    std::function<std::uint64_t()> version;  // counts the certificates used so far
    std::function<void()> look;              // checks for new files immediately
};

class credentials {
public:
    // A projected service account token is rotated at 80 % of its lifetime; client-go re-reads the
    // file at this interval.
    static constexpr duration reread_after = std::chrono::seconds(60);

    // `now` and `plugin` must outlive the object. `plugin` must be set if settings.exec is. Token
    // files are read synchronously: they are small and local.
    credentials(credential_settings settings, const clock& now,
                std::function<result<std::string>(const std::string&)> read_file, logger log,
                exec_plugin* plugin = nullptr, certificate_check certificates = {});

    // Returns false if prepare() must be called before authorize(), because a plugin has to run.
    bool prepared() const;
    // Runs the plugin unless its last response is still valid. Errors: unauthorized; nothing was
    // sent.
    awaitable<result<>> prepare();
    // Adds "Authorization: Bearer ..." or "Basic ..." and the Impersonate headers, where
    // configured. Re-reads a token file after reread_after. If the file cannot be read, keeps the
    // old token and logs one line.
    credential_stamp authorize(http::request& r);
    // Call after a 401 to a request with this stamp. Looks for newer credentials immediately:
    // re-reads the files or runs the plugin. Requests that were in flight together share one
    // renewal; later callers get its result. Returns true if there are now other credentials than
    // the request had, so that a retry makes sense.
    awaitable<bool> renew(credential_stamp used);

private:
    std::uint64_t version() const;
    const secret& token() const;
    void impersonate(http::request& r) const;
    void read_token();

    credential_settings settings_;
    const clock& clock_;
    std::function<result<std::string>(const std::string&)> read_file_;
    logger log_;
    exec_plugin* plugin_;
    certificate_check certificates_;
    time_point next_read_{};
    bool failing_ = false;
    std::uint64_t tokens_ = 0, renewals_ = 0;
};

// Returns the token in a token file, without surrounding white space. Errors: bad_data if it is
// empty or contains characters that are invalid in a header.
result<secret> parse_token(std::string_view text);

// Returns the header name for an Impersonate-Extra key: invalid characters are percent-encoded, as
// the API server decodes them.
std::string impersonation_extra_header(std::string_view key);

}}  // namespace setpoint::v0
