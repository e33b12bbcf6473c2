// Reads and validates a policy, with the errors of Go's decoder and of ValidatePolicy.
#include "apiserver/audit/policy.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/kinds/shared/names.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/request/body.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

namespace {

constexpr std::string_view group_version = "audit.k8s.io/v1";
constexpr const char* allowed_stages =
    "allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic";

// Go's decoder: the first value of a wrong type is an error, unknown fields are collected.
class decoder {
public:
    using field_reader = std::function<void(const bj::value&)>;

    // The object at `path`, of the Go type `type`; each field has a reader.
    void object(const bj::value& v, std::string_view type, const std::string& path,
                std::initializer_list<std::pair<std::string_view, field_reader>> fields) {
        for (const auto& [key, value] : v.get_object()) {
            const auto* const known =
                std::ranges::find(fields, std::string_view(key), [](const auto& f) { return f.first; });
            const std::string at = path.empty() ? std::string(key) : child(path, key);
            if (known == fields.end()) {
                unknown.push_back(fmt::format("unknown field {}", go_text::quoted(at)));
                continue;
            }
            if (value.is_null()) continue;
            type_ = type;
            path_ = at;
            known->second(value);
        }
    }
    void text(const bj::value& v, std::string_view type, std::string& to) {
        if (v.is_string())
            to = v.get_string();
        else
            wrong(v, type);
    }
    std::optional<bool> flag(const bj::value& v) {
        if (v.is_bool()) return v.get_bool();
        wrong(v, "bool");
        return std::nullopt;
    }
    void texts(const bj::value& v, std::string_view type, std::vector<std::string>& to) {
        each(v, type, [&](const bj::value& one) {
            std::string& last = to.emplace_back();
            if (!one.is_null()) text(one, type, last);
        });
    }
    // Calls f for the elements of a list.
    template <class F>
    void each(const bj::value& v, std::string_view type, F f) {
        if (!v.is_array()) return wrong(v, fmt::format("[]{}", type));
        for (const bj::value& one : v.get_array()) f(one);
    }
    // The same for a list of objects; f gets the path of each.
    template <class F>
    void objects(const bj::value& v, std::string_view type, F f) {
        const std::string of = path_;
        const std::string_view in = type_;
        std::size_t i = 0;
        each(v, type, [&](const bj::value& one) {
            const std::size_t index = i++;
            type_ = in;
            path_ = of;
            static const bj::value empty = bj::object();
            if (one.is_object() || one.is_null())
                f(one.is_null() ? empty : one, indexed(of, index));
            else
                wrong(one, type);
        });
    }
    void wrong(const bj::value& v, std::string_view type) {
        if (!error.empty()) return;
        error = fmt::format("json: cannot unmarshal {} into Go struct field {}.{} of type {}",
                            go_text::json_kind(v), type_, without_indexes(path_), type);
    }

    std::string error{};
    std::vector<std::string> unknown{};

private:
    static std::string without_indexes(std::string_view path) {
        std::string out;
        bool inside = false;
        for (const char c : path) {
            if (c == '[') inside = true;
            if (!inside) out += c;
            if (c == ']') inside = false;
        }
        return out;
    }

    std::string_view type_;
    std::string path_;
};

// As read, before validation.
struct rule_text {
    policy_rule rule;
    std::string at{};
    std::vector<std::string> omitted{};
};
struct document {
    std::string kind{}, api_version{};
    std::vector<rule_text> rules{};
    std::vector<std::string> omitted{};
    bool omits_managed_fields = false;
};

void read_resource(decoder& d, const bj::value& v, const std::string& path, policy_rule::resource_rule& to) {
    d.object(v, "GroupResources", path,
             {{"group", [&](const bj::value& f) { d.text(f, "string", to.group); }},
              {"resources", [&](const bj::value& f) { d.texts(f, "string", to.resources); }},
              {"resourceNames", [&](const bj::value& f) { d.texts(f, "string", to.names); }}});
}

void read_rule(decoder& d, const bj::value& v, const std::string& path, rule_text& to) {
    policy_rule& r = to.rule;
    const auto texts = [&d](std::vector<std::string>& into) {
        return [&d, &into](const bj::value& f) { d.texts(f, "string", into); };
    };
    d.object(v, "PolicyRule", path,
             {{"level", [&](const bj::value& f) { d.text(f, "v1.Level", to.at); }},
              {"users", texts(r.users)},
              {"userGroups", texts(r.groups)},
              {"verbs", texts(r.verbs)},
              {"resources",
               [&](const bj::value& f) {
                   d.objects(f, "v1.GroupResources", [&](const bj::value& one, const std::string& at) {
                       read_resource(d, one, at, r.resources.emplace_back());
                   });
               }},
              {"namespaces", texts(r.namespaces)},
              {"nonResourceURLs", texts(r.urls)},
              {"omitStages", [&](const bj::value& f) { d.texts(f, "v1.Stage", to.omitted); }},
              {"omitManagedFields", [&](const bj::value& f) { r.omits_managed_fields = d.flag(f); }}});
}

document read_document(decoder& d, const bj::value& v) {
    document out;
    d.object(v, "Policy", "",
             {{"kind", [&](const bj::value& f) { d.text(f, "string", out.kind); }},
              {"apiVersion", [&](const bj::value& f) { d.text(f, "string", out.api_version); }},
              {"metadata",
               [&](const bj::value& f) {
                   if (!f.is_object()) d.wrong(f, "v1.ObjectMeta");
               }},
              {"rules",
               [&](const bj::value& f) {
                   d.objects(f, "v1.PolicyRule", [&](const bj::value& one, const std::string& at) {
                       read_rule(d, one, at, out.rules.emplace_back());
                   });
               }},
              {"omitStages", [&](const bj::value& f) { d.texts(f, "v1.Stage", out.omitted); }},
              {"omitManagedFields",
               [&](const bj::value& f) { out.omits_managed_fields = d.flag(f).value_or(false); }}});
    return out;
}

bj::value list_value(const std::vector<std::string>& all) {
    bj::array out;
    for (const std::string& s : all) out.emplace_back(s);
    return out;
}

stage_set stages_of(const std::vector<std::string>& names, const std::string& path, field_errors& errors) {
    stage_set out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto* const known = std::ranges::find(stage_names, std::string_view(names[i]));
        if (known == stage_names.end())
            invalid(errors, indexed(path, i), bj::value(names[i]), allowed_stages);
        else
            out.add(static_cast<stage>(known - stage_names.begin()));
    }
    return out;
}

