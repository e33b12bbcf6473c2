// Reads PROJECT.
#include "cli/json_members.hpp"
#include "cli/scaffold/names.hpp"
#include "cli/scaffold/project_check.hpp"
#include "cli/scaffold/project_file.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/json/yaml.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <charconv>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

// Reads the members of an object; what is wrong is named by its path.
class reader {
public:
    reader(const bj::object& o, std::string where) : o_(o), where_(std::move(where)) {}

    [[noreturn]] void refuse(std::string_view key, std::string_view why) const {
        throw fault(errc::bad_config, fmt::format("{}: {} {}", where_, key, why));
    }
    std::string text(std::string_view key) const {
        const bj::value* const v = member(o_, key);
        if (!v) return {};
        if (!v->is_string()) refuse(key, "is not a text");
        return std::string(view(v->get_string()));
    }
    std::string needed(std::string_view key) const {
        std::string found = text(key);
        if (found.empty()) refuse(key, "is missing");
        return found;
    }
    bool flag(std::string_view key) const {
        const bj::value* const v = member(o_, key);
        if (!v) return false;
        if (!v->is_bool()) refuse(key, "is neither true nor false");
        return v->get_bool();
    }
    std::vector<std::string> texts(std::string_view key) const {
        std::vector<std::string> all;
        for (const bj::value& v : items(key)) {
            if (!v.is_string()) refuse(key, "is not a list of texts");
            all.emplace_back(view(v.get_string()));
        }
        return all;
    }
    bj::array items(std::string_view key) const {
        const bj::value* const v = member(o_, key);
        if (!v || v->is_null()) return {};
        if (!v->is_array()) refuse(key, "is not a list");
        return v->get_array();
    }
    // Empty if there is no such member.
    const bj::object& object(std::string_view key) const {
        static const bj::object none;
        const bj::value* const v = member(o_, key);
        if (!v || v->is_null()) return none;
        if (!v->is_object()) refuse(key, "is not a map");
        return v->get_object();
    }
    const bj::object& all() const { return o_; }
    std::string path(std::string_view key) const { return fmt::format("{}: {}", where_, key); }

private:
    const bj::object& o_;
    std::string where_;
};

void check_layout(const reader& r) {
    const std::vector<std::string> found = r.texts("layout");
    if (found.empty()) r.refuse("layout", "is missing");
    if (found.size() == 1 && found[0] == layout) return;
    constexpr std::string_view ours = layout.substr(0, layout.find('/') + 2);  // up to the number
    const std::string_view first = found[0];
    int number = 0;
    if (found.size() == 1 && first.starts_with(ours)) {
        const std::string_view digits = first.substr(ours.size());
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    }
    if (number > 1)
        r.refuse("layout",
                 fmt::format("is {}, and this setpoint ({}) knows {}: install the version of setpoint that "
                             "the project was written with, or a newer one",
                             first, SETPOINT_VERSION, layout));
    r.refuse("layout", fmt::format("is {}, which is no project of setpoint: {} is expected", first, layout));
}

resource read_resource(const reader& r, const std::string& domain) {
    resource x;
    x.group = r.text("group");
    check_group(r.path("group"), x.group);
    x.version = r.needed("version");
    check_version(r.path("version"), x.version);
    x.kind = r.needed("kind");
    x.api = !r.flag("core");
    if (x.api) check_kind(r.path("kind"), x.kind);
    const std::string plural = r.text("plural");
    x.plural = plural.empty() ? names_of(x.kind, "").plural : plural;
    if (x.api || !plural.empty()) check_plural(r.path("plural"), x.plural);
    x.controller = r.flag("controller");
    x.namespaced = reader(r.object("api"), r.path("api")).flag("namespaced");
    const reader webhooks(r.object("webhooks"), r.path("webhooks"));
    x.defaulting = webhooks.flag("defaulting");
    x.validation = webhooks.flag("validation");
    x.spokes = webhooks.texts("spoke");
    for (const std::string& s : x.spokes) check_version(webhooks.path("spoke"), s);
    if (x.api && r.text("domain") != domain)
        r.refuse("domain", fmt::format("differs from that of the project, {}", domain));
    x.as_read = r.all();
    return x;
}

void check_versions(const reader& r, const project_file& p) {
    if (!p.setpoint_version.empty() && !numbers_of(p.setpoint_version))
        r.refuse("setpointVersion", fmt::format("is \"{}\", which is not a version such as {}",
                                                p.setpoint_version, SETPOINT_VERSION));
    const bj::value* const v = member(r.all(), "version");
    const bool is_three = !v || *v == bj::value("3") || *v == bj::value(3);
    if (!is_three)
        r.refuse("version",
                 fmt::format("is {}, and setpoint {} knows \"3\"", bj::serialize(*v), SETPOINT_VERSION));
}

void read_resources(const reader& r, project_file& p) {
    for (const bj::value& v : r.items("resources")) {
        const std::string path = r.path(fmt::format("resources[{}]", p.resources.size()));
        if (!v.is_object()) throw fault(errc::bad_config, path + " is not a map of keys");
        p.resources.push_back(read_resource(reader(v.get_object(), path), p.domain));
    }
    if (const auto wrong = problem_of(p))
        throw fault(errc::bad_config,
                    fmt::format("{}: {}: {}", r.path(fmt::format("resources[{}]", wrong->index)), wrong->key,
                                wrong->why));
}

void read_files(const reader& r, project_file& p) {
    for (const auto& [path, hash] : r.object("files")) {
        if (!hash.is_string()) r.refuse("files", "is not a map of texts");
        if (!is_project_path(view(path)))
            r.refuse("files", fmt::format("has {}, which is no path of a file in the project",
                                          bj::serialize(bj::value(path))));
        p.files.emplace(view(path), view(hash.get_string()));
    }
}

// The first document, in which each key is there once: the others would be lost.
bj::value parse(std::string_view text, std::string_view where) {
    std::vector<std::string> repeated;
    const auto document = json::parse_yaml(text, where, &repeated);
    if (!document) throw fault(errc::bad_config, document.error().to_string());
    if (!repeated.empty()) throw fault(errc::bad_config, fmt::format("{}: {}", where, repeated.front()));
    const auto all = json::parse_manifests(text, where);
    if (all && all->size() > 1)
        throw fault(errc::bad_config,
                    fmt::format("{}: it has more than one document: a line begins with ---", where));
    return *document;
}

}  // namespace

project_file parse_project_file(std::string_view text, std::string_view where) {
    const bj::value document = parse(text, where);
    const bj::object* const o = document.if_object();
    if (!o) throw fault(errc::bad_config, fmt::format("{}: it is not a map of keys", where));
    const reader r(*o, std::string(where));
    check_layout(r);
    project_file p;
    p.name = r.needed("projectName");
    check_operator_name(r.path("projectName"), p.name);
    p.domain = r.needed("domain");
    check_domain(r.path("domain"), p.domain);
    p.setpoint_version = r.text("setpointVersion");
    check_versions(r, p);
    p.namespaced = r.flag("namespaced");
    read_resources(r, p);
    read_files(r, p);
    p.as_read = *o;
    p.text = text;
    return p;
}

}}}  // namespace setpoint::v0::cli::scaffold
