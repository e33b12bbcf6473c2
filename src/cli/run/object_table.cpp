#include "cli/run/object_table.hpp"

#include "cli/terminal/columns.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::size_t largest_table = 64 * 1024 * 1024;

using row = std::vector<std::string>;

std::string cell_text(const bj::value& v) {
    if (v.is_null()) return "<none>";
    if (const bj::string* const s = v.if_string()) return s->empty() ? "<none>" : std::string(view(*s));
    return bj::serialize(v);
}

std::string_view namespace_of(const bj::object& r) {
    const bj::object* const object = object_in(r, "object");
    const bj::object* const metadata = object ? object_in(*object, "metadata") : nullptr;
    return metadata ? text_in(*metadata, "namespace") : std::string_view();
}

std::string upper(std::string_view s) {
    std::string out(s);
    for (char& c : out)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return out;
}

// The indexes of the columns that kubectl shows without -o wide.
std::vector<std::size_t> shown_columns(const bj::array& definitions) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < definitions.size(); ++i) {
        const bj::object* const column = definitions[i].if_object();
        const bj::value* const priority = column ? member(*column, "priority") : nullptr;
        if (column && (!priority || !priority->is_number() || priority->to_number<double>() == 0))
            all.push_back(i);
    }
    return all;
}

}  // namespace

std::vector<std::string> table_lines(const bj::object& table, std::string_view heading,
                                     std::size_t most_rows) {
    const bj::array none;
    const bj::array* const definitions = array_in(table, "columnDefinitions");
    const bj::array* const found = array_in(table, "rows");
    const bj::array &columns = definitions ? *definitions : none, &rows = found ? *found : none;
    std::vector<std::string> lines{fmt::format("{} ({})", heading, rows.size())};
    if (rows.empty()) return lines;
    const bool with_namespace = std::any_of(rows.begin(), rows.end(), [](const bj::value& r) {
        const std::string_view ns = r.is_object() ? namespace_of(r.get_object()) : "";
        return !ns.empty() && ns != "default";
    });
    const std::vector<std::size_t> shown = shown_columns(columns);
    std::vector<row> cells(1);
    if (with_namespace) cells[0].emplace_back("NAMESPACE");
    for (const std::size_t i : shown) cells[0].push_back(upper(text_in(columns[i].get_object(), "name")));
    for (const bj::value& v : rows) {
        if (cells.size() > most_rows) break;
        const bj::object* const r = v.if_object();
        const bj::array* const values = r ? array_in(*r, "cells") : nullptr;
        if (!values) continue;
        row& one = cells.emplace_back();
        if (with_namespace) one.emplace_back(namespace_of(*r));
        for (const std::size_t i : shown) one.push_back(i < values->size() ? cell_text((*values)[i]) : "");
    }
    for (std::string& line : aligned(cells)) lines.push_back(std::move(line));
    if (rows.size() > most_rows) lines.push_back(fmt::format("and {} more", rows.size() - most_rows));
    return lines;
}

awaitable<result<bj::object>> read_table(http::transport& server, group_version_resource resource) {
    http::request r;
    r.method = "GET";
    r.target = resource.url_prefix() + "/" + resource.resource;
    r.headers = {{"Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"}};
    auto answer = co_await server.send(std::move(r), {});
    if (!answer) co_return answer.error();
    auto body = co_await http::read_all(**answer, largest_table);
    if (!body) co_return body.error();
    boost::system::error_code failed;
    const bj::value table = bj::parse(chars(*body), failed);
    if (failed || !table.is_object() || (*answer)->head().status != 200)
        co_return error(errc::bad_data, "the API server printed no table");
    co_return table.get_object();
}

}}}  // namespace setpoint::v0::cli
