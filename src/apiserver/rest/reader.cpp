#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <apiserver/kinds/fields.hpp>
#include <apiserver/rest/body.hpp>
#include <apiserver/rest/continue_token.hpp>
#include <apiserver/rest/reader.hpp>
#include <apiserver/schema/go_text.hpp>
#include <charconv>

namespace setpoint::apiserver {

namespace {

constexpr const char* too_old_to_go_on =
    "The provided continue parameter is too old to display a consistent list result. You can start a new "
    "list without "
    "the continue parameter, or use the continue token in this response to retrieve the remainder of the "
    "results. "
    "Continuing with the provided token results in an inconsistent list - objects that were created, "
    "modified, or "
    "deleted between the time the first chunk was returned and now may show up in the list.";

// The revision to list at; 0: as it is now.
api_result<version_number> revision_of(world& w, const list_options& o) {
    auto asked = read_version(o.resource_version, false);
    if (!asked) return asked.error();
    if (asked->n > w.store.revision()) return version_too_large(asked->n, w.store.revision());
    const bool exact = o.match == "Exact" || (o.match.empty() && o.limit > 0);
    if (asked->n == 0 || !exact) return version_number{};
    if (asked->n < w.store.oldest()) return expired("The resourceVersion for the provided list is too old.");
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
    if (watch) return api_error{500, {}, why, {}};
    return bad_request("invalid resource version: " + why);
}

api_result<listing> list_objects(world& w, const resource& r, std::string_view ns, const list_options& o) {
    std::uint64_t at = 0;
    std::optional<object_key> after;
    listing out;
    out.revision = w.store.revision();
    if (!o.continue_token.empty()) {
        auto token = continue_token::read(o.continue_token, ns);
        if (!token) return token.error();
        if (!o.resource_version.empty() && o.resource_version != "0")
            return bad_request("specifying resource version is not allowed when using continue");
        after = token->after;
        if (token->revision > 0) {
            at = static_cast<std::uint64_t>(token->revision);
            if (at > w.store.revision()) return version_too_large(at, w.store.revision());
            if (at < w.store.oldest()) {
                api_error e = expired(too_old_to_go_on);
                e.continue_token = continue_token{-1, token->after}.text(ns);
                return e;
            }
        }
    } else {
        auto revision = revision_of(w, o);
        if (!revision) return revision.error();
        at = revision->n;
    }
    if (at != 0) out.revision = at;
    const auto takes = [&](const record& one) { return o.takes(r, one); };
    // As the real server's cache answers: any version will do, and nothing is kept for a next page.
    const bool whole = o.resource_version == "0" && o.continue_token.empty() && o.match != "Exact";
    auto page = w.of(r).list(ns, at == w.store.revision() ? 0 : at, after,
                             whole ? 0 : static_cast<std::size_t>(o.limit),
                             o.selects() ? std::function<bool(const record&)>(takes) : nullptr);
    out.items = std::move(page.items);
    if (page.more && !out.items.empty()) {
        out.continue_token =
            continue_token{static_cast<std::int64_t>(out.revision), out.items.back()->key}.text(ns);
        if (!o.selects()) out.remaining = page.remaining;
    }
    return out;
}

namespace {

bj::object list_head(const resource& r, const listing& l) {
    bj::object out;
    out["kind"] = r.list_kind;
    out["apiVersion"] = r.gvr.api_version();
    bj::object& meta = out["metadata"].emplace_object();
    meta["resourceVersion"] = std::to_string(l.revision);
    if (!l.continue_token.empty() || r.custom) meta["continue"] = l.continue_token;
    if (l.remaining) meta["remainingItemCount"] = *l.remaining;
    return out;
}

}  // namespace

namespace {

std::string begin_text(const resource& r, const listing& l) {
    std::string out = bj::serialize(list_head(r, l));
    out.pop_back();
    return out + ",\"items\":[";
}

void add_item(std::string& out, const world& w, const resource& r, const record& o) {
    if (r.custom) {
        out += w.served_text(r, o);
        return;
    }
    // Items of built-in lists do not say what they are.
    const std::string begin = "{\"kind\":\"" + r.kind + "\",\"apiVersion\":\"" + r.gvr.api_version() + "\",";
    const std::string text = w.served_text(r, o);
    if (text.starts_with(begin)) {
        out += '{';
        out.append(text, begin.size());
        return;
    }
    bj::object tree = w.served(r, o);
    tree.stable_erase("kind");
    tree.stable_erase("apiVersion");
    out += bj::serialize(tree);
}

class list_source final : public http::body_source {
public:
    list_source(world_ptr w, resource_ptr r, listing l)
        : world_(std::move(w)), kind_(std::move(r)), list_(std::move(l)) {}
    awaitable<result<std::string_view>> read() override {
        text_.clear();
        if (ended_) co_return std::string_view();
        if (at_ == 0)
            text_ = begin_text(*kind_, list_);
        else
            co_await world_->owner.yield();
        const std::size_t end = std::min(at_ + list_piece, list_.items.size());
        for (; at_ < end; ++at_) {
            if (at_ > 0) text_ += ',';
            add_item(text_, *world_, *kind_, *list_.items[at_]);
        }
        if (at_ == list_.items.size()) {
            text_ += "]}\n";
            ended_ = true;
        }
        co_return std::string_view(text_);
    }

private:
    world_ptr world_;
    resource_ptr kind_;
    listing list_;
    std::string text_;
    std::size_t at_ = 0;
    bool ended_ = false;
};

}  // namespace

std::string list_text(const world& w, const resource& r, const listing& l) {
    std::string out = begin_text(r, l);
    bool first = true;
    for (const record_ptr& o : l.items) {
        if (!std::exchange(first, false)) out += ',';
        add_item(out, w, r, *o);
    }
    return out + "]}\n";
}

std::shared_ptr<http::body_source> list_stream(world_ptr w, resource_ptr r, listing l) {
    return std::make_shared<list_source>(std::move(w), std::move(r), std::move(l));
}

bj::object list_tree(const world& w, const resource& r, const listing& l) {
    bj::object out = list_head(r, l);
    bj::array items;
    items.reserve(l.items.size());
    for (const record_ptr& o : l.items) items.emplace_back(w.served(r, *o));
    out["items"] = std::move(items);
    return out;
}

}  // namespace setpoint::apiserver
