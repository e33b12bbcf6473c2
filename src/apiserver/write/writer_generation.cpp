// metadata.generation counts the changes of an object outside its metadata and status.

#include "apiserver/objects/fields.hpp"
#include "apiserver/patch/same_value.hpp"
#include "apiserver/write/writer.hpp"

#include <cstdint>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bj::value spec_like(const bj::object& o, bool status) {
    bj::object out;
    for (const auto& [key, value] : o) {
        if (key == "metadata" || key == "apiVersion" || key == "kind" || (status && key == "status"))
            continue;
        out.emplace(key, value);
    }
    return bj::value(std::move(out));
}

}  // namespace

void object_writer::count_generation(bj::object& next, const bj::object& live) const {
    bj::object& meta = make_object(next, "metadata");
    const auto before = number_at(object_of(live, "metadata"), "generation");
    if (!kind_.code->updates_bump_generation) return;
    if (!kind_.code->has_generation) {
        copy_field(meta, object_of(live, "metadata"), "generation");
        return;
    }
    const bool status = kind_.has_status;
    // An older version may have a part of the stored spec in annotations.
    const auto counted = [&](bj::object o) {
        if (kind_.code->to_storage != nullptr) kind_.code->to_storage(o);
        return spec_like(o, status);
    };
    bool same =
        !spec_reshaped_ && (kind_.code->to_storage == nullptr
                                ? patching::same_value(spec_like(next, status), spec_like(live, status))
                                : patching::same_value(counted(next), counted(live)));
    const bj::object& old = object_of(live, "metadata");
    if (kind_.code->annotations_bump_generation && subresource_.empty())
        same = same && same_field(meta, old, "annotations");
    // It wraps as Go's int64: clients may have chosen it.
    const auto count =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(before.value_or(0)) + (same ? 0U : 1U));
    if (count > 0)
        meta["generation"] = count;
    else if (const auto at = meta.find("generation"); at != meta.end())
        meta.stable_erase(at);
}

}}}  // namespace setpoint::v0::apiserver
