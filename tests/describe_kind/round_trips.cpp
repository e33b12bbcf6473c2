// described-kinds --headers FILE... --definitions FILE... --samples FILE... : checks types that `setpoint
// describe-kind` wrote. Each sample of their kinds is decoded and encoded, and nothing is lost or added; the
// API server accepts the sample with the definition that the type prints, and what was encoded with the real
// definition, and stores the same, with the same defaults. The printed definition has the rules in CEL of the
// real one, but those that a header names, and rule_errors() finds none of them broken. The last line is 'N
// passed, N failed'.
#include "describe_kind/described_kinds.hpp"
#include "setpoint/api/crd.hpp"
#include "setpoint/api/rules.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/yaml.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <compare>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>

namespace {

namespace bj = boost::json;
using namespace setpoint;

struct sample {
    std::string name;
    bj::object object;
};

std::string text_of_file(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<bj::value> documents_of(const std::string& file) {
    return json::parse_manifests(text_of_file(file), file).value();
}

std::string text_of(const bj::value& v) {
    return v.is_string() ? std::string(v.get_string()) : bj::serialize(v);
}

bool is_nothing(const bj::value& v) {
    return v.is_null() || (v.is_array() && v.get_array().empty());
}

std::string text_at(const bj::object& o, std::string_view name) {
    const bj::value* const v = o.if_contains(name);
    return v && v->is_string() ? std::string(v->get_string()) : "";
}

// What `b` lacks or has otherwise than `a`, one path a line. Null and an empty list mean the same as nothing.
// Numbers are equal by value, and a quantity may be a number or its text.
void compare(const bj::value& a, const bj::value& b, const std::string& path, std::string& out) {
    if (a.is_object() && b.is_object()) {
        for (const auto& [name, value] : a.get_object()) {
            const std::string there = path + "." + std::string(name);
            const bj::value* const other = b.get_object().if_contains(name);
            if (other)
                compare(value, *other, there, out);
            else if (!is_nothing(value))
                out += there + " is missing\n";
        }
    } else if (a.is_array() && b.is_array() && a.get_array().size() == b.get_array().size()) {
        for (std::size_t i = 0; i < a.get_array().size(); ++i)
            compare(a.get_array()[i], b.get_array()[i], fmt::format("{}[{}]", path, i), out);
    } else if (a.is_number() && b.is_number()) {
        const bool same =
            a.is_double() || b.is_double() ? a.to_number<double>() == b.to_number<double>() : a == b;
        if (!same) out += fmt::format("{}: {} became {}\n", path, bj::serialize(a), bj::serialize(b));
    } else if (a.kind() != b.kind() && (a.is_number() || b.is_number()) && text_of(a) == text_of(b)) {
        return;
    } else if (a != b && !(is_nothing(a) && is_nothing(b))) {
        out += fmt::format("{}: {} became {}\n", path, bj::serialize(a), bj::serialize(b));
    }
}

// Both directions: nothing is lost, nothing is added.
std::string difference(const bj::value& sample, const bj::value& after) {
    std::string lost, added;
    compare(sample, after, "", lost);
    compare(after, sample, "", added);
    return lost + (lost.empty() && !added.empty() ? "in the other direction:\n" + added : "");
}

// A rule in CEL of a schema: where it is, and all of it but the usual reason and "false".
struct placed_rule {
    std::string text, expression;
    auto operator<=>(const placed_rule&) const = default;
};

placed_rule placed(bj::object rule, const std::string& path) {
    if (text_at(rule, "reason") == "FieldValueInvalid") rule.erase("reason");
    const bj::value* const optional = rule.if_contains("optionalOldSelf");
    if (optional && *optional == false) rule.erase("optionalOldSelf");
    std::map<std::string, std::string> sorted;
    for (const auto& [name, value] : rule) sorted.emplace(name, bj::serialize(value));
    std::string text = path + ":";
    for (const auto& [name, value] : sorted) text += fmt::format(" {}={}", name, value);
    return {std::move(text), text_at(rule, "rule")};
}

void find_rules(const bj::object& schema, const std::string& path, std::set<placed_rule>& out) {
    if (const bj::value* const rules = schema.if_contains("x-kubernetes-validations"))
        for (const bj::value& rule : rules->as_array()) out.insert(placed(rule.as_object(), path));
    const auto inside = [&](const char* name, const std::string& step) {
        const bj::value* const below = schema.if_contains(name);
        if (below && below->is_object()) find_rules(below->get_object(), path + step, out);
    };
    inside("items", "[]");
    inside("additionalProperties", "{}");
    const bj::value* const properties = schema.if_contains("properties");
    if (!properties) return;
    for (const auto& [name, value] : properties->as_object())
        find_rules(value.as_object(), fmt::format("{}.{}", path, std::string_view(name)), out);
}

std::set<placed_rule> rules_of(const bj::object& definition, const std::string& version) {
    std::set<placed_rule> out;
    for (const bj::value& v : definition.at("spec").at("versions").as_array())
        if (text_at(v.as_object(), "name") == version)
            find_rules(v.at("schema").at("openAPIV3Schema").as_object(), "", out);
    return out;
}

// Whether the comment of a header names the rule as one that the types do not describe.
bool is_named(const std::string& headers, const placed_rule& rule) {
    constexpr std::size_t enough = 20;
    const std::string line = rule.expression.substr(0, rule.expression.find('\n'));
    return headers.find("left to the API server: rule \"" + line.substr(0, enough)) != std::string::npos;
}

std::string encoded(const kind_info& kind, const bj::object& object) {
    const auto memory = kind.make();
    json::decode_into(*kind.type, memory.get(), bj::serialize(object)).value();
    return encode_object(kind, memory.get());
}

// Creates the object on a server with that definition, and returns it as it is stored. Samples of several
// files share names and namespaces, so it gets others.
bj::object stored(testing::environment& env, const kind_info& kind, bj::object object, std::size_t number) {
    object["metadata"].as_object()["namespace"] = "default";
    object["metadata"].as_object()["name"] = fmt::format("sample-{}", number);
    const kind_info dynamic = dynamic_kind(kind.gvk, kind.plural, kind.scope, kind.has_status);
    if (kind.scope == scope::cluster) object["metadata"].as_object().erase("namespace");
    return env.run(env.client().create(dynamic_object(std::move(object)), dynamic)).value().json();
}

class checks {
public:
    // `headers`: the texts of the headers that describe the kinds.
    checks(std::vector<bj::object> definitions, std::string headers)
        : definitions_(std::move(definitions)), headers_(std::move(headers)) {}

    void run(const kind_info& kind, const std::vector<sample>& samples) {
        testing::environment described, real;
        described.install(crd_of(kind));
        real.install(definition_of(kind));
        report(kind, {"its definition", {}}, "its rules", [&] { return rules_difference(kind); });
        std::size_t count = 0;
        for (const sample& s : samples) {
            if (text_at(s.object, "kind") != kind.gvk.kind ||
                text_at(s.object, "apiVersion") != kind.gvk.api_version())
                continue;
            const std::size_t number = ++count;
            report(kind, s, "round trip",
                   [&] { return difference(s.object, bj::parse(encoded(kind, s.object))); });
            report(kind, s, "no rule is broken", [&] {
                std::string problem;
                for (const field_error& e : rule_errors(kind, s.object)) problem += e.text() + '\n';
                return problem;
            });
            // Both definitions have the same defaults.
            report(kind, s, "both definitions", [&] {
                const bj::object after =
                    stored(real, kind, bj::parse(encoded(kind, s.object)).as_object(), number);
                return difference(after.at("spec"), stored(described, kind, s.object, number).at("spec"));
            });
        }
        if (count == 0)
            report(kind, {"no sample", {}}, "samples", [] { return std::string("there is none\n"); });
    }
    int failed() const { return failed_; }
    std::string summary() const {
        return fmt::format("{} rules in CEL are kept, {} are left out\n{} passed, {} failed\n", rules_,
                           named_, passed_, failed_);
    }

private:
    // The definition that the type prints has the rules of the real one, but those that the header names.
    std::string rules_difference(const kind_info& kind) {
        const auto printed = rules_of(crd_of(kind), kind.gvk.version);
        const auto real = rules_of(definition_of(kind), kind.gvk.version);
        std::string problem;
        for (const placed_rule& r : printed)
            if (real.contains(r))
                ++rules_;
            else
                problem += "added: " + r.text + '\n';
        for (const placed_rule& r : real) {
            if (printed.contains(r)) continue;
            ++named_;
            if (!is_named(headers_, r)) problem += "lost: " + r.text + '\n';
        }
        return problem;
    }

    bj::object definition_of(const kind_info& kind) const {
        for (const bj::object& d : definitions_)
            if (text_at(d.at("metadata").as_object(), "name") == kind.resource().group_resource()) return d;
        throw std::runtime_error("no definition of " + kind.gvk.to_string());
    }
    template <class F>
    void report(const kind_info& kind, const sample& s, std::string_view what, F check) {
        std::string problem;
        try {
            problem = check();
        } catch (const std::exception& e) {
            problem = fmt::format("{}\n", e.what());
        }
        (problem.empty() ? passed_ : failed_) += 1;
        std::cout << fmt::format("{} {:<16} {:<20} {}\n{}", problem.empty() ? "ok  " : "FAIL", kind.gvk.kind,
                                 what, s.name, problem);
    }

    std::vector<bj::object> definitions_;
    std::string headers_;
    int passed_ = 0, failed_ = 0;
    std::size_t rules_ = 0, named_ = 0;
};

int run(const std::vector<std::string>& words) {
    std::vector<bj::object> definitions;
    std::vector<sample> samples;
    std::string headers, role;
    for (const std::string& word : words) {
        if (word.starts_with("--")) {
            role = word;
            continue;
        }
        if (role == "--headers") {
            headers += text_of_file(word);
            continue;
        }
        std::size_t number = 0;
        for (bj::value& d : documents_of(word)) {
            if (!d.is_object()) continue;
            if (role == "--samples")
                samples.push_back({fmt::format("{}#{}", word.substr(word.rfind('/') + 1), ++number),
                                   std::move(d.get_object())});
            else
                definitions.push_back(std::move(d.get_object()));
        }
    }
    checks all(std::move(definitions), std::move(headers));
    for (const kind_info* const kind : described_kinds()) all.run(*kind, samples);
    std::cout << all.summary();
    return all.failed() == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception& e) {
        std::cerr << "described-kinds: " << e.what() << '\n';
        return 2;
    }
}
