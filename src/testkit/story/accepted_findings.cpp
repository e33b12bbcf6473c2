#include "testkit/story/accepted_findings.hpp"

#include "apiserver/go/hash.hpp"
#include "setpoint/json/yaml.hpp"
#include "testkit/story/story_files.hpp"
#include "testkit/story/story_node.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::size_t most_facts = 6, longest_slug = 40;

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all) {
    return std::find(all.begin(), all.end(), text) != all.end();
}

bool is_word_char(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.' || c == '/' || c == '#' ||
           c == '*' || c == '_';
}

bool is_number(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(),
                                        [](char c) { return std::isdigit(static_cast<unsigned char>(c)); });
}

bool is_uid(std::string_view text) {
    constexpr std::size_t length = 36;
    if (text.size() != length) return false;
    for (std::size_t i = 0; i < length; ++i) {
        const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_dash ? text[i] != '-' : !std::isxdigit(static_cast<unsigned char>(text[i]))) return false;
    }
    return true;
}

// "default/web", and not "gadgets/status" or "apps/v1".
bool is_object_name(std::string_view text) {
    const std::size_t at = text.find('/');
    if (at == std::string_view::npos || at == 0 || at + 1 == text.size()) return false;
    const std::string_view second = text.substr(at + 1);
    const bool is_version = second.size() > 1 && second[0] == 'v' && std::isdigit(second[1]);
    return !is_version &&
           !is_one_of(second, {"status", "scale", "finalizers", "exec", "log", "binding", "eviction", "token",
                               "ephemeralcontainers", "resize", "approval", "finalize"});
}

std::string general_word(std::string_view word) {
    std::string after;
    while (!word.empty() && word.back() == '.') {
        after += '.';
        word.remove_suffix(1);
    }
    const std::string_view name = word.substr(0, word.find('#'));
    const bool is_error_code = name.size() == 3 && (name[0] == '4' || name[0] == '5');
    if (is_uid(name)) return "UID" + after;
    if (is_number(name) && !is_error_code) return "N" + after;
    if (is_object_name(name)) return "NAME" + after;
    return std::string(name) + after;
}

// "story.yaml:12: " would change with each edit.
std::string_view without_place(std::string_view line) {
    const std::size_t end = line.find(": ");
    if (end == std::string_view::npos) return line;
    const std::string_view place = line.substr(0, end);
    const std::size_t colon = place.rfind(':');
    const bool is_place = colon != std::string_view::npos && is_number(place.substr(colon + 1)) &&
                          place.find(' ') == std::string_view::npos;
    return is_place ? line.substr(end + 2) : line;
}

std::string general(std::string_view line) {
    line = without_place(line);
    for (const std::string_view end : {", but ", "; ", ", the last one"})
        line = line.substr(0, line.find(end));
    std::string out;
    for (std::size_t at = 0; at < line.size();) {
        if (!is_word_char(line[at])) {
            out += line[at++];
            continue;
        }
        const std::size_t begin = at;
        while (at < line.size() && is_word_char(line[at])) ++at;
        out += general_word(line.substr(begin, at - begin));
    }
    const std::size_t first = out.find_first_not_of(' ');
    return first == std::string::npos ? "" : out.substr(first);
}

std::string joined(const std::set<std::string>& facts) {
    std::vector<std::string> some(facts.begin(), facts.end());
    if (some.size() > most_facts) {
        some.resize(most_facts);
        some.emplace_back("...");
    }
    return fmt::format("{}", fmt::join(some, "; "));
}

std::string fact_of(const sim::difference& d) {
    const std::string kind = d.object.substr(0, d.object.find(' '));
    if (d.field.empty()) return kind + (d.happened.empty() ? " missing" : d.expected.empty() ? " left" : "");
    std::string field;
    bool is_index = false;
    for (const char c : d.field) {
        if (c == ']') is_index = false;
        if (!is_index) field += c;
        if (c == '[') is_index = true;
    }
    return kind + " " + field;
}

// The lines after the first one list requests or objects.
bool lists_all(std::string_view oracle) {
    return oracle == "a restart writes nothing" || oracle == "same end" || oracle.starts_with("nothing ");
}

bool is_gone(const findings& in, const accepted_finding& a) {
    const auto is_pair = [](const std::string& plan) { return plan.find(" + ") != std::string::npos; };
    const bool needs_pairs = !a.plans.empty() && std::all_of(a.plans.begin(), a.plans.end(), is_pair);
    if (!in.is_whole || (needs_pairs && in.pairs == 0)) return false;
    return std::none_of(in.all.begin(), in.all.end(), [&](const finding& f) { return f.cause == a.cause; });
}

