#include "apiserver/authorization/webhook_authorizer.hpp"

#include "apiserver/authorization/access_review.hpp"
#include "apiserver/go/json_text.hpp"

#include <optional>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

// maxControlledAttrCacheSize: what clients choose must not fill the cache.
constexpr std::size_t most_kept = 10'000;

bool is_small(const attributes& a) {
    return a.namespace_name.size() + a.verb.size() + a.group.size() + a.version.size() + a.resource.size() +
               a.subresource.size() + a.name.size() + a.path.size() <
           most_kept;
}

}  // namespace

decision webhook_authorizer::failed(std::string why) const {
    decision out = webhook_.denies_on_error ? decision::deny() : decision::no_opinion();
    out.error = std::move(why);
    return out;
}

decision webhook_authorizer::authorize(const attributes& of) const {
    review_memory none;
    decision d = authorize_with(of, none);
    return d.is_undecided() ? failed("the webhook cannot be asked here") : d;
}

decision webhook_authorizer::authorize_with(const attributes& of, review_memory& known) const {
    if (webhook_.conditions) {
        review_conditions::outcome met = webhook_.conditions->match(of);
        if (!met.error.empty()) return failed(std::move(met.error));
        if (!met.matches) return decision::no_opinion();
    }
    std::string spec = json_text::serialize(review_spec(of));
    if (const decision* answered = known.find(*this, spec)) return *answered;
    if (std::optional<decision> kept = answers_.find(spec, clock_.now())) return std::move(*kept);
    if (!known.has_room()) {
        // Whatever the webhook's failures mean: clients choose how much a request asks for.
        decision out = decision::deny();
        out.error = "the request needs too many reviews";
        return out;
    }
    known.need({this, std::move(spec), is_small(of)});
    decision out;
    out.is = decision::verdict::undecided;
    return out;
}

rule_list webhook_authorizer::rules_for(const user_info&, std::string_view) const {
    rule_list out;
    out.is_incomplete = true;
    out.errors.emplace_back("webhook authorizer does not support user rule resolution");
    return out;
}

std::string webhook_authorizer::body_of(const needed_review& r) const {
    return review_body(r.spec, webhook_.version);
}

decision webhook_authorizer::decide(const needed_review& r, const result<std::string>& response) const {
    if (!response) return failed(response.error().message);
    result<decision> read = read_review(*response, webhook_.version);
    if (!read) return failed(read.error().message);
    if (r.is_kept)
        answers_.add(r.spec, *read, read->allows() ? webhook_.authorized_ttl : webhook_.unauthorized_ttl,
                     clock_.now());
    return std::move(*read);
}

}}}  // namespace setpoint::v0::apiserver::authorization
