#include "apiserver/schema/catalogue.hpp"

#include "apiserver/go/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// How far the lines of a file are indented.
constexpr std::size_t section_depth = 1, entry_depth = 2, member_depth = 3;

[[noreturn]] void fail_at(std::string_view package, std::string_view where, std::string_view why) {
    throw catalogue_error(fmt::format("src/apiserver/kinds/catalogue/{}.json: {}{}{}", package, where,
                                      where.empty() ? "" : ": ", why));
}

std::string line_start(std::size_t depth) {
    return "\n" + std::string(depth, ' ');
}

// The value that begins at `begin`: to the end of its line, or to the bracket that closes it, on a line of
// its own. Empty if the text ends before.
std::string_view value_at_line(std::string_view text, std::size_t begin, std::size_t depth) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos || end == begin) return {};
    const char last = text[end - 1];
    if (last != '{' && last != '[') return text.substr(begin, end - begin - (last == ',' ? 1 : 0));
    const std::string closing = line_start(depth) + (last == '{' ? '}' : ']');
    end = text.find(closing, end);
    return end == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, end + closing.size() - begin);
}

struct table_member {
    std::string_view name, text;
};

// The members of an object, each of which begins on a line that is indented by `depth`.
std::vector<table_member> members_of(std::string_view text, std::size_t depth, std::string_view package,
                                     std::string_view where) {
    std::vector<table_member> out;
    if (text == "{}") return out;
    const std::string before = line_start(depth) + '"', end = line_start(depth - 1) + '}';
    std::size_t at = text.find('\n');
    for (;;) {
        const std::string_view rest = text.substr(std::min(at, text.size()));
        if (rest.starts_with(end)) return out;
        const std::size_t name = at + before.size(), name_end = text.find("\": ", name);
        if (!rest.starts_with(before) || name_end == std::string_view::npos)
            fail_at(package, where,
                    out.empty() ? "is cut off" : fmt::format("is cut off after {}", out.back().name));
        const std::string_view value = value_at_line(text, name_end + 3, depth);
        out.push_back({text.substr(name, name_end - name), value});
        if (value.empty())
            fail_at(package, where.empty() ? out.back().name : fmt::format("{}: {}", where, out.back().name),
                    "is cut off");
        at = text.find('\n', static_cast<std::size_t>(value.data() - text.data()) + value.size());
    }
}

std::string_view last_parts(std::string_view name, int parts) {
    std::size_t at = name.size();
    for (; parts > 0; --parts) {
        at = name.rfind('.', at - 1);
        if (at == std::string_view::npos || at == 0) return name;
    }
    return name.substr(at + 1);
}

std::string_view package_of_type(std::string_view short_name) {
    const std::size_t dot = short_name.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : short_name.substr(0, dot);
}

// A file from where the value of that section begins; "" if it does not have it.
std::string_view from_section(const catalogue_file& file, std::string_view name) {
    const std::string before = line_start(section_depth).append("\"").append(name).append("\": ");
    const std::size_t at = file.text.find(before);
    return at == std::string_view::npos ? std::string_view() : file.text.substr(at + before.size());
}

// `begin_of_members`: how the first line begins that does not belong to the definition.
std::vector<catalogue_entry> entries_of(const catalogue_file& file, std::string_view part,
                                        std::string_view api_version, std::string_view begin_of_members) {
    std::vector<catalogue_entry> out;
    const std::string_view text = from_section(file, part);
    if (text.empty()) return out;
    for (const table_member& m : members_of(text, entry_depth, file.package, part)) {
        const std::size_t at = std::min(m.text.find(begin_of_members), m.text.size());
        out.push_back({file.package, api_version, m.name, m.text.substr(0, at), m.text.substr(at)});
    }
    return out;
}

std::pair<std::string_view, std::string_view> kind_key(const catalogue_entry& e) {
    return {e.name, e.api_version};
}

boost::json::value parsed(const catalogue_entry& entry, std::string_view what, std::string_view text) {
    try {
        return json_text::parse_own(text);
    } catch (const std::invalid_argument& error) {
        entry.fail(fmt::format("{}: {}", what, error.what()));
    }
}

}  // namespace

