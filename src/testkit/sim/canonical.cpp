#include "testkit/sim/canonical.hpp"

#include "apiserver/objects/fields.hpp"
#include "testkit/sim/text_search.hpp"

#include <boost/container/small_vector.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

namespace bj = boost::json;
using apiserver::object_of, apiserver::text_at, apiserver::list_of;

constexpr std::size_t deepest = 128;

template <std::size_t N>
bool is_one_of(std::string_view s, const std::array<std::string_view, N>& all) {
    return std::find(all.begin(), all.end(), s) != all.end();
}

constexpr std::array<std::string_view, 5> dropped_metadata{"resourceVersion", "generation", "managedFields",
                                                           "selfLink", "uid"};
constexpr std::array<std::string_view, 11> addresses{
    "clusterIP", "clusterIPs", "nodePort",    "healthCheckNodePort", "podIP",   "podIPs",
    "hostIP",    "hostIPs",    "containerID", "addresses",           "nodeName"};
constexpr std::array<std::string_view, 5> sets{"conditions", "ownerReferences", "endpoints", "finalizers",
                                               "imagePullSecrets"};

// The number of an update, and hashes over UIDs.
bool is_counted(std::string_view annotation) {
    return annotation == "deployment.kubernetes.io/revision" ||
           annotation == "deployment.kubernetes.io/revision-history" || annotation.ends_with("/applied-hash");
}

// RFC 3339: "2026-01-01T00:00:00Z", with or without a fraction.
bool is_time(std::string_view s) {
    return s.size() >= 20 && s.size() <= 30 && s[4] == '-' && s[7] == '-' && s[10] == 'T' && s[13] == ':' &&
           s.ends_with('Z');
}

bool is_uid(std::string_view s) {
    return s.size() == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-';
}

constexpr std::size_t size_of_uid = 36;

// The position of an identity within a longer word: "pvc-ad83b9e3-...", the volume of a claim.
std::size_t find_uid(std::string_view word, std::size_t from = 0) {
    const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    for (std::size_t at = from; at + size_of_uid <= word.size(); ++at) {
        const std::string_view here = word.substr(at, size_of_uid);
        if (is_uid(here) &&
            std::all_of(here.begin(), here.end(), [&](char c) { return c == '-' || is_hex(c); }))
            return at;
    }
    return std::string_view::npos;
}

constexpr std::size_t digits_of_time = 8;
constexpr std::string_view token_volume = "kube-api-access-";

bool has_time(std::string_view word) {
    std::size_t digits = 0;
    for (const char c : word) {
        digits = c >= '0' && c <= '9' ? digits + 1 : 0;
        if (digits == digits_of_time) return true;
    }
    return false;
}

