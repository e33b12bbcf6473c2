#include "cli/access_record.hpp"

#include "cli/file.hpp"
#include "setpoint/json/yaml.hpp"

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

// Between two writes of the file if there are many changes.
constexpr duration pause = std::chrono::milliseconds(200);

}  // namespace

access_record::scope::scope(access_record& owner, const http::server_request& r)
    : owner_(owner), task_(owner.loop_.current()) {
    if (r.find("User-Agent").starts_with("kubectl")) return;
    owner_.running_[task_] = r.find("Content-Type").starts_with("application/apply-patch");
}

void access_record::note(std::string_view verb, std::string_view group, std::string_view resource,
                         std::string_view subresource) {
    const auto found = running_.find(loop_.current());
    if (found == running_.end()) return;
    resource_access a{std::string(group), std::string(resource), std::string(subresource), std::string(verb)};
    bool is_new = seen_.insert(a).second;
    if (found->second && subresource.empty()) {
        a.verb = "create";  // apply needs it if the object does not exist
        is_new |= seen_.insert(std::move(a)).second;
    }
    if (is_new) changed_.notify();
}

std::string access_record::yaml() const {
    return json::to_yaml(cluster_role("recorded", {seen_.begin(), seen_.end()}));
}

awaitable<void> access_record::keep(std::string file, logger log) {
    for (std::size_t written = 0;;) {
        while (seen_.size() == written) co_await changed_.wait();
        written = seen_.size();
        const auto text = std::make_shared<const std::string>(yaml());
        const result<> ok = co_await loop_.blocking("write the ClusterRole",
                                                    [file, text] { return write_file(file, *text, 0644); });
        if (!ok) log.error("Cannot write the ClusterRole", {{"error", ok.error().message}});
        co_await loop_.sleep(pause);
    }
}

}}}  // namespace setpoint::v0::cli
