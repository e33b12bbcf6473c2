// Custom resources. write/custom_validation.cpp validates against their schema.

#include "apiserver/kinds/apiextensions/custom_resource.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void create_custom(bj::object& o, const kind_context&) {
    o.stable_erase("status");
}

// The status endpoint changes only status (and the ownership of its fields).
void update_custom(bj::object& o, const bj::object& old, const kind_context& c) {
    if (!is_status(c)) {
        copy_field(o, old, "status");
        return;
    }
    const bj::value* status = o.if_contains("status");
    const bj::value next = status == nullptr ? bj::value() : *status;
    const bool had = status != nullptr;
    bj::object meta = object_of(old, "metadata");
    copy_field(meta, object_of(o, "metadata"), "managedFields");
    copy_field(meta, object_of(o, "metadata"), "resourceVersion");
    bj::object kept = old;
    copy_field(kept, o, "apiVersion");
    kept["metadata"] = std::move(meta);
    if (had) {
        kept["status"] = next;
    } else {
        kept.stable_erase("status");
    }
    o = std::move(kept);
}

template <bool namespaced>
void validate_custom(const bj::object& o, const kind_context&, field_errors& to) {
    validate_plain_metadata(o, namespaced, subdomain_name, to);
}

void validate_custom_update(const bj::object& o, const bj::object& old, const kind_context&,
                            field_errors& to) {
    validate_plain_metadata_update(o, old, to);
}

}  // namespace

void warn_of_finalizers(const bj::object& object, const bj::object* old, std::string_view subresource,
                        texts& to) {
    if (subresource == "status") return;
    std::set<std::string_view> added;
    for (const bj::value& f : list_of(object_of(object, "metadata"), "finalizers")) added.insert(text_of(f));
    if (old)
        for (const bj::value& f : list_of(object_of(*old, "metadata"), "finalizers")) added.erase(text_of(f));
    for (const std::string_view name : added) {
        const std::string here = "metadata.finalizers: " + go_text::quoted(name) + ": ";
        for (const std::string& wrong : qualified_name(name)) to.push_back(here + wrong);
        const bool standard = name == "orphan" || name == "foregroundDeletion" || name == "kubernetes" ||
                              name.find('/') != std::string_view::npos;
        if (!standard)
            to.push_back(
                fmt::format("{}prefer a domain-qualified finalizer name {}to avoid accidental conflicts "
                            "with other finalizer writers",
                            here, name.find('.') != std::string_view::npos ? "including a path (/) " : ""));
    }
}

namespace {

template <bool namespaced>
constexpr kind_code custom_with_status{.prepare_create = create_custom,
                                       .prepare_update = update_custom,
                                       .validate = validate_custom<namespaced>,
                                       .validate_update = validate_custom_update,
                                       .warn = warn_of_finalizers,
                                       .unconditional_update = false};

template <bool namespaced>
constexpr kind_code custom_without_status{.validate = validate_custom<namespaced>,
                                          .validate_update = validate_custom_update,
                                          .warn = warn_of_finalizers,
                                          .unconditional_update = false};

}  // namespace

constinit const kind_code custom_kinds[2][2] = {{custom_without_status<false>, custom_with_status<false>},
                                                {custom_without_status<true>, custom_with_status<true>}};

}}}  // namespace setpoint::v0::apiserver
