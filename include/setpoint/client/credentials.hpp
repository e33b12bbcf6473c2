#pragma once
// Puts the Authorization header on requests and keeps a token file's token fresh.

#include <setpoint/client/kubeconfig.hpp>
#include <setpoint/core/log.hpp>
#include <setpoint/http/message.hpp>

namespace setpoint {

class credentials {
public:
    // A projected service account token is rotated at 80 % of its life; client-go re-reads the file as often.
    static constexpr duration reread_after = std::chrono::seconds(60);

    // `now` outlives it. Reading a token file is a small blocking read of a local file.
    credentials(credential_settings settings, const clock& now,
                std::function<result<std::string>(const std::string&)> read_file, logger log);

    // Adds "Authorization: Bearer ..." or "Basic ..."; nothing when there is nothing to add. Re-reads a token
    // file that was last read reread_after ago; one that cannot be read leaves the token as it was, with one
    // line in the log.
    void authorize(http::request& r);
    // After a 401: re-reads the token file at once. True when there is another token now, so that trying
    // again makes sense.
    bool renew();

private:
    bool read_token();

    credential_settings settings_;
    const clock& clock_;
    std::function<result<std::string>(const std::string&)> read_file_;
    logger log_;
    time_point next_read_{};
    bool failing_ = false;
};

// The token in the text of a token file: without the white space around it. Error: bad_data when it is empty
// or holds what cannot go into a header.
result<secret> parse_token(std::string_view text);

}  // namespace setpoint
