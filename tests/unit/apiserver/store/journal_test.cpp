#include "apiserver/store/journal.hpp"

#include "apiserver/store/disk_reserve.hpp"
#include "apiserver/store/salvage.hpp"
#include "apiserver/store/schema_steps.hpp"
#include "unit/apiserver/store/faulty_vfs.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <new>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
namespace fs = std::filesystem;

struct temporary_folder {
    temporary_folder() {
        std::string name = (fs::temp_directory_path() / "setpoint-journal-XXXXXX").string();
        base = ::mkdtemp(name.data());
        path = base + "/data";
    }
    ~temporary_folder() { fs::remove_all(base); }
    std::string base, path;
};

// A store whose changes wait for flush().
struct logged_store final : change_log {
    explicit logged_store(std::size_t history = 4) : store({.age = std::chrono::hours(1), .count = history}) {
        store.log = this;
    }
    void changed(collection& of, const change& what) override { pending.emplace_back(of, what); }
    void forgotten(const collection& of, const change& what) override {
        old.push_back({of.name(), what.revision, what.before ? what.before->revision : 0,
                       what.what == change::type::deleted});
    }
    void put(const std::string& name, int value) {
        bj::object o;
        o["metadata"] = bj::object{{"name", name}, {"namespace", "x"}};
        o["data"] = std::to_string(value) + std::string(700, 'a');
        store.put(store.of("configmaps"), {"x", name}, std::move(o), now);
    }
    void erase(const std::string& name) { store.erase(store.of("configmaps"), {"x", name}, now); }
    // Whether all of it is in the journal.
    bool flush(journal& to) {
        if (auto done = to.commit(pending); !done) {
            why = done.error();
            undo();
            return false;
        }
        pending.clear();
        durable = store.revision();
        if (!old.empty() && to.forget(old, store.oldest())) old.clear();
        if (to.is_untidy()) (void)to.tidy_up();
        return true;
    }
    void undo() {
        for (auto c = pending.rbegin(); c != pending.rend(); ++c) store.undo(*c->of, c->what);
        std::erase_if(old, [&](const forgotten_change& c) { return c.revision > durable; });
        store.undone_to(durable);
        pending.clear();
    }
    std::string text() {
        std::string out;
        for (const record_ptr& o : store.of("configmaps").list("", 0, std::nullopt, 0, nullptr).items)
            out += o->json.substr(0, 90) + "\n";
        return out;
    }

    versioned_store store;
    std::vector<logged_change> pending;
    std::vector<forgotten_change> old;
    std::uint64_t durable = 1;
    wall_time now{};
    error why;
};

std::string history_of(const versioned_store& s) {
    std::string out;
    const collection* const c = s.find_collection("configmaps");
    for (const change* at = c->next(c->compacted()); at != nullptr; at = c->next(at->revision))
        out += fmt::format("{} {} {} {}\n", static_cast<int>(at->what), at->revision,
                           at->now->json.substr(0, 90), at->before ? at->before->revision : 0);
    return out;
}

std::unique_ptr<journal> opened(const std::string& folder) {
    auto made = journal::open(folder);
    BOOST_REQUIRE_MESSAGE(made, (made ? "" : made.error().message));
    return std::move(*made);
}

// A write or two of some of six objects.
void change_some(logged_store& s, int step) {
    s.put(fmt::format("o{}", step % 6), step);
    if (step % 3 == 0) s.put(fmt::format("o{}", (step + 1) % 6), step);
    if (step % 5 == 4) s.erase(fmt::format("o{}", (step + 3) % 6));
}

