#include "apiserver/authorization/access_review.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

using label_operation = label_requirement::operation;

void set_text(bj::object& to, std::string_view key, std::string_view value) {
    if (!value.empty()) to[key] = value;
}

template <class Texts>
void set_texts(bj::object& to, std::string_view key, const Texts& all) {
    if (all.empty()) return;
    bj::array list;
    for (const auto& each : all) list.emplace_back(each);
    to[key] = std::move(list);
}

std::string_view sent_operator(label_operation op) {
    switch (op) {
        case label_operation::equals:
        case label_operation::in:
            return "In";
        case label_operation::not_equals:
        case label_operation::not_in:
            return "NotIn";
        case label_operation::exists:
            return "Exists";
        case label_operation::does_not_exist:
            return "DoesNotExist";
        case label_operation::greater:
        case label_operation::less:
            break;
    }
    return {};
}

bj::array sent_fields(const attributes& of) {
    bj::array out;
    for (const field_selector::requirement& r : of.fields.terms) {
        bj::object one{{"key", r.path}, {"operator", r.equals ? "In" : "NotIn"}};
        one["values"] = bj::array{r.value};
        out.emplace_back(std::move(one));
    }
    return out;
}

bj::array sent_labels(const attributes& of) {
    bj::array out;
    for (const label_requirement& r : of.labels.terms) {
        // Comparisons of numbers are left out: fewer conditions ask for more.
        const std::string_view op = sent_operator(r.op);
        if (op.empty()) continue;
        bj::object one{{"key", r.key}, {"operator", op}};
        set_texts(one, "values", r.values);
        out.emplace_back(std::move(one));
    }
    return out;
}

void set_selector(bj::object& to, std::string_view name, bj::array requirements) {
    if (!requirements.empty()) make_object(to, name)["requirements"] = std::move(requirements);
}

bj::object resource_attributes(const attributes& of) {
    bj::object out;
    set_text(out, "namespace", of.namespace_name);
    set_text(out, "verb", of.verb);
    set_text(out, "group", of.group);
    set_text(out, "version", of.version);
    set_text(out, "resource", of.resource);
    set_text(out, "subresource", of.subresource);
    set_text(out, "name", of.name);
    set_selector(out, "fieldSelector", sent_fields(of));
    set_selector(out, "labelSelector", sent_labels(of));
    return out;
}

error unreadable(std::string why) {
    return {errc::bad_data, "the response is not a SubjectAccessReview: " + std::move(why)};
}

// Absent and null are false; another type is an error.
std::optional<bool> flag_at(const bj::object& o, std::string_view key) {
    const bj::value* v = value_at(o, key);
    if (v == nullptr) return false;
    if (!v->is_bool()) return std::nullopt;
    return v->get_bool();
}

bool is_text_or_absent(const bj::object& o, std::string_view key) {
    const bj::value* v = value_at(o, key);
    return v == nullptr || v->is_string();
}

}  // namespace

bj::object review_spec(const attributes& of) {
    bj::object out;
    if (of.is_resource) {
        out["resourceAttributes"] = resource_attributes(of);
    } else {
        bj::object& path = make_object(out, "nonResourceAttributes");
        set_text(path, "path", of.path);
        set_text(path, "verb", of.verb);
    }
    set_text(out, "user", of.user->name);
    set_texts(out, "groups", of.user->groups);
    if (!of.user->extra.empty()) {
        bj::object& extra = make_object(out, "extra");
        for (const auto& [key, values] : of.user->extra) {
            bj::array& list = extra[key].emplace_array();
            for (const std::string& v : values) list.emplace_back(v);
        }
    }
    set_text(out, "uid", of.user->uid);
    return out;
}

std::string review_body(std::string_view spec, std::string_view version) {
    bj::value sent = json_text::parse_own(spec);
    bj::object& fields = sent.as_object();
    if (bj::value* groups = version == "v1beta1" ? fields.if_contains("groups") : nullptr) {
        bj::value list = std::move(*groups);
        fields.erase("groups");
        fields["group"] = std::move(list);
    }
    bj::object out{{"kind", "SubjectAccessReview"},
                   {"apiVersion", fmt::format("authorization.k8s.io/{}", version)},
                   {"metadata", bj::object()}};
    out["spec"] = std::move(sent);
    out["status"] = bj::object{{"allowed", false}};
    return json_text::serialize(out);
}

decision decision_of_status(bool allowed, bool denied, std::string reason) {
    if (!denied)
        return allowed ? decision::allow(std::move(reason)) : decision::no_opinion(std::move(reason));
    decision out = decision::deny(std::move(reason));
    if (allowed) out.error = "webhook subject access review returned both allow and deny response";
    return out;
}

result<decision> read_review(std::string_view body, std::string_view version) {
    std::string why;
    bj::value tree;
    if (!json_text::parse(body, tree, why)) return unreadable(why);
    const bj::object* const review = tree.if_object();
    if (review == nullptr) return unreadable("it is not an object");
    const std::string wanted = fmt::format("authorization.k8s.io/{}", version);
    for (const char* key : {"kind", "apiVersion"})
        if (!is_text_or_absent(*review, key)) return unreadable(fmt::format("{} is not a string", key));
    const std::string_view kind = text_at(*review, "kind"), sent_version = text_at(*review, "apiVersion");
    // As Go's decoder, which knows what it expects.
    if (!kind.empty() && kind != "SubjectAccessReview")
        return unreadable(fmt::format("its kind is {}", go_text::quoted(kind)));
    if (!sent_version.empty() && sent_version != wanted)
        return unreadable(fmt::format("its apiVersion is {}, expected {}", go_text::quoted(sent_version),
                                      go_text::quoted(wanted)));
    const bj::value* const given = value_at(*review, "status");
    if (given != nullptr && !given->is_object()) return unreadable("status is not an object");
    const bj::object& status = object_of(*review, "status");
    const auto allowed = flag_at(status, "allowed"), denied = flag_at(status, "denied");
    if (!allowed) return unreadable("status.allowed is not a boolean");
    if (!denied) return unreadable("status.denied is not a boolean");
    if (!is_text_or_absent(status, "reason")) return unreadable("status.reason is not a string");
    return decision_of_status(*allowed, *denied, std::string(text_at(status, "reason")));
}

}}}  // namespace setpoint::v0::apiserver::authorization
