#pragma once
// A connection to an SQLite file and its statements. One thread at a time. Errors are `result`s: too_large if
// the disk is full, bad_data if the file is damaged, failed otherwise.

#include "setpoint/core/error.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace setpoint { inline namespace v0 { namespace apiserver {

class statement {
public:
    explicit statement(sqlite3_stmt* of) : of_(of) {}

    // Parameters are numbered from 1. A text must outlive the statement's next run.
    statement& bind(int at, std::int64_t value);
    statement& bind(int at, std::string_view text);
    // Returns whether there is a row; its columns are numbered from 0.
    result<bool> step();
    // Runs it to its end, and makes it ready to run again.
    result<> run();
    std::int64_t number(int column) const;
    std::string_view text(int column) const;  // valid until the next step
    void reset();

private:
    struct closing {
        void operator()(sqlite3_stmt* s) const;
    };
    std::unique_ptr<sqlite3_stmt, closing> of_;
};

class database {
public:
    // Opens the file, which exists.
    static result<database> open(const std::string& file);

    result<> run(const std::string& sql);
    result<statement> prepare(std::string_view sql) const;
    // The first column of the first row; 0 without a row.
    result<std::int64_t> number(std::string_view sql) const;
    // All or nothing: `work` returns a result<>, and its error or exception undoes what it did.
    template <class F>
    result<> transaction(F work) {
        const struct ending {
            database& of;
            ~ending() { of.roll_back(); }
        } end{*this};
        if (auto begun = run("BEGIN IMMEDIATE"); !begun) return begun;
        if (auto done = work(); !done) return done;
        return run("COMMIT");
    }
    // Frames in the write-ahead log since it was last emptied.
    int frames() const;
    // Moves them into the file. Every one that was moved is synchronized first.
    result<> checkpoint();

private:
    struct closing {
        void operator()(sqlite3* s) const;
    };
    explicit database(sqlite3* of);
    void roll_back();  // unless no transaction is open

    std::unique_ptr<sqlite3, closing> of_;
    std::unique_ptr<int> frames_ = std::make_unique<int>(0);  // where SQLite's hook writes it
};

}}}  // namespace setpoint::v0::apiserver