struct journal_fixture {
    temporary_folder folder;
    logged_store s;
    std::string refusal() const {
        auto made = journal::open(folder.path);
        return made ? "" : made.error().message;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(journals, journal_fixture)

BOOST_AUTO_TEST_CASE(restores_objects_history_and_revision) {
    {
        const auto file = opened(folder.path);
        for (int i = 0; i < 40; ++i) {
            change_some(s, i);
            BOOST_REQUIRE(s.flush(*file));
        }
        s.erase("o0");
        BOOST_REQUIRE(s.flush(*file));
    }
    logged_store again;
    const auto file = opened(folder.path);
    const auto read = restore(*file, again.store);
    BOOST_REQUIRE_MESSAGE(read, (read ? "" : read.error().message));
    BOOST_TEST(again.text() == s.text());
    BOOST_TEST(again.store.revision() == s.store.revision());
    BOOST_TEST(history_of(again.store) == history_of(s.store));
    BOOST_TEST(again.store.find_collection("configmaps")->compacted() ==
               s.store.find_collection("configmaps")->compacted());
    again.put("o9", 1);
    BOOST_TEST(again.store.revision() == s.store.revision() + 1);
}

BOOST_AUTO_TEST_CASE(rows_stay_bounded_by_objects_and_history) {
    const auto file = opened(folder.path);
    for (int i = 0; i < 300; ++i) {
        change_some(s, i);
        BOOST_REQUIRE(s.flush(*file));
    }
    BOOST_TEST(file->file().number("SELECT count(*) FROM revisions").value() <= 6 + 2 * 4);
}

BOOST_AUTO_TEST_CASE(write_ahead_log_stays_bounded) {
    const auto file = opened(folder.path);
    file->frames_before_checkpoint = 25;
    s.put("a", 1);
    BOOST_REQUIRE(s.flush(*file));
    BOOST_TEST(file->file().frames() > 0);
    for (int i = 0; i < 300; ++i) {
        change_some(s, i);
        BOOST_REQUIRE(s.flush(*file));
    }
    BOOST_TEST(file->file().frames() < 100);
    BOOST_TEST(fs::file_size(folder.path + "/setpoint.db-wal") < 100u * 4120u);
}

BOOST_AUTO_TEST_CASE(exception_in_a_transaction_undoes_it) {
    fs::create_directory(folder.path);
    std::ofstream(folder.path + "/a.db").close();
    auto file = database::open(folder.path + "/a.db").value();
    BOOST_REQUIRE(file.run("CREATE TABLE t(a)"));
    const auto add_and_throw = [&]() -> result<> {
        if (auto added = file.run("INSERT INTO t VALUES(1)"); !added) return added;
        throw std::bad_alloc();
    };
    BOOST_CHECK_THROW((void)file.transaction(add_and_throw), std::bad_alloc);
    BOOST_TEST(file.transaction([&] { return file.run("INSERT INTO t VALUES(2)"); }).has_value());
    BOOST_TEST(file.number("SELECT sum(a) FROM t").value() == 2);
}

BOOST_AUTO_TEST_CASE(transaction_that_was_left_open_is_undone) {
    fs::create_directory(folder.path);
    std::ofstream(folder.path + "/a.db").close();
    auto file = database::open(folder.path + "/a.db").value();
    BOOST_REQUIRE(file.run("CREATE TABLE t(a); BEGIN"));
    const auto add = [&] { return file.run("INSERT INTO t VALUES(1)"); };
    BOOST_TEST(!file.transaction(add).has_value());
    BOOST_TEST(file.transaction(add).has_value());
}

BOOST_AUTO_TEST_CASE(changes_outlive_their_store) {
    const auto file = opened(folder.path);
    auto short_lived = std::make_unique<logged_store>();
    short_lived->put("a", 1);
    const std::vector<logged_change> changes = std::exchange(short_lived->pending, {});
    short_lived.reset();
    BOOST_REQUIRE(file->commit(changes));
    BOOST_TEST(
        file->file().number("SELECT count(*) FROM revisions WHERE collection = 'configmaps'").value() == 1);
}

BOOST_AUTO_TEST_CASE(undone_changes_are_not_compacted) {
    const auto file = opened(folder.path);
    s.put("a", 0);
    BOOST_REQUIRE(s.flush(*file));
    for (int i = 0; i < 6; ++i) s.put("a", i);
    s.undo();
    BOOST_TEST(s.store.find_collection("configmaps")->compacted() <= s.store.revision());
}

BOOST_AUTO_TEST_CASE(revision_continues_after_a_forgotten_deletion) {
    {
        const auto file = opened(folder.path);
        s.put("a", 1);
        s.erase("a");
        BOOST_REQUIRE(s.flush(*file));
        s.store.compact(s.now, true);
        BOOST_REQUIRE(s.flush(*file));
        BOOST_TEST(file->file().number("SELECT count(*) FROM revisions").value() == 0);
    }
    logged_store again;
    const auto file = opened(folder.path);
    BOOST_REQUIRE(restore(*file, again.store));
    BOOST_TEST(again.store.revision() == s.store.revision());
    BOOST_TEST(again.store.oldest() == s.store.oldest());
}

BOOST_AUTO_TEST_CASE(files_are_for_their_owner_only) {
    const auto file = opened(folder.path);
    s.put("a", 1);
    BOOST_REQUIRE(s.flush(*file));
    const auto mode = [](const fs::path& of) {
        return static_cast<unsigned>(fs::status(of).permissions() & fs::perms::mask);
    };
    BOOST_TEST(mode(folder.path) == 0700u);
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(folder.path)) {
        BOOST_TEST(mode(entry.path()) == 0600u, entry.path());
        ++files;
    }
    BOOST_TEST(files >= 3u);
}

BOOST_AUTO_TEST_CASE(existing_folder_is_closed_to_others) {
    folder.path += "/new/inner";  // parents are made too
    opened(folder.path).reset();
    fs::permissions(folder.path, fs::perms(0755));
    const auto file = opened(folder.path);
    BOOST_TEST((fs::status(folder.path).permissions() == fs::perms::owner_all));
}

BOOST_AUTO_TEST_CASE(keeps_keys) {
    {
        const auto file = opened(folder.path);
        BOOST_TEST(!file->key("ca").value().has_value());
        BOOST_REQUIRE(file->set_key("ca", secret("one")));
    }
    const auto file = opened(folder.path);
    const std::optional<secret> kept = file->key("ca").value();
    BOOST_REQUIRE(kept.has_value());
    BOOST_TEST(kept->reveal() == "one");
}

BOOST_AUTO_TEST_CASE(second_user_is_refused_by_name) {
    const auto file = opened(folder.path);
    BOOST_TEST(refusal().find(fmt::format("is in use by process {} (", ::getpid())) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(folder_of_another_program_is_refused) {
    fs::create_directory(folder.path);
    std::ofstream(folder.path + "/notes.txt") << "mine";
    BOOST_TEST(refusal().find("it contains other files, such as notes.txt") != std::string::npos);
    BOOST_TEST(!fs::exists(folder.path + "/lock"));
}

BOOST_AUTO_TEST_CASE(file_instead_of_a_folder_is_refused) {
    std::ofstream(folder.path) << "mine";
    BOOST_TEST(refusal().find("Not a directory") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(database_of_another_program_is_refused) {
    fs::create_directory(folder.path);
    std::ofstream(folder.path + "/setpoint.db").close();
    BOOST_REQUIRE(database::open(folder.path + "/setpoint.db")->run("CREATE TABLE theirs(a)"));
    BOOST_TEST(refusal().find("it is the SQLite file of another program") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(newer_schema_is_refused) {
    opened(folder.path).reset();
    BOOST_REQUIRE(database::open(folder.path + "/setpoint.db")->run("PRAGMA user_version = 7"));
    BOOST_TEST(refusal().find("it has version 7 of the schema, and this program knows 1") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(text_that_is_no_database_is_refused) {
    fs::create_directory(folder.path);
    std::ofstream(folder.path + "/setpoint.db") << std::string(5000, 'x');
    BOOST_TEST(refusal().find("file is not a database") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(older_schemas_migrate_step_by_step) {
    fs::create_directory(folder.path);
    std::ofstream(folder.path + "/a.db").close();
    auto file = database::open(folder.path + "/a.db").value();
    const std::array<std::string_view, 3> steps{"CREATE TABLE t(a); INSERT INTO t VALUES(1)",
                                                "ALTER TABLE t ADD COLUMN b DEFAULT 2",
                                                "UPDATE t SET b = 3; INSERT INTO missing VALUES(1)"};
    BOOST_REQUIRE(migrate(file, std::span(steps).first(1)));
    BOOST_REQUIRE(migrate(file, std::span(steps).first(2)));
    BOOST_TEST(file.number("SELECT b FROM t").value() == 2);
    // A step that fails leaves nothing behind.
    const auto failed = migrate(file, steps);
    BOOST_REQUIRE(!failed);
    BOOST_TEST(failed.error().message.find("migrate the schema from version 2") == 0u);
    BOOST_TEST(file.number("SELECT b FROM t").value() == 2);
    BOOST_TEST(file.number("PRAGMA user_version").value() == 2);
}

BOOST_AUTO_TEST_CASE(changed_row_is_named_and_left_out) {
    const auto file = opened(folder.path);
    s.put("a", 1);
    s.put("b", 2);
    BOOST_REQUIRE(s.flush(*file));
    auto change = file->file().prepare("UPDATE revisions SET json = replace(json, '2aaa', '9aaa')");
    BOOST_REQUIRE(change->run());
    logged_store again;
    const auto read = restore(*file, again.store);
    BOOST_REQUIRE(!read);
    BOOST_TEST(read.error().message == "revision 3 (configmaps x/b) is damaged: its checksum differs");
    const salvaged found = salvage(*file);
    BOOST_TEST(found.objects.size() == 1u);
    BOOST_TEST(found.problems.size() == 1u);
}

BOOST_AUTO_TEST_CASE(damaged_pages_cost_only_their_rows) {
    {
        const auto file = opened(folder.path);
        for (int i = 0; i < 200; ++i) s.put(fmt::format("o{:03}", i), i);
        BOOST_REQUIRE(s.flush(*file));
    }
    {  // two pages in the middle
        std::fstream raw(folder.path + "/setpoint.db", std::ios::in | std::ios::out | std::ios::binary);
        for (const int page : {20, 30}) {
            raw.seekp(page * 4096);
            raw << std::string(64, '\xff');
        }
    }
    const auto file = opened(folder.path);
    const salvaged found = salvage(*file);
    BOOST_TEST(found.objects.size() < 200u);
    BOOST_TEST(found.objects.size() > 180u);
    BOOST_REQUIRE(!found.problems.empty());
    BOOST_TEST(found.problems[0].find("the file is damaged: not all revisions between") == 0u);
    std::vector<std::string> problems;
    check_integrity(*file, problems);
    BOOST_TEST(!problems.empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(failing_disks)

namespace {

constexpr int steps = 30;

struct disk_run {
    temporary_folder folder;  // for the lock
    test::faulty_vfs disk;
    logged_store s;
    bool opened = false;
    int failed = 0;

    // Returns after the first failed commit if `until_failure`.
    void run(bool until_failure) {
        auto file = journal::open(folder.path);
        opened = file.has_value();
        if (!opened) return;
        (*file)->frames_before_checkpoint = 25;
        for (int step = 0; step < steps; ++step) {
            change_some(s, step);
            if (s.flush(**file)) continue;
            ++failed;
            if (until_failure) return;
        }
    }
};

std::size_t operations_of_a_run() {
    disk_run whole;
    whole.run(false);
    BOOST_REQUIRE(whole.opened);
    BOOST_REQUIRE(whole.failed == 0);
    return whole.disk.operations;
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_failed_operation_undoes_one_transaction) {
    const std::size_t all = operations_of_a_run();
    BOOST_REQUIRE(all > 100u);
    int failed = 0;
    for (const int code : {SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC})
        for (std::size_t at = 0; at < all; ++at) {
            disk_run r;
            r.disk.fault = [&](auto, std::size_t number) { return number == at ? code : SQLITE_OK; };
            r.run(false);
            if (!r.opened) continue;
            failed += r.failed;
            BOOST_REQUIRE_LE(r.failed, 1);
            r.disk.fault = nullptr;
            logged_store again;
            const auto file = opened(r.folder.path);
            BOOST_REQUIRE(restore(*file, again.store));
            BOOST_REQUIRE_EQUAL(again.text(), r.s.text());
            // What could not be forgotten is there still.
            BOOST_REQUIRE(history_of(again.store).ends_with(history_of(r.s.store)));
        }
    BOOST_TEST(failed > 50);
}

BOOST_AUTO_TEST_CASE(full_disk_refuses_writes_until_it_has_space) {
    disk_run r;
    const auto file = opened(r.folder.path);
    r.s.put("a", 1);
    BOOST_REQUIRE(r.s.flush(*file));
    const std::string before = r.s.text();
    r.disk.fault = [](auto what, std::size_t) {
        return what == test::faulty_vfs::operation::write ? SQLITE_FULL : SQLITE_OK;
    };
    for (int i = 0; i < 3; ++i) {
        r.s.put("b", i);
        BOOST_TEST(!r.s.flush(*file));
        BOOST_TEST((r.s.why.code == errc::too_large));
        BOOST_TEST(r.s.text() == before);
    }
    r.disk.fault = nullptr;
    r.s.put("b", 9);
    BOOST_TEST(r.s.flush(*file));
    // Revisions of writes that failed are not used again.
    BOOST_TEST(r.s.store.revision() == 6u);
}

namespace {

// A disk that another program fills up to its last block, beside what a reserve keeps.
struct crowded_disk : disk_run {
    explicit crowded_disk(std::size_t most_kept) : most(most_kept), to(test_journal()) {
        // The file has yet to grow by what is in the log.
        for (int step = 0; step < steps; ++step) {
            s.put("new" + std::to_string(step), step);
            BOOST_REQUIRE(s.flush(*to));
        }
        BOOST_REQUIRE(to->file().frames() > steps);
        kept = most;
        whole = disk.size() + kept;
        disk.capacity = [this] { return whole - kept; };
    }
    ~crowded_disk() { disk.capacity = nullptr; }
    std::unique_ptr<journal> test_journal() { return journal::open(folder.path).value(); }
    // As the server does after a write that is refused.
    void recover() {
        kept = 0;
        (void)to->make_room();
        if (to->forget(s.old, s.store.oldest())) s.old.clear();
        kept = std::min(most, whole - std::min(whole, disk.size()));
    }
    // How many of so many writes were refused.
    int refused(int writes) {
        int out = 0;
        for (int step = 0; step < writes; ++step) {
            change_some(s, step);
            if (s.flush(*to)) continue;
            BOOST_REQUIRE((s.why.code == errc::too_large));
            ++out;
            recover();
        }
        return out;
    }
    std::size_t most, kept = 0, whole = 0;
    std::unique_ptr<journal> to;
};

}  // namespace

BOOST_AUTO_TEST_CASE(disk_without_a_free_block_recovers) {
    crowded_disk r(512 * 1024);
    BOOST_TEST(r.refused(2000) < 40);
    r.to.reset();
    logged_store again;
    const auto file = opened(r.folder.path);
    BOOST_REQUIRE(restore(*file, again.store));
    BOOST_TEST(again.text() == r.s.text());
}

BOOST_AUTO_TEST_CASE(disk_without_a_reserve_stays_full) {
    crowded_disk r(0);
    BOOST_TEST(r.refused(2000) > 1900);
}

BOOST_AUTO_TEST_CASE(reserve_is_a_file_that_comes_back) {
    temporary_folder folder;
    const auto to = opened(folder.path);
    const std::string file = folder.path + "/reserve";
    BOOST_TEST(!fs::exists(file));
    to->keep_reserve();
    BOOST_TEST(fs::file_size(file) == journal::reserved_bytes);
    BOOST_TEST((fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write)));
    BOOST_TEST(to->make_room().has_value());
    BOOST_TEST(!fs::exists(file));
    std::ofstream(file) << "part of it";
    to->keep_reserve();
    BOOST_TEST(fs::file_size(file) == journal::reserved_bytes);
}

BOOST_AUTO_TEST_CASE(reserve_that_cannot_grow_stays) {
    temporary_folder folder;
    fs::create_directories(folder.path);
    const std::string file = folder.path + "/reserve";
    constexpr std::uint64_t large = 4 * 1024 * 1024;
    disk_reserve(file, 64 * 1024).keep();
    const std::uint64_t had = disk_reserve(file, large).kept();
    BOOST_REQUIRE((had > 0 && had < large / 32));
    rlimit before{};
    BOOST_REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit least{had, before.rlim_max};
    BOOST_REQUIRE(::setrlimit(RLIMIT_FSIZE, &least) == 0);
    disk_reserve(file, large).keep();
    BOOST_REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    std::signal(SIGXFSZ, handler);
    BOOST_TEST(disk_reserve(file, large).kept() == had);
    disk_reserve(file, large).keep();
    BOOST_TEST(disk_reserve(file, large).kept() == large);
}

BOOST_AUTO_TEST_CASE(power_loss_keeps_what_was_acknowledged) {
    const std::size_t all = operations_of_a_run();
    for (std::size_t at = 0; at < all; ++at)
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            disk_run r;
            r.disk.fault = [&](auto, std::size_t number) { return number >= at ? SQLITE_IOERR : SQLITE_OK; };
            r.run(true);
            // After the last acknowledged write comes at most one transaction, whole or not at all.
            const std::string acknowledged = r.s.text();
            const std::uint64_t revision = r.s.store.revision();
            logged_store next;
            for (int step = 0; r.opened && step < steps && next.store.revision() <= revision; ++step)
                change_some(next, step);
            r.disk.fault = nullptr;
            r.disk.lose_power(seed == 0 ? 0 : seed * 1000 + at);
            logged_store again;
            const auto file = opened(r.folder.path);
            const auto read = restore(*file, again.store);
            BOOST_REQUIRE_MESSAGE(read, (read ? "" : read.error().message)
                                            << " at " << at << " seed " << seed);
            BOOST_REQUIRE_MESSAGE(again.store.revision() >= revision, again.store.revision()
                                                                          << " < " << revision << " at " << at
                                                                          << " seed " << seed);
            if (again.store.revision() == revision)
                BOOST_REQUIRE_EQUAL(again.text(), acknowledged);
            else
                BOOST_REQUIRE_EQUAL(again.text(), next.text());
            std::vector<std::string> problems;
            check_integrity(*file, problems);
            BOOST_REQUIRE(problems.empty());
            again.put("after", 1);
            BOOST_REQUIRE(again.flush(*file));
        }
}

BOOST_AUTO_TEST_SUITE_END()
