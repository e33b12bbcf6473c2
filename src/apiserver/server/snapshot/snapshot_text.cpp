#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/apiserver/cluster_snapshot.hpp"
#include "setpoint/json/located_manifest.hpp"

#include <fmt/format.h>

#include <iterator>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view snapshot_format = "setpoint.dev/snapshot";
constexpr std::int64_t format_version = 1;

using object_list = std::vector<snapshot_object>;

error bad_text(std::string_view place, std::string_view why) {
    return error(errc::bad_data, fmt::format("{}: {}", place, why));
}

std::string line_place(std::string_view name, std::size_t line) {
    return fmt::format("{}, line {}", name, line);
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

// An item of a list of one kind names neither kind nor version, unless the kind is custom; then they are in
// another order.
bj::object item_of(const bj::object& list, bj::object item) {
    std::string_view kind = text_at(list, "kind");
    if (kind == "List") return item;
    kind.remove_suffix(std::string_view("List").size());
    bj::object whole{{"kind", kind}, {"apiVersion", text_at(list, "apiVersion")}};
    for (auto& [key, value] : item) whole.insert_or_assign(key, std::move(value));
    return whole;
}

// `place_of(i)`: of an item.
template <class F>
result<> add_document(bj::value& document, std::string_view place, F place_of, object_list& to) {
    bj::object* const o = document.if_object();
    if (!o) return bad_text(place, "not an object");
    bj::array* const items = list_at(*o, "items");
    if (!items || !text_at(*o, "kind").ends_with("List")) {
        to.push_back({std::move(*o), std::string(place)});
        return {};
    }
    for (std::size_t i = 0; i < items->size(); ++i) {
        bj::object* const item = (*items)[i].if_object();
        if (!item) return bad_text(place_of(i), "not an object");
        to.push_back({item_of(*o, std::move(*item)), place_of(i)});
    }
    return {};
}

// Cuts a text into lines, and counts them.
class line_cutter {
public:
    explicit line_cutter(std::string_view text) : rest_(text) {}
    // The next line that is not empty; empty at the end.
    std::string_view next() {
        while (!rest_.empty()) {
            const std::size_t end = rest_.find('\n');
            const std::string_view line = trimmed(rest_.substr(0, end));
            rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
            ++number_;
            if (!line.empty()) return line;
        }
        return {};
    }
    std::size_t number() const { return number_; }

private:
    std::string_view rest_;
    std::size_t number_ = 0;
};

result<bj::object> object_of_line(std::string_view line, const std::string& place) {
    bj::value tree;
    std::string why;
    if (!json_text::parse(line, tree, why, json_text::trusted_depth)) return bad_text(place, why);
    if (!tree.is_object()) return bad_text(place, "not an object");
    return std::move(tree.get_object());
}

snapshot_origin origin_of(const bj::object& head) {
    snapshot_origin o;
    o.server_version = text_at(head, "server");
    o.revision = text_at(head, "revision");
    o.time = text_at(head, "time");
    for (const bj::value& ns : list_of(head, "namespaces")) o.namespaces.emplace_back(text_of(ns));
    o.redacted = true_at(head, "redacted");
    return o;
}

result<> read_lines(std::string_view text, std::string_view name, cluster_snapshot& to) {
    line_cutter lines(text);
    const auto head = object_of_line(lines.next(), line_place(name, 1));
    if (!head) return head.error();
    if (const auto version = number_at(*head, "version"); version != format_version)
        return bad_text(name, fmt::format("this is a snapshot of format {}, and this version of setpoint "
                                          "reads format {}: use the version that wrote it",
                                          version.value_or(0), format_version));
    object_list all;
    std::optional<std::int64_t> announced;
    for (std::string_view line = lines.next(); !line.empty(); line = lines.next()) {
        std::string place = line_place(name, lines.number());
        if (announced) return bad_text(place, "text after the last line of the snapshot");
        auto o = object_of_line(line, place);
        if (!o) return o.error();
        if (true_at(*o, "end"))
            announced = number_at(*o, "objects").value_or(-1);
        else
            all.push_back({std::move(*o), std::move(place)});
    }
    if (!announced)
        return bad_text(line_place(name, lines.number()),
                        "the snapshot is cut short: its last line is missing; save or copy it again");
    if (*announced != static_cast<std::int64_t>(all.size()))
        return bad_text(name, fmt::format("the snapshot has {} objects, and its last line counts {}",
                                          all.size(), *announced));
    to.origin = origin_of(*head);
    std::move(all.begin(), all.end(), std::back_inserter(to.objects));
    return {};
}

bool is_snapshot_file(std::string_view text) {
    const std::string_view line = line_cutter(text).next();
    if (!line.starts_with('{') || line.find(snapshot_format) == std::string_view::npos) return false;
    bj::value tree;
    std::string why;
    return json_text::parse(line, tree, why) && tree.is_object() &&
           text_at(tree.get_object(), "format") == snapshot_format;
}

result<> read_json(bj::value tree, std::string_view name, object_list& to) {
    return add_document(
        tree, name, [&](std::size_t i) { return fmt::format("{}, item {}", name, i + 1); }, to);
}

result<> read_yaml(std::string_view text, std::string_view name, object_list& to) {
    auto documents = json::locate_manifests(text, name);
    if (!documents) {
        error why = documents.error();
        if (why.code == errc::too_large) why.message += "; print it as JSON instead: kubectl get -o json";
        return why;
    }
    for (json::located_manifest& each : *documents) {
        const auto place_of = [&](std::size_t i) {
            return line_place(name, each.find(fmt::format("items[{}]", i)).line);
        };
        bj::value content = std::move(each.content);
        if (const auto ok = add_document(content, line_place(name, each.find("").line), place_of, to); !ok)
            return ok;
    }
    return {};
}

result<> read_objects(std::string_view text, std::string_view name, object_list& to) {
    constexpr std::string_view gzip = "\x1f\x8b";
    if (text.starts_with(gzip)) return bad_text(name, "the file is compressed: unpack it with gunzip first");
    bj::value tree;
    std::string why;
    if (trimmed(text).starts_with('{') && json_text::parse(text, tree, why, json_text::trusted_depth))
        return read_json(std::move(tree), name, to);
    // Also JSON that is invalid, for the line of its error.
    return read_yaml(text, name, to);
}

}  // namespace

