#pragma once
// TLS contexts that follow their files: certificates, keys and CAs that are replaced on disk while the
// program runs. For clients and for servers. Decides and reads, and has no timer: who opens connections asks
// it.
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

namespace setpoint::http {

struct tls_file {
    std::string path;
    std::string input;   // as the errors of what makes the context begin: "client-key", "certificate"
    std::string origin;  // what named the file: a flag, a kubeconfig and its field; may be empty
};

// Neither copied nor moved.
class tls_reload {
public:
    // Error: the message says why it cannot be read. A small blocking read of a local file.
    using file_reader = std::function<result<std::string>(const std::string& path)>;
    // `contents`: of the files, in their order.
    using maker = std::function<result<tls_context_ptr>(const std::vector<secret>& contents, wall_time now)>;
    // controller-runtime's certwatcher looks as often (pkg/certwatcher, defaultWatchInterval).
    static constexpr duration default_period = std::chrono::seconds(10);

    // `now` and what `log` writes to outlive it.
    tls_reload(const clock& now, file_reader read_file, logger log, std::vector<tls_file> files, maker make,
               duration period = default_period);
    tls_reload(const tls_reload&) = delete;
    tls_reload& operator=(const tls_reload&) = delete;

    // Reads the files and makes the first context; later, makes one anew although the files may be the same,
    // because the maker uses something else as well that has changed. Error: bad_config, which names the file
    // and what named it; a context that was there stays.
    result<> load();
    // In place of load(): a context that was made of these contents already. Contents are not kept, but for a
    // digest of them.
    void start_with(tls_context_ptr made, const std::vector<secret>& contents);

    // The context to use for a new connection. Reads the files again when that was `period` ago or longer.
    // Null before load() and start_with().
    tls_context_ptr current();
    // Reads the files at once: after a handshake failed or credentials were refused. True when there is
    // another context now, so that trying again makes sense.
    //
    // Files that cannot be read or do not fit each other (they are being replaced) leave the context as it
    // was, with one line in the log until they can be used again or fail otherwise.
    bool check();

private:
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
    std::string digest_;   // of the contents that context_ was made of
    std::string failure_;  // that was logged; empty: the files were in order when they were last read
    time_point next_check_{};
};

// The maker of a server: contents are a certificate with those between it and its CA, and its key.
result<tls_context_ptr> server_pair(const std::vector<secret>& contents, wall_time now);

}  // namespace setpoint::http
