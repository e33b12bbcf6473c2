// Ingresses (pkg/apis/networking/validation, pkg/registry/networking/ingress).

#include "apiserver/go/net.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/addresses.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/field_error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool has_wildcard(std::string_view host) {
    return host.find('*') != std::string_view::npos;
}

void validate_host_pattern(std::string_view host, const std::string& path, field_errors& to) {
    add_invalid(to, path, host, has_wildcard(host) ? wildcard_subdomain(host) : dns1123_subdomain(host));
}

bool is_ip(std::string_view text) {
    return sloppy_ip(text) != address_family::none;
}

void validate_backend_service(const bj::object& service, const std::string& path, field_errors& to) {
    const std::string here = child(path, "service");
    validate_label_name(service, "name", here, to);
    const bj::object& port = object_of(service, "port");
    const std::string_view name = text_at(port, "name");
    const std::int64_t number = number_at(port, "number").value_or(0);
    if (!name.empty() && number != 0) {
        invalid(to, path, "", "cannot set both port name & port number");
    } else if (!name.empty()) {
        add_invalid(to, child(here, "port.name"), name, port_name(name));
    } else if (number != 0) {
        add_invalid(to, child(here, "port.number"), bj::value(number), port_number(number));
    } else {
        required(to, path, "port name or number is required");
    }
}

void validate_backend(const bj::object& backend, const std::string& path, field_errors& to) {
    const bj::object *resource = object_at(backend, "resource"), *service = object_at(backend, "service");
    if (resource != nullptr && service != nullptr) {
        invalid(to, path, "", "cannot set both resource and service backends");
    } else if (resource != nullptr) {
        const std::string here = child(path, "resource");
        if (const bj::value* group = value_at(*resource, "apiGroup"))
            add_invalid(to, child(here, "apiGroup"), *group, dns1123_subdomain(text_of(*group)));
        for (const char* key : {"kind", "name"}) {
            const std::string_view text = text_at(*resource, key);
            if (text.empty()) required(to, child(here, key));
            add_invalid(to, child(here, key), text, path_segment(text, false));
        }
    } else if (service != nullptr) {
        validate_backend_service(*service, path, to);
    } else {
        invalid(to, path, "", "resource or service backend is required");
    }
}

void validate_ingress_path(const bj::object& o, const std::string& path, field_errors& to) {
    const bj::value* type = value_at(o, "pathType");
    if (type == nullptr) {
        required(to, child(path, "pathType"), "pathType must be specified");
        return;
    }
    const std::string_view kind = text_of(*type), text = text_at(o, "path");
    const std::string here = child(path, "path");
    const bool strict = kind == "Exact" || kind == "Prefix";
    if (!strict && kind != "ImplementationSpecific")
        not_supported(to, child(path, "pathType"), kind, {"Exact", "ImplementationSpecific", "Prefix"});
    if ((strict || (kind == "ImplementationSpecific" && !text.empty())) && !text.starts_with('/'))
        invalid(to, here, text, "must be an absolute path");
    for (const std::string_view sequence : {"//", "/./", "/../", "%2f", "%2F"}) {
        if (strict && text.find(sequence) != std::string_view::npos)
            invalid(to, here, text, fmt::format("must not contain '{}'", sequence));
    }
    for (const std::string_view end : {"/..", "/."})
        if (strict && text.ends_with(end)) invalid(to, here, text, fmt::format("cannot end with '{}'", end));
    validate_backend(object_of(o, "backend"), child(path, "backend"), to);
}

void validate_rule_value(const bj::object& rule, const std::string& path, field_errors& to) {
    const bj::object* http = object_at(rule, "http");
    if (http == nullptr) return;
    const std::string here = child(path, "http.paths");
    const bj::array& paths = list_of(*http, "paths");
    if (paths.empty()) required(to, here);
    for_each_object(
        paths, [&](const bj::object& p, std::size_t i) { validate_ingress_path(p, indexed(here, i), to); });
}

void validate_ingress_rule(const bj::object& rule, bool any_below_wildcard, const std::string& path,
                           field_errors& to) {
    const std::string_view host = text_at(rule, "host");
    if (!host.empty()) {
        if (is_ip(host)) invalid(to, child(path, "host"), host, "must be a DNS name, not an IP address");
        validate_host_pattern(host, child(path, "host"), to);
    }
    if (!has_wildcard(host) || !any_below_wildcard) validate_rule_value(rule, path, to);
}

// What an update tolerates because the ingress had it before.
struct old_ingress {
    bool secret_names = false, below_wildcards = false;
};

old_ingress tolerated_in_ingress(const bj::object& spec) {
    old_ingress out;
    for_each_object(list_of(spec, "tls"), [&](const bj::object& tls, std::size_t) {
        const std::string_view name = text_at(tls, "secretName");
        out.secret_names = out.secret_names || (!name.empty() && !dns1123_subdomain(name).empty());
    });
    for_each_object(list_of(spec, "rules"), [&](const bj::object& rule, std::size_t) {
        field_errors errors;
        if (has_wildcard(text_at(rule, "host"))) validate_rule_value(rule, "", errors);
        out.below_wildcards = out.below_wildcards || !errors.empty();
    });
    return out;
}

void validate_tls(const bj::object& spec, const old_ingress& had, field_errors& to) {
    for_each_object(list_of(spec, "tls"), [&](const bj::object& tls, std::size_t i) {
        const std::string path = indexed("spec.tls", i);
        const bj::array& hosts = list_of(tls, "hosts");
        for (std::size_t k = 0; k < hosts.size(); ++k)
            validate_host_pattern(text_of(hosts[k]), indexed(child(path, "hosts"), k), to);
        const std::string_view name = text_at(tls, "secretName");
        if (!name.empty() && !had.secret_names)
            add_invalid(to, child(path, "secretName"), name, dns1123_subdomain(name));
    });
}

