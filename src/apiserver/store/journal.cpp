#include "apiserver/store/journal.hpp"

#include "apiserver/store/schema_steps.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view file_name = "setpoint.db", reserve_name = "reserve";
constexpr std::string_view oldest_bound = "";  // no collection has that name

// Exclusive locking, set before the first access, keeps the index of the write-ahead log in this process.
// EXTRA synchronizes the log with each commit, and the folder when the journal of the change to WAL is gone:
// a power loss would otherwise bring it back, and with it the file as it was before.
constexpr const char* settings =
    "PRAGMA locking_mode = EXCLUSIVE;"
    "PRAGMA trusted_schema = OFF;"
    "PRAGMA cell_size_check = ON;"
    "PRAGMA synchronous = EXTRA;"
    "PRAGMA journal_mode = WAL;"
    "PRAGMA journal_size_limit = 16777216;";

// Of what a row holds: SQLite does not notice when bits of a text change.
std::int64_t sum_of(const journal_row& r) {
    std::uint64_t sum = 0xcbf29ce484222325;  // FNV-1a
    const auto add = [&](std::string_view text) {
        for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
        sum = (sum ^ 0xff) * 0x100000001b3;
    };
    const std::string numbers =
        fmt::format("{} {} {} {}", r.revision, r.deleted, r.rewrite, r.at.time_since_epoch().count());
    for (const std::string_view part :
         {std::string_view(numbers), std::string_view(r.collection), std::string_view(r.key.ns),
          std::string_view(r.key.name), std::string_view(r.json)})
        add(part);
    return static_cast<std::int64_t>(sum);
}

journal_row row_of(const logged_change& c) {
    const record& now = *c.what.now;
    return {c.what.revision, c.name,    now.key, c.what.what == change::type::deleted,
            now.rewrite,     c.what.at, now.json};
}

// Nothing but what this program makes may be there: the folder could be somebody's home.
result<> check_is_ours(const std::string& folder) {
    namespace fs = std::filesystem;
    std::error_code failed;
    if (fs::exists(fs::path(folder) / file_name, failed)) return {};
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed))
        if (at->path().filename() != "lock")
            return error(errc::bad_config, fmt::format("it contains other files, such as {}, and no {}",
                                                       at->path().filename().string(), file_name));
    if (failed) return error(errc::bad_config, failed.message());
    return {};
}

}  // namespace

journal::journal(folder_lock lock, database file, const std::string& folder)
    : lock_(std::move(lock)),
      file_(std::move(file)),
      reserve_(fmt::format("{}/{}", folder, reserve_name), reserved_bytes) {}

result<> journal::prepare_statements() {
    for (const auto& [to, sql] :
         {std::pair{&insert_, "INSERT INTO revisions VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"},
          std::pair{&remove_, "DELETE FROM revisions WHERE revision = ?"},
          std::pair{&set_bound_,
                    "INSERT INTO bounds VALUES(?1, ?2) ON CONFLICT(name) DO UPDATE SET "
                    "revision = max(revision, ?2)"}}) {
        auto made = file_.prepare(sql);
        if (!made) return made.error();
        to->emplace(std::move(*made));
    }
    return {};
}

result<std::unique_ptr<journal>> journal::open(const std::string& folder) {
    const std::string what = "open the data folder " + folder;
    // Before the lock, whose file would be left in a folder of somebody else.
    if (std::error_code failed; std::filesystem::is_directory(folder, failed))
        if (auto ours = check_is_ours(folder); !ours) return ours.error().within(what);
    auto lock = folder_lock::take(folder);
    if (!lock) return lock.error().within(what);
    const std::string path = folder + "/" + std::string(file_name);
    if (auto made = make_private_file(path); !made) return made.error().within(what);
    auto file = database::open(path);
    if (!file) return file.error().within(what);
    if (auto set = file->run(settings); !set) return set.error().within(what);
    if (auto ready = migrate(*file, schema_steps()); !ready) return ready.error().within(what);
    std::unique_ptr<journal> made(new journal(std::move(*lock), std::move(*file), folder));
    if (auto ready = made->prepare_statements(); !ready) return ready.error().within(what);
    return made;
}

result<> journal::commit(std::span<const logged_change> changes) {
    return file_.transaction([&]() -> result<> {
        for (const logged_change& c : changes) {
            const journal_row r = row_of(c);
            insert_->bind(1, static_cast<std::int64_t>(r.revision))
                .bind(2, r.collection)
                .bind(3, r.key.ns)
                .bind(4, r.key.name)
                .bind(5, r.deleted)
                .bind(6, r.rewrite)
                .bind(7, r.at.time_since_epoch().count())
                .bind(8, r.json)
                .bind(9, sum_of(r));
            if (auto done = insert_->run(); !done) return done;
        }
        return {};
    });
}

