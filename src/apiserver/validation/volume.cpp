// Validates volumes of pods.

#include "apiserver/objects/fields.hpp"
#include "apiserver/validation/pod.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

constexpr std::string_view mode_message = "must be a number between 0 and 0777 (octal), both inclusive";

void require_text(const bj::object& o, std::string_view key, const std::string& path, field_errors& to) {
    if (text_at(o, key).empty()) required(to, child(path, key));
}

void validate_mode(const bj::object& o, std::string_view key, const std::string& path, field_errors& to) {
    const auto mode = number_at(o, key);
    if (mode && (*mode < 0 || *mode > 0777)) {
        invalid_unsorted(to, child(path, key), bj::value(*mode), std::string(mode_message));
    }
}

void validate_not_reserved(std::string_view target, const std::string& path, field_errors& to) {
    validate_path_stays_inside(target, path, to);
    if (target.starts_with("..") && !target.starts_with("../")) {
        invalid(to, path, target, "must not start with '..'");
    }
}

void validate_items(const bj::object& source, const std::string& path, field_errors& to) {
    for_each_object(list_of(source, "items"), [&](const bj::object& item, std::size_t i) {
        const std::string here = indexed(path + ".items", i);
        require_text(item, "key", here, to);
        require_text(item, "path", here, to);
        validate_not_reserved(text_at(item, "path"), here + ".path", to);
        validate_mode(item, "mode", here, to);
    });
}

void validate_host_path(const bj::object& source, const std::string& path, field_errors& to) {
    const std::string_view target = text_at(source, "path");
    if (target.empty()) {
        required(to, path + ".path");
        return;
    }
    if (("/" + std::string(target) + "/").find("/../") != std::string::npos) {
        invalid(to, path + ".path", target, "must not contain '..'");
    }
    static const std::vector<std::string> types{
        "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"};
    const std::string_view type = text_at(source, "type");
    for (const std::string& t : types) {
        if (t == type) return;
    }
    not_supported(to, path + ".type", type, types);
}

void validate_secret(const bj::object& source, const std::string& path, field_errors& to) {
    require_text(source, "secretName", path, to);
    validate_mode(source, "defaultMode", path, to);
    validate_items(source, path, to);
}

void validate_config_map(const bj::object& source, const std::string& path, field_errors& to) {
    require_text(source, "name", path, to);
    validate_mode(source, "defaultMode", path, to);
    validate_items(source, path, to);
}

void validate_claim(const bj::object& source, const std::string& path, field_errors& to) {
    require_text(source, "claimName", path, to);
}

void validate_nfs(const bj::object& source, const std::string& path, field_errors& to) {
    require_text(source, "server", path, to);
    require_text(source, "path", path, to);
    const std::string_view target = text_at(source, "path");
    if (!target.starts_with('/')) invalid(to, path + ".path", target, "must be an absolute path");
}

void validate_empty_dir(const bj::object& source, const std::string& path, field_errors& to) {
    if (text_at(source, "sizeLimit").starts_with('-')) {
        forbidden(to, path + ".sizeLimit", "SizeLimit field must be a valid resource quantity");
    }
}

void validate_downward(const bj::object& source, const std::string& path, field_errors& to) {
    validate_mode(source, "defaultMode", path, to);
    for_each_object(list_of(source, "items"), [&](const bj::object& item, std::size_t) {
        require_text(item, "path", path, to);
        validate_not_reserved(text_at(item, "path"), path + ".path", to);
        const bool field = value_at(item, "fieldRef") != nullptr,
                   resource = value_at(item, "resourceFieldRef") != nullptr;
        if (field && resource) {
            invalid(to, path, "resource",
                    "fieldRef and resourceFieldRef can not be specified simultaneously");
        } else if (!field && !resource) {
            required(to, path, "one of fieldRef and resourceFieldRef is required");
        }
        validate_mode(item, "mode", path, to);
    });
}

