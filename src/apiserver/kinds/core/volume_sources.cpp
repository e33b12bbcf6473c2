#include "apiserver/kinds/core/volume_sources.hpp"

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/pattern.hpp"
#include "framework/core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Go's net.SplitHostPort accepts "host:port", "[host]:port" and an empty host or port.
bool is_host_and_port(std::string_view s) {
    const std::size_t colon = s.rfind(':');
    if (colon == std::string_view::npos) return false;
    std::string_view host = s.substr(0, colon), port = s.substr(colon + 1);
    if (host.starts_with('[')) {
        if (!host.ends_with(']') || host.find(']') + 1 != host.size()) return false;
        host = host.substr(1, host.size() - 2);
    } else if (host.find(':') != std::string_view::npos) {
        return false;
    }
    return host.find_first_of("[]") == std::string_view::npos &&
           port.find_first_of("[]") == std::string_view::npos;
}

// The labels of a domain or of a path, which Kubernetes validates up to the first invalid one.
template <class Check>
std::size_t validate_segment(std::string_view segment, Check check, const std::string& path,
                             field_errors& to) {
    std::size_t labels = 0;
    bool valid = true;
    for (std::string_view rest = segment;;) {
        const std::size_t dot = rest.find('.');
        const std::string_view label = rest.substr(0, dot);
        ++labels;
        const messages wrong = valid ? check(label) : messages{};
        for (const std::string& why : wrong)
            invalid(to, path, segment, fmt::format("validating label \"{}\": {}", label, why));
        valid = valid && wrong.empty();
        if (dot == std::string_view::npos) return labels;
        rest.remove_prefix(dot + 1);
    }
}

}  // namespace

void validate_host_path_type(const bj::object& source, const std::string& path, field_errors& to) {
    static const std::vector<std::string> types{
        "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"};
    const std::string_view type = text_at(source, "type");
    if (text_at(source, "path").empty() || std::ranges::find(types, type) != types.end()) return;
    not_supported(to, child(path, "type"), type, types);
}

void validate_flocker_source(const bj::object& source, const std::string& path, field_errors& to) {
    const std::string_view name = text_at(source, "datasetName"), uuid = text_at(source, "datasetUUID");
    if (name.empty() && uuid.empty()) required(to, path, "one of datasetName and datasetUUID is required");
    if (!name.empty() && !uuid.empty())
        invalid(to, path, "resource", "datasetName and datasetUUID can not be specified simultaneously");
    if (name.find('/') != std::string_view::npos)
        invalid(to, child(path, "datasetName"), name, "must not contain '/'");
}

void validate_nfs_path(const bj::object& source, const std::string& path, field_errors& to) {
    const std::string_view target = text_at(source, "path");
    if (!target.starts_with('/')) invalid(to, child(path, "path"), target, "must be an absolute path");
}

void validate_quobyte_registry(const bj::object& source, const std::string& path, field_errors& to) {
    constexpr std::size_t longest_tenant = 64;
    constexpr const char* wanted = "must be a host:port pair or multiple pairs separated by commas";
    const std::string_view registry = text_at(source, "registry");
    if (registry.empty()) {
        required(to, child(path, "registry"), wanted);
        return;
    }
    if (text_at(source, "tenant").size() > longest_tenant) {
        required(to, child(path, "tenant"), "must be a UUID and may not exceed a length of 64 characters");
        return;
    }
    for (std::string_view rest = registry;;) {
        const std::size_t comma = rest.find(',');
        if (!is_host_and_port(rest.substr(0, comma))) invalid(to, child(path, "registry"), registry, wanted);
        if (comma == std::string_view::npos) return;
        rest.remove_prefix(comma + 1);
    }
}