result<> journal::forget(std::span<const forgotten_change> changes, std::uint64_t oldest) {
    const auto remove = [this](std::uint64_t revision) {
        return remove_->bind(1, static_cast<std::int64_t>(revision)).run();
    };
    const auto set = [this](std::string_view name, std::uint64_t revision) {
        return set_bound_->bind(1, name).bind(2, static_cast<std::int64_t>(revision)).run();
    };
    return file_.transaction([&]() -> result<> {
        std::map<std::string_view, std::uint64_t> compacted;
        for (const forgotten_change& c : changes) {
            if (c.before != 0)
                if (auto done = remove(c.before); !done) return done;
            if (c.deleted)
                if (auto done = remove(c.revision); !done) return done;
            compacted[c.collection] = c.revision;
        }
        for (const auto& [name, revision] : compacted)
            if (auto done = set(name, revision); !done) return done;
        return set(oldest_bound, oldest);
    });
}

result<> journal::tidy_up() {
    ++moved_since_full_;
    return file_.checkpoint();
}

result<> journal::make_room() {
    frames_with_space_ = std::max(file_.frames() / 2, 1);
    moved_since_full_ = 0;
    reserve_.release();
    return file_.checkpoint();
}

void journal::keep_reserve() {
    constexpr int moved_until_it_may_grow = 16;
    reserve_.keep();
    if (moved_since_full_ < moved_until_it_may_grow || reserve_.kept() < reserved_bytes) return;
    moved_since_full_ = 0;
    frames_with_space_ = std::numeric_limits<int>::max();
}

result<journal::bounds> journal::read_bounds() const {
    bounds out;
    const auto newest = file_.number("SELECT max(revision) FROM revisions");
    if (!newest) return newest.error();
    out.newest = std::max(out.newest, static_cast<std::uint64_t>(*newest));
    auto rows = file_.prepare("SELECT name, revision FROM bounds");
    if (!rows) return rows.error();
    for (;;) {
        const auto row = rows->step();
        if (!row) return row.error();
        if (!*row) return out;
        const auto revision = static_cast<std::uint64_t>(rows->number(1));
        // The newest change may have been a deletion that is forgotten.
        out.newest = std::max(out.newest, revision);
        if (rows->text(0) == oldest_bound)
            out.oldest = revision;
        else
            out.compacted.emplace(rows->text(0), revision);
    }
}

result<journal_row> read_row(const statement& row) {
    journal_row r;
    r.revision = static_cast<std::uint64_t>(row.number(0));
    r.collection = row.text(1);
    r.key = {std::string(row.text(2)), std::string(row.text(3))};
    r.deleted = row.number(4) != 0;
    r.rewrite = row.number(5) != 0;
    r.at = wall_time(duration(row.number(6)));
    r.json = row.text(7);
    if (row.number(8) == sum_of(r)) return r;
    return error(errc::bad_data, fmt::format("revision {} ({} {}) is damaged: its checksum differs",
                                             r.revision, r.collection, r.key.to_string()));
}

result<> journal::read(const std::function<result<>(journal_row&&)>& each) const {
    auto rows = file_.prepare(fmt::format("SELECT {} FROM revisions ORDER BY revision", row_columns));
    if (!rows) return rows.error();
    for (;;) {
        const auto more = rows->step();
        if (!more) return more.error();
        if (!*more) return {};
        auto row = read_row(*rows);
        if (!row) return row.error();
        if (auto taken = each(std::move(*row)); !taken) return taken;
    }
}

result<std::optional<secret>> journal::key(std::string_view name) const {
    auto query = file_.prepare("SELECT value FROM keys WHERE name = ?");
    if (!query) return query.error();
    const auto row = query->bind(1, name).step();
    if (!row) return row.error();
    if (!*row) return std::optional<secret>();
    return std::optional(secret(std::string(query->text(0))));
}

result<> journal::set_key(std::string_view name, const secret& value) {
    return file_.transaction([&]() -> result<> {
        auto query = file_.prepare("INSERT OR REPLACE INTO keys VALUES(?, ?)");
        if (!query) return query.error();
        return query->bind(1, name).bind(2, value.reveal()).run();
    });
}

}}}  // namespace setpoint::v0::apiserver
