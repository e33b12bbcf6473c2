#include "cli/scaffold/git_merge.hpp"

#include "cli/file.hpp"
#include "cli/scaffold/sha256.hpp"
#include "setpoint/core/child_process.hpp"
#include "setpoint/core/private_folder.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/core/task_scope.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

namespace fs = std::filesystem;

constexpr duration git_limit = std::chrono::seconds(30);
constexpr std::size_t most_output = 16 * 1024 * 1024;

// A folder that is removed in the end.
class temporary_texts {
public:
    temporary_texts() {
        const result<std::string> made = make_private_folder("setpoint-merge");
        if (!made) throw fault(made.error());
        folder_ = *made;
    }
    temporary_texts(const temporary_texts&) = delete;
    temporary_texts& operator=(const temporary_texts&) = delete;
    ~temporary_texts() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    std::string add(std::string_view name, std::string_view text) const {
        const std::string file = (folder_ / name).string();
        const auto written = write_file(file, text, 0600);
        if (!written) throw fault(written.error());
        return file;
    }

private:
    fs::path folder_;
};

// Runs Git without anything that a configuration of the repository may start, as far as that is possible.
class git {
public:
    explicit git(fs::path root) : root_(std::move(root)) {}

    // The output; nothing unless it ended with exit code 0. With `quiet`, its standard error is part of it.
    std::optional<std::string> run(std::vector<std::string> arguments, bool quiet = false) {
        arguments.insert(arguments.begin(), {"-c", "core.fsmonitor=false"});
        std::optional<std::string> out;
        loop l(time_, random_);
        run_to_end(l, "git", run_it(l, std::move(arguments), quiet, out));
        return out;
    }
    // Why it cannot be used here; "" if it can.
    std::string problem() {
        if (run({"rev-parse", "--git-dir"}, true)) return {};
        return is_there_ ? "the folder is in no Git repository that you may use (git status)"
                         : "Git is not installed";
    }

private:
    awaitable<void> run_it(loop& l, std::vector<std::string> arguments, bool quiet,
                           std::optional<std::string>& out) {
        const auto started = child_process::start(l, {.program = "git",
                                                      .args = std::move(arguments),
                                                      .folder = root_.string(),
                                                      .with_error_output = quiet,
                                                      .dies_with_us = true});
        is_there_ = started || started.error().code != errc::not_found;
        if (!started) co_return;
        child_process& process = **started;
        const time_point due = saturating_add(l.now(), git_limit);
        std::string text;
        for (;;) {
            const result<std::string> piece = co_await process.read(due);
            if (!piece || text.size() > most_output) co_return;
            if (piece->empty()) break;
            text += *piece;
        }
        if (co_await process.wait(due) && process.exit_code() == 0) out = std::move(text);
    }

    bool is_there_ = false;
    fs::path root_;
    real_clock time_;
    random_source random_{random_source::system_seed()};
};

std::optional<std::string> committed_text(git& g, const std::string& path, const std::string& hash) {
    auto commits = g.run({"rev-list", "--max-count=200", "HEAD", "--", path}, true);
    if (!commits) return std::nullopt;
    for (std::string_view rest = *commits; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        auto text = g.run({"cat-file", "blob", fmt::format("{}:./{}", rest.substr(0, end), path)}, true);
        if (text) std::erase(*text, '\r');  // generated texts have none
        if (text && sha256(*text) == hash) return text;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::nullopt;
}

}  // namespace

merge_function merger_of(fs::path root) {
    const auto g = std::make_shared<git>(std::move(root));
    return [g](const std::string& path, const std::string& hash, const std::string& ours,
               const std::string& generated) -> merge_result {
        if (std::string problem = g->problem(); !problem.empty()) return {std::nullopt, std::move(problem)};
        const auto base = committed_text(*g, path, hash);
        if (!base)
            return {std::nullopt, "none of its last 200 commits has the text that was generated before"};
        const temporary_texts texts;
        // Its exit code is the number of conflicts.
        auto merged = g->run({"merge-file", "--stdout", texts.add("ours", ours), texts.add("base", *base),
                              texts.add("generated", generated)});
        if (!merged) return {std::nullopt, "both sides changed the same lines"};
        return {std::move(merged), {}};
    };
}

}}}  // namespace setpoint::v0::cli::scaffold
