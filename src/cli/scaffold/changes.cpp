#include "cli/scaffold/changes.hpp"

#include "cli/scaffold/sha256.hpp"
#include "cli/scaffold/unified_diff.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

using tree = std::map<std::string, generated_file>;

tree tree_of(const project_file& p) {
    tree t;
    for (generated_file& f : project_tree(p)) t.emplace(f.path, std::move(f));
    return t;
}

// Line ends as an editor or Git on Windows writes them.
bool has_crlf(std::string_view text) {
    bool any = false;
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string_view::npos; ++at) {
        if (at == 0 || text[at - 1] != '\r') return false;
        any = true;
    }
    return any;
}
std::string with_lf(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') out += text[i];
    return out;
}
std::string with_crlf(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n') out += '\r';
        out += c;
    }
    return out;
}

// A text of the folder, with the line ends of generated ones.
struct text_on_disk {
    explicit text_on_disk(std::string text)
        : crlf(has_crlf(text)), lines(crlf ? with_lf(text) : text), as_it_is(std::move(text)) {}
    std::string in_its_form(std::string text) const { return crlf ? with_crlf(text) : std::move(text); }

    bool crlf;
    std::string lines, as_it_is;
};

class planner {
public:
    planner(const project_file& before, project_file after, const read_function& read,
            const edited_files& edited)
        : recorded_(before.files), read_(read), edited_(edited) {
        set_.project = std::move(after);
        set_.project.files = recorded_;
    }

    bool is_recorded(const std::string& path) const { return recorded_.contains(path); }
    bool is_unedited(const std::string& path, const text_on_disk& there) const {
        const auto at = recorded_.find(path);
        return at != recorded_.end() &&
               (at->second == sha256(there.lines) || at->second == sha256(there.as_it_is));
    }
    std::optional<found_file> on_disk(const std::string& path) const { return read_(path); }
    void record(const generated_file& f) { set_.project.files[f.path] = sha256(f.text); }

    // Brings a file to what is generated, as far as it was not edited.
    void bring(const generated_file& f) {
        auto there = read_(f.path);
        if (!there) {
            set_.files.push_back({file_change::kind::create, f.path, {}, f.text, f.mode});
        } else if (!there->unusable.empty()) {
            if (edited_.policy != edited_policy::keep) return add_conflict(f, "", there->unusable);
        } else if (const text_on_disk text(std::move(there->text)); text.lines != f.text) {
            if (const std::string why = replace_unless(f, text, there->read_only); !why.empty())
                return add_conflict(f, text.lines, why);
        }
        record(f);
    }
    void replace(const generated_file& f, const text_on_disk& before, std::string after) {
        set_.files.push_back({file_change::kind::replace, f.path, before.as_it_is,
                              before.in_its_form(std::move(after)), f.mode});
    }
    // Forgets a file that is no longer generated; removes it unless it was edited.
    void drop(const std::string& path) {
        auto there = read_(path);
        if (there && there->unusable.empty() && !there->read_only &&
            is_unedited(path, text_on_disk(there->text)))
            set_.files.push_back({file_change::kind::remove, path, std::move(there->text), {}});
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
        else if (with_lf(there->text) != text)
            set_.files.push_back({file_change::kind::replace, std::string(project_file_name),
                                  std::move(there->text), std::move(text)});
        return std::move(set_);
    }

private:
    void add_conflict(const generated_file& f, std::string ours, std::string why) {
        set_.conflicts.push_back({f.path, std::move(ours), f.text, std::move(why)});
    }
    // Replaces the file, or returns why it is a conflict.
    std::string replace_unless(const generated_file& f, const text_on_disk& there, bool read_only) {
        const bool unedited = is_unedited(f.path, there);
        if (!unedited && edited_.policy == edited_policy::keep) return {};
        if (read_only) return "is read-only";
        if (unedited) {
            replace(f, there, f.text);
            return {};
        }
        const auto before = recorded_.find(f.path);
        if (before == recorded_.end()) return "exists, and was not generated";
        std::string edited = "was edited since it was generated";
        if (edited_.policy != edited_policy::merge) return edited;
        merge_result merged = edited_.merge(f.path, before->second, there.lines, f.text);
        if (!merged.text) return fmt::format("{}, and cannot be merged: {}", edited, merged.problem);
        if (*merged.text != there.lines) replace(f, there, std::move(*merged.text));
        return {};
    }

    std::map<std::string, std::string, std::less<>> recorded_;
    const read_function& read_;
    const edited_files& edited_;
    change_set set_;
};

void add_to_main(planner& plan, const project_file& before, const generated_file& generated_before,
                 const project_file& after, const generated_file& generated) {
    const std::string path(main_source);
    const auto found = plan.on_disk(path);
    if (!found)
        throw fault(errc::bad_config,
                    fmt::format("{} is missing: the kinds are added to it; restore it", path));
    if (!found->unusable.empty())
        throw fault(errc::bad_config, fmt::format("{} {}: the kinds are added to it; make it a file again",
                                                  path, found->unusable));
    const text_on_disk there(found->text);
    std::string text =
        insert_at_markers(there.lines, difference(main_lines_of(after), main_lines_of(before)));
    const bool unedited = plan.is_unedited(path, there);
    if (unedited && there.lines == generated_before.text) text = generated.text;
    plan.set_hash(path, sha256(unedited ? text : generated.text));
    if (text != there.lines) plan.replace(generated, there, std::move(text));
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
    const read_function nothing = [](const std::string&) { return std::optional<found_file>(); };
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
        out += c.ours.empty()
                   ? fmt::format("{} {}, so it stays as it is, and something else would be there.\n", c.path,
                                 c.why)
                   : fmt::format("{} {}, so it stays as it is. What would change:\n{}", c.path, c.why,
                                 unified_diff(c.ours, c.generated, c.path, c.path + " (generated)"));
    if (!conflicts.empty())
        out += "Take over what you need and repeat the command with --edited keep, or use --edited merge.\n";
    return out;
}

}}}  // namespace setpoint::v0::cli::scaffold
