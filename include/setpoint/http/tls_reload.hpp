#pragma once
// TLS contexts that follow their files: certificates, keys and CAs that are replaced on disk while
// the program runs. For clients and servers. It reads the files but has no timer: callers ask for
// the context when they open a connection.
//
//     tls_reload reload(l.time(), read_file, log,
//                       {{"/tls/tls.crt", "certificate", "--tls-cert-file"},
//                        {"/tls/tls.key", "key", "--tls-private-key-file"}},
//                       server_pair);
//     if (const auto ok = reload.load(); !ok) return ok.error();
//     options.tls = [&reload] { return reload.current(); };

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/secret.hpp"
#include "setpoint/http/tls.hpp"

#include <functional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace http {

// `input` connects an error of the maker, which begins with that word, to the file that has to be
// replaced.
struct tls_file {
    std::string path;
    std::string input;  // as in the maker's errors: "client-key", "certificate"
    // the setting that names the file: a flag, a kubeconfig field; may be empty
    std::string origin;
};

// Cannot be copied or moved.
class tls_reload {
public:
    // Reads a small local file synchronously. On error, the message is the reason.
    using file_reader = std::function<result<std::string>(const std::string& path)>;
    // Creates a context from the files' contents, in order.
    using maker = std::function<result<tls_context_ptr>(const std::vector<secret>& contents, wall_time now)>;
    // The interval of controller-runtime's certwatcher (pkg/certwatcher, defaultWatchInterval).
    static constexpr duration default_period = std::chrono::seconds(10);

    // `now` and the sink of `log` must outlive it.
    tls_reload(const clock& now, file_reader read_file, logger log, std::vector<tls_file> files, maker make,
               duration period = default_period);
    tls_reload(const tls_reload&) = delete;
    tls_reload& operator=(const tls_reload&) = delete;

    // Reads the files and creates the first context. Later calls create a new one even if the files
    // are unchanged, for makers with other inputs that change. Errors: bad_config, which names the
    // file and its setting; an existing context stays.
    result<> load();
    // Instead of load(): uses a context that was created from these contents. Only a digest of them
    // is kept.
    void start_with(tls_context_ptr made, const std::vector<secret>& contents);

    // Returns the context for a new connection, or null before load() and start_with(). Reads the
    // files again if that was `period` ago or longer.
    tls_context_ptr current();
    // Reads the files immediately: after a failed handshake or refused credentials. Returns true if
    // the context has changed, so that a retry makes sense.
    //
    // If files cannot be read or do not match (they are being replaced), the context stays. This is
    // logged once, until the files are usable or fail in another way.
    bool check();

    // Called after each attempt to read the files, for metrics. Must not call back.
    std::function<void(bool usable)> on_read;

private:
    result<bool> refresh();
    result<bool> read_again();
    result<std::vector<secret>> read_all() const;
    result<tls_context_ptr> make(const std::vector<secret>& contents) const;
    void keep_old(const error& why);

    const clock& clock_;
    file_reader read_file_;
    logger log_;
    std::vector<tls_file> files_;
    maker make_;
    duration period_;
    tls_context_ptr context_;
    std::string digest_;   // of the contents of context_
    std::string failure_;  // the last logged failure; empty if the files were valid when last read
    time_point next_check_{};
};

// The maker for a server: contents are a certificate with its intermediates, the key and, if clients
// need certificates too, their CAs.
result<tls_context_ptr> server_pair(const std::vector<secret>& contents, wall_time now);

}}}  // namespace setpoint::v0::http
