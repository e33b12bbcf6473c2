#include "testkit/story/inputs/input_checks.hpp"

#include "apiserver/objects/fields.hpp"
#include "testkit/sim/canonical.hpp"
#include "testkit/sim/end_difference.hpp"
#include "testkit/sim/object_state.hpp"
#include "testkit/story/accepted_findings.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <iterator>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr int refused_as_bad = 400, refused_as_invalid = 422;
constexpr std::size_t deepest_status = 32;

bool holds_volume(std::string_view name) {
    return name.starts_with("persistentvolumeclaims ") || name.starts_with("persistentvolumes ");
}

bool is_revision(std::string_view name) {
    return name.starts_with("controllerrevisions.apps ");
}

// What a new object has, and what a changed one has, as far as they are comparable.
std::vector<std::string> without_volumes(const std::vector<std::string>& lines) {
    std::vector<std::string> out;
    std::copy_if(lines.begin(), lines.end(), std::back_inserter(out), [](const std::string& line) {
        const std::string_view name = sim::name_in(line);
        return !holds_volume(name) && !is_revision(name);
    });
    return out;
}

// Claims that a new object has, and the changed one has not.
std::vector<std::string> missing_claims(const std::vector<std::string>& fresh,
                                        const std::vector<std::string>& now) {
    std::set<std::string_view> names;
    for (const std::string& line : now) names.insert(sim::name_in(line));
    std::vector<std::string> out;
    for (const std::string& line : fresh)
        if (line.starts_with("persistentvolumeclaims ") && !names.contains(sim::name_in(line)))
            out.emplace_back(sim::name_in(line));
    return out;
}

void erase_pull_policies(bj::value& v) {
    if (bj::object* const o = v.if_object()) {
        o->erase("imagePullPolicy");
        for (auto& [name, member] : *o) erase_pull_policies(member);
    }
    if (bj::array* const a = v.if_array())
        for (bj::value& item : *a) erase_pull_policies(item);
}

std::string or_absent(const std::string& json) {
    constexpr std::size_t most = 200;
    return json.empty() ? "absent" : json.size() > most ? json.substr(0, most) + "..." : json;
}

std::string words_of_difference(const sim::difference& d) {
    if (!d.field.empty())
        return fmt::format("  {}: {}: {}, of a new object {}\n", d.object, d.field, or_absent(d.happened),
                           or_absent(d.expected));
    return fmt::format("  {} {}\n", d.object,
                       d.happened.empty() ? "is missing, and a new object has it"
                                          : "is left over: a new object does not have it");
}

struct status_condition {
    std::string status, reason, message;
    bool operator==(const status_condition&) const = default;
};

// By type.
std::map<std::string, status_condition> conditions_in(const std::string& status) {
    std::map<std::string, status_condition> out;
    boost::system::error_code ec;
    const bj::value v = status.empty() ? bj::value() : bj::parse(status, ec);
    if (ec || !v.is_object()) return out;
    for (const bj::value& one : apiserver::list_of(v.get_object(), "conditions"))
        if (const bj::object* const o = one.if_object())
            out[std::string(apiserver::text_at(*o, "type"))] = {
                std::string(apiserver::text_at(*o, "status")), std::string(apiserver::text_at(*o, "reason")),
                std::string(apiserver::text_at(*o, "message"))};
    return out;
}

// Whether the condition is True in every good state; Progressing, for example, is not.
bool means_good(std::string_view type) {
    constexpr std::array<std::string_view, 5> all{"Ready", "Available", "Healthy", "Synced", "Reconciled"};
    return std::ranges::find(all, type) != all.end();
}

bool has_error_word(std::string_view status) {
    std::string lower;
    for (const char c : status) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return std::ranges::any_of(std::initializer_list<const char*>{"error", "invalid", "fail"},
                               [&](const char* word) { return lower.find(word) != std::string::npos; });
}

// A number that the operator mirrors does not report anything.
bool reports(const std::string& status, const std::string& good) {
    const std::map<std::string, status_condition> of_good = conditions_in(good), all = conditions_in(status);
    const bool has_other_condition = std::ranges::any_of(all, [&](const auto& one) {
        const auto at = of_good.find(one.first);
        return at == of_good.end() || at->second != one.second;
    });
    return has_other_condition || (has_error_word(status) && status != good);
}

void erase_generations(bj::value& v, std::size_t depth) {
    if (depth > deepest_status) return;
    if (bj::object* const o = v.if_object()) {
        o->erase("observedGeneration");
        for (auto& m : *o) erase_generations(m.value(), depth + 1);
    }
    if (bj::array* const a = v.if_array())
        for (bj::value& one : *a) erase_generations(one, depth + 1);
}

}  // namespace

