#include "apiserver/authorization/review_conditions.hpp"

#include "apiserver/authorization/access_review.hpp"
#include "apiserver/authorization/decision.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/policies/fixed_types.hpp"
#include "setpoint/cel/json.hpp"
#include "setpoint/cel/kubernetes.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <initializer_list>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

namespace types = cel::types;

constexpr std::size_t most_conditions = 64;

// buildRequestType of pkg/authorization/cel/compile.go.
class review_types final : public policies::fixed_types {
public:
    review_types() {
        const cel::type* texts = pool_.list(&types::string);
        const cel::type* requirement =
            add("kubernetes.SelectorRequirement",
                {{"key", &types::string}, {"operator", &types::string}, {"values", texts}});
        const cel::type* requirements = pool_.list(requirement);
        const cel::type* fields = add("kubernetes.FieldSelectorAttributes",
                                      {{"rawSelector", &types::string}, {"requirements", requirements}});
        const cel::type* labels = add("kubernetes.LabelSelectorAttributes",
                                      {{"rawSelector", &types::string}, {"requirements", requirements}});
        const cel::type* resource = add("kubernetes.ResourceAttributes", {{"namespace", &types::string},
                                                                          {"verb", &types::string},
                                                                          {"group", &types::string},
                                                                          {"version", &types::string},
                                                                          {"resource", &types::string},
                                                                          {"subresource", &types::string},
                                                                          {"name", &types::string},
                                                                          {"fieldSelector", fields},
                                                                          {"labelSelector", labels}});
        const cel::type* path =
            add("kubernetes.NonResourceAttributes", {{"path", &types::string}, {"verb", &types::string}});
        request_ = add("kubernetes.SubjectAccessReviewSpec", {{"resourceAttributes", resource},
                                                              {"nonResourceAttributes", path},
                                                              {"user", &types::string},
                                                              {"groups", texts},
                                                              {"extra", pool_.map(&types::string, texts)},
                                                              {"uid", &types::string}});
    }
    [[nodiscard]] const cel::type* request() const { return request_; }

private:
    const cel::type* request_;
};

const cel::environment& review_environment() {
    static const review_types known;
    static const cel::environment made = [] {
        cel::environment out = cel::kubernetes_environment();
        out.set_provider(&known);
        out.add_variable("request", known.request());
        return out;
    }();
    return made;
}

// Expressions also see the texts that are empty, which a review leaves out.
bj::object seen_by_expressions(const attributes& of) {
    bj::object out = review_spec(of);
    for (const char* key : {"user", "uid"})
        if (!out.contains(key)) out[key] = "";
    if (!out.contains("groups")) out["groups"] = bj::array();
    if (!out.contains("extra")) out["extra"] = bj::object();
    const auto complete = [&](const char* part, std::initializer_list<const char*> keys) {
        bj::object& in = make_object(out, part);
        for (const char* key : keys)
            if (!in.contains(key)) in[key] = "";
    };
    if (of.is_resource)
        complete("resourceAttributes",
                 {"namespace", "verb", "group", "version", "resource", "subresource", "name"});
    else
        complete("nonResourceAttributes", {"path", "verb"});
    return out;
}

}  // namespace

review_conditions::review_conditions(const std::vector<std::string>& sources, const std::string& path,
                                     field_errors& errors) {
    if (sources.size() > most_conditions) {
        too_many(errors, path, static_cast<std::int64_t>(sources.size()), most_conditions);
        return;
    }
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const std::string& source = sources[i];
        const std::string at = child(indexed(path, i), "expression");
        if (source.find_first_not_of(" \t\r\n\v\f") == std::string::npos) {
            required(errors, at);
            continue;
        }
        if (!seen.insert(source).second) {
            duplicate(errors, at, bj::value(source));
            continue;
        }
        const cel::compilation done = review_environment().compile(source);
        if (!done.made) {
            invalid(errors, at, bj::value(source), "compilation failed: " + done.error);
            continue;
        }
        if (!done.made->result_type().same_as(types::boolean)) {
            invalid(errors, at, bj::value(source),
                    "must evaluate to bool but got " + cel::go_type_text(done.made->result_type()));
            continue;
        }
        cel::program made(*done.made);
        if (!made.valid())
            invalid(errors, at, bj::value(source), "program instantiation failed: " + made.failure());
        else
            all_.push_back({source, std::move(made)});
    }
}

review_conditions::outcome review_conditions::match(const attributes& of) const {
    if (all_.empty()) return {};
    const bj::object spec = seen_by_expressions(of);
    const cel::binding request{"request", cel::json_value(spec)};
    cel::evaluation run(cel::kubernetes_call_limit);
    std::vector<std::string> errors;
    for (const condition& each : all_) {
        const cel::value met = each.made.evaluate(run, {&request, 1});
        if (met.is_error())
            errors.push_back(fmt::format("cel evaluation error: expression '{}' resulted in error: {}",
                                         each.source, met.text()));
        else if (met.is_false())
            return {false, {}};
    }
    return {errors.empty(), joined_errors(errors)};
}

}}}  // namespace setpoint::v0::apiserver::authorization
