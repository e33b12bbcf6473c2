#include "apiserver/policies/admission_types.hpp"

#include "apiserver/policies/fixed_types.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

namespace {

namespace types = cel::types;

// BuildRequestType and BuildNamespaceType.
class known_types final : public fixed_types {
public:
    known_types() {
        const cel::type* texts = pool_.list(&types::string);
        const cel::type* labels = pool_.map(&types::string, &types::string);
        const cel::type* kind =
            add("kubernetes.GroupVersionKind",
                {{"group", &types::string}, {"version", &types::string}, {"kind", &types::string}});
        const cel::type* resource =
            add("kubernetes.GroupVersionResource",
                {{"group", &types::string}, {"version", &types::string}, {"resource", &types::string}});
        const cel::type* user = add("kubernetes.UserInfo", {{"username", &types::string},
                                                            {"uid", &types::string},
                                                            {"groups", texts},
                                                            {"extra", pool_.map(&types::string, texts)}});
        add(request_type, {{"kind", kind},
                           {"resource", resource},
                           {"subResource", &types::string},
                           {"requestKind", kind},
                           {"requestResource", resource},
                           {"requestSubResource", &types::string},
                           {"name", &types::string},
                           {"namespace", &types::string},
                           {"operation", &types::string},
                           {"userInfo", user},
                           {"dryRun", &types::boolean},
                           {"options", &types::dyn}});
        add_namespace(texts, labels);
    }

private:
    void add_namespace(const cel::type* texts, const cel::type* labels) {
        const cel::type* spec = add("kubernetes.NamespaceSpec", {{"finalizers", texts}});
        const cel::type* condition =
            add("kubernetes.NamespaceCondition", {{"status", &types::string},
                                                  {"type", &types::string},
                                                  {"lastTransitionTime", &types::timestamp},
                                                  {"message", &types::string},
                                                  {"reason", &types::string}});
        const cel::type* status = add("kubernetes.NamespaceStatus",
                                      {{"conditions", pool_.list(condition)}, {"phase", &types::string}});
        const cel::type* meta =
            add("kubernetes.NamespaceMetadata", {{"name", &types::string},
                                                 {"generateName", &types::string},
                                                 {"namespace", &types::string},
                                                 {"labels", labels},
                                                 {"annotations", labels},
                                                 {"UID", &types::string},
                                                 {"creationTimestamp", &types::timestamp},
                                                 {"deletionGracePeriodSeconds", &types::integer},
                                                 {"deletionTimestamp", &types::timestamp},
                                                 {"generation", &types::integer},
                                                 {"resourceVersion", &types::string},
                                                 {"finalizers", texts}});
        add(namespace_type, {{"metadata", meta}, {"spec", spec}, {"status", status}});
    }
};

const known_types& known() {
    static const known_types made;
    return made;
}

bool is_configuration(std::string_view name) {
    return name == configuration_type ||
           (name.starts_with(configuration_type) && name.substr(configuration_type.size()).starts_with('.'));
}

}  // namespace

const cel::type* admission_types::find_type(std::string_view name) const {
    if (const cel::type* found = known().find_type(name)) return found;
    if (name != variables_type && (!patches_ || (name != json_patch_type && !is_configuration(name))))
        return more_ ? more_->find_type(name) : nullptr;
    const auto at = objects_.find(name);
    if (at != objects_.end()) return at->second;
    const cel::type* made = pool_.object(name);
    objects_.emplace(name, made);
    return made;
}

const cel::type* admission_types::find_field(std::string_view type_name, std::string_view field) const {
    if (known().find_type(type_name)) return known().find_field(type_name, field);
    if (type_name == variables_type) {
        const auto at = variables_.find(field);
        return at == variables_.end() ? nullptr : at->second;
    }
    if (patches_ && is_configuration(type_name)) return &types::dyn;
    if (!patches_ || type_name != json_patch_type)
        return more_ ? more_->find_field(type_name, field) : nullptr;
    if (field == "op" || field == "path" || field == "from") return &types::string;
    // The real server takes a field of another name for one without a type.
    static const cel::type none{cel::type_kind::opaque, ""};
    return field == "value" ? &types::dyn : &none;
}

const cel::type* declared_variable_type(const cel::type& of, cel::type_pool& pool) {
    constexpr std::uint64_t largest = 1000;  // of the types that are copied
    if (of.nullable() || of.weight() > largest) return &types::dyn;
    switch (of.kind()) {
        case cel::type_kind::any:
            return &types::any;
        case cel::type_kind::boolean:
            return &types::boolean;
        case cel::type_kind::bytes:
            return &types::bytes;
        case cel::type_kind::real:
            return &types::real;
        case cel::type_kind::duration:
            return &types::duration;
        case cel::type_kind::integer:
            return &types::integer;
        case cel::type_kind::null:
            return &types::null;
        case cel::type_kind::string:
            return &types::string;
        case cel::type_kind::timestamp:
            return &types::timestamp;
        case cel::type_kind::unsigned_integer:
            return &types::unsigned_integer;
        case cel::type_kind::list:
            return pool.list(declared_variable_type(*of.parameters()[0], pool));
        case cel::type_kind::map:
            return pool.map(declared_variable_type(*of.parameters()[0], pool),
                            declared_variable_type(*of.parameters()[1], pool));
        default:
            return &types::dyn;
    }
}

}}}  // namespace setpoint::v0::apiserver::policies
