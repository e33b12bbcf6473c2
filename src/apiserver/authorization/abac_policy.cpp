// Reads the lines of a policy (pkg/auth/authorizer/abac, NewFromFile; pkg/apis/abac, v0 and v1beta1), as the
// decoder of kube-apiserver's own files does.
#include "apiserver/authorization/abac_authorizer.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/request/body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

constexpr std::string_view policy_group = "abac.authorization.kubernetes.io", policy_kind = "Policy",
                           every = "*", authenticated = "system:authenticated";
constexpr std::size_t longest_line = 64 * 1024 - 1;  // of Go's bufio.Scanner

struct written_rule {
    abac_rule rule{};
    bool is_unversioned = false;
};

error unusable(std::string why) {
    return {errc::bad_config, std::move(why)};
}

std::string wrong_type(const bj::value& is, std::string_view at, std::string_view wanted) {
    return fmt::format("json: cannot unmarshal {} into Go struct field {} of type {}", go_text::json_kind(is),
                       at, wanted);
}

// Reads the fields of a Go struct in the order of the text, and keeps the first error.
class struct_reader {
public:
    struct_reader(const bj::object& from, std::string_view type) : from_(from), type_(type) {}

    void text(std::string_view key, std::string& to) {
        read(key, "string", [&](const bj::value& v) {
            if (v.is_string()) to = text_of(v);
            return v.is_string();
        });
    }
    void flag(std::string_view key, bool& to) {
        read(key, "bool", [&](const bj::value& v) {
            if (v.is_bool()) to = v.get_bool();
            return v.is_bool();
        });
    }
    const std::string& failure() const { return failure_; }

private:
    template <class F>
    void read(std::string_view key, std::string_view wanted, F take) {
        const auto* const found = from_.find(key);
        if (found == from_.end() || found->value().is_null() || take(found->value())) return;
        if (!failure_.empty() && found > failed_) return;
        failed_ = found;
        failure_ = wrong_type(found->value(), fmt::format("{}.{}", type_, key), wanted);
    }

    const bj::object& from_;
    std::string_view type_;
    bj::object::const_iterator failed_ = nullptr;
    std::string failure_;
};

result<abac_rule> read_version_1(const bj::object& from) {
    abac_rule out;
    const bj::value* const spec = value_at(from, "spec");
    if (spec != nullptr && !spec->is_object())
        return unusable(wrong_type(*spec, "Policy.spec", "v1beta1.PolicySpec"));
    struct_reader in(object_of(from, "spec"), "PolicySpec.spec");
    in.text("user", out.user);
    in.text("group", out.group);
    in.flag("readonly", out.read_only);
    in.text("apiGroup", out.api_group);
    in.text("resource", out.resource);
    in.text("namespace", out.namespace_name);
    in.text("nonResourcePath", out.path);
    if (!in.failure().empty()) return unusable(in.failure());
    if (out.user == every || out.group == every) {
        out.user.clear();
        out.group = authenticated;
    }
    return out;
}

result<abac_rule> read_version_0(const bj::object& from) {
    abac_rule out{.api_group = std::string(every)};
    struct_reader in(from, "Policy");
    in.text("user", out.user);
    in.text("group", out.group);
    in.flag("readonly", out.read_only);
    in.text("resource", out.resource);
    in.text("namespace", out.namespace_name);
    if (!in.failure().empty()) return unusable(in.failure());
    if (out.user == every || out.group == every || (out.user.empty() && out.group.empty())) {
        out.user.clear();
        out.group = authenticated;
    }
    if (out.namespace_name.empty() && out.resource.empty()) out.path = every;
    if (out.namespace_name.empty()) out.namespace_name = every;
    if (out.resource.empty()) out.resource = every;
    return out;
}

// The line as JSON: what begins with a brace is JSON, all else YAML.
result<bj::value> parse_line(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || line[begin] != '{') {
        auto yaml = convert_yaml(line);
        if (!yaml) return yaml.error();
        return std::move(yaml->tree);
    }
    bj::value out;
    std::string why;
    if (!json_text::parse(line, out, why))
        return unusable("couldn't get version/kind; json parse error: " + why);
    return out;
}

// json.SimpleMetaFactory.
std::string meta_error(const bj::value& tree) {
    constexpr std::string_view head = "couldn't get version/kind; json parse error: ";
    if (!tree.is_object() && !tree.is_null())
        return fmt::format(
            "{}json: cannot unmarshal {} into Go value of type struct {{ APIVersion string "
            "\"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" }}",
            head, go_text::json_kind(tree));
    if (tree.is_null()) return {};
    for (const char* key : {"apiVersion", "kind"})
        if (const bj::value* const v = value_at(tree.get_object(), key); v != nullptr && !v->is_string())
            return std::string(head) + wrong_type(*v, fmt::format(".{}", key), "string");
    return {};
}

// In the form of version 0, although it may name something else.
result<written_rule> read_unversioned(const bj::object& from, std::string_view line, std::string_view group,
                                      std::string_view version) {
    const std::string_view kind = text_at(from, "kind");
    const bool has_default = version.empty() && (group.empty() || group == policy_group);
    if (version.empty() && !has_default)
        return unusable(fmt::format("Object 'apiVersion' is missing in '{}'", line));
    const bool is_policy = kind.empty() || kind == policy_kind;
    if (is_policy && group == policy_group && version == "v1beta1")
        return unusable("converting (v1beta1.Policy) to (v0.Policy): unknown conversion");
    const bool is_version_0 = has_default || (group == policy_group && version == "v0");
    if (!is_policy || !is_version_0)
        return unusable(not_registered(
            is_policy ? policy_kind : kind,
            has_default ? fmt::format("{}/v0", policy_group) : std::string(text_at(from, "apiVersion"))));
    auto read = read_version_0(from);
    if (!read) return read.error();
    return written_rule{std::move(*read), true};
}

result<written_rule> read_line(std::string_view line) {
    static const bj::object nothing;
    const auto tree = parse_line(line);
    if (!tree) return tree.error();
    if (std::string why = meta_error(*tree); !why.empty()) return unusable(std::move(why));
    const bj::object& from = tree->is_object() ? tree->get_object() : nothing;
    const std::string_view named = text_at(from, "apiVersion");
    if (std::ranges::count(named, '/') > 1)
        return unusable(fmt::format("unexpected GroupVersion string: {}", named));
    const std::size_t slash = named.find('/');
    const bool has_group = slash != std::string_view::npos;
    const std::string_view group = has_group ? named.substr(0, slash) : std::string_view(),
                           version = has_group ? named.substr(slash + 1) : named;
    const bool is_known = text_at(from, "kind") == policy_kind && group == policy_group;
    if (!is_known || (version != "v1beta1" && version != "v0"))
        return read_unversioned(from, line, group, version);
    auto read = version == "v0" ? read_version_0(from) : read_version_1(from);
    if (!read) return read.error();
    return written_rule{std::move(*read), false};
}

}  // namespace

result<abac_policy> read_abac_policy(std::string_view text, std::string_view name) {
    abac_policy out;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.size() > longest_line)
            return unusable(fmt::format("error reading policy file {}: bufio.Scanner: token too long", name));
        if (line.ends_with('\r')) line.remove_suffix(1);
        const std::string_view trimmed = go_text::trimmed(line);
        if (trimmed.empty() || trimmed.starts_with('#')) continue;
        auto read = read_line(line);
        if (!read)
            return unusable(fmt::format("error reading policy file {}, line {}: {}: {}", name, number, line,
                                        read.error().message));
        out.rules.push_back(std::move(read->rule));
        if (read->is_unversioned) ++out.unversioned;
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
