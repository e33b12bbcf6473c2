#include "apiserver/controllers/trust_bundle/publisher.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/go/pem.hpp"
#include "apiserver/kinds/certificates/certificate_data.hpp"

#include <fmt/format.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t hash_bytes_in_name = 12;

}  // namespace

bool are_trust_anchors(std::string_view pem) {
    bool any = false;
    while (const auto block = go_text::next_pem_block(pem)) {
        const auto certificate = parse_certificate(block->bytes);
        if (!certificate || !certificate->is_authority) return false;
        any = true;
    }
    return any;
}

std::string bundle_name(std::string_view signer, std::string_view pem) {
    std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
    SHA256(reinterpret_cast<const unsigned char*>(pem.data()), pem.size(), hash.data());
    std::string name(signer);
    std::ranges::replace(name, '/', ':');
    name += ':';
    for (const unsigned char byte : std::span(hash).first(hash_bytes_in_name))
        name += fmt::format("{:02x}", byte);
    return name;
}

bundle_plan plan_bundles(const std::vector<snapshot<trust_bundle>>& all, std::string_view pem) {
    const std::string name = bundle_name(serving_signer, pem);
    bundle_plan plan;
    plan.create = true;
    for (const snapshot<trust_bundle>& b : all) {
        if (b->spec.signer_name != serving_signer) continue;
        if (b->metadata.name != name) {
            plan.old.push_back(b);
            continue;
        }
        plan.create = false;
        if (b->spec.trust_bundle != pem) plan.correct = b;
    }
    return plan;
}

awaitable<outcome> trust_bundle_publisher::reconcile(context&, object_key) {
    const auto all = co_await api_.list<trust_bundle>();
    if (!all) co_return all.error();
    const bundle_plan plan = plan_bundles(*all, ca_);
    if (plan.create) {
        const auto made = co_await create();
        if (!made) co_return made.error();
    }
    if (plan.correct) {
        const auto corrected = co_await correct(plan.correct);
        if (!corrected) co_return corrected.error();
    }
    outcome ended = outcome::done();
    for (const snapshot<trust_bundle>& b : plan.old) {
        auto removed = co_await api_.remove<trust_bundle>(key_of(*b));
        if (!removed && removed.error().code != errc::not_found) ended = removed.error();
    }
    co_return ended;
}

awaitable<result<>> trust_bundle_publisher::create() {
    trust_bundle b;
    b.metadata.name = bundle_name(serving_signer, ca_);
    b.spec.signer_name = serving_signer;
    b.spec.trust_bundle = ca_;
    const auto made = co_await api_.create(b, as_controller_manager());
    if (!made) co_return made.error();
    co_return result<>();
}

awaitable<result<>> trust_bundle_publisher::correct(snapshot<trust_bundle> b) {
    boost::json::object spec, patch;
    spec["trustBundle"] = ca_;
    patch["spec"] = std::move(spec);
    const auto written = co_await api_.merge_patch<trust_bundle>(key_of(*b), std::move(patch),
                                                                 as_controller_manager_at(b->metadata));
    if (!written) co_return written.error();
    co_return result<>();
}

}}}  // namespace setpoint::v0::apiserver
