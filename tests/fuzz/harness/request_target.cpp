// The target of a request to the embedded server: method, blank, path, question mark, query.
#include "apiserver/read/continue_token.hpp"
#include "apiserver/request/request_info.hpp"
#include "harness.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

void request_target(std::string_view input) {
    const std::size_t blank = std::min(input.find(' '), input.size());
    const std::string_view method = input.substr(0, blank);
    const std::string_view target = input.substr(std::min(blank + 1, input.size()));
    const std::size_t mark = std::min(target.find('?'), target.size());
    const std::string_view query = target.substr(std::min(mark + 1, target.size()));
    const auto info = apiserver::read_request(method, target.substr(0, mark), query);
    if (info) {
        static_cast<void>(info->verb());
        if (info->core) expect(info->group.empty(), "the core group has no name");
    }
    const apiserver::query_parameters parameters(query);
    for (const char* name : {"labelSelector", "fieldSelector", "continue", "limit", "watch", ""}) {
        expect(parameters.has(name) == !parameters.all(name).empty(), "there, or not");
        static_cast<void>(parameters.flag(name));
    }
    const std::string_view ns = "default";
    const std::string given(parameters.get("continue"));
    for (const std::string_view in : {std::string_view(given), input}) {
        const auto token = apiserver::continue_token::read(in, ns);
        if (!token) continue;
        const auto again = apiserver::continue_token::read(token->text(ns), ns);
        expect(again.has_value() && again->revision == token->revision && again->after == token->after,
               "where a list goes on is written and read");
    }
}

}}}  // namespace setpoint::v0::fuzz
