#include "setpoint/controller/finalizer.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace detail {

awaitable<result<bool>> patch_finalizers(client& api, const kind_info& kind, const object_meta& meta,
                                         std::string_view name, bool add) {
    if (has_finalizer(meta, name) == add) co_return false;
    if (add && is_deleting(meta)) {
        co_return error(errc::invalid, fmt::format("adding the finalizer {} to {} {}: it is being deleted",
                                                   name, kind.gvk.kind, key_of(meta)));
    }
    // A merge patch replaces the whole list, so the object must be unchanged since it was read.
    boost::json::array finalizers;
    for (const interned_string& f : meta.finalizers)
        if (add || f != name) finalizers.emplace_back(f.view());
    if (add) finalizers.emplace_back(name);
    boost::json::object patch{{"metadata", boost::json::object{{"finalizers", std::move(finalizers)}}}};
    write_options options;
    options.uid = meta.uid.str();
    options.resource_version = meta.resource_version.str();

    const auto r =
        co_await api.write(kind, api.merge_call(kind, key_of(meta), std::move(patch), {}, options));
    if (!r && r.error().code == errc::not_found && !add) co_return false;
    if (!r) co_return r.error();
    co_return true;
}

}}}  // namespace setpoint::v0::detail