bool is_name_character(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

struct made_up_part {
    std::size_t at = std::string_view::npos, size = 0;  // 0: none
};

// The made-up part of a name that begins at `at`.
made_up_part made_up_at(std::string_view text, std::size_t at, const made_up_name& n) {
    const std::size_t begin = at + n.begin.size();
    std::size_t end = begin;
    while (end < text.size() && is_name_character(text[end])) ++end;
    const std::size_t size = end - begin;
    if (size < n.least || size > n.most || text.substr(end, n.end.size()) != n.end) return {};
    return {begin, size};
}

// The first one from `from` on.
made_up_part find_made_up(std::string_view text, const std::vector<made_up_name>& known,
                          std::size_t from = 0) {
    made_up_part first;
    for (const made_up_name& n : known) {
        for (std::size_t at = from; at < text.size(); ++at) {
            if (!n.begin.empty()) at = std::min(text.find(n.begin, at), text.size());
            const bool is_inside = at != 0 && at < text.size() && is_name_character(text[at - 1]);
            if (at >= first.at || at == text.size()) break;
            if (is_inside) continue;
            const made_up_part one = made_up_at(text, at, n);
            if (one.size == 0) continue;
            if (one.at < first.at) first = one;
            break;
        }
    }
    return first;
}

// Whether canonical_word() changes nothing.
bool is_canonical(std::string_view word, const identities& known) {
    return !has_time(word) && find_made_up(word, known.made_up).size == 0 &&
           find_uid(word) == std::string_view::npos && !word.starts_with(token_volume) &&
           std::none_of(known.hashes.begin(), known.hashes.end(), [&](const std::string& hash) {
               return word.size() >= hash.size() && find_text(word, hash) != std::string_view::npos;
           });
}

// Whether it is written in JSON as it is.
bool is_plain(std::string_view s) {
    return std::all_of(s.begin(), s.end(),
                       [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

class writer {
public:
    writer(const bj::object& object, const identities& known) : known_(known) {
        if (const bj::value* g = object_of(object, "metadata").if_contains("generation"))
            generation_ = apiserver::number_of(*g).value_or(0);
    }

    void object(const bj::object& o, std::string_view name, std::size_t depth, std::string& out) const {
        constexpr std::size_t usual = 24;
        boost::container::small_vector<const bj::object::value_type*, usual> members;
        for (const auto& m : o) {
            const std::string_view key = m.key();
            if (depth == 1 && name == "metadata" && is_one_of(key, dropped_metadata)) continue;
            if (name == "annotations" && is_counted(key)) continue;
            // How often a container has crashed.
            if (key == "restartCount" || key == "lastState") continue;
            if (key == "resourceVersion" || key == "collisionCount") continue;
            members.push_back(&m);
        }
        std::sort(members.begin(), members.end(), [](auto* a, auto* b) { return a->key() < b->key(); });
        out += '{';
        for (const auto* m : members) {
            if (out.back() != '{') out += ',';
            out.append("\"").append(std::string_view(m->key())).append("\":");
            member(m->key(), m->value(), depth, out);
        }
        out += '}';
    }

private:
    void member(std::string_view key, const bj::value& v, std::size_t depth, std::string& out) const {
        if (key == "uid") {
            uid(apiserver::text_of(v), out);
        } else if (key == "observedGeneration") {
            const auto n = apiserver::number_of(v);
            quoted(n && *n == generation_ ? "<current>" : "<old>", out);
        } else if (is_one_of(key, addresses) && apiserver::text_of(v) != "None") {
            quoted("<address>", out);
        } else {
            value(v, key, depth + 1, out);
        }
    }

    void uid(std::string_view text, std::string& out) const {
        const auto at = known_.uids.find(text);
        quoted(at == known_.uids.end() ? "<gone>" : std::string_view(at->second), out);
    }

    void value(const bj::value& v, std::string_view name, std::size_t depth, std::string& out) const {
        if (depth > deepest) return quoted("<deep>", out);
        if (const bj::object* o = v.if_object()) return object(*o, name, depth, out);
        if (const bj::array* a = v.if_array()) return array(*a, name, depth, out);
        const bj::string* s = v.if_string();
        if (!s) return plain(v, out);
        const std::string_view text(s->data(), s->size());
        if (is_time(text)) return quoted("<time>", out);
        if (is_uid(text)) return uid(text, out);
        const auto at = known_.names.find(text);
        const std::string_view word = at == known_.names.end() ? text : std::string_view(at->second);
        if (is_canonical(word, known_)) return quoted(word, out);
        quoted(canonical_word(word, known_), out);
    }

    static void plain(const bj::value& v, std::string& out) {
        if (const std::int64_t* n = v.if_int64())
            fmt::format_to(std::back_inserter(out), "{}", *n);
        else if (const bool* b = v.if_bool())
            out += *b ? "true" : "false";
        else
            out += bj::serialize(v);
    }

    void array(const bj::array& a, std::string_view name, std::size_t depth, std::string& out) const {
        out += '[';
        if (!is_one_of(name, sets)) {
            for (std::size_t i = 0; i < a.size(); ++i) {
                if (i != 0) out += ',';
                value(a[i], name, depth + 1, out);
            }
            out += ']';
            return;
        }
        std::vector<std::string> items;
        items.reserve(a.size());
        for (const bj::value& item : a) value(item, name, depth + 1, items.emplace_back());
        std::sort(items.begin(), items.end());
        for (std::size_t i = 0; i < items.size(); ++i) out.append(i == 0 ? "" : ",").append(items[i]);
        out += ']';
    }

    static void quoted(std::string_view s, std::string& out) {
        if (is_plain(s))
            out.append("\"").append(s).append("\"");
        else
            out += bj::serialize(bj::value(bj::string(s)));
    }

    const identities& known_;
    std::int64_t generation_ = 0;
};

void compare(const bj::value* expected, const bj::value* actual, const std::string& path,
             std::vector<field_difference>& out) {
    constexpr std::size_t most = 8;
    if (out.size() >= most || (expected && actual && *expected == *actual)) return;
    const bj::object* e = expected ? expected->if_object() : nullptr;
    const bj::object* a = actual ? actual->if_object() : nullptr;
    if (e && a) {
        for (const auto& m : *e)
            compare(&m.value(), a->if_contains(m.key()), path + "." + std::string(m.key()), out);
        for (const auto& m : *a)
            if (!e->contains(m.key())) compare(nullptr, &m.value(), path + "." + std::string(m.key()), out);
        return;
    }
    const bj::array* el = expected ? expected->if_array() : nullptr;
    const bj::array* al = actual ? actual->if_array() : nullptr;
    if (el && al && el->size() == al->size()) {
        for (std::size_t i = 0; i < el->size(); ++i)
            compare(&(*el)[i], &(*al)[i], fmt::format("{}[{}]", path, i), out);
        return;
    }
    out.push_back({path.substr(path.empty() ? 0 : 1), expected ? bj::serialize(*expected) : "",
                   actual ? bj::serialize(*actual) : ""});
}

}  // namespace

std::string canonical_text(const bj::object& object, const identities& known) {
    std::string out;
    writer(object, known).object(object, "", 0, out);
    return out;
}

bool is_compared(std::string_view storage) {
    return storage != "events" && !storage.starts_with("events.") &&
           storage != "leases.coordination.k8s.io" && storage != "nodes" &&
           storage != "ipaddresses.networking.k8s.io";
}

bool is_history(std::string_view storage, const bj::object& object) {
    if (storage != "replicasets.apps") return false;
    const bj::array& owners = list_of(object_of(object, "metadata"), "ownerReferences");
    const bool of_deployment = std::any_of(owners.begin(), owners.end(), [](const bj::value& o) {
        return o.is_object() && text_at(o.get_object(), "kind") == "Deployment";
    });
    return of_deployment && apiserver::number_at(object_of(object, "spec"), "replicas") == 0;
}

std::string_view uid_in(std::string_view word) {
    const std::size_t at = find_uid(word);
    return at == std::string_view::npos ? std::string_view() : word.substr(at, size_of_uid);
}

std::string without_made_up(std::string_view text, const std::vector<made_up_name>& known) {
    std::string out(text);
    for (std::size_t from = 0;;) {
        const made_up_part part = find_made_up(out, known, from);
        if (part.size == 0) return out;
        out.replace(part.at, part.size, "*");
        from = part.at + 1;
    }
}

std::string canonical_word(std::string_view word, const identities& known) {
    if (find_made_up(word, known.made_up).size != 0) {
        identities others = known;
        others.made_up.clear();
        return canonical_word(without_made_up(word, known.made_up), others);
    }
    if (word.starts_with(token_volume)) return std::string(token_volume) + "*";
    // First, since an identity may have eight digits in a row.
    if (const std::size_t at = find_uid(word); at != std::string_view::npos) {
        const auto of = known.uids.find(word.substr(at, size_of_uid));
        return canonical_word(word.substr(0, at), known) +
               (of == known.uids.end() ? "<gone>" : "<" + of->second + ">") +
               canonical_word(word.substr(at + size_of_uid), known);
    }
    std::string out(word);
    for (const std::string& hash : known.hashes)
        for (std::size_t at; (at = out.find(hash)) != std::string::npos;)
            out.replace(at, hash.size(), "<hash>");
    for (std::size_t at = 0; at < out.size();) {
        std::size_t end = at;
        while (end < out.size() && out[end] >= '0' && out[end] <= '9') ++end;
        if (end - at >= digits_of_time) out.replace(at, end - at, "<time>");
        at = std::max(end, at + 1);
    }
    return out;
}

std::string canonical_name(const bj::object& object) {
    const bj::object& meta = object_of(object, "metadata");
    const std::string_view generated = text_at(meta, "generateName");
    return generated.empty() ? std::string(text_at(meta, "name")) : std::string(generated) + "*";
}

std::vector<field_difference> differing_fields(std::string_view expected, std::string_view actual) {
    boost::system::error_code ec;
    const bj::value e = bj::parse({expected.data(), expected.size()}, ec);
    const bj::value a = ec ? bj::value() : bj::parse({actual.data(), actual.size()}, ec);
    std::vector<field_difference> out;
    if (!ec) compare(&e, &a, "", out);
    return out;
}

std::string describe_difference(std::string_view expected, std::string_view actual) {
    const auto or_absent = [](const std::string& json) { return json.empty() ? "absent" : json; };
    std::string out;
    for (const field_difference& d : differing_fields(expected, actual))
        out += fmt::format("    {}: {}, without faults {}\n", d.path, or_absent(d.actual),
                           or_absent(d.expected));
    return out;
}

}}}  // namespace setpoint::v0::sim
