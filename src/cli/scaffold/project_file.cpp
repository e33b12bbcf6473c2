#include "cli/scaffold/project_file.hpp"

#include "cli/json_members.hpp"
#include "cli/scaffold/names.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/json/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace setpoint::inline v0::cli::scaffold {

namespace {

constexpr std::string_view heading =
    "# What this project consists of. `setpoint create` and `setpoint edit` read and write it; change it "
    "with them.\n";

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
    x.plural = r.text("plural");
    if (x.plural.empty()) x.plural = names_of(x.kind, "").plural;
    check_plural(r.path("plural"), x.plural);
    x.controller = r.flag("controller");
    x.namespaced = reader(r.object("api"), r.path("api")).flag("namespaced");
    const reader webhooks(r.object("webhooks"), r.path("webhooks"));
    x.defaulting = webhooks.flag("defaulting");
    x.validation = webhooks.flag("validation");
    x.spokes = webhooks.texts("spoke");
    for (const std::string& s : x.spokes) check_version(webhooks.path("spoke"), s);
    if (x.api && r.text("domain") != domain)
        r.refuse("domain", fmt::format("differs from that of the project, {}", domain));
    return x;
}

bj::object to_json(const resource& x, const std::string& domain) {
    bj::object o;
    bj::object& api = o["api"].emplace_object();
    api["crdVersion"] = "v1";
    api["namespaced"] = x.namespaced;
    if (!x.api) {
        api.erase("crdVersion");
        o["core"] = true;
    }
    o["controller"] = x.controller;
    if (x.api) o["domain"] = domain;
    if (!x.group.empty()) o["group"] = x.group;
    o["kind"] = x.kind;
    if (x.plural != names_of(x.kind, "").plural) o["plural"] = x.plural;
    o["version"] = x.version;
    if (!x.has_webhook() && x.spokes.empty()) return o;
    bj::object& w = o["webhooks"].emplace_object();
    if (!x.spokes.empty()) {
        w["conversion"] = true;
        bj::array& spokes = w["spoke"].emplace_array();
        for (const std::string& s : x.spokes) spokes.emplace_back(s);
    }
    if (x.defaulting) w["defaulting"] = true;
    if (x.validation) w["validation"] = true;
    w["webhookVersion"] = "v1";
    return o;
}

}  // namespace

std::vector<const resource*> project_file::versions_of(std::string_view group, std::string_view kind) const {
    std::vector<const resource*> all;
    for (const resource& r : resources)
        if (r.group == group && r.kind == kind) all.push_back(&r);
    return all;
}

bool project_file::is_first(const resource& r) const {
    return versions_of(r.group, r.kind).front()->version == r.version;
}

project_file parse_project_file(std::string_view text, std::string_view where) {
    const auto document = json::parse_yaml(text, where);
    if (!document) throw fault(errc::bad_config, document.error().to_string());
    const bj::object* const o = document->if_object();
    if (!o) throw fault(errc::bad_config, fmt::format("{}: it is not a map of keys", where));
    const reader r(*o, std::string(where));
    check_layout(r);
    project_file p;
    p.name = r.needed("projectName");
    check_operator_name(r.path("projectName"), p.name);
    p.domain = r.needed("domain");
    check_domain(r.path("domain"), p.domain);
    p.setpoint_version = r.text("setpointVersion");
    p.namespaced = r.flag("namespaced");
    for (const bj::value& v : r.items("resources")) {
        const std::string path = r.path(fmt::format("resources[{}]", p.resources.size()));
        if (!v.is_object()) throw fault(errc::bad_config, path + " is not a map of keys");
        p.resources.push_back(read_resource(reader(v.get_object(), path), p.domain));
    }
    for (const auto& [path, hash] : r.object("files")) {
        if (!hash.is_string()) r.refuse("files", "is not a map of texts");
        p.files.emplace(view(path), view(hash.get_string()));
    }
    for (const auto& [key, value] : *o) p.other[key] = value;
    return p;
}

std::string to_text(const project_file& p) {
    bj::object o;
    o["domain"] = p.domain;
    o["layout"] = bj::array{layout};
    o["projectName"] = p.name;
    o["setpointVersion"] = p.setpoint_version;
    o["version"] = "3";
    if (p.namespaced) o["namespaced"] = true;
    if (!p.resources.empty()) {
        bj::array& all = o["resources"].emplace_array();
        for (const resource& r : p.resources) all.emplace_back(to_json(r, p.domain));
    }
    bj::object& files = o["files"].emplace_object();
    for (const auto& [path, hash] : p.files) files[path] = hash;
    for (const auto& [key, value] : p.other)
        if (key != "namespaced" && key != "resources" && !o.contains(key)) o[key] = value;
    return std::string(heading) + json::to_yaml(o);
}

}  // namespace setpoint::inline v0::cli::scaffold
