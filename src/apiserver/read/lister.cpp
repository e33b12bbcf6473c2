#include "apiserver/read/lister.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/read/continue_token.hpp"
#include "apiserver/read/scan.hpp"
#include "apiserver/state/converter.hpp"

#include <fmt/format.h>

#include <charconv>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr const char* too_old_to_go_on =
    "The provided continue parameter is too old to display a consistent list result. You can start a new "
    "list without "
    "the continue parameter, or use the continue token in this response to retrieve the remainder of the "
    "results. "
    "Continuing with the provided token results in an inconsistent list - objects that were created, "
    "modified, or "
    "deleted between the time the first chunk was returned and now may show up in the list.";

// The revision to list at; 0: the latest.
api_result<version_number> revision_of(server_state& w, const resource& r, const list_options& o) {
    auto asked = read_version(o.resource_version, false);
    if (!asked) return asked.error();
    if (asked->n > w.store.revision()) return version_too_large(asked->n, w.store.revision());
    const bool exact = o.match == "Exact" || (o.match.empty() && o.limit > 0);
    if (asked->n == 0 || !exact) return version_number{};
    if (asked->n < w.store.oldest(w.of(r)))
        return expired("The resourceVersion for the provided list is too old.");
    return *asked;
}

}  // namespace

api_result<version_number> read_version(std::string_view text, bool watch) {
    if (text.empty()) return version_number{};
    std::uint64_t n = 0;
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (ec == std::errc() && end == text.data() + text.size()) return version_number{n};
    const std::string quoted = go_text::quoted(text);
    const std::string why =
        fmt::format("resourceVersion: Invalid value: {}: strconv.ParseUint: parsing {}: {}", quoted, quoted,
                    ec == std::errc::result_out_of_range ? "value out of range" : "invalid syntax");
    if (watch) return plain_error(why);
    return bad_request("invalid resource version: " + why);
}

namespace {

// Where a list begins. `exact`: at exactly that revision.
struct list_start {
    std::uint64_t revision = 0;
    std::optional<object_key> after;
    bool exact = false;
};

api_result<list_start> start_of(server_state& w, const resource& r, std::string_view ns,
                                const list_options& o) {
    list_start out{w.store.revision(), std::nullopt, false};
    if (o.continue_token.empty()) {
        auto asked = revision_of(w, r, o);
        if (!asked) return asked.error();
        out.exact = asked->n != 0;
        if (out.exact) out.revision = asked->n;
        return out;
    }
    auto token = continue_token::read(o.continue_token, ns);
    if (!token) return token.error();
    if (!o.resource_version.empty() && o.resource_version != "0")
        return bad_request("specifying resource version is not allowed when using continue");
    out.after = token->after;
    out.exact = token->revision > 0;
    if (!out.exact) return out;
    out.revision = static_cast<std::uint64_t>(token->revision);
    if (out.revision > w.store.revision()) return version_too_large(out.revision, w.store.revision());
    if (out.revision < w.store.oldest(w.of(r))) {
        api_error e = expired(too_old_to_go_on);
        e.continue_token = continue_token{-1, token->after}.text(ns);
        return e;
    }
    return out;
}

// Returns true when the list is complete.
bool take(listing& to, std::vector<record_ptr>& batch, const resource& r, const list_options& o,
          std::size_t limit, std::int64_t& rest) {
    for (record_ptr& one : batch) {
        if (o.selects() && !o.takes(r, *one)) continue;
        if (limit == 0 || to.items.size() < limit) {
            to.items.push_back(std::move(one));
            continue;
        }
        ++rest;
        if (o.selects()) return true;  // the count of remaining items is then unknown
    }
    return false;
}

}  // namespace

awaitable<api_result<listing>> list_objects(server_state_ptr w, resource_ptr r, std::string ns,
                                            list_options o) {
    auto start = start_of(*w, *r, ns, o);
    if (!start) co_return start.error();
    // As the real server's watch cache: any version satisfies the request, and there are no pages.
    const bool whole = o.resource_version == "0" && o.continue_token.empty() && o.match != "Exact";
    const std::size_t limit = whole ? 0 : static_cast<std::size_t>(o.limit);
    listing out;
    std::int64_t rest = 0;
    const time_point due = saturating_add(w->event_loop.now(), request_limit);
    std::optional<collection_scan> scan(std::in_place, w->of(*r), ns, start->revision, start->after);
    std::vector<record_ptr> batch;
    while (true) {
        batch.clear();
        const collection_scan::state now = scan->next(batch);
        if (now == collection_scan::state::lost) {
            if (start->exact) co_return expired("The resourceVersion for the provided list is too old.");
            start->revision = w->store.revision();
            scan.emplace(w->of(*r), ns, start->revision, start->after);
            out.items.clear();
            rest = 0;
            continue;
        }
        // Fields, and labels that the webhook changed, are compared in the requested version.
        if (r->webhook && o.selects())
            if (auto ok = co_await convert_records(*w, *r, batch, due); !ok) co_return ok.error();
        const bool enough = take(out, batch, *r, o, limit, rest);
        if (enough || now == collection_scan::state::ended) break;
        co_await w->event_loop.yield();
    }
    if (auto ok = co_await convert_records(*w, *r, out.items, due); !ok) co_return ok.error();
    out.revision = start->revision;
    if (rest > 0 && !out.items.empty()) {
        out.continue_token =
            continue_token{static_cast<std::int64_t>(out.revision), out.items.back()->key}.text(ns);
        if (!o.selects()) out.remaining = rest;
    }
    co_return out;
}

}}}  // namespace setpoint::v0::apiserver
