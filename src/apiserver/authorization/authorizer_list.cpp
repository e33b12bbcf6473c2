#include "apiserver/authorization/authorizer_list.hpp"

#include "apiserver/go/time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

// Reads the fields of one object, and notes what is wrong with it.
class field_reader {
public:
    field_reader(const bj::object& from, std::string path, listed_authorizers& to,
                 std::initializer_list<std::string_view> known)
        : from_(from), path_(std::move(path)), to_(to) {
        for (const auto& [key, value] : from_)
            if (std::ranges::find(known, std::string_view(key)) == known.end())
                to_.strict_errors.push_back(fmt::format("unknown field \"{}\"", path_of(key)));
    }

    std::string path_of(std::string_view key) const {
        return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
    }
    void text(std::string_view key, std::string& into) {
        const bj::value* v = value_at(from_, key);
        if (v == nullptr) return;
        if (const bj::string* s = v->if_string())
            into = *s;
        else
            wrong(key, "a string");
    }
    void flag(std::string_view key, bool& into) {
        const bj::value* v = value_at(from_, key);
        if (v == nullptr) return;
        if (const bool* b = v->if_bool())
            into = *b;
        else
            wrong(key, "a boolean");
    }
    // Zero stays what it was: defaults.go.
    void span(std::string_view key, duration& into) {
        std::string read;
        text(key, read);
        if (read.empty()) return;
        const auto parsed = parse_go_duration(read);
        if (!parsed)
            note(fmt::format("{}: {}", path_of(key), std::string(parsed.error())));
        else if (*parsed != duration::zero())
            into = *parsed;
    }
    template <class F>
    void object(std::string_view key, F read) {
        const bj::value* v = value_at(from_, key);
        if (v == nullptr) return;
        if (const bj::object* o = v->if_object())
            read(*o, path_of(key));
        else
            wrong(key, "an object");
    }
    template <class F>
    void objects(std::string_view key, F read) {
        const bj::value* v = value_at(from_, key);
        if (v == nullptr) return;
        const bj::array* list = v->if_array();
        if (list == nullptr) return wrong(key, "a list");
        for (std::size_t i = 0; i < list->size(); ++i) {
            if (const bj::object* o = (*list)[i].if_object())
                read(*o, indexed(path_of(key), i));
            else
                note(fmt::format("{}: expected an object", indexed(path_of(key), i)));
        }
    }

private:
    void wrong(std::string_view key, std::string_view wanted) {
        note(fmt::format("{}: expected {}", path_of(key), wanted));
    }
    void note(std::string why) {
        if (to_.type_error.empty()) to_.type_error = std::move(why);
    }

    const bj::object& from_;
    std::string path_;
    listed_authorizers& to_;
};

listed_webhook read_webhook(const bj::object& from, std::string path, listed_authorizers& to) {
    listed_webhook out;
    field_reader r(
        from, std::move(path), to,
        {"authorizedTTL", "cacheAuthorizedRequests", "unauthorizedTTL", "cacheUnauthorizedRequests",
         "timeout", "subjectAccessReviewVersion", "matchConditionSubjectAccessReviewVersion", "failurePolicy",
         "connectionInfo", "matchConditions"});
    r.span("authorizedTTL", out.authorized_ttl);
    r.flag("cacheAuthorizedRequests", out.keeps_authorized);
    r.span("unauthorizedTTL", out.unauthorized_ttl);
    r.flag("cacheUnauthorizedRequests", out.keeps_unauthorized);
    r.span("timeout", out.timeout);
    r.text("subjectAccessReviewVersion", out.review_version);
    r.text("matchConditionSubjectAccessReviewVersion", out.condition_version);
    r.text("failurePolicy", out.failure_policy);
    r.object("connectionInfo", [&](const bj::object& info, std::string at) {
        field_reader in(info, std::move(at), to, {"type", "kubeConfigFile"});
        in.text("type", out.connection_type);
        std::string file;
        in.text("kubeConfigFile", file);
        if (value_at(info, "kubeConfigFile") != nullptr) out.kubeconfig_file = std::move(file);
    });
    r.objects("matchConditions", [&](const bj::object& condition, std::string at) {
        field_reader in(condition, std::move(at), to, {"expression"});
        in.text("expression", out.conditions.emplace_back());
    });
    return out;
}

}  // namespace

const std::vector<std::string>& authorizer_types() {
    static const std::vector<std::string> all{"ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"};
    return all;
}

listed_authorizers list_authorizers(const bj::object& configuration) {
    listed_authorizers out;
    field_reader r(configuration, {}, out, {"kind", "apiVersion", "authorizers"});
    r.objects("authorizers", [&](const bj::object& from, std::string at) {
        listed_authorizer& each = out.all.emplace_back();
        field_reader in(from, std::move(at), out, {"type", "name", "webhook"});
        in.text("type", each.type);
        in.text("name", each.name);
        in.object("webhook", [&](const bj::object& webhook, std::string where) {
            each.webhook = read_webhook(webhook, std::move(where), out);
        });
    });
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
