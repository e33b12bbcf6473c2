#include "testkit/story/story_files.hpp"

#include "apiserver/objects/fields.hpp"
#include "setpoint/json/yaml.hpp"
#include "setpoint/story/explore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

namespace fs = std::filesystem;

std::string in_folder(const std::string& folder, const std::string& path) {
    return fs::path(path).is_absolute() || folder.empty() ? path : (fs::path(folder) / path).string();
}

void check_object(const bj::object& o, const std::string& where) {
    for (const char* key : {"apiVersion", "kind"})
        if (apiserver::text_at(o, key).empty())
            throw cannot_explore(fmt::format("{}: an object needs {}", where, key));
    const bj::object& meta = apiserver::object_of(o, "metadata");
    if (apiserver::text_at(meta, "name").empty())
        throw cannot_explore(fmt::format("{}: an object needs metadata.name", where));
}

bool is_yaml(const fs::path& p) {
    return p.extension() == ".yaml" || p.extension() == ".yml" || p.extension() == ".json";
}

// The objects of some kinds in a file or in the files of a folder; others are skipped. `words`: these kinds.
std::vector<bj::object> objects_of(const story_node& path, const std::string& folder, std::string_view words,
                                   bool (*is_wanted)(std::string_view kind)) {
    const std::string at = in_folder(folder, path.text());
    std::vector<std::string> files;
    std::error_code ec;
    if (fs::is_directory(at, ec)) {
        for (const auto& entry : fs::directory_iterator(at, ec))
            if (is_yaml(entry.path())) files.push_back(entry.path().string());
        std::sort(files.begin(), files.end());
    } else if (fs::exists(at, ec)) {
        files.push_back(at);
    } else {
        path.fail(fmt::format("there is no file or folder {}", at));
    }
    std::vector<bj::object> all;
    for (const std::string& file : files) {
        const auto documents = json::parse_manifests(read_text_file(file), file);
        if (!documents) throw cannot_explore(documents.error().to_string());
        for (const bj::value& d : *documents)
            if (d.is_object() && is_wanted(apiserver::text_at(d.get_object(), "kind")))
                all.push_back(d.get_object());
    }
    if (all.empty()) path.fail(fmt::format("{} has no {}", at, words));
    return all;
}

}  // namespace

std::string read_text_file(const std::string& path) {
    std::error_code ec;
    if (fs::is_directory(path, ec)) throw cannot_explore(path + ": is a folder");
    std::ifstream in(path, std::ios::binary);
    if (!in) throw cannot_explore(path + ": cannot be read");
    std::string text((std::istreambuf_iterator<char>(in)), {});
    if (in.bad()) throw cannot_explore(path + ": cannot be read");
    return text;
}

std::vector<bj::object> manifests_in(std::string_view text, const std::string& name) {
    auto documents = json::parse_manifests(text, name);
    if (!documents) throw cannot_explore(documents.error().to_string());
    std::vector<bj::object> all;
    for (bj::value& d : *documents) {
        if (!d.is_object()) throw cannot_explore(name + ": is no manifest");
        bj::object& o = d.get_object();
        const bool is_list =
            apiserver::text_at(o, "kind") == "List" && !apiserver::list_of(o, "items").empty();
        if (!is_list) {
            check_object(o, name);
            all.push_back(std::move(o));
            continue;
        }
        for (const bj::value& item : apiserver::list_of(o, "items")) {
            if (!item.is_object()) throw cannot_explore(name + ": an item of a List is no object");
            check_object(item.get_object(), name);
            all.push_back(item.get_object());
        }
    }
    return all;
}

std::vector<bj::object> read_objects(const story_node& n, const std::string& folder) {
    std::vector<bj::object> all;
    const auto add = [&](std::vector<bj::object> more) {
        for (bj::object& o : more) all.push_back(std::move(o));
    };
    if (n.value().is_string()) {
        add(manifests_in(n.text(), n.where()));
    } else if (n.value().is_array()) {
        for (const story_node& item : n.items()) add(read_objects(item, folder));
    } else if (const auto file = n.find("file")) {
        n.only({"file"});
        const std::string path = in_folder(folder, file->text());
        std::error_code ec;
        if (!fs::exists(path, ec)) file->fail(fmt::format("there is no file {}", path));
        add(manifests_in(read_text_file(path), path));
    } else {
        check_object(n.object(), fmt::format("{}: {}", n.where(), n.path()));
        all.push_back(n.object());
    }
    if (all.empty()) n.fail("has no object");
    return all;
}

std::vector<bj::object> read_definitions(const story_node& path, const std::string& folder) {
    return objects_of(path, folder, "CustomResourceDefinition",
                      [](std::string_view kind) { return kind == "CustomResourceDefinition"; });
}

std::vector<bj::object> read_webhook_configurations(const story_node& path, const std::string& folder) {
    return objects_of(path, folder, "ValidatingWebhookConfiguration or MutatingWebhookConfiguration",
                      [](std::string_view kind) {
                          return kind == "ValidatingWebhookConfiguration" ||
                                 kind == "MutatingWebhookConfiguration";
                      });
}

}}}  // namespace setpoint::v0::story
