// RuntimeClasses (pkg/apis/node/validation, pkg/registry/node/runtimeclass).

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_class_tolerations(const bj::array& tolerations, field_errors& to) {
    const std::string path = "scheduling.tolerations";
    validate_tolerations(tolerations, {}, path, to);
    std::vector<bj::object> seen;
    for_each_object(tolerations, [&](const bj::object& toleration, std::size_t i) {
        bj::object key = toleration;
        key.erase("tolerationSeconds");
        if (std::find(seen.begin(), seen.end(), key) == seen.end()) {
            seen.push_back(std::move(key));
            return;
        }
        const bj::value* seconds = value_at(toleration, "tolerationSeconds");
        duplicate_unsorted(to, indexed(path, i),
                           bj::object{{"Key", text_at(toleration, "key")},
                                      {"Operator", text_at(toleration, "operator")},
                                      {"Value", text_at(toleration, "value")},
                                      {"Effect", text_at(toleration, "effect")},
                                      {"TolerationSeconds", seconds == nullptr ? bj::value() : *seconds}});
    });
}

void validate_any_runtime_class(const bj::object& o, const bj::object* old, field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    validate_object_fields(o, old, to);
    if (const bj::object* amounts = object_at(o, {"overhead", "podFixed"}))
        validate_resources(bj::object{{"limits", *amounts}}, {}, "overhead", to);
    validate_labels(object_of(o, {"scheduling", "nodeSelector"}), "scheduling.nodeSelector", to);
    validate_class_tolerations(list_of(object_of(o, "scheduling"), "tolerations"), to);
}

void validate_runtime_class(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_runtime_class(o, nullptr, to);
}

void validate_runtime_class_update(const bj::object& o, const bj::object& old, const kind_context&,
                                   field_errors& to) {
    validate_any_runtime_class(o, &old, to);
    validate_plain_metadata_update(o, old, to);
}

void warn_of_runtime_class(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    for (const auto& [key, value] : object_of(o, {"scheduling", "nodeSelector"}))
        if (const auto text = deprecated_label(key); !text.empty())
            to.push_back(fmt::format("scheduling.nodeSelector: {}", text));
}

constexpr cell_row runtime_class_cells[] = {
    {"Handler", [](const bj::object& o, wall_time) { return cell(text_at(o, "handler")); }},
};

}  // namespace

constinit const kind_code runtime_class_kind{.defaults = apply_go_encoding,
                                             .validate = validate_runtime_class,
                                             .validate_update = validate_runtime_class_update,
                                             .warn = warn_of_runtime_class,
                                             .cells = runtime_class_cells,
                                             .has_generation = false,
                                             .create_on_update = true,
                                             .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
