// The operator of bucket.hpp with folders as buckets. The store is the folder $BUCKETS, by default
// ./buckets.
#include "bucket.hpp"

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace {

using namespace setpoint;
using namespace setpoint::kinds;
namespace fs = std::filesystem;

// File access blocks, so it runs in loop::blocking(), which does not block the event loop.
class folder_store : public buckets::bucket_store {
public:
    folder_store(loop& l, fs::path root) : loop_(l), root_(std::move(root)) {}

    awaitable<result<>> create(std::string name, std::string region) override {
        return step([at = root_ / name / region](std::error_code& ec) { fs::create_directories(at, ec); });
    }
    awaitable<result<>> empty(std::string name) override {
        return step([at = root_ / name](std::error_code& ec) {
            for (fs::directory_iterator i(at, ec), end; !ec && i != end; i.increment(ec))
                fs::remove_all(i->path(), ec);
            if (ec == std::errc::no_such_file_or_directory) ec.clear();  // already removed
        });
    }
    awaitable<result<>> remove(std::string name) override {
        return step([at = root_ / name](std::error_code& ec) { fs::remove(at, ec); });
    }

private:
    awaitable<result<>> step(std::function<void(std::error_code&)> job) {
        std::error_code ec;
        ec = co_await loop_.blocking("bucket store", [job = std::move(job)] {
            std::error_code failed;
            job(failed);
            return failed;
        });
        if (ec) co_return error(errc::failed, "bucket store: " + ec.message());
        co_return result<>();
    }

    loop& loop_;
    fs::path root_;
};

}  // namespace

int main(int argc, char** argv) {
    const char* const root = std::getenv("BUCKETS");
    std::optional<folder_store> store;
    return run(argc, argv, "bucket-operator", "Creates a storage bucket for each Bucket.", [&](manager& m) {
        store.emplace(m.event_loop(), root ? root : "buckets");
        buckets::add_bucket_controller(m, *store);
    });
}