void validate_projected(const bj::object& source, const std::string& path, field_errors& to) {
    validate_mode(source, "defaultMode", path, to);
    for_each_object(list_of(source, "sources"), [&](const bj::object& s, std::size_t i) {
        const std::string here = indexed(path + ".sources", i);
        std::size_t count = 0;
        for (const auto& [kind, inner] : s) {
            if (!inner.is_object()) continue;
            const std::string_view name = kind;
            const std::string at_kind = child(here, name);
            if (++count > 1) forbidden(to, at_kind, "may not specify more than 1 volume type");
            if (name == "secret" || name == "configMap") {
                require_text(inner.get_object(), "name", at_kind, to);
                validate_items(inner.get_object(), at_kind, to);
            }
            if (name == "serviceAccountToken") {
                const std::int64_t seconds =
                    number_at(inner.get_object(), "expirationSeconds").value_or(3600);
                if (seconds < 600) {
                    invalid_unsorted(to, at_kind + ".expirationSeconds", bj::value(seconds),
                                     "may not specify a duration less than 10 minutes");
                }
                require_text(inner.get_object(), "path", path, to);
            }
        }
    });
}

using source_validator = void (*)(const bj::object&, const std::string&, field_errors&);
struct source_kind {
    std::string_view name;
    source_validator check;
};
// In the order of kube-apiserver.
constexpr source_kind sources[] = {
    {"emptyDir", validate_empty_dir},
    {"hostPath", validate_host_path},
    {"gitRepo", [](const bj::object& s, const std::string& p,
                   field_errors& to) { require_text(s, "repository", p, to); }},
    {"secret", validate_secret},
    {"nfs", validate_nfs},
    {"persistentVolumeClaim", validate_claim},
    {"downwardAPI", validate_downward},
    {"configMap", validate_config_map},
    {"projected", validate_projected},
    {"csi",
     [](const bj::object& s, const std::string& p, field_errors& to) { require_text(s, "driver", p, to); }},
    {"ephemeral",
     [](const bj::object& s, const std::string& p, field_errors& to) {
         if (object_at(s, "volumeClaimTemplate") == nullptr) required(to, p + ".volumeClaimTemplate");
     }},
};

void validate_volume_source(const bj::object& volume, const std::string& path, field_errors& to) {
    std::size_t count = 0;
    const auto visit = [&](std::string_view name, source_validator check) {
        const bj::object* source = object_at(volume, name);
        if (source == nullptr) return;
        if (++count > 1) {
            forbidden(to, child(path, name), "may not specify more than 1 volume type");
        } else if (check != nullptr) {
            check(*source, child(path, name), to);
        }
    };
    for (const source_kind& s : sources) visit(s.name, s.check);
    for (const auto& [key, value] : volume) {
        bool handled = key == "name";
        for (const source_kind& s : sources) handled = handled || key == s.name;
        if (!handled) visit(key, nullptr);
    }
    if (count == 0) required(to, path, "must specify a volume type");
}

}  // namespace

void validate_path_stays_inside(std::string_view target, const std::string& path, field_errors& to) {
    if (target.starts_with('/')) invalid(to, path, target, "must be a relative path");
    if (("/" + std::string(target) + "/").find("/../") != std::string::npos) {
        invalid(to, path, target, "must not contain '..'");
    }
}

void validate_volumes(const bj::array& volumes, const std::string& path, field_errors& to,
                      std::set<std::string, std::less<>>& names) {
    for_each_object(volumes, [&](const bj::object& v, std::size_t i) {
        const std::string here = indexed(path, i);
        const std::size_t before = to.size();
        validate_volume_source(v, here, to);
        validate_label_name(v, "name", here, to);
        const std::string name(text_at(v, "name"));
        if (names.contains(name)) duplicate(to, here + ".name", name);
        if (to.size() == before) names.insert(name);
    });
}

}  // namespace setpoint::inline v0::apiserver
