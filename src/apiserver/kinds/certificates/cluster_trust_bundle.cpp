// ClusterTrustBundles (pkg/apis/certificates/validation, pkg/registry/certificates/clustertrustbundle).

#include "apiserver/go/pem.hpp"
#include "apiserver/kinds/certificates/certificate_data.hpp"
#include "apiserver/kinds/core/volume_sources.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t longest_bundle = 1024 * 1024;

// ValidateClusterTrustBundleName.
messages wrong_in_bundle_name(std::string_view name, std::string_view signer, bool prefix) {
    if (signer.empty()) {
        if (name.find(':') != std::string_view::npos)
            return {R"(ClusterTrustBundle without signer name must not have ":" in its name)"};
        return subdomain_name(name, prefix);
    }
    std::string first = std::string(signer) + ":";
    std::ranges::replace(first, '/', ':');
    if (!name.starts_with(first))
        return {
            fmt::format("ClusterTrustBundle for signerName {} must be named with prefix {}", signer, first)};
    return subdomain_name(name.substr(first.size()), prefix);
}

messages any_bundle_name(std::string_view, bool) {
    return {};
}

void validate_bundle_metadata(const bj::object& o, std::string_view signer, field_errors& to) {
    const bj::object& meta = object_of(o, "metadata");
    for (const char* field : {"generateName", "name"}) {
        const std::string_view name = text_at(meta, field);
        if (!name.empty())
            add_invalid(to, child("metadata", field), name,
                        wrong_in_bundle_name(name, signer, field == std::string_view("generateName")));
    }
    validate_metadata(o, false, any_bundle_name, to);
}

// What is wrong with a block; "" if it is a trust anchor.
std::string wrong_in_anchor(const go_text::pem_block& block) {
    if (block.type != "CERTIFICATE") return "has bad block type: " + block.type;
    if (block.has_headers) return "has PEM block headers";
    const auto certificate = parse_certificate(block.bytes);
    if (!certificate) return "does not parse as X.509";
    return certificate->is_authority ? "" : "does not have the CA bit set";
}

void validate_trust_anchors(std::string_view bundle, field_errors& to) {
    const std::string path = "spec.trustBundle";
    constexpr std::string_view omitted = "<value omitted>";
    if (bundle.size() > longest_bundle) {
        too_long(to, path, longest_bundle);
        return;
    }
    std::map<std::string, std::vector<std::size_t>> anchors;
    bool well_formed = true;
    for (std::size_t i = 0;; ++i) {
        auto block = go_text::next_pem_block(bundle);
        if (!block) break;
        if (const std::string wrong = wrong_in_anchor(*block); !wrong.empty()) {
            invalid(to, path, omitted, fmt::format("entry {} {}", i, wrong));
            well_formed = false;
        } else {
            anchors[std::move(block->bytes)].push_back(i);
        }
    }
    if (!well_formed) return;
    if (anchors.empty()) invalid(to, path, omitted, "at least one trust anchor must be provided");
    for (const auto& [bytes, at] : anchors)
        if (at.size() > 1)
            invalid(to, path, omitted,
                    fmt::format("duplicate trust anchor (indices [{}])", fmt::join(at, " ")));
}

void validate_any_bundle(const bj::object& o, bool with_anchors, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const std::string_view signer = text_at(spec, "signerName");
    validate_bundle_metadata(o, signer, to);
    if (!signer.empty()) validate_signer_name(signer, "spec.signerName", to);
    if (with_anchors) validate_trust_anchors(text_at(spec, "trustBundle"), to);
}

void validate_cluster_trust_bundle(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_bundle(o, true, to);
}

void validate_cluster_trust_bundle_update(const bj::object& o, const bj::object& old, const kind_context&,
                                          field_errors& to) {
    const bj::object &spec = object_of(o, "spec"), &before = object_of(old, "spec");
    validate_any_bundle(o, text_at(spec, "trustBundle") != text_at(before, "trustBundle"), to);
    validate_metadata_update(o, old, to);
    if (text_at(spec, "signerName") != text_at(before, "signerName"))
        invalid(to, "spec.signerName", text_at(spec, "signerName"), std::string(immutable));
}

constexpr cell_row cluster_trust_bundle_cells[] = {
    {"SignerName", [](const bj::object& o,
                      wall_time) { return cell_or_none(text_at(object_of(o, "spec"), "signerName")); }},
};

}  // namespace

constinit const kind_code cluster_trust_bundle_kind{.defaults = apply_go_encoding,
                                                    .validate = validate_cluster_trust_bundle,
                                                    .validate_update = validate_cluster_trust_bundle_update,
                                                    .cells = cluster_trust_bundle_cells,
                                                    .has_generation = false,
                                                    .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
