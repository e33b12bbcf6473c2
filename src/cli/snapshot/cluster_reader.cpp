#include "cli/snapshot/cluster_reader.hpp"

#include "setpoint/api/time.hpp"

#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <tuple>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr int attempts = 5;
constexpr std::string_view page_size = "500";

// Lists of definitions are what the versions of other kinds depend on; namespaces are good to see early.
int rank_of(const listed_kind& k) {
    if (k.plural == "customresourcedefinitions") return 0;
    return k.plural == "namespaces" && k.group.empty() ? 1 : 2;
}

bool is_events(const listed_kind& k) {
    return k.plural == "events" && (k.group.empty() || k.group == "events.k8s.io");
}

std::string root_of(const std::string& group, const std::string& version) {
    return group.empty() ? "/api/" + version : "/apis/" + group + "/" + version;
}

bool can_list(const bj::object& r) {
    const bj::array* const verbs = array_in(r, "verbs");
    return verbs && std::ranges::any_of(*verbs, [](const bj::value& v) { return v == "list"; });
}

bool is_missing(const error& why) {
    return why.code == errc::not_found || why.code == errc::unsupported;
}

std::optional<duration> wait_before_repeat(const error& why) {
    constexpr duration pause = std::chrono::seconds(1);
    if (why.retry_after) return *why.retry_after;
    const bool again = why.code == errc::connection_lost || why.code == errc::too_many_requests;
    return again ? std::optional(pause) : std::nullopt;
}

error of_kind(const listed_kind& kind, error why) {
    if (why.code == errc::forbidden)
        why.message += fmt::format("; leave them out with --without {}", kind.resource());
    if (why.code == errc::gone) why.message += "; the server has compacted its history meanwhile: try again";
    return why;
}

}  // namespace

std::string listed_kind::path(const std::string& version, const std::string& ns) const {
    return root_of(group, version) + (ns.empty() ? "/" : "/namespaces/" + ns + "/") + plural;
}

awaitable<result<std::string>> cluster_reader::text_of(std::string target) {
    for (int attempt = 1;; ++attempt) {
        auto text = co_await get_(target);
        if (text || attempt == attempts) co_return text;
        const auto wait = wait_before_repeat(text.error());
        if (!wait) co_return text;
        co_await loop_.sleep(*wait);
    }
}

awaitable<result<bj::object>> cluster_reader::document(std::string target) {
    auto text = co_await text_of(target);
    if (!text) co_return text.error();
    boost::system::error_code wrong;
    bj::value tree = bj::parse(*text, wrong);
    if (wrong || !tree.is_object()) co_return error(errc::bad_data, target + ": the answer is not an object");
    co_return std::move(tree.get_object());
}

awaitable<result<apiserver::list_page>> cluster_reader::page(const listed_kind& kind, std::string target) {
    auto text = co_await text_of(target);
    if (!text) co_return of_kind(kind, text.error());
    co_return apiserver::read_list_page(*text, target.substr(0, target.find('?')));
}

// Other servers answer for these groups, so that they are not objects of this one.
awaitable<result<>> cluster_reader::find_aggregated() {
    auto all = co_await document("/apis/apiregistration.k8s.io/v1/apiservices");
    if (!all) {
        if (all.error().code == errc::forbidden || is_missing(all.error())) co_return result<>();
        co_return all.error();
    }
    const bj::array* const items = array_in(*all, "items");
    if (!items) co_return result<>();
    for (const bj::value& item : *items) {
        const bj::object* const spec = item.is_object() ? object_in(item.get_object(), "spec") : nullptr;
        if (spec && object_in(*spec, "service")) aggregated_.emplace(text_in(*spec, "group"));
    }
    co_return result<>();
}

bool cluster_reader::is_wanted(const listed_kind& kind) {
    for (const std::string& word : settings_.without)
        if (word == kind.plural || word == kind.resource()) {
            left_out_.insert(word);
            return false;
        }
    if (is_events(kind)) return settings_.events && kind.group.empty();
    if (kind.plural == "componentstatuses" && kind.group.empty()) return false;
    return settings_.namespaces.empty() || kind.namespaced || rank_of(kind) < 2;
}

awaitable<result<>> cluster_reader::add_kinds_of(std::string group, std::vector<std::string> versions) {
    std::map<std::string, listed_kind> found;  // by plural
    for (const std::string& version : versions) {
        const auto list = co_await document(root_of(group, version));
        // A version that an APIService announces and nobody serves, or a definition that is gone meanwhile.
        if (!list && is_missing(list.error())) continue;
        if (!list) co_return list.error();
        const bj::array* const resources = array_in(*list, "resources");
        if (!resources) continue;
        for (const bj::value& each : *resources) {
            const bj::object* const r = each.if_object();
            if (!r || text_in(*r, "name").find('/') != std::string_view::npos || !can_list(*r)) continue;
            listed_kind& kind = found[std::string(text_in(*r, "name"))];
            kind.group = group;
            kind.plural = text_in(*r, "name");
            kind.kind = text_in(*r, "kind");
            kind.namespaced = is_true_in(*r, "namespaced");
            kind.versions.push_back(version);
        }
    }
    for (auto& [plural, kind] : found)
        if (is_wanted(kind)) kinds_.push_back(std::move(kind));
    co_return result<>();
}

