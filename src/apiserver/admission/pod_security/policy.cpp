#include "apiserver/admission/pod_security/policy.hpp"

#include "apiserver/kinds/shared/names.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <functional>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view level_names[] = {"privileged", "baseline", "restricted"};
constexpr const char *wrong_level = "must be one of privileged, baseline, restricted",
                     *wrong_version = "must be \"latest\" or \"v1.x\"";

// Empty if the namespace has no such label.
using label_reader = std::function<std::optional<std::string_view>(std::string_view)>;

class policy_reader {
public:
    policy_reader(const label_reader& labels, const security_policy& defaults) : labels_(labels) {
        out_.policy = defaults;
    }
    labeled_policy read();

private:
    void add_error(const std::string& label, std::string_view value, const char* why) {
        invalid(out_.errors, keyed("metadata.labels", label), bj::value(bj::string(value)), why);
    }
    // Returns whether the label is there and valid. `otherwise`: the level of an invalid one.
    struct found {
        bool present = false, valid = false;
    };
    found level(std::string_view mode, level_version& to, security_level otherwise);
    bool version(std::string_view mode, level_version& to);

    const label_reader& labels_;
    labeled_policy out_;
};

policy_reader::found policy_reader::level(std::string_view mode, level_version& to,
                                          security_level otherwise) {
    const std::string label = fmt::format("{}{}", pod_security_prefix, mode);
    const auto value = labels_(label);
    if (!value) return {};
    const auto parsed = parse_level(*value);
    to.level = parsed.value_or(otherwise);
    if (!parsed) add_error(label, *value, wrong_level);
    return {true, parsed.has_value()};
}

bool policy_reader::version(std::string_view mode, level_version& to) {
    const std::string label = fmt::format("{}{}-version", pod_security_prefix, mode);
    const auto value = labels_(label);
    if (!value) return false;
    const auto parsed = parse_policy_version(*value);
    to.version = parsed.value_or(policy_version());
    if (!parsed) add_error(label, *value, wrong_version);
    return true;
}

// PolicyToEvaluate.
labeled_policy policy_reader::read() {
    security_policy& p = out_.policy;
    const found enforce = level("enforce", p.enforce, security_level::restricted);
    version("enforce", p.enforce);
    level("audit", p.audit, security_level::privileged);
    version("audit", p.audit);
    const found warn = level("warn", p.warn, security_level::privileged);
    const bool has_warn_version = version("warn", p.warn);
    if (!warn.present && enforce.valid && p.enforce.level > p.warn.level) {
        p.warn.level = p.enforce.level;
        if (!has_warn_version) p.warn.version = p.enforce.version;
    }
    return std::move(out_);
}

bool equivalent(const level_version& a, const level_version& b) {
    return a == b || (a.level == security_level::privileged && b.level == security_level::privileged);
}

// --- configuration ---

void read_mode(const std::string& level, const std::string& version, const std::string& mode,
               level_version& to, field_errors& errors) {
    if (const auto parsed = parse_level(level))
        to.level = *parsed;
    else
        invalid(errors, "defaults." + mode, bj::value(bj::string(level)), wrong_level);
    if (const auto parsed = parse_policy_version(version))
        to.version = *parsed;
    else
        invalid(errors, "defaults." + mode + "-version", bj::value(bj::string(version)), wrong_version);
}

void check_list(const std::vector<std::string>& names, const std::string& path,
                const std::function<messages(std::string_view)>& check, field_errors& errors) {
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bj::value shown = bj::string(names[i]);
        if (const messages wrong = check(names[i]); !wrong.empty())
            invalid(errors, indexed(path, i), shown, fmt::format("{}", fmt::join(wrong, ", ")));
        else if (!seen.insert(names[i]).second)
            duplicate(errors, indexed(path, i), shown);
    }
}

messages username_errors(std::string_view name) {
    return name.empty() ? messages{"username must not be empty"} : messages{};
}

}  // namespace

std::string level_version::text() const {
    return version.is_latest() ? fmt::format("{}:latest", name_of(level))
                               : fmt::format("{}:v1.{}", name_of(level), version.minor);
}

bool security_policy::is_fully_privileged() const {
    return enforce.level == security_level::privileged && audit.level == security_level::privileged &&
           warn.level == security_level::privileged;
}

bool security_policy::is_equivalent(const security_policy& other) const {
    return equivalent(enforce, other.enforce) && equivalent(audit, other.audit) &&
           equivalent(warn, other.warn);
}

std::string_view name_of(security_level level) {
    return level_names[static_cast<std::size_t>(level)];
}

std::optional<security_level> parse_level(std::string_view text) {
    for (std::size_t i = 0; i < std::size(level_names); ++i)
        if (level_names[i] == text) return static_cast<security_level>(i);
    return std::nullopt;
}

// ^v1\.([0-9]|[1-9][0-9]*)$
std::optional<policy_version> parse_policy_version(std::string_view text) {
    if (text == "latest") return policy_version();
    if (!text.starts_with("v1.")) return std::nullopt;
    const std::string_view digits = text.substr(3);
    if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    int minor = 0;
    const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), minor);
    if (ec != std::errc()) return std::nullopt;
    return policy_version{minor};
}

labeled_policy policy_of(const string_map& labels, const security_policy& defaults) {
    const label_reader reader = [&labels](std::string_view label) -> std::optional<std::string_view> {
        const auto at = labels.find(label);
        if (at == labels.end()) return std::nullopt;
        return at->second.view();
    };
    return policy_reader(reader, defaults).read();
}

labeled_policy policy_of(const bj::object& labels, const security_policy& defaults) {
    const label_reader reader = [&labels](std::string_view label) -> std::optional<std::string_view> {
        const bj::value* const v = labels.if_contains(label);
        if (v == nullptr || !v->is_string()) return std::nullopt;
        return std::string_view(v->get_string());
    };
    return policy_reader(reader, defaults).read();
}

result<pod_security_config> make_pod_security_config(const pod_security_options& o) {
    pod_security_config out;
    field_errors errors;
    read_mode(o.enforce, o.enforce_version, "enforce", out.defaults.enforce, errors);
    read_mode(o.warn, o.warn_version, "warn", out.defaults.warn, errors);
    read_mode(o.audit, o.audit_version, "audit", out.defaults.audit, errors);
    check_list(o.exempt_namespaces, "exemptions.namespaces", dns1123_label, errors);
    check_list(o.exempt_runtime_classes, "exemptions.runtimeClasses", dns1123_subdomain, errors);
    check_list(o.exempt_usernames, "exemptions.usernames", username_errors, errors);
    if (!errors.empty()) {
        std::vector<std::string> texts;
        for (const field_error& e : errors) texts.push_back(e.text());
        return error(errc::bad_config,
                     fmt::format("PodSecurity invalid: {}",
                                 texts.size() == 1 ? texts[0] : fmt::format("[{}]", fmt::join(texts, ", "))));
    }
    out.namespaces = o.exempt_namespaces;
    out.usernames = o.exempt_usernames;
    out.runtime_classes = o.exempt_runtime_classes;
    return out;
}

}}}  // namespace setpoint::v0::apiserver
