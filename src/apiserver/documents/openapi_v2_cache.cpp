#include "apiserver/documents/openapi_v2_cache.hpp"

#include "apiserver/documents/discovery.hpp"
#include "apiserver/documents/openapi.hpp"

#include <algorithm>
#include <cstdlib>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view builtin_owner;
constexpr std::size_t definitions_at_once = 16;
// Definitions may change while they are encoded. A document that is a little old is better than none.
constexpr int most_rounds = 8;

enum class v2_form : std::uint8_t { none, json, protobuf };

// As the real handler: the first alternative in the order of q that it has. The second name of the protobuf
// type is deprecated.
v2_form form_of_v2(std::string_view accept) {
    struct alternative {
        double q;
        v2_form form;
    };
    std::vector<alternative> all;
    if (accept.empty()) return v2_form::json;
    while (!accept.empty()) {
        const std::size_t comma = accept.find(',');
        std::string_view one = accept.substr(0, comma);
        accept.remove_prefix(comma == std::string_view::npos ? accept.size() : comma + 1);
        while (one.starts_with(' ')) one.remove_prefix(1);
        std::string_view type = one.substr(0, one.find(';'));
        while (type.ends_with(' ')) type.remove_suffix(1);
        double q = 1;
        if (const std::size_t at = one.find("q="); at != std::string_view::npos) {
            const std::string text(one.substr(at + 2));
            q = std::strtod(text.c_str(), nullptr);
        }
        const bool json = type == "application/json" || type == "application/*" || type == "*/*";
        const bool protobuf = type == "application/com.github.proto-openapi.spec.v2@v1.0+protobuf" ||
                              type == "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
        if (json || protobuf) all.push_back({q, json ? v2_form::json : v2_form::protobuf});
    }
    const auto best = std::ranges::max_element(all, {}, &alternative::q);
    return best == all.end() ? v2_form::none : best->form;
}

}  // namespace

// One request builds at a time; others wait for it.
class openapi_v2_cache::turn_to_build {
public:
    explicit turn_to_build(openapi_v2_cache& of) : of_(of) { of_.building_ = true; }
    turn_to_build(const turn_to_build&) = delete;
    turn_to_build& operator=(const turn_to_build&) = delete;
    ~turn_to_build() {
        of_.building_ = false;
        of_.built_.notify();
    }

private:
    openapi_v2_cache& of_;
};

awaitable<void> openapi_v2_cache::add_builtin() {
    // Also what an earlier request, which was cancelled, has added.
    document_.remove(builtin_owner);
    versions builtin;  // a copy: the registry may change meanwhile
    std::vector<std::pair<std::string, std::string>> groups;
    for (const registry::group_version* gv : resources_.all()) {
        for (const auto& [plural, r] : gv->resources)
            if (!r->custom) builtin.push_back(r);
        if (!builtin.empty() && builtin.back()->gvr.group == gv->group &&
            builtin.back()->gvr.version == gv->version)
            groups.emplace_back(gv->group, gv->version);
    }
    for (const resource_ptr& r : builtin) {
        bj::object paths;
        add_paths(paths, *r, openapi_schema_name(*r));
        for (const auto& [path, v] : paths) document_.add_path(builtin_owner, path, v.get_object());
        co_await loop_.yield();
    }
    groups.emplace_back();  // what custom resources refer to
    std::set<std::string> seen;
    std::map<std::string, bj::object> of_each_group;
    for (const auto& [group, version] : groups) {
        const std::set<std::string> names = builtin_.openapi_names(group, version);
        std::size_t encoded = 0;
        for (const std::string& name : names) {
            const bool grows = builtin_schemas::is_of_each_group(name);
            if (!grows && !seen.insert(name).second) continue;
            bj::object one = builtin_.openapi_definition(name, group, version);
            if (!grows)
                document_.add_schema(builtin_owner, name, std::move(one), false);
            else if (const auto [at, fresh] = of_each_group.try_emplace(name, one); !fresh)
                merge_kinds(at->second, one);
            if (++encoded % definitions_at_once == 0) co_await loop_.yield();
        }
        co_await loop_.yield();
    }
    for (auto& [name, one] : of_each_group) document_.add_schema(builtin_owner, name, std::move(one), false);
    has_builtin_ = true;
}

std::map<std::string, openapi_v2_cache::versions> openapi_v2_cache::custom_kinds() const {
    std::map<std::string, versions> out;
    for (const registry::group_version* gv : resources_.all())
        for (const auto& [plural, r] : gv->resources)
            if (r->custom) out[r->storage].push_back(r);
    return out;
}

void openapi_v2_cache::add_version(const std::string& owner, const resource& r,
                                   const bj::object* definition) {
    bj::object paths, schemas;
    add_paths(paths, r, openapi_schema_name(r));
    for (const auto& [path, v] : paths) document_.add_path(owner, path, v.get_object());
    add_custom_schemas(schemas, r, definition, true);
    for (auto& [name, v] : schemas) document_.add_schema(owner, name, std::move(v.get_object()), true);
}

awaitable<void> openapi_v2_cache::add_custom() {
    const std::map<std::string, versions> now = custom_kinds();
    std::erase_if(made_from_, [&](const auto& made) {
        if (now.contains(made.first)) return false;
        document_.remove(made.first);
        return true;
    });
    for (const auto& [storage, kinds] : now) {
        const auto made = made_from_.find(storage);
        if (made != made_from_.end() && made->second == kinds) continue;
        if (made != made_from_.end()) made_from_.erase(made);
        document_.remove(storage);
        const auto definition = definitions_ ? definitions_(storage) : nullptr;
        for (const resource_ptr& r : kinds) {
            add_version(storage, *r, definition.get());
            co_await loop_.yield();
        }
        made_from_.emplace(storage, kinds);
    }
}

awaitable<void> openapi_v2_cache::bring_up_to_date() {
    for (int round = 0; round < most_rounds && generation_ != resources_.generation(); ++round) {
        if (building_) {
            co_await built_.wait();
            continue;
        }
        const turn_to_build mine(*this);
        const std::uint64_t seen = resources_.generation();
        if (!has_builtin_) co_await add_builtin();
        co_await add_custom();
        etag_ = document_.etag();
        generation_ = seen;
    }
    while (building_) co_await built_.wait();
}

awaitable<http::response> openapi_v2_cache::serve(const http::server_request& r) {
    const v2_form form = form_of_v2(r.find("Accept"));
    if (form == v2_form::none) co_return http::response{406, {{"Vary", "Accept"}}, {}, {}};
    co_await bring_up_to_date();
    const char* const type = form == v2_form::json
                                 ? "application/json"
                                 : "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
    http::response out{200, {{"Content-Type", type}, {"ETag", etag_}, {"Vary", "Accept"}}, {}, {}};
    if (r.find("If-None-Match") == etag_)
        out.status = 304;
    else
        out.body = form == v2_form::json ? document_.json() : document_.protobuf();
    co_return out;
}

}}}  // namespace setpoint::v0::apiserver