accepted_finding read_one(const story_node& n) {
    n.only({"cause", "oracle", "symptom", "plans", "comment"});
    accepted_finding a;
    a.cause = n.need("cause").text();
    a.oracle = n.need("oracle").text();
    const auto text = [&](const char* key) {
        const auto v = n.find(key);
        if (!v || (v->value().is_string() && v->value().get_string().empty())) return std::string();
        return v->text();
    };
    a.symptom = text("symptom");
    a.comment = text("comment");
    if (const auto v = n.find("plans"))
        for (const story_node& one : v->items()) a.plans.push_back(one.text());
    return a;
}

}  // namespace

std::string general_symptom(const finding& f) {
    if (f.oracle.starts_with("invariant: ") || f.oracle.starts_with("missing right")) return {};
    std::set<std::string> facts;
    for (const sim::difference& d : f.differences) facts.insert(fact_of(d));
    if (!facts.empty()) return joined(facts);
    std::string_view rest = f.detail;
    std::string first = general(rest.substr(0, rest.find('\n')));
    if (!lists_all(f.oracle)) return first;
    while (rest.find('\n') != std::string_view::npos) {
        rest.remove_prefix(rest.find('\n') + 1);
        if (std::string one = general(rest.substr(0, rest.find('\n'))); !one.empty())
            facts.insert(std::move(one));
    }
    return facts.empty() ? first : joined(facts);
}

std::string cause_of(std::string_view oracle, std::string_view symptom) {
    std::string slug;
    for (const char c : oracle.substr(0, longest_slug)) {
        if (std::isalnum(static_cast<unsigned char>(c)))
            slug += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!slug.empty() && slug.back() != '-')
            slug += '-';
    }
    if (!slug.empty() && slug.back() != '-') slug += '-';
    return fmt::format("{}{:08x}", slug, apiserver::fnv1a_32(fmt::format("{}\n{}", oracle, symptom)));
}

void mark_accepted(finding& f, const std::vector<accepted_finding>& all) {
    f.cause = cause_of(f.oracle, general_symptom(f));
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const accepted_finding& a) { return a.cause == f.cause; });
    f.is_accepted = at != all.end();
    if (f.is_accepted) f.comment = at->comment;
}

std::vector<accepted_finding> read_accepted_text(std::string_view text, const std::string& file) {
    const bool is_blank = text.find_first_not_of(" \t\r\n") == std::string_view::npos;
    if (is_blank) throw cannot_explore(file + ": is empty; accepted findings are a list under `accepted:`");
    const story_node root(parse_story_document(text, file));
    root.only({"accepted"});
    std::vector<accepted_finding> all;
    std::set<std::string> causes;
    for (const story_node& n : root.need("accepted").items()) {
        all.push_back(read_one(n));
        if (!causes.insert(all.back().cause).second)
            n.fail(fmt::format("the cause {} is there twice", all.back().cause));
    }
    return all;
}

std::vector<accepted_finding> read_accepted(const std::string& file) {
    return read_accepted_text(read_text_file(file), file);
}

std::string accepted_text(const std::vector<accepted_finding>& all) {
    bj::array list;
    for (const accepted_finding& a : all)
        list.push_back(bj::object{{"cause", a.cause},
                                  {"oracle", a.oracle},
                                  {"symptom", a.symptom},
                                  {"plans", bj::array(a.plans.begin(), a.plans.end())},
                                  {"comment", a.comment}});
    return "# Findings of `setpoint explore` that are known: with --accept they are listed and do not fail. "
           "They "
           "are\n# matched by `cause`; `comment` is for the reason, and the other fields are for readers.\n" +
           json::to_yaml(bj::object{{"accepted", std::move(list)}});
}

std::size_t findings::failures() const {
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [](const finding& f) { return !f.is_accepted; }));
}

std::vector<accepted_finding> findings::gone(const std::vector<accepted_finding>& accepted) const {
    std::vector<accepted_finding> out;
    for (const accepted_finding& a : accepted)
        if (is_gone(*this, a)) out.push_back(a);
    return out;
}

std::vector<accepted_finding> findings::to_accept(const std::vector<accepted_finding>& before) const {
    std::vector<accepted_finding> out;
    const auto in_out = [&](const std::string& cause) {
        return std::find_if(out.begin(), out.end(),
                            [&](const accepted_finding& a) { return a.cause == cause; });
    };
    for (const accepted_finding& a : before)
        if (!is_gone(*this, a)) out.push_back(a);
    for (const finding& f : all) {
        auto at = in_out(f.cause);
        if (at == out.end())
            at = out.insert(out.end(), {f.cause, f.oracle, general_symptom(f), {}, f.comment});
        if (std::find(at->plans.begin(), at->plans.end(), f.plan) == at->plans.end())
            at->plans.push_back(f.plan);
    }
    return out;
}

}}}  // namespace setpoint::v0::story
