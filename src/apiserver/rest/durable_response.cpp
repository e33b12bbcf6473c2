// Responses of a server with a data folder.
#include "apiserver/rest/router.hpp"
#include "apiserver/state/durability.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Writes of others that fail undo what a read has seen; it then reads again.
constexpr int most_reads = 5;

bool only_reads(const http::server_request& r) {
    return r.method == "GET" || r.method == "HEAD";
}

// With a full disk in the words of kube-apiserver, whose etcd has reached its quota.
api_error not_kept(const error& why) {
    if (why.code == errc::too_large) return {500, "", "etcdserver: mvcc: database space exceeded", {}};
    return {500, "", fmt::format("the data folder cannot be written: {}", why.message), {}};
}

}  // namespace

awaitable<http::response> router::handle(const http::server_request& r, user_ptr as) {
    return state_->kept ? handle_durably(r, std::move(as)) : handle_now(r, std::move(as));
}

awaitable<http::response> router::handle_durably(const http::server_request& r, user_ptr as) {
    const std::shared_ptr<durability> kept = state_->kept;
    for (int reads = 1;; ++reads) {
        const std::uint64_t since = kept->undone();
        http::response out = co_await handle_now(r, as);
        if (co_await kept->saved(since)) co_return out;
        if (only_reads(r) && reads < most_reads) continue;
        http::response failed = error_response(not_kept(kept->failure()), r);
        for (const char* name : {"Audit-Id", "Cache-Control"})
            if (const auto value = http::find_header(out.headers, name); !value.empty())
                failed.headers.push_back({name, std::string(value)});
        co_return failed;
    }
}

}}}  // namespace setpoint::v0::apiserver
