#include "cli/control/control_request.hpp"

#include "cli/control/fault_parser.hpp"
#include "cli/control/members.hpp"
#include "cli/json_members.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace setpoint { inline namespace v0 { namespace cli { namespace control {

namespace {

constexpr std::size_t deepest = 100;  // for the schemas of definitions

command read_info(member_reader&) {
    return info{};
}

command read_install(member_reader& m) {
    install out;
    out.files = m.texts("files");
    const bj::array* const objects = m.array("objects");
    if (objects != nullptr) out.objects = *objects;
    if (m.has("files") == m.has("objects")) m.fail("files, objects", "give one of both");
    if (objects != nullptr && objects->empty()) m.fail("objects", "it is empty");
    for (std::size_t i = 0; i < out.objects.size(); ++i)
        if (!out.objects[i].is_object()) m.fail(fmt::format("objects[{}]", i), "not an object");
    return out;
}

snapshot_place read_place(member_reader& m) {
    constexpr std::size_t longest_name = 256;
    snapshot_place out{m.text("name").value_or(""), m.text("file").value_or("")};
    if (out.name.empty() == out.file.empty()) m.fail("name, file", "give one of both");
    if (out.name.size() > longest_name) m.fail("name", "longer than 256 bytes");
    return out;
}

command read_snapshot(member_reader& m) {
    return snapshot{read_place(m)};
}

command read_restore(member_reader& m) {
    return restore{read_place(m)};
}

command read_fault(member_reader& m) {
    return add_fault{parse_fault(m)};
}

command read_faults(member_reader&) {
    return faults{};
}

command read_clear(member_reader& m) {
    clear out;
    if (const auto number = m.number("fault", 1, INT64_MAX)) out.number = static_cast<std::uint64_t>(*number);
    return out;
}

command read_drop_watches(member_reader& m) {
    drop_watches out;
    out.which.resource = m.text("resource");
    out.which.group = m.text("group");
    out.which.ns = m.text("namespace");
    out.which.user_agent = m.text("userAgent").value_or("");
    return out;
}

command read_expire_history(member_reader&) {
    return expire_history{};
}

struct named_reader {
    std::string_view name;
    command (*read)(member_reader&);
};
constexpr std::array readers{named_reader{"info", read_info},
                             named_reader{"install", read_install},
                             named_reader{"snapshot", read_snapshot},
                             named_reader{"restore", read_restore},
                             named_reader{"fault", read_fault},
                             named_reader{"faults", read_faults},
                             named_reader{"clear", read_clear},
                             named_reader{"drop-watches", read_drop_watches},
                             named_reader{"expire-history", read_expire_history}};

result<command> read_command(const bj::object& o) {
    std::vector<std::string_view> names;
    const std::string_view wanted = text_in(o, "do");
    for (const named_reader& one : readers) {
        names.push_back(one.name);
        if (one.name != wanted) continue;
        member_reader m(o, std::string(wanted));
        (void)m.any("do");
        (void)m.any("id");
        command out = one.read(m);
        if (const auto ok = m.verdict(); !ok) return ok.error();
        return out;
    }
    return error(errc::bad_data, wanted.empty() ? fmt::format("do: not one of {}", fmt::join(names, ", "))
                                                : fmt::format("do: \"{}\" is not one of {}",
                                                              wanted.substr(0, 64), fmt::join(names, ", ")));
}

}  // namespace

request parse_request(std::string_view line) {
    bj::parse_options limits;
    limits.max_depth = deepest;
    boost::system::error_code wrong;
    const bj::value tree = bj::parse(chars(line), wrong, {}, limits);
    if (wrong) return {std::nullopt, error(errc::bad_data, "the line is not JSON: " + wrong.message())};
    if (!tree.is_object()) return {std::nullopt, error(errc::bad_data, "the line is not a JSON object")};
    const bj::object& o = tree.get_object();
    request out{std::nullopt, read_command(o)};
    if (const bj::value* const id = o.if_contains("id")) out.id = *id;
    return out;
}

namespace {

std::string line_of(const std::optional<bj::value>& id, bool ok, const bj::object& members) {
    bj::object out;
    if (id) out["id"] = *id;
    out["ok"] = ok;
    for (const auto& [key, value] : members) out[key] = value;
    return bj::serialize(out) + "\n";
}

}  // namespace

std::string answer_line(const std::optional<bj::value>& id, const bj::object& members) {
    return line_of(id, true, members);
}

std::string failure_line(const std::optional<bj::value>& id, std::string_view why) {
    return line_of(id, false, {{"error", chars(why)}});
}

void line_splitter::end_line(std::vector<line>& to) {
    const bool is_blank = rest_.find_first_not_of(" \t\r") == std::string::npos;
    if (std::exchange(is_too_long_, false))
        to.emplace_back(std::nullopt);
    else if (!is_blank)
        to.emplace_back(std::exchange(rest_, {}));
    rest_.clear();
}

std::vector<line_splitter::line> line_splitter::take(std::string_view piece) {
    std::vector<line> out;
    while (!piece.empty()) {
        const std::size_t end = piece.find('\n');
        const std::string_view part = piece.substr(0, end);
        if (rest_.size() + part.size() > limit_) {
            is_too_long_ = true;
            rest_ = {};
        }
        if (!is_too_long_) rest_.append(part);
        if (end == std::string_view::npos) break;
        piece.remove_prefix(end + 1);
        end_line(out);
    }
    return out;
}

std::vector<line_splitter::line> line_splitter::finish() {
    std::vector<line> out;
    end_line(out);
    return out;
}

}}}}  // namespace setpoint::v0::cli::control