level level_of(const std::string& name, const std::string& path, field_errors& errors) {
    const auto* const known = std::ranges::find(level_names, std::string_view(name));
    if (known != level_names.end()) return static_cast<level>(known - level_names.begin());
    if (name.empty())
        required(errors, path);
    else
        not_supported(errors, path, bj::value(name), {level_names.begin(), level_names.end()});
    return level::none;
}

void check_urls(const std::vector<std::string>& urls, const std::string& path, field_errors& errors) {
    for (std::size_t i = 0; i < urls.size(); ++i) {
        const std::string& url = urls[i];
        if (url == "*") continue;
        if (!url.starts_with('/'))
            invalid(errors, indexed(path, i), bj::value(url),
                    "non-resource URL rules must begin with a '/' character");
        if (const auto star = url.find('*'); star != std::string::npos && star + 1 < url.size())
            invalid(errors, indexed(path, i), bj::value(url),
                    "non-resource URL wildcards '*' must be the final character of the rule");
    }
}

void check_resources(const std::vector<policy_rule::resource_rule>& all, const std::string& path,
                     field_errors& errors) {
    for (const policy_rule::resource_rule& one : all) {
        if (!one.group.empty() && one.group != "*")
            if (const auto why = dns1123_subdomain(one.group); !why.empty())
                invalid(errors, child(path, "group"), bj::value(one.group),
                        fmt::format("{}", fmt::join(why, ",")));
        if (!one.names.empty() && one.resources.empty())
            invalid(errors, child(path, "resourceNames"), list_value(one.names),
                    "using resourceNames requires at least one resource");
    }
}

policy checked(document from, field_errors& errors) {
    policy out;
    out.omits_managed_fields = from.omits_managed_fields;
    out.omitted = stages_of(from.omitted, "omitStages", errors);
    for (std::size_t i = 0; i < from.rules.size(); ++i) {
        policy_rule r = std::move(from.rules[i].rule);
        const std::string path = indexed("rules", i);
        r.at = level_of(from.rules[i].at, child(path, "level"), errors);
        check_urls(r.urls, child(path, "nonResourceURLs"), errors);
        check_resources(r.resources, child(path, "resources"), errors);
        r.omitted = stages_of(from.rules[i].omitted, child(path, "omitStages"), errors);
        if (!r.urls.empty() && (!r.resources.empty() || !r.namespaces.empty()))
            invalid(errors, child(path, "nonResourceURLs"), list_value(r.urls),
                    "rules cannot apply to both regular resources and non-resource URLs");
        out.rules.push_back(std::move(r));
    }
    return out;
}

// Why the document is not a Policy of a version that is read; "" if it is.
std::string type_error(const document& d) {
    if (d.api_version.empty())
        return "unknown group version field audit.k8s.io/__internal, Kind=Policy in policy";
    if (d.api_version == group_version && (d.kind.empty() || d.kind == "Policy")) return {};
    if (d.api_version == group_version)
        return fmt::format(
            "failed decoding: no kind {} is registered for version {} in scheme "
            "\"k8s.io/apiserver/pkg/audit/scheme.go:30\"",
            go_text::quoted(d.kind), go_text::quoted(d.api_version));
    return fmt::format(
        "failed decoding: no kind {} is registered for version {} in scheme "
        "\"k8s.io/apiserver/pkg/audit/scheme.go:30\"",
        go_text::quoted(d.kind.empty() ? "Policy" : d.kind), go_text::quoted(d.api_version));
}

}  // namespace

result<policy_text> read_policy(std::string_view text, std::string_view from) {
    const auto refused = [from](std::string_view why) {
        return error(errc::bad_config, fmt::format("loading audit policy file: {}: from file {}", why, from));
    };
    auto yaml = convert_yaml(text);
    if (!yaml) return refused("failed decoding: " + yaml.error().message);
    if (!yaml->tree.is_object())
        return refused(fmt::format(
            "failed decoding: couldn't get version/kind; json parse error: json: cannot unmarshal "
            "{} into Go value of type struct {{ APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; "
            "Kind string \"json:\\\"kind,omitempty\\\"\" }}",
            go_text::json_kind(yaml->tree)));
    decoder d;
    document read = read_document(d, yaml->tree);
    if (const std::string why = type_error(read); !why.empty()) return refused(why);
    if (!d.error.empty()) return refused("failed decoding: " + d.error);
    field_errors errors;
    policy_text out{checked(std::move(read), errors)};
    if (!errors.empty()) return refused(joined_messages(errors));
    if (out.content.rules.empty()) return refused("loaded illegal policy with 0 rules");
    if (!yaml->repeated.empty()) d.unknown.insert(d.unknown.begin(), yaml->repeated);
    if (!d.unknown.empty())
        out.warning = fmt::format(
            "Audit policy contains errors, falling back to lenient decoding: strict decoding error: {}",
            fmt::join(d.unknown, ", "));
    return out;
}

}}}  // namespace setpoint::v0::apiserver::audit
