#include "apiserver/authentication/authenticator.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

void append(std::vector<std::string>& to, std::vector<std::string>&& more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// The union's answer after one more member; true if no other is to be asked.
bool settle(verdict& so_far, verdict next, bool stop_on_error) {
    if (next.question) {
        so_far = verdict{.question = std::move(next.question)};
        return true;
    }
    append(so_far.warnings, std::move(next.warnings));
    if (next.is_authenticated() && !next.is_refused()) {
        next.warnings = std::move(so_far.warnings);
        so_far = std::move(next);
        return true;
    }
    const bool stop = stop_on_error && next.is_refused();
    append(so_far.errors, std::move(next.errors));
    return stop;
}

}  // namespace

std::string verdict::error_text() const {
    std::vector<std::string_view> distinct;
    for (const std::string& e : errors)
        if (std::ranges::find(distinct, e) == distinct.end()) distinct.push_back(e);
    std::string out;
    for (const std::string_view e : distinct) {
        if (!out.empty()) out += ", ";
        out += e;
    }
    return distinct.size() > 1 ? "[" + out + "]" : out;
}

verdict authenticator_union::authenticate(const credentials& c) const {
    verdict out;
    for (const authenticator* each : all_)
        if (settle(out, each->authenticate(c), what_ == on_error::stop)) break;
    return out;
}

verdict token_union::authenticate(const token_query& q) const {
    verdict out;
    for (const token_authenticator* each : all_)
        if (settle(out, each->authenticate(q), false)) break;
    return out;
}

verdict authenticated_group_adder::authenticate(const credentials& c) const {
    verdict v = inner_.authenticate(c);
    if (!v.is_authenticated() || v.user->name == anonymous_user) return v;
    if (v.user->in_group(authenticated_group) || v.user->in_group(unauthenticated_group)) return v;
    user_info more = *v.user;
    more.groups.emplace_back(authenticated_group);
    v.user = std::make_shared<const user_info>(std::move(more));
    return v;
}

std::vector<std::string> common_audiences(const std::vector<std::string>& own,
                                          const std::vector<std::string>& wanted) {
    std::vector<std::string> out;
    for (const std::string& w : wanted)
        if (std::ranges::find(own, w) != own.end()) out.push_back(w);
    return out;
}

std::vector<std::string_view> header_values(const std::vector<http::header>& headers, std::string_view name) {
    std::vector<std::string_view> out;
    for (const http::header& h : headers)
        if (http::same_token(h.name, name)) out.push_back(h.value);
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authentication
