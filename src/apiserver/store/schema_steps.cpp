#include "apiserver/store/schema_steps.hpp"

#include <fmt/format.h>

#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::int64_t application = 0x73657470;  // "setp", in SQLite's header

// The rows of a table without a rowid are in the tree of its key. The texts of `revisions` are what the store
// has in memory; `at` is in nanoseconds, `sum` as in journal.cpp.
constexpr std::array<std::string_view, 1> all_steps{R"(
    CREATE TABLE revisions(
        revision INTEGER PRIMARY KEY, collection TEXT NOT NULL, namespace TEXT NOT NULL, name TEXT NOT NULL,
        deleted INTEGER NOT NULL, rewrite INTEGER NOT NULL, at INTEGER NOT NULL, json TEXT NOT NULL,
        sum INTEGER NOT NULL);
    CREATE TABLE bounds(name TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE keys(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
)"};

}  // namespace

std::span<const std::string_view> schema_steps() {
    return all_steps;
}

result<> migrate(database& file, std::span<const std::string_view> steps) {
    const auto owner = file.number("PRAGMA application_id");
    if (!owner) return owner.error();
    const auto version = file.number("PRAGMA user_version");
    if (!version) return version.error();
    const auto tables = file.number("SELECT count(*) FROM sqlite_schema");
    if (!tables) return tables.error();
    // A file that was created, and whose process was killed then, has neither.
    const bool empty = *owner == 0 && *version == 0 && *tables == 0;
    if (*owner != application && !empty)
        return error(errc::bad_config, "it is the SQLite file of another program");
    const auto known = static_cast<std::int64_t>(steps.size());
    if (*version < 0 || *version > known)
        return error(
            errc::bad_config,
            fmt::format("it has version {} of the schema, and this program knows {}: use the program "
                        "that wrote it, or a newer one",
                        *version, known));
    for (std::int64_t at = *version; at < known; ++at) {
        const auto done = file.transaction([&]() -> result<> {
            if (auto ok = file.run(std::string(steps[static_cast<std::size_t>(at)])); !ok) return ok;
            if (auto ok = file.run(fmt::format("PRAGMA application_id = {}", application)); !ok) return ok;
            return file.run(fmt::format("PRAGMA user_version = {}", at + 1));
        });
        if (!done) return done.error().within(fmt::format("migrate the schema from version {}", at));
    }
    return {};
}

}}}  // namespace setpoint::v0::apiserver