void validate_ingress_spec(const bj::object& spec, const old_ingress& had, field_errors& to) {
    const bj::array& rules = list_of(spec, "rules");
    const bj::object* backend = object_at(spec, "defaultBackend");
    if (rules.empty() && backend == nullptr) {
        const bj::value* sent = value_at(spec, "rules");
        invalid_unsorted(to, "spec", sent == nullptr ? bj::value() : *sent,
                         "either `defaultBackend` or `rules` must be specified");
    }
    if (backend != nullptr) validate_backend(*backend, "spec.defaultBackend", to);
    for_each_object(rules, [&](const bj::object& rule, std::size_t i) {
        validate_ingress_rule(rule, had.below_wildcards, indexed("spec.rules", i), to);
    });
    validate_tls(spec, had, to);
    if (const bj::value* name = value_at(spec, "ingressClassName"))
        add_invalid(to, "spec.ingressClassName", *name, dns1123_subdomain(text_of(*name)));
}

void validate_ingress(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    const bj::object& spec = object_of(o, "spec");
    validate_ingress_spec(spec, {}, to);
    constexpr std::string_view annotation = "kubernetes.io/ingress.class";
    const bj::value *annotated = value_at(object_of(o, {"metadata", "annotations"}), annotation),
                    *name = value_at(spec, "ingressClassName");
    if (annotated != nullptr && name != nullptr && *annotated != *name)
        invalid(to, child("annotations", annotation), *annotated,
                "must match `ingressClassName` when both are specified");
}

void validate_ingress_status(const bj::object& o, const bj::object& old, field_errors& to) {
    const std::string path = "status.loadBalancer.ingress";
    old_addresses had;
    for_each_object(list_of(object_of(old, {"status", "loadBalancer"}), "ingress"),
                    [&](const bj::object& i, std::size_t) { had.insert(text_at(i, "ip")); });
    for_each_object(list_of(object_of(o, {"status", "loadBalancer"}), "ingress"),
                    [&](const bj::object& ingress, std::size_t i) {
                        const std::string_view ip = text_at(ingress, "ip"),
                                               host = text_at(ingress, "hostname");
                        if (!ip.empty() && !had.contains(ip))
                            validate_ip(ip, child(indexed(path, i), "ip"), to);
                        if (host.empty()) return;
                        const std::string here = child(indexed(path, i), "hostname");
                        add_invalid(to, here, host, dns1123_subdomain(host));
                        if (is_ip(host)) invalid(to, here, host, "must be a DNS name, not an IP address");
                    });
}

void validate_ingress_update(const bj::object& o, const bj::object& old, const kind_context& c,
                             field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_ingress_status(o, old, to);
        return;
    }
    validate_metadata(o, true, subdomain_name, to);
    validate_ingress_spec(object_of(o, "spec"), tolerated_in_ingress(object_of(old, "spec")), to);
}

void warn_of_ingress(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    constexpr std::string_view note = "kubernetes.io/ingress.class";
    if (!old && object_of(o, {"metadata", "annotations"}).contains(note) &&
        !value_at(object_of(o, "spec"), "ingressClassName"))
        to.push_back(
            fmt::format("annotation \"{}\" is deprecated, please use 'spec.ingressClassName' instead", note));
}

bj::value ingress_hosts_cell(const bj::object& o, wall_time) {
    constexpr std::size_t most = 3;
    const bj::array& rules = list_of(object_of(o, "spec"), "rules");
    std::vector<std::string> hosts;
    bool more = false;
    for_each_object(rules, [&](const bj::object& rule, std::size_t) {
        if (hosts.size() == most) more = true;
        if (!more && !text_at(rule, "host").empty()) hosts.emplace_back(text_at(rule, "host"));
    });
    if (hosts.empty()) return "*";
    const std::string shown = fmt::format("{}", fmt::join(hosts, ","));
    return cell(more ? fmt::format("{} + {} more...", shown, rules.size() - most) : shown);
}

bj::value ingress_address_cell(const bj::object& o, wall_time) {
    std::set<std::string> all;
    for_each_object(list_of(object_of(o, {"status", "loadBalancer"}), "ingress"),
                    [&](const bj::object& i, std::size_t) {
                        const std::string_view ip = text_at(i, "ip"), host = text_at(i, "hostname");
                        if (!ip.empty() || !host.empty()) all.emplace(ip.empty() ? host : ip);
                    });
    return cell(fmt::format("{}", fmt::join(all, ",")));
}

constexpr cell_row ingress_cells[] = {
    {"Class",
     [](const bj::object& o, wall_time) {
         const bj::value* name = value_at(object_of(o, "spec"), "ingressClassName");
         return name == nullptr ? cell("<none>") : *name;
     }},
    {"Hosts", ingress_hosts_cell},
    {"Address", ingress_address_cell},
    {"Ports",
     [](const bj::object& o, wall_time) {
         return cell(list_of(object_of(o, "spec"), "tls").empty() ? "80" : "80, 443");
     }},
};

}  // namespace

constinit const kind_code ingress_kind{.defaults = apply_go_encoding,
                                       .prepare_create = create_without_status,
                                       .prepare_update = update_spec_or_status,
                                       .validate = validate_ingress,
                                       .validate_update = validate_ingress_update,
                                       .warn = warn_of_ingress,
                                       .cells = ingress_cells};

}}}  // namespace setpoint::v0::apiserver