void refused_writes::note(const sim::point& p, int status) {
    if (!p.writes() || !p.is_request()) return;
    const std::string object = fmt::format("{}.{}/{} {}", p.gvr.resource, p.gvr.group, p.subresource, p.key);
    if (status == refused_as_bad || status == refused_as_invalid)
        all_[object] = p.text.substr(0, p.text.rfind('#'));
    else if (status < 300)
        all_.erase(object);
}

std::set<std::string> refused_writes::all() const {
    std::set<std::string> out;
    for (const auto& [object, text] : all_) out.insert(text);
    return out;
}

bool is_like_new(const std::vector<std::string>& fresh, const std::vector<std::string>& now) {
    return missing_claims(fresh, now).empty() && without_volumes(fresh) == without_volumes(now);
}

void erase_spec(std::vector<std::string>& lines, std::string_view name) {
    const auto at =
        std::ranges::find_if(lines, [&](const std::string& line) { return sim::name_in(line) == name; });
    if (at == lines.end()) return;
    boost::system::error_code ec;
    bj::value v = bj::parse(std::string_view(*at).substr(name.size() + 1), ec);
    if (ec || !v.is_object()) return;
    v.get_object().erase("spec");
    *at = fmt::format("{} {}", name, bj::serialize(v));
}

void erase_kept_defaults(std::vector<std::string>& lines) {
    for (std::string& line : lines) {
        if (line.find("imagePullPolicy") == std::string::npos) continue;
        const std::size_t end_of_name = sim::name_in(line).size();
        boost::system::error_code ec;
        bj::value v = bj::parse(std::string_view(line).substr(end_of_name + 1), ec);
        if (ec) continue;
        erase_pull_policies(v);
        line = line.substr(0, end_of_name) + " " + bj::serialize(v);
    }
}

std::optional<wrong_outcome> difference_from_new(const input_snapshot& fresh, const input_snapshot& now) {
    sim::end_difference d = sim::difference_at_end(without_volumes(fresh.lines), without_volumes(now.lines));
    for (const std::string& name : missing_claims(fresh.lines, now.lines))
        d.fields.push_back({name, "", "{}", ""});
    if (d.fields.empty()) return std::nullopt;
    std::string text = "the objects are not those of a new object with this spec:\n";
    for (const sim::difference& one : d.fields) text += words_of_difference(one);
    return wrong_outcome{"same as new", std::move(text), std::move(d.fields)};
}

std::optional<wrong_outcome> lost_data(const input_snapshot& before, const input_snapshot& now,
                                       const input_snapshot* fresh) {
    std::string text;
    for (const auto& [name, uid] : before.data) {
        const auto at = now.data.find(name);
        if (at != now.data.end() && at->second == uid) continue;
        // A Secret may belong to what the change has removed.
        const bool is_wanted = at != now.data.end() || (fresh && fresh->data.contains(name));
        if (!is_wanted && !holds_volume(name)) continue;
        text += fmt::format("{}{} was deleted{}", text.empty() ? "" : "\n", name,
                            at == now.data.end() ? "" : " and created again");
    }
    if (text.empty()) return std::nullopt;
    return wrong_outcome{"data is kept", std::move(text)};
}

std::optional<wrong_outcome> unreported(const input_snapshot& now, const input_snapshot& good, bool is_warned,
                                        bool is_bad) {
    const bool is_reported = is_warned || reports(now.status, good.status);
    if (is_reported || (now.refused.empty() && !is_bad)) return std::nullopt;
    std::string text = now.refused.empty()
                           ? "the story calls the spec bad"
                           : fmt::format("the API server refuses to {} as invalid", *now.refused.begin());
    text += ", and neither the status nor a Warning event shows it";
    return wrong_outcome{"bad spec is reported", std::move(text)};
}

bool has_other_warning(const input_snapshot& now, const input_snapshot& good) {
    return !std::ranges::includes(good.warnings, now.warnings);
}

bool is_error_state(const input_snapshot& now, const input_snapshot& good) {
    if (!std::ranges::includes(good.refused, now.refused) || has_other_warning(now, good)) return true;
    const std::map<std::string, status_condition> of_good = conditions_in(good.status),
                                                  all = conditions_in(now.status);
    for (const auto& [type, condition] : of_good) {
        const auto at = all.find(type);
        const bool was_true = means_good(type) && condition.status == "True";
        if (was_true && at != all.end() && at->second.status != "True") return true;
    }
    return has_error_word(now.status) && !has_error_word(good.status);
}

std::string cause_in(const wrong_outcome& w) {
    finding f;
    f.oracle = w.oracle;
    f.detail = w.detail;
    f.differences = w.differences;
    return cause_of(f.oracle, general_symptom(f));
}

std::string status_in(const bj::object& object) {
    const bj::object* const status = apiserver::object_at(object, "status");
    if (!status || status->empty()) return {};
    bj::value v(*status);
    erase_generations(v, 0);
    return v.get_object().empty() ? std::string() : sim::canonical_text(v.get_object(), {});
}

}}}  // namespace setpoint::v0::story
