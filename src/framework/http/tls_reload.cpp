#include "setpoint/http/tls_reload.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <memory>
#include <utility>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

// Includes the sizes, so that bytes that move from the end of one file to the beginning of the next
// are a change.
std::string digest_of(const std::vector<secret>& contents) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned int size = 0;
    const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> ctx(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    EVP_DigestInit_ex(ctx.get(), EVP_sha256(), nullptr);
    for (const secret& c : contents) {
        const std::uint64_t length = c.reveal().size();
        EVP_DigestUpdate(ctx.get(), &length, sizeof length);
        EVP_DigestUpdate(ctx.get(), c.reveal().data(), c.reveal().size());
    }
    EVP_DigestFinal_ex(ctx.get(), bytes.data(), &size);
    return {reinterpret_cast<const char*>(bytes.data()), size};
}

// Returns "/home/a/.kube/config: users[0] \"admin\": client-key (/home/a/key.pem)".
std::string name_of(const tls_file& f) {
    return f.origin.empty() ? f.path : fmt::format("{} ({})", f.origin, f.path);
}

}  // namespace

tls_reload::tls_reload(const clock& now, file_reader read_file, logger log, std::vector<tls_file> files,
                       maker make, duration period)
    : clock_(now),
      read_file_(std::move(read_file)),
      log_(std::move(log)),
      files_(std::move(files)),
      make_(std::move(make)),
      period_(period) {}

result<std::vector<secret>> tls_reload::read_all() const {
    std::vector<secret> contents;
    for (const tls_file& f : files_) {
        auto content = read_file_(f.path);
        if (!content)
            return error(errc::bad_config, fmt::format("{}: {}", name_of(f), content.error().message));
        contents.emplace_back(std::move(*content));
        if (contents.back().empty())
            return error(errc::bad_config, fmt::format("{}: the file is empty", name_of(f)));
    }
    return contents;
}

result<tls_context_ptr> tls_reload::make(const std::vector<secret>& contents) const {
    auto made = make_(contents, clock_.wall_now());
    if (made) return made;
    error why = made.error();
    for (const tls_file& f : files_) {
        const std::string prefix = f.input + ": ";
        if (!why.message.starts_with(prefix)) continue;
        why.message = fmt::format("{}: {}", name_of(f), why.message.substr(prefix.size()));
        break;
    }
    return why;
}

result<> tls_reload::load() {
    // The maker may have other inputs that have changed. After a failure the digest stays, as the context.
    const std::string before = std::exchange(digest_, {});
    const auto done = refresh();
    if (done) return {};
    digest_ = before;
    return done.error();
}

// Returns whether the context is new.
result<bool> tls_reload::refresh() {
    next_check_ = saturating_add(clock_.now(), period_);
    auto done = read_again();
    if (on_read) on_read(done.has_value());
    if (done) failure_.clear();
    return done;
}

result<bool> tls_reload::read_again() {
    const auto contents = read_all();
    if (!contents) return contents.error();
    std::string digest = digest_of(*contents);
    if (digest == digest_) return false;
    auto made = make(*contents);
    if (!made) return made.error();
    context_ = std::move(*made);
    digest_ = std::move(digest);
    return true;
}

void tls_reload::start_with(tls_context_ptr made, const std::vector<secret>& contents) {
    context_ = std::move(made);
    digest_ = digest_of(contents);
    next_check_ = saturating_add(clock_.now(), period_);
}

tls_context_ptr tls_reload::current() {
    if (context_ && !files_.empty() && clock_.now() >= next_check_) check();
    return context_;
}

bool tls_reload::check() {
    if (files_.empty()) return false;
    const auto changed = refresh();
    if (!changed) keep_old(changed.error());
    if (!changed || !*changed) return false;
    std::string names;
    for (const tls_file& f : files_) names += (names.empty() ? "" : ", ") + f.path;
    log_.info("TLS files have changed; new connections use them", {{"files", names}});
    return true;
}

void tls_reload::keep_old(const error& why) {
    if (why.message == failure_) return;
    failure_ = why.message;
    log_.warn("TLS files cannot be used; keeping the previous ones", {{"error", failure_}});
}

result<tls_context_ptr> server_pair(const std::vector<secret>& contents, wall_time) {
    return make_server_tls(contents.at(0).reveal(), contents.at(1),
                           contents.size() > 2 ? contents[2].reveal() : std::string_view());
}

}}}  // namespace setpoint::v0::http