std::string snapshot_begin(const snapshot_origin& from) {
    bj::object head{{"format", snapshot_format}, {"version", format_version}};
    head["server"] = from.server_version;
    head["revision"] = from.revision;
    head["time"] = from.time;
    if (!from.namespaces.empty()) {
        bj::array& names = head["namespaces"].emplace_array();
        for (const std::string& ns : from.namespaces) names.emplace_back(ns);
    }
    head["redacted"] = from.redacted;
    return json_text::serialize(head) + '\n';
}

std::string snapshot_line(const bj::object& object) {
    return json_text::serialize(object) + '\n';
}

std::string snapshot_end(std::size_t objects) {
    const bj::object last{{"end", true}, {"objects", objects}};
    return json_text::serialize(last) + '\n';
}

result<list_page> read_list_page(std::string_view json, std::string_view name) {
    auto list = object_of_line(json, std::string(name));
    if (!list) return list.error();
    const bj::object& meta = object_of(*list, "metadata");
    list_page out;
    out.revision = text_at(meta, "resourceVersion");
    out.continue_token = text_at(meta, "continue");
    if (!text_at(*list, "kind").ends_with("List")) return bad_text(name, "not a list");
    bj::array* const items = list_at(*list, "items");
    if (!items) return out;  // Go writes null
    for (bj::value& item : *items) {
        if (!item.is_object()) return bad_text(name, "an item is not an object");
        out.items.push_back(item_of(*list, std::move(item.get_object())));
    }
    return out;
}

result<> read_snapshot(std::string_view text, std::string_view name, cluster_snapshot& to) {
    if (is_snapshot_file(text)) return read_lines(text, name, to);
    object_list all;
    if (const auto ok = read_objects(text, name, all); !ok) return ok;
    if (all.empty()) return bad_text(name, "the file contains no object");
    std::move(all.begin(), all.end(), std::back_inserter(to.objects));
    return {};
}

}}}  // namespace setpoint::v0::apiserver
