#pragma once
// Files of SQLite in memory, whose disk fills up, fails, or loses its power. While it exists it is SQLite's
// default.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <sqlite3.h>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::test {

class faulty_vfs {
public:
    enum class operation : std::uint8_t { open, write, truncate, sync, remove };

    faulty_vfs() {
        sqlite3_vfs* const real = sqlite3_vfs_find("unix");
        vfs_ = *real;
        vfs_.zName = "faulty";
        vfs_.pNext = nullptr;
        vfs_.pAppData = this;
        vfs_.szOsFile = sizeof(handle);
        vfs_.iVersion = 1;
        vfs_.xOpen = [](sqlite3_vfs* v, const char* name, sqlite3_file* f, int, int* out) {
            return of(v).open(name != nullptr ? name : "", f, out);
        };
        vfs_.xDelete = [](sqlite3_vfs* v, const char* name, int synchronize) {
            return of(v).remove(name, synchronize != 0);
        };
        vfs_.xAccess = [](sqlite3_vfs* v, const char* name, int, int* out) {
            const auto found = of(v).files_.find(name);
            *out = found != of(v).files_.end() && !found->second->now.empty() ? 1 : 0;
            return SQLITE_OK;
        };
        sqlite3_vfs_register(&vfs_, 1);
    }
    faulty_vfs(const faulty_vfs&) = delete;
    faulty_vfs& operator=(const faulty_vfs&) = delete;
    ~faulty_vfs() {
        sqlite3_vfs_unregister(&vfs_);
        sqlite3_vfs_register(sqlite3_vfs_find("unix"), 1);
    }

    // Returns an SQLite code, SQLITE_OK to go on. Called with the number of the operation, from 0.
    std::function<int(operation, std::size_t)> fault;
    std::size_t operations = 0;
    // What all files may have together; a write that needs more finds the disk full.
    std::function<std::size_t()> capacity;

    std::size_t size() const {
        std::size_t all = 0;
        for (const auto& [name, f] : files_) all += f->now.size();
        return all;
    }

    // The power goes and comes back: what was synchronized is there, and of each other sector either what was
    // written since, or not.
    void lose_power(std::uint64_t seed) {
        std::mt19937_64 random(seed);
        for (auto& [name, f] : files_) {
            std::string left = f->synced;
            // Seed 0: nothing else.
            const std::size_t length =
                seed != 0 && random() % 2 == 0 ? std::max(f->now.size(), left.size()) : left.size();
            left.resize(length);
            for (std::size_t at = 0; seed != 0 && at < std::min(left.size(), f->now.size()); at += sector)
                if (random() % 2 == 0)
                    std::memcpy(left.data() + at, f->now.data() + at,
                                std::min({sector, left.size() - at, f->now.size() - at}));
            f->now = f->synced = left;
        }
    }

private:
    static constexpr std::size_t sector = 512;
    struct file {
        std::string now, synced;
    };
    struct handle {
        sqlite3_file base;
        faulty_vfs* owner;
        file* of;
    };
    static faulty_vfs& of(sqlite3_vfs* v) { return *static_cast<faulty_vfs*>(v->pAppData); }
    static handle& of(sqlite3_file* f) { return *reinterpret_cast<handle*>(f); }

    int next(operation what) {
        const std::size_t number = operations++;
        return fault ? fault(what, number) : SQLITE_OK;
    }
    int open(const std::string& name, sqlite3_file* f, int* out) {
        f->pMethods = nullptr;
        if (const int code = next(operation::open); code != SQLITE_OK) return code;
        std::unique_ptr<file>& at = files_[name];
        if (!at) at = std::make_unique<file>();
        of(f).owner = this;
        of(f).of = at.get();
        f->pMethods = methods();
        if (out != nullptr) *out = SQLITE_OPEN_READWRITE;
        return SQLITE_OK;
    }
    int remove(const char* name, bool synchronize) {
        if (const int code = next(operation::remove); code != SQLITE_OK) return code;
        if (const auto found = files_.find(name); found != files_.end()) {
            found->second->now.clear();
            if (synchronize) found->second->synced.clear();
        }
        return SQLITE_OK;
    }
    static const sqlite3_io_methods* methods();
    static int read(sqlite3_file* f, void* to, int amount, sqlite3_int64 at) {
        const std::string& text = of(f).of->now;
        const auto begin = std::min(static_cast<std::size_t>(at), text.size());
        const auto got = std::min(static_cast<std::size_t>(amount), text.size() - begin);
        std::memcpy(to, text.data() + begin, got);
        if (got == static_cast<std::size_t>(amount)) return SQLITE_OK;
        std::memset(static_cast<char*>(to) + got, 0, static_cast<std::size_t>(amount) - got);
        return SQLITE_IOERR_SHORT_READ;
    }
    static int write(sqlite3_file* f, const void* from, int amount, sqlite3_int64 at) {
        if (const int code = of(f).owner->next(operation::write); code != SQLITE_OK) return code;
        std::string& text = of(f).of->now;
        const auto begin = static_cast<std::size_t>(at), size = static_cast<std::size_t>(amount);
        const faulty_vfs& disk = *of(f).owner;
        const std::size_t more = begin + size - std::min(begin + size, text.size());
        if (more > 0 && disk.capacity && disk.size() + more > disk.capacity()) return SQLITE_FULL;
        if (text.size() < begin + size) text.resize(begin + size);
        std::memcpy(text.data() + begin, from, size);
        return SQLITE_OK;
    }
    static int truncate(sqlite3_file* f, sqlite3_int64 size) {
        if (const int code = of(f).owner->next(operation::truncate); code != SQLITE_OK) return code;
        of(f).of->now.resize(static_cast<std::size_t>(size));
        return SQLITE_OK;
    }
    static int sync(sqlite3_file* f, int) {
        if (const int code = of(f).owner->next(operation::sync); code != SQLITE_OK) return code;
        of(f).of->synced = of(f).of->now;
        return SQLITE_OK;
    }

    sqlite3_vfs vfs_{};
    std::map<std::string, std::unique_ptr<file>, std::less<>> files_;
};

inline const sqlite3_io_methods* faulty_vfs::methods() {
    static const sqlite3_io_methods made = [] {
        sqlite3_io_methods m{};
        m.iVersion = 1;
        m.xClose = [](sqlite3_file*) { return SQLITE_OK; };
        m.xRead = read;
        m.xWrite = write;
        m.xTruncate = truncate;
        m.xSync = sync;
        m.xFileSize = [](sqlite3_file* f, sqlite3_int64* out) {
            *out = static_cast<sqlite3_int64>(of(f).of->now.size());
            return SQLITE_OK;
        };
        m.xLock = m.xUnlock = [](sqlite3_file*, int) { return SQLITE_OK; };
        m.xCheckReservedLock = [](sqlite3_file*, int* out) {
            *out = 0;
            return SQLITE_OK;
        };
        m.xFileControl = [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; };
        m.xSectorSize = [](sqlite3_file*) { return static_cast<int>(sector); };
        m.xDeviceCharacteristics = [](sqlite3_file*) { return 0; };
        return m;
    }();
    return &made;
}

}}}  // namespace setpoint::v0::apiserver::test
