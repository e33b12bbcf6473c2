#include "cli/scaffold/changes.hpp"

#include "cli/scaffold/sha256.hpp"
#include "cli/scaffold/unified_diff.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace setpoint::inline v0::cli::scaffold {

namespace {

using tree = std::map<std::string, generated_file>;

tree tree_of(const project_file& p) {
    tree t;
    for (generated_file& f : project_tree(p)) t.emplace(f.path, std::move(f));
    return t;
}

class planner {
public:
    planner(const project_file& before, project_file after, const read_function& read,
            const edited_files& edited)
        : recorded_(before.files), read_(read), edited_(edited) {
        set_.project = std::move(after);
        set_.project.files = recorded_;
    }

    bool is_recorded(const std::string& path) const { return recorded_.contains(path); }
    bool is_unedited(const std::string& path, const std::string& text) const {
        const auto at = recorded_.find(path);
        return at != recorded_.end() && at->second == sha256(text);
    }
    std::optional<std::string> on_disk(const std::string& path) const { return read_(path); }
    void record(const generated_file& f) { set_.project.files[f.path] = sha256(f.text); }

    // Brings a file to what is generated, as far as it was not edited.
    void bring(const generated_file& f) {
        auto there = read_(f.path);
        const bool differs = there && *there != f.text;
        if (!there) set_.files.push_back({file_change::kind::create, f.path, {}, f.text, f.mode});
        if (differs && is_unedited(f.path, *there)) {
            replace(f, std::move(*there), f.text);
        } else if (differs && !bring_edited(f, *there)) {
            set_.conflicts.push_back({f.path, std::move(*there), f.text,
                                      is_recorded(f.path) ? "was edited since it was generated"
                                                          : "exists, and was not generated"});
            return;
        }
        record(f);
    }
    void replace(const generated_file& f, std::string before, std::string after) {
        set_.files.push_back(
            {file_change::kind::replace, f.path, std::move(before), std::move(after), f.mode});
    }
    // Forgets a file that is no longer generated; removes it unless it was edited.
    void drop(const std::string& path) {
        auto there = read_(path);
        if (there && is_unedited(path, *there))
            set_.files.push_back({file_change::kind::remove, path, std::move(*there), {}});
        set_.project.files.erase(path);
    }
    void set_hash(const std::string& path, std::string hash) { set_.project.files[path] = std::move(hash); }

    // All that is generated is now of this version.
    void set_version() { set_.project.setpoint_version = SETPOINT_VERSION; }

    change_set finish() {
        std::ranges::sort(set_.files, {}, &file_change::path);
        auto there = read_(std::string(project_file_name));
        std::string text = to_text(set_.project);
        if (!there)
            set_.files.push_back(
                {file_change::kind::create, std::string(project_file_name), {}, std::move(text)});
        else if (*there != text)
            set_.files.push_back({file_change::kind::replace, std::string(project_file_name),
                                  std::move(*there), std::move(text)});
        return std::move(set_);
    }

private:
    // Returns false if it remains a conflict.
    bool bring_edited(const generated_file& f, const std::string& ours) {
        if (edited_.policy == edited_policy::keep) return true;
        const auto before = recorded_.find(f.path);
        if (edited_.policy != edited_policy::merge || before == recorded_.end()) return false;
        auto merged = edited_.merge(f.path, before->second, ours, f.text);
        if (!merged) return false;
        if (*merged != ours) replace(f, ours, std::move(*merged));
        return true;
    }

    std::map<std::string, std::string, std::less<>> recorded_;
    const read_function& read_;
    const edited_files& edited_;
    change_set set_;
};

void add_to_main(planner& plan, const project_file& before, const generated_file& generated_before,
                 const project_file& after, const generated_file& generated) {
    const std::string path(main_source);
    auto there = plan.on_disk(path);
    if (!there)
        throw fault(errc::bad_config,
                    fmt::format("{} is missing: the kinds are added to it; restore it", path));
    std::string text = insert_at_markers(*there, difference(main_lines_of(after), main_lines_of(before)));
    const bool unedited = plan.is_unedited(path, *there);
    if (unedited && *there == generated_before.text) text = generated.text;
    plan.set_hash(path, sha256(unedited ? text : generated.text));
    if (text != *there) plan.replace(generated, std::move(*there), std::move(text));
}

std::string_view word_of(file_change::kind k, bool dry_run) {
    switch (k) {
        case file_change::kind::create:
            return dry_run ? "would create" : "created";
        case file_change::kind::replace:
            return dry_run ? "would change" : "changed";
        case file_change::kind::remove:
            return dry_run ? "would remove" : "removed";
    }
    return "";
}

}  // namespace

change_set plan_creation(project_file p) {
    const read_function nothing = [](const std::string&) { return std::optional<std::string>(); };
    const edited_files none;
    planner plan({}, p, nothing, none);
    for (const generated_file& f : project_tree(p)) plan.bring(f);
    plan.set_version();
    return plan.finish();
}

change_set plan_addition(const project_file& before, project_file after, const read_function& read,
                         const edited_files& edited) {
    const tree old_tree = tree_of(before), new_tree = tree_of(after);
    planner plan(before, after, read, edited);
    for (const auto& [path, f] : new_tree) {
        const auto old = old_tree.find(path);
        if (old != old_tree.end() && old->second.text == f.text) continue;
        if (path == main_source)
            add_to_main(plan, before, old->second, after, f);
        else
            plan.bring(f);
    }
    for (const auto& [path, f] : old_tree)
        if (!new_tree.contains(path)) plan.drop(path);
    return plan.finish();
}

change_set plan_upgrade(project_file p, const read_function& read, const edited_files& edited) {
    const tree now = tree_of(p);
    planner plan(p, p, read, edited);
    for (const auto& [path, f] : now) {
        const auto recorded = p.files.find(path);
        const bool known = recorded != p.files.end();
        if (known && (recorded->second == sha256(f.text) || !read(path))) continue;
        plan.bring(f);
    }
    for (const auto& [path, hash] : p.files)
        if (!now.contains(path)) plan.drop(path);
    plan.set_version();
    return plan.finish();
}

std::string report(const change_set& c, bool dry_run) {
    std::string out;
    for (const file_change& f : c.files) {
        out += fmt::format("{:{}} {}\n", word_of(f.what, dry_run), dry_run ? 12 : 8, f.path);
        if (dry_run && f.what == file_change::kind::replace && f.path != project_file_name)
            out += unified_diff(f.before, f.after, f.path, f.path);
    }
    return out;
}

std::string report_conflicts(const std::vector<conflict>& conflicts) {
    std::string out;
    for (const conflict& c : conflicts)
        out += fmt::format("{} {}, so it stays as it is. What would change:\n{}", c.path, c.why,
                           unified_diff(c.ours, c.generated, c.path, c.path + " (generated)"));
    if (!conflicts.empty())
        out += "Take over what you need and repeat the command with --edited keep, or use --edited merge.\n";
    return out;
}

}  // namespace setpoint::inline v0::cli::scaffold