std::string_view catalogue_entry::short_name() const {
    return last_parts(name, 3);
}

std::string_view catalogue_entry::member(std::string_view of) const {
    const std::string before = line_start(member_depth).append("\"").append(of).append("\": ");
    const std::size_t at = members.find(before);
    if (at == std::string_view::npos) return {};
    const std::string_view out = value_at_line(members, at + before.size(), member_depth);
    if (out.empty()) fail(fmt::format("{} is cut off", of));
    return out;
}

boost::json::value catalogue_entry::parse(std::string_view of) const {
    const std::string_view found = member(of);
    return found.empty() ? boost::json::value() : parsed(*this, of, found);
}

boost::json::value catalogue_entry::parse_definition() const {
    std::string text(definition);
    if (text.size() <= 1) return nullptr;
    // Members follow, or it ends with the closing brace.
    if (text.ends_with(',')) text.back() = '}';
    return parsed(*this, "definition", text);
}

void catalogue_entry::fail(std::string_view why) const {
    fail_at(package, name, why);
}

struct catalogue::index {
    struct package {
        catalogue_file file;
        std::once_flag once{};
        std::vector<catalogue_entry> types{};
    };
    std::deque<package> packages;
    std::once_flag once{};
    std::vector<catalogue_entry> kinds{};

    std::span<const catalogue_entry> types(std::string_view name) {
        const auto at =
            std::ranges::lower_bound(packages, name, {}, [](const package& p) { return p.file.package; });
        if (at == packages.end() || at->file.package != name) return {};
        std::call_once(at->once, [&] {
            at->types = entries_of(at->file, "types", "", "\n   \"x-go");
            if (at->types.empty()) fail_at(name, "", "has no types");
            std::ranges::sort(at->types, {}, &catalogue_entry::name);
        });
        return at->types;
    }

    void find_kinds() {
        for (const package& p : packages) {
            const std::string_view text = from_section(p.file, "apiVersion");
            if (text.empty()) continue;
            const std::size_t quote = text.find('"', 1);
            if (quote == std::string_view::npos) fail_at(p.file.package, "apiVersion", "is cut off");
            const std::string_view api_version = text.substr(1, quote - 1);
            for (const catalogue_entry& e : entries_of(p.file, "kinds", api_version, "\n"))
                kinds.push_back(e);
        }
        std::ranges::sort(kinds, {}, kind_key);
    }
};

catalogue::catalogue(std::span<const catalogue_file> files) : index_(std::make_unique<index>()) {
    for (const catalogue_file& file : files) index_->packages.emplace_back(file);
}

catalogue::~catalogue() = default;

const catalogue_entry* catalogue::type(std::string_view name) const {
    const std::string_view wanted = last_parts(name, 3);
    const auto all = types(package_of_type(wanted));
    // Types of one package have the same prefix.
    const auto at = std::ranges::lower_bound(all, wanted, {}, &catalogue_entry::short_name);
    return at == all.end() || (at->short_name() != name && at->name != name) ? nullptr : &*at;
}

std::span<const catalogue_entry> catalogue::types(std::string_view package) const {
    return index_->types(package);
}

std::vector<std::string_view> catalogue::packages() const {
    std::vector<std::string_view> out;
    for (const auto& p : index_->packages) out.push_back(p.file.package);
    return out;
}

const catalogue_entry* catalogue::kind(std::string_view api_version, std::string_view kind) const {
    const auto all = kinds();
    const auto at = std::ranges::lower_bound(all, std::pair(kind, api_version), {}, kind_key);
    return at == all.end() || at->name != kind || at->api_version != api_version ? nullptr : &*at;
}

std::span<const catalogue_entry> catalogue::kinds() const {
    std::call_once(index_->once, [this] { index_->find_kinds(); });
    return index_->kinds;
}

const catalogue& builtin_catalogue() {
    static const catalogue all(catalogue_files());
    return all;
}

}}}  // namespace setpoint::v0::apiserver
