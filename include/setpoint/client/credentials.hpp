#pragma once
// Puts what says who we are on requests (Authorization, impersonation), and keeps it fresh.

#include "setpoint/client/credential_settings.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/message.hpp"

#include <cstdint>
#include <functional>

namespace setpoint {

class exec_plugin;

// With what a request was sent: of authorize(), for renew().
struct credential_stamp {
    std::uint64_t version = 0, renewals = 0;
};

// The client certificate's part in all this; it is not put on requests, but refused and replaced like a
// token.
struct certificate_check {
    std::function<std::uint64_t()> version;  // counts the certificates that were used
    std::function<void()> look;              // for new files, at once
};

class credentials {
public:
    // A projected service account token is rotated at 80 % of its life; client-go re-reads the file as often.
    static constexpr duration reread_after = std::chrono::seconds(60);

    // `now` and `plugin` outlive it; `plugin` is there when settings.exec is. Reading a token file is a small
    // blocking read of a local file.
    credentials(credential_settings settings, const clock& now,
                std::function<result<std::string>(const std::string&)> read_file, logger log,
                exec_plugin* plugin = nullptr, certificate_check certificates = {});

    // False: prepare() comes before authorize(), because a plugin has to be run.
    bool prepared() const;
    // Runs the plugin unless its last answer is still good. Error: unauthorized; nothing was sent.
    awaitable<result<>> prepare();
    // Adds "Authorization: Bearer ..." or "Basic ...", and the Impersonate headers; nothing when there is
    // nothing to add. Re-reads a token file that was last read reread_after ago; one that cannot be read
    // leaves the token as it was, with one line in the log.
    credential_stamp authorize(http::request& r);
    // After a 401 to a request with this stamp. Looks for newer credentials at once: re-reads the files or
    // runs the plugin. Once for all requests that were under way together: those that come later than the
    // first find out what it found. True when there are others now than the request had, so that trying again
    // makes sense.
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

// The token in the text of a token file: without the white space around it. Error: bad_data when it is empty
// or holds what cannot go into a header.
result<secret> parse_token(std::string_view text);

// A key of Impersonate-Extra as it stands in the header's name: what a name cannot hold is percent-encoded,
// as the API server decodes it.
std::string impersonation_extra_header(std::string_view key);

}  // namespace setpoint