awaitable<result<>> cluster_reader::find_kinds() {
    auto added = co_await add_kinds_of("", {"v1"});
    if (!added) co_return added;
    const auto groups = co_await document("/apis");
    if (!groups) co_return groups.error();
    const bj::array* const all = array_in(*groups, "groups");
    for (const bj::value& each : all ? *all : bj::array()) {
        const bj::object* const g = each.if_object();
        if (!g || aggregated_.contains(std::string(text_in(*g, "name")))) continue;
        const bj::object* const preferred = object_in(*g, "preferredVersion");
        std::vector<std::string> versions;
        if (preferred) versions.emplace_back(text_in(*preferred, "version"));
        const bj::array* const served = array_in(*g, "versions");
        for (const bj::value& v : served ? *served : bj::array()) {
            std::string name(v.is_object() ? text_in(v.get_object(), "version") : std::string_view());
            if (std::ranges::find(versions, name) == versions.end()) versions.push_back(std::move(name));
        }
        added = co_await add_kinds_of(std::string(text_in(*g, "name")), std::move(versions));
        if (!added) co_return added;
    }
    std::ranges::sort(kinds_, {}, [](const listed_kind& k) { return std::tuple(rank_of(k), k.resource()); });
    co_return check_without();
}

// A word that matches nothing is a mistake that would put Secrets into a file.
result<> cluster_reader::check_without() const {
    for (const std::string& word : settings_.without)
        if (!left_out_.contains(word) && word != "events")
            return error(errc::bad_config,
                         fmt::format("--without: the server has no resource \"{}\" to list", word));
    return {};
}

awaitable<result<>> cluster_reader::fix_revision() {
    const listed_kind configmaps{"", "configmaps", "ConfigMap", {"v1"}, true};
    const std::string ns = settings_.namespaces.empty() ? "" : settings_.namespaces.front();
    const auto first = co_await page(configmaps, configmaps.path("v1", ns) + "?limit=1");
    if (!first) co_return first.error();
    origin_.revision = first->revision;
    co_return result<>();
}

void cluster_reader::note_definition(const bj::object& definition) {
    const bj::object* const spec = object_in(definition, "spec");
    const bj::object* const names = spec ? object_in(*spec, "names") : nullptr;
    const bj::array* const versions = spec ? array_in(*spec, "versions") : nullptr;
    if (!names || !versions) return;
    for (const bj::value& v : *versions)
        if (v.is_object() && is_true_in(v.get_object(), "storage"))
            stored_versions_[fmt::format("{}.{}", text_in(*names, "plural"), text_in(*spec, "group"))] =
                text_in(v.get_object(), "name");
}

awaitable<result<std::size_t>> cluster_reader::read_pages(const listed_kind& kind, std::string path,
                                                          std::string query) {
    const bool defines = rank_of(kind) == 0;
    std::string target = fmt::format("{}?limit={}&resourceVersion={}&resourceVersionMatch=Exact{}", path,
                                     page_size, origin_.revision, query);
    std::size_t count = 0;
    for (;;) {
        auto got = co_await page(kind, std::move(target));
        if (!got) co_return got.error();
        for (bj::object& item : got->items) {
            if (defines) note_definition(item);
            take_(std::move(item));
        }
        count += got->items.size();
        done_.objects += got->items.size();
        if (progress_) progress_(done_);
        if (got->continue_token.empty()) co_return count;
        target = fmt::format("{}?limit={}&continue={}{}", path, page_size, got->continue_token, query);
    }
}

awaitable<result<>> cluster_reader::read_kind(listed_kind kind) {
    std::string version = kind.versions.front();
    const auto stored = stored_versions_.find(kind.resource());
    if (stored != stored_versions_.end() &&
        std::ranges::find(kind.versions, stored->second) != kind.versions.end())
        version = stored->second;
    const bool by_name = rank_of(kind) == 1 && !settings_.namespaces.empty();
    std::vector<std::string> parts = settings_.namespaces;
    if (parts.empty() || (!kind.namespaced && !by_name)) parts = {""};
    for (const std::string& ns : parts) {
        const std::string query = by_name ? "&fieldSelector=metadata.name%3D" + ns : "";
        const auto read = co_await read_pages(kind, kind.path(version, by_name ? "" : ns), query);
        if (!read) co_return read.error();
        if (by_name && *read == 0)
            co_return error(errc::bad_config, fmt::format("the cluster has no namespace \"{}\"", ns));
    }
    co_return result<>();
}

awaitable<result<apiserver::snapshot_origin>> cluster_reader::read(std::function<void(bj::object)> take) {
    take_ = std::move(take);
    const auto version = co_await document("/version");
    if (!version) co_return version.error();
    origin_.server_version = text_in(*version, "gitVersion");
    origin_.namespaces = settings_.namespaces;
    origin_.time = timestamp::from(loop_.wall_now()).to_string();
    auto ok = co_await find_aggregated();
    if (ok) ok = co_await find_kinds();
    if (ok) ok = co_await fix_revision();
    if (!ok) co_return ok.error();
    done_.kinds = kinds_.size();
    for (const listed_kind& kind : kinds_) {
        ok = co_await read_kind(kind);
        if (!ok) co_return ok.error();
        ++done_.kinds_done;
    }
    co_return std::move(origin_);
}

}}}  // namespace setpoint::v0::cli
