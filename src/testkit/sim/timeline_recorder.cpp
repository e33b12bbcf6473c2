#include "testkit/sim/timeline_recorder.hpp"

#include "apiserver/objects/fields.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

namespace bj = boost::json;

// Of a value or of a request's body in a detail.
constexpr std::size_t most_of_value = 200, most_of_body = 600;

std::string shortened(std::string_view text, std::size_t most) {
    return text.size() <= most ? std::string(text) : std::string(text.substr(0, most)) + "...";
}

// "patch configmaps default/n" of "cache-2: patch configmaps default/n#3".
std::string_view words_of(const point& p, std::string_view who) {
    std::string_view text = p.text;
    text = text.substr(0, text.rfind('#'));
    if (!who.empty() && text.starts_with(who) && text.substr(who.size()).starts_with(": "))
        text.remove_prefix(who.size() + 2);
    return text;
}

// What a new object contains, apart from its metadata and status.
std::string contents(const std::string& canonical) {
    boost::system::error_code ec;
    const bj::value v = bj::parse(canonical, ec);
    const bj::object* o = ec ? nullptr : v.if_object();
    std::string out;
    if (!o) return out;
    for (const auto& m : *o) {
        const std::string_view name = m.key();
        if (name == "apiVersion" || name == "kind" || name == "metadata" || name == "status") continue;
        out += fmt::format("{}: {}\n", name, shortened(bj::serialize(m.value()), most_of_value));
    }
    return out;
}

std::string changes(const std::string& before, const std::string& now) {
    std::string out;
    for (const field_difference& d : differing_fields(before, now))
        out += fmt::format("{}: {} -> {}\n", d.path,
                           shortened(d.expected.empty() ? "absent" : d.expected, most_of_value),
                           shortened(d.actual.empty() ? "absent" : d.actual, most_of_value));
    return out;
}

std::string fields_in(std::string_view changed) {
    std::string out;
    constexpr std::size_t most = 3;
    std::size_t n = 0;
    while (!changed.empty() && n++ < most) {
        const std::string_view line = changed.substr(0, changed.find('\n'));
        changed.remove_prefix(std::min(changed.size(), line.size() + 1));
        out.append(out.empty() ? ": " : ", ").append(line.substr(0, line.find(':')));
    }
    return changed.empty() ? out : out + ", ...";
}

}  // namespace

void timeline_recorder::begin(apiserver::server_state& of, const loop& time) {
    server_ = &of;
    time_ = &time;
    begun_ = time.now();
    of.stored.push_back([this](const apiserver::resource& r, const apiserver::record_ptr& before,
                               const apiserver::record_ptr& now) { changed(r, before, now); });
}

timeline_entry entry_of_violation(const std::string& oracle, const std::string& detail) {
    std::string_view text = detail;
    std::string_view line = text.substr(0, text.find('\n'));
    // A heading.
    if (line.ends_with(':') && line.size() + 1 < text.size()) {
        text.remove_prefix(line.size() + 1);
        line = text.substr(0, text.find('\n'));
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    }
    timeline_entry e;
    e.in = lane::check;
    e.what = fmt::format("{}: {}", oracle, line);
    e.detail = detail;
    return e;
}

void timeline_recorder::violated(const std::string& oracle, const std::string& detail) {
    timeline_entry e = entry_of_violation(oracle, detail);
    add(lane::check, "", std::move(e.what), std::move(e.detail));
}

void timeline_recorder::story_ends() {
    add(lane::user, "", "the story ends");
    has_ended_ = true;
}

void timeline_recorder::end() {
    if (std::exchange(time_, nullptr)) server_->stored.pop_back();
}

void timeline_recorder::add(timeline_entry e) {
    const bool is_rare = e.in == lane::fault || e.in == lane::check;
    if (!time_ || (entries_.size() >= max_entries && !is_rare)) return;
    e.at = time_->now() - begun_;
    if (has_ended_) e.match = "end " + e.match;
    if (on_entry_) on_entry_(e);
    entries_.push_back(std::move(e));
}

