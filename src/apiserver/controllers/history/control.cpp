#include "apiserver/controllers/history/control.hpp"

#include "apiserver/controllers/controller_manager.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

constexpr int max_collisions = 100;

}  // namespace

awaitable<result<std::vector<revision_ptr>>> revision_control::claim(const pod_owner& owner) {
    std::vector<revision_ptr> mine;
    auto owned = co_await api_.list_indexed<controller_revision>(revision_owner_index, owner.meta->uid.str(),
                                                                 owner.meta->ns.str());
    if (!owned) co_return owned.error();
    for (const revision_ptr& r : *owned)
        if (owner.matches.matches(r->metadata.labels)) mine.push_back(r);
    auto orphans = co_await api_.list_indexed<controller_revision>(revision_owner_index, orphan_pods,
                                                                   owner.meta->ns.str());
    if (!orphans) co_return orphans.error();
    std::erase_if(*orphans, [&](const revision_ptr& r) {
        return !owner.matches.matches(r->metadata.labels) || is_deleting(r->metadata);
    });
    if (!orphans->empty() && !is_deleting(*owner.meta)) {
        auto may = co_await may_adopt(live_, *owner.kind, *owner.meta);
        if (!may) co_return may.error();
        if (!*may) orphans->clear();
        for (const revision_ptr& r : *orphans) {
            std::vector<owner_reference> refs = r->metadata.owner_references;
            refs.push_back(make_controller_reference(owner.kind->gvk, *owner.meta));
            auto adopted = co_await api_.merge_patch<controller_revision>(
                key_of(*r), with_owners(refs), as_controller_manager_at(r->metadata));
            if (!adopted) co_return adopted.error().within("adopting a revision");
            mine.push_back(*adopted);
        }
    }
    sort_revisions(mine);
    co_return mine;
}

awaitable<result<revision_ptr>> revision_control::create(
    const pod_owner& owner, bj::object revision, std::function<void(bj::object&, std::int32_t)> identify,
    std::int32_t& collisions) {
    const std::string text = revision_text(revision["data"]);
    bj::object& meta = revision["metadata"].get_object();
    for (int i = 0; i < max_collisions; ++i) {
        identify(meta, collisions);
        const object_key key{owner.meta->ns.str(), std::string(meta["name"].get_string())};
        auto made = co_await create_as<controller_revision>(api_, owner.meta->ns, revision);
        if (made || made.error().code != errc::already_exists) co_return std::move(made);
        auto there = co_await live_.get<controller_revision>(key);
        if (!there) co_return there.error();
        if (revision_text((*there)->data) == text) co_return *there;
        ++collisions;
    }
    co_return error(errc::failed,
                    fmt::format("no name is free for a revision of {} {}: delete its ControllerRevisions",
                                owner.kind->gvk.kind, owner.meta->name));
}

awaitable<result<revision_ptr>> revision_control::renumber(revision_ptr revision, std::int64_t number) {
    if (revision->revision == number) co_return revision;
    co_return co_await api_.merge_patch<controller_revision>(key_of(*revision), {{"revision", number}},
                                                             as_controller_manager_at(revision->metadata));
}

awaitable<result<>> revision_control::remove(std::vector<revision_ptr> revisions) {
    for (const revision_ptr& r : revisions) {
        delete_options options;
        options.uid = r->metadata.uid.str();
        auto removed = co_await api_.remove<controller_revision>(key_of(*r), std::move(options));
        if (!removed && removed.error().code != errc::not_found) co_return removed.error();
    }
    co_return result<>();
}

}}}  // namespace setpoint::v0::apiserver