void validate_fibre_channel(const bj::object& source, const std::string& path, field_errors& to) {
    const bj::array &names = list_of(source, "targetWWNs"), &ids = list_of(source, "wwids");
    if (names.empty() && ids.empty())
        required(to, child(path, "targetWWNs"), "must specify either targetWWNs or wwids, but not both");
    if (names.empty()) return;
    if (!ids.empty())
        invalid_unsorted(to, child(path, "targetWWNs"), bj::value(names),
                         "targetWWNs and wwids can not be specified simultaneously");
    const auto lun = number_at(source, "lun");
    if (!lun) {
        required(to, child(path, "lun"), "lun is required if targetWWNs is specified");
    } else if (*lun < 0 || *lun > 255) {
        invalid(to, child(path, "lun"), bj::value(*lun), "must be between 0 and 255, inclusive");
    }
}

void validate_flex_options(const bj::object& source, const std::string& path, field_errors& to) {
    for (const auto& pair : object_of(source, "options")) {
        const std::string_view key = pair.key();
        const std::string domain = "." + lower_case(key.substr(0, key.find('/')));
        if (domain.ends_with(".kubernetes.io") || domain.ends_with(".k8s.io"))
            invalid(to, keyed(child(path, "options"), key), key,
                    "kubernetes.io and k8s.io namespaces are reserved");
    }
}

void validate_azure_disk_uri(const bj::object& source, const std::string& path, field_errors& to) {
    const bj::value* kind = value_at(source, "kind");
    if (kind == nullptr) return;
    const std::string_view uri = text_at(source, "diskURI");
    const bool managed = text_of(*kind) == "Managed";
    if (uri.starts_with(managed ? "/subscriptions/" : "https://")) return;
    not_supported(
        to, child(path, "diskURI"), uri,
        {managed ? "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/"
                   "{disk-id}"
                 : "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"});
}

bool is_iscsi_name(std::string_view name) {
    std::string why;
    static const auto iqn = pattern::compile(R"(iqn\.\d{4}-\d{2}\.([[:alnum:]\-.]+)(:[^,;*&$|\s]+)$)", why),
                      eui = pattern::compile("^eui.[[:alnum:]]{16}$", why),
                      naa = pattern::compile("^naa.[[:alnum:]]{32}$", why);
    const auto& p = name.starts_with("iqn") ? iqn : name.starts_with("eui") ? eui : naa;
    return p == nullptr || p->matches(name);
}

void validate_signer_name(std::string_view name, const std::string& path, field_errors& to) {
    constexpr std::size_t longest_domain = 253, longest = longest_domain + 1 + 253 + 63 + 1;
    if (name.empty()) {
        required(to, path);
        return;
    }
    if (std::ranges::count(name, '/') != 1) {
        invalid(to, path, name,
                "must be a fully qualified domain and path of the form 'example.com/signer-name'");
        return;
    }
    const std::size_t slash = name.find('/');
    const std::string_view domain = name.substr(0, slash), rest = name.substr(slash + 1);
    if (domain.size() > longest_domain) too_long(to, path, longest_domain);
    if (validate_segment(domain, dns1123_label, path, to) < 2)
        invalid(to, path, domain, "should be a domain with at least two segments separated by dots");
    validate_segment(rest, dns1123_subdomain, path, to);
    if (name.size() > longest) too_long(to, path, longest);
}

void validate_user_annotations(const bj::object& annotations, const std::string& path, field_errors& to) {
    constexpr std::size_t most = 256 * 1024;
    std::size_t size = 0;
    for (const auto& [k, v] : annotations) {
        const std::string key = lower_case(k);
        const messages wrong = qualified_name(key);
        size += key.size() + text_of(v).size();
        if (key.empty())
            required(to, path);
        else if (!wrong.empty())
            add_invalid(to, path, key, wrong);
        else if (key.find('/') == std::string::npos)
            invalid(to, path, key, R"(must be a domain-prefixed key (such as "acme.io/foo"))");
    }
    if (size > most) too_long(to, path, most);
}

bool is_kubernetes_signer(std::string_view name) {
    const std::string_view domain = name.substr(0, name.find('/'));
    return domain == "kubernetes.io" || domain.ends_with(".kubernetes.io");
}

}}}  // namespace setpoint::v0::apiserver