void timeline_recorder::add(lane in, std::string who, std::string what, std::string detail) {
    std::string match = fmt::format("{} {} {}", to_string(in), who, canonical(what));
    add(timeline_entry{{}, in, std::move(who), std::move(what), std::move(detail), std::move(match)});
}

void timeline_recorder::at(const std::string& who, const point& p, lane in) {
    const bool is_user = p.what == point::kind::user;
    if (!is_user && p.what != point::kind::request && p.what != point::kind::reconcile) return;
    if (p.op == verb::watch) return;
    if (is_user) in = lane::user;
    add(in, who, std::string(words_of(p, in == lane::user ? "user" : who)), shortened(p.body, most_of_body));
}

void timeline_recorder::delivered(const std::string& who, const point& p) {
    constexpr std::string_view begin = "event ";
    std::string_view words = words_of(p, who);
    if (words.starts_with(begin)) words.remove_prefix(begin.size());
    add(lane::watches, who, std::string(words));
}

void timeline_recorder::failed(const std::string& who, const point& p, std::string_view how) {
    add(lane::operators, who, fmt::format("{}: {}", words_of(p, who), how));
}

std::string timeline_recorder::canonical(std::string_view text) const {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("/ :,"), text.size());
        const std::string_view word = text.substr(0, end);
        const auto at = known_.names.find(word);
        out += at == known_.names.end() ? word : std::string_view(at->second);
        if (end < text.size()) out += text[end];
        text.remove_prefix(std::min(text.size(), end + 1));
    }
    return canonical_word(out, known_);
}

void timeline_recorder::changed(const apiserver::resource& r, const apiserver::record_ptr& before,
                                const apiserver::record_ptr& now) {
    const apiserver::record& o = now ? *now : *before;
    if (!is_compared(r.storage)) return;
    const bj::object object = o.parse();
    if (const auto hash = o.labels.find("pod-template-hash"); hash != o.labels.end())
        known_.hashes.emplace(std::string_view(hash->second));
    if (std::string name = canonical_name(object); name != o.key.name) known_.names[o.key.name] = name;
    timeline_entry e;
    e.in = lane::api;
    const std::string text = canonical_text(object, known_);
    if (!before)
        e.detail = contents(text);
    else if (now)
        e.detail = changes(canonical_text(before->parse(), known_), text);
    // Only times, or what is left out of comparisons.
    if (before && now && e.detail.empty()) return;
    const std::string_view resource = std::string_view(r.storage).substr(0, r.storage.find('.'));
    e.what = fmt::format("{} {} {}{}",
                         !now     ? "deleted"
                         : before ? "changed"
                                  : "created",
                         resource, o.key, before && now ? fields_in(e.detail) : "");
    e.match = fmt::format("API {}\n{}", canonical(e.what), !before ? text : e.detail);
    add(std::move(e));
}

timeline without_repeated_lists(timeline all) {
    constexpr std::string_view begin = "list ";
    const auto is_list = [&](const timeline_entry& e) {
        return e.in == lane::operators && e.what.starts_with(begin);
    };
    timeline out;
    for (std::size_t i = 0; i < all.size();) {
        timeline_entry& e = out.emplace_back(std::move(all[i++]));
        if (!is_list(e)) continue;
        // Their order depends on chance. The match may have a prefix.
        const std::string before = e.match.substr(0, e.match.find(e.what));
        std::set<std::string> lists{e.what.substr(begin.size())};
        for (; i < all.size() && is_list(all[i]) && all[i].who == e.who && all[i].at == e.at; ++i)
            lists.insert(all[i].what.substr(begin.size()));
        e.what = fmt::format("{}{}", begin, fmt::join(lists, ", "));
        e.match = before + e.what;
    }
    return out;
}

}}}  // namespace setpoint::v0::sim
