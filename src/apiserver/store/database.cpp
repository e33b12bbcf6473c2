#include "apiserver/store/database.hpp"

#include <sqlite3.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

error last_error(sqlite3* of, std::string_view what) {
    const int code = sqlite3_errcode(of) & 0xff;
    errc kind = errc::failed;
    if (code == SQLITE_FULL) kind = errc::too_large;
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) kind = errc::bad_data;
    return {kind, std::string(what) + ": " + sqlite3_errmsg(of)};
}

int note_frames(void* to, sqlite3*, const char*, int frames) {
    *static_cast<int*>(to) = frames;
    return SQLITE_OK;
}

}  // namespace

void statement::closing::operator()(sqlite3_stmt* s) const {
    sqlite3_finalize(s);
}

statement& statement::bind(int at, std::int64_t value) {
    sqlite3_bind_int64(of_.get(), at, value);
    return *this;
}

statement& statement::bind(int at, std::string_view text) {
    // A null pointer would be NULL instead of an empty text.
    sqlite3_bind_text64(of_.get(), at, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC,
                        SQLITE_UTF8);
    return *this;
}

result<bool> statement::step() {
    const int code = sqlite3_step(of_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return last_error(sqlite3_db_handle(of_.get()), sqlite3_sql(of_.get()));
}

result<> statement::run() {
    const struct ending {
        statement& of;
        ~ending() { of.reset(); }
    } end{*this};
    for (;;) {
        const result<bool> row = step();
        if (!row) return row.error();
        if (!*row) return {};
    }
}

std::int64_t statement::number(int column) const {
    return sqlite3_column_int64(of_.get(), column);
}

std::string_view statement::text(int column) const {
    const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(of_.get(), column));
    if (text == nullptr) return {};
    return {text, static_cast<std::size_t>(sqlite3_column_bytes(of_.get(), column))};
}

void statement::reset() {
    sqlite3_reset(of_.get());
}

void database::closing::operator()(sqlite3* s) const {
    sqlite3_close_v2(s);
}

database::database(sqlite3* of) : of_(of) {}

result<database> database::open(const std::string& file) {
    sqlite3* raw = nullptr;
    const int code =
        sqlite3_open_v2(file.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX, nullptr);
    database made(raw);
    if (code != SQLITE_OK) {
        if (raw == nullptr) return error(errc::failed, "open " + file + ": out of memory");
        return last_error(raw, "open " + file);
    }
    sqlite3_extended_result_codes(raw, 1);
    // Also instead of the hook that checkpoints by itself; PRAGMA wal_autocheckpoint would remove this one.
    sqlite3_wal_hook(raw, note_frames, made.frames_.get());
    return made;
}

result<> database::run(const std::string& sql) {
    if (sqlite3_exec(of_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return last_error(of_.get(), sql);
    return {};
}

result<statement> database::prepare(std::string_view sql) const {
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v2(of_.get(), sql.data(), static_cast<int>(sql.size()), &made, nullptr) != SQLITE_OK)
        return last_error(of_.get(), sql);
    return statement(made);
}

result<std::int64_t> database::number(std::string_view sql) const {
    auto query = prepare(sql);
    if (!query) return query.error();
    const auto row = query->step();
    if (!row) return row.error();
    return *row ? query->number(0) : 0;
}

void database::roll_back() {
    // SQLite has rolled back by itself after some errors.
    if (sqlite3_get_autocommit(of_.get()) == 0)
        sqlite3_exec(of_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

int database::frames() const {
    return *frames_;
}

result<> database::checkpoint() {
    if (sqlite3_wal_checkpoint_v2(of_.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr) !=
        SQLITE_OK)
        return last_error(of_.get(), "checkpoint");
    *frames_ = 0;
    return {};
}

}}}  // namespace setpoint::v0::apiserver
