#include "apiserver/kinds/certificates/issued_chain.hpp"

#include "apiserver/go/net.hpp"
#include "apiserver/go/pem.hpp"
#include "apiserver/kinds/certificates/certificate_data.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/base64.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr const char *chain_path = "status.certificateChain", *from_path = "status.notBefore",
                     *to_path = "status.notAfter", *refresh_path = "status.beginRefreshAt";

// --- the first certificate ---

std::optional<certificate_data> leaf_of(std::string_view& rest, field_errors& to) {
    const std::string_view chain = rest;
    const auto block = go_text::next_pem_block(rest);
    std::optional<certificate_data> leaf;
    if (!block) {
        invalid(to, chain_path, chain, "issued certificate chain must contain at least one certificate");
    } else if (block->type != "CERTIFICATE") {
        invalid(to, chain_path, chain,
                "issued certificate chain must consist entirely of CERTIFICATE PEM blocks");
    } else {
        leaf = parse_certificate(block->bytes);
        if (!leaf) invalid(to, chain_path, chain, "leaf certificate does not parse as valid X.509");
    }
    return leaf;
}

void validate_subject_names(const certificate_data& leaf, field_errors& to) {
    for (const std::string& name : leaf.dns_names) {
        if (name.empty()) invalid(to, chain_path, name, "leaf certificate should not contain empty DNSName");
        if (name.find("..") != std::string::npos)
            invalid(to, chain_path, name, "leaf certificate's DNSName should not contain '..'");
        if (name.starts_with('.') || name.ends_with('.'))
            invalid(to, chain_path, name, "leaf certificate's DNSName should not start or end with '.'");
    }
    for (const std::string& address : leaf.mail_addresses)
        if (!is_mail_address(address))
            invalid(to, chain_path, address, "leaf certificate should not contain invalid EmailAddress");
}

bool validate_leaf_key(const bj::object& spec, std::string_view chain, const certificate_data& leaf,
                       field_errors& to) {
    const auto request =
        parse_certificate_request(base64_decode(text_at(spec, "stubPKCS10Request")).value_or(std::string()));
    if (!request) {
        invalid_without_value(to, "spec.stubPKCS10Request", "must be a valid PKCS#10 CSR");
        return false;
    }
    if (request->key == nullptr ||
        (leaf.key != nullptr && EVP_PKEY_eq(request->key.get(), leaf.key.get()) == 1))
        return true;
    invalid(to, chain_path, chain, "leaf certificate was not issued to the requested public key");
    return false;
}

// --- times ---

struct issued_window {
    std::chrono::sys_seconds not_before{}, refresh{}, not_after{};
};

issued_window read_window(const bj::object& status, field_errors& to) {
    const auto read = [&](const char* key, const char* path, const char* rule) {
        const auto parsed = timestamp::parse(text_at(status, key));
        if (!parsed || !parsed->is_set()) {
            required(to, path, std::string("must be present and ") + rule);
            return std::chrono::sys_seconds();
        }
        return parsed->value();
    };
    issued_window out;
    out.not_before = read("notBefore", from_path, "consistent with the issued certificate");
    out.not_after = read("notAfter", to_path, "consistent with the issued certificate");
    out.refresh = read("beginRefreshAt", refresh_path, "in the range [notbefore+10min, notafter-10min]");
    return out;
}

// A time.Duration, as JSON has it.
bj::value nanoseconds_in(seconds d) {
    constexpr std::int64_t second = 1'000'000'000, most = std::numeric_limits<std::int64_t>::max();
    if (d.count() > most / second) return bj::value(most);
    return bj::value(std::max<std::int64_t>(d.count(), -most / second) * second);
}

bool validate_lifetime(const bj::object& spec, const certificate_data& leaf, field_errors& to) {
    const seconds lifetime = leaf.not_after - leaf.not_before;
    const std::int64_t most = number_at(spec, "maxExpirationSeconds").value_or(0);
    if (lifetime < std::chrono::hours(1))
        invalid(to, chain_path, nanoseconds_in(lifetime), "leaf certificate lifetime must be >= 1 hour");
    else if (lifetime > seconds(most))
        invalid(to, chain_path, nanoseconds_in(lifetime),
                fmt::format("leaf certificate lifetime must be <= spec.maxExpirationSeconds ({})", most));
    else
        return true;
    return false;
}

bool is_near(std::chrono::sys_seconds t, wall_time now) {
    return t > std::chrono::floor<seconds>(now - minutes(5)) &&
           t < std::chrono::ceil<seconds>(now + minutes(5));
}

void validate_window(const bj::object& spec, const bj::object& status, const issued_window& window,
                     const certificate_data& leaf, wall_time now, field_errors& to) {
    const auto wrong = [&](const char* path, const char* key, const char* why) {
        invalid(to, path, text_at(status, key), why);
    };
    if (window.not_before != leaf.not_before)
        wrong(from_path, "notBefore", "must be set to the NotBefore time encoded in the leaf certificate");
    else if (!is_near(window.not_before, now))
        wrong(from_path, "notBefore", "must be set to within 5 minutes of kube-apiserver's current time");
    else if (window.not_after != leaf.not_after)
        wrong(to_path, "notAfter", "must be set to the NotAfter time encoded in the leaf certificate");
    else if (!validate_lifetime(spec, leaf, to))
        return;
    else if (window.refresh < window.not_before + minutes(10))
        wrong(refresh_path, "beginRefreshAt", "must be at least 10 minutes after status.notBefore");
    else if (window.refresh > window.not_after - minutes(10))
        wrong(refresh_path, "beginRefreshAt", "must be at least 10 minutes before status.notAfter");
}

// --- the other certificates ---

void validate_intermediates(std::string_view rest, std::string_view chain, field_errors& to) {
    while (const auto block = go_text::next_pem_block(rest)) {
        if (block->type != "CERTIFICATE") {
            invalid(to, chain_path, chain,
                    "issued certificate chain must consist entirely of CERTFICATE PEM blocks");
            return;
        }
        if (!parse_certificate(block->bytes)) {
            invalid(to, chain_path, chain, "intermediate certificate does not parse as valid X.509");
            return;
        }
    }
}

}  // namespace

void validate_issued_chain(const bj::object& spec, const bj::object& status, wall_time now,
                           field_errors& to) {
    constexpr std::size_t longest = std::size_t{100} * 1024;
    const std::string_view chain = text_at(status, "certificateChain");
    if (chain.size() > longest) {
        too_long(to, chain_path, longest);
        return;
    }
    std::string_view rest = chain;
    const auto leaf = leaf_of(rest, to);
    if (!leaf) return;
    const std::size_t errors = to.size();
    validate_subject_names(*leaf, to);
    if (!validate_leaf_key(spec, chain, *leaf, to)) return;
    const issued_window window = read_window(status, to);
    if (to.size() == errors) validate_window(spec, status, window, *leaf, now, to);
    if (to.size() == errors) validate_intermediates(rest, chain, to);
}

}}}  // namespace setpoint::v0::apiserver
