// `setpoint init`, `create` and `edit` in folders: what is written, what is refused, and that nothing is half
// written.
#include "cli/scaffold/change_journal.hpp"
#include "cli/scaffold/folder_reader.hpp"
#include "cli/scaffold/folder_writer.hpp"
#include "cli/scaffold/git_merge.hpp"
#include "cli/scaffold/sha256.hpp"
#include "support/apiserver_process.hpp"
#include "support/control_plane.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

BOOST_AUTO_TEST_SUITE(scaffold_test)

using namespace setpoint;
using namespace setpoint::cli::scaffold;

namespace {

namespace fs = std::filesystem;

struct result_of {
    std::string out;
    int code;
};

// A folder of the test's own.
struct work_folder {
    work_folder() {
        std::string name = (fs::temp_directory_path() / "setpoint-scaffold-XXXXXX").string();
        if (!::mkdtemp(name.data())) throw std::runtime_error("cannot create a folder");
        root = name;
    }
    work_folder(const work_folder&) = delete;
    work_folder& operator=(const work_folder&) = delete;
    ~work_folder() { fs::remove_all(root); }

    void write(const std::string& path, const std::string& text) const {
        fs::create_directories((root / path).parent_path());
        std::ofstream(root / path) << text;
    }
    std::string read(const std::string& path) const {
        std::ifstream in(root / path);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    // Path to text, without what Git keeps.
    std::map<std::string, std::string> content() const {
        std::map<std::string, std::string> all;
        for (const auto& entry : fs::recursive_directory_iterator(root)) {
            const std::string path = entry.path().lexically_relative(root).string();
            if (!path.starts_with(".git/") && !entry.is_directory()) all[path] = read(path);
        }
        return all;
    }
    result_of run(std::vector<std::string> words, const std::string& folder = ".") const {
        words.insert(words.begin(), {"timeout", "20", "env", "-C", (root / folder).string()});
        auto [out, code] = detail::run_command(words);
        return {out, code};
    }
    result_of setpoint(std::vector<std::string> arguments, const std::string& folder = ".") const {
        arguments.insert(arguments.begin(), apiserver_process::program());
        return run(std::move(arguments), folder);
    }
    void git(std::vector<std::string> arguments, const std::string& folder = ".") const {
        arguments.insert(arguments.begin(),
                         {"git", "-c", "user.name=test", "-c", "user.email=test@example.com"});
        const result_of r = run(std::move(arguments), folder);
        BOOST_REQUIRE_MESSAGE(r.code == 0, r.out);
    }

    fs::path root;
};

// A folder with the project "web".
struct project_folder : work_folder {
    project_folder() { BOOST_REQUIRE(setpoint({"init", "--name", "web-operator", "web"}).code == 0); }
    result_of in_project(std::vector<std::string> arguments) const {
        return setpoint(std::move(arguments), "web");
    }
};

const std::vector<std::string> create_web = {"create", "api", "--version", "v1", "--kind", "Web"};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_project_is_created_in_a_new_folder_or_in_an_empty_one) {
    const work_folder w;
    const result_of r = w.setpoint({"init", "--domain", "example.com", "a/b/shop-operator"});
    BOOST_TEST(r.code == 0, r.out);
    BOOST_TEST(has(r.out, "created  src/main.cpp\n"));
    BOOST_TEST(has(r.out, "Next: cd a/b/shop-operator && setpoint create api"));
    BOOST_TEST(has(w.read("a/b/shop-operator/PROJECT"), "projectName: shop-operator\n"));
    const fs::perms of_dev = fs::status(w.root / "a/b/shop-operator/dev").permissions();
    BOOST_CHECK((of_dev & fs::perms::owner_exec) != fs::perms::none);
    fs::create_directories(w.root / "empty/.git");
    w.write("empty/LICENSE", "mine\n");
    BOOST_TEST(w.setpoint({"init"}, "empty").code == 0);
    BOOST_TEST(has(w.read("empty/PROJECT"), "projectName: empty\n"));
    BOOST_TEST(w.read("empty/LICENSE") == "mine\n");
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_not_empty_stays_as_it_is) {
    const work_folder w;
    w.write("full/notes.txt", "mine\n");
    result_of r = w.setpoint({"init", "full"});
    BOOST_TEST(r.code == 2);
    BOOST_TEST(has(r.out, "full is not empty, it has notes.txt: name a new folder"), r.out);
    r = w.setpoint({"init", "full/notes.txt"});
    BOOST_TEST(r.code == 2);
    BOOST_TEST(w.content().size() == 1u);
    BOOST_TEST(w.setpoint({"init", "new"}).code == 0);
    r = w.setpoint({"init", "new"});
    BOOST_TEST(r.code == 2);
    BOOST_TEST(has(r.out, "new is a project already: `setpoint create api` adds a kind to it"), r.out);
}

BOOST_AUTO_TEST_CASE(what_is_invalid_is_one_line_and_changes_nothing) {
    const project_folder w;
    BOOST_REQUIRE(w.in_project(create_web).code == 0);
    const auto before = w.content();
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{"init", "--domain", "My.Domain", "../other"}, "--domain: \"My.Domain\" is not a DNS name"},
        {{"init", "--name", "Other", "../other"}, "--name: \"Other\" is not a DNS label"},
        {{"init", "../Other"}, "the folder's name (--name sets another): \"Other\" is not a DNS label"},
        {create_web, "--version: Web of my.domain/v1 exists"},
        {{"create", "api", "--version", "1", "--kind", "Shop"}, "--version: \"1\" is not a version"},
        {{"create", "api", "--version", "v1", "--kind", "shop"}, "--kind: \"shop\" is not CamelCase"},
        {{"create", "api", "--version", "v1", "--kind", "Class"}, "class is a keyword"},
        {{"create", "api", "--group", "A", "--version", "v1", "--kind", "Shop"},
         "--group: \"A\" is not a DNS name"},
        {{"create", "webhook", "--version", "v1", "--kind", "Shop", "--validation"},
         "the project has no Shop"},
        {{"create", "webhook", "--version", "v1", "--kind", "Web"},
         "--defaulting, --validation or --conversion"},
        {{"edit"}, "--upgrade or --namespaced is needed"},
    };
    for (const auto& [words, line] : cases) {
        const result_of r = w.in_project(words);
        BOOST_TEST(r.code == 2, line);
        BOOST_TEST(r.out.starts_with("setpoint: "), r.out);
        BOOST_TEST(has(r.out, line), r.out);
        BOOST_TEST(!has(r.out, "\n"), r.out);
    }
    BOOST_TEST((w.content() == before));
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"create"}, {"create", "api"}, {"create", "nonsense"}, {"edit", "--edited", "overwrite"}})
        BOOST_TEST(w.in_project(words).code == 2, words.back());
}

BOOST_AUTO_TEST_CASE(a_project_is_needed_and_one_of_this_layout) {
    const project_folder w;
    result_of r = w.setpoint(create_web);
    BOOST_TEST(r.code == 2);
    BOOST_TEST(has(r.out, "there is no file PROJECT here"), r.out);
    std::string text = w.read("web/PROJECT");
    text.replace(text.find("cpp.setpoint/v1"), 15, "cpp.setpoint/v9");
    w.write("web/PROJECT", text);
    r = w.in_project(create_web);
    BOOST_TEST(r.code == 2);
    BOOST_TEST(has(r.out, "PROJECT: layout is cpp.setpoint/v9, and this setpoint"), r.out);
    text.replace(text.find("cpp.setpoint/v9"), 15, "cpp.setpoint/v1");
    text.replace(text.find("setpointVersion: 0.1.0"), 22, "setpointVersion: 9.0.0");
    w.write("web/PROJECT", text);
    r = w.in_project({"edit", "--upgrade"});
    BOOST_TEST(r.code == 2);
    BOOST_TEST(has(r.out, "PROJECT: setpointVersion is 9.0.0"), r.out);
}

BOOST_AUTO_TEST_CASE(a_marker_that_is_missing_is_named_before_anything_is_written) {
    const project_folder w;
    std::string main = w.read("web/src/main.cpp");
    main.erase(main.find("// +setpoint:scaffold:builder"), 29);
    w.write("web/src/main.cpp", main);
    const auto before = w.content();
    const result_of r = w.in_project(create_web);
    BOOST_TEST(r.code == 2);
    BOOST_TEST(has(r.out, "src/main.cpp: the line \"// +setpoint:scaffold:builder\" is missing"), r.out);
    BOOST_TEST((w.content() == before));
}

BOOST_AUTO_TEST_CASE(a_dry_run_prints_and_changes_nothing) {
    const project_folder w;
    const auto before = w.content();
    std::vector<std::string> words = create_web;
    words.emplace_back("--dry-run");
    const result_of r = w.in_project(words);
    BOOST_TEST(r.code == 0);
    BOOST_TEST(has(r.out, "would create src/web/types.hpp\n"), r.out);
    BOOST_TEST(has(r.out, "\n+        web::add_web_controller(m);\n"), r.out);
    BOOST_TEST((w.content() == before));
    BOOST_TEST(w.setpoint({"init", "--dry-run", "other"}).code == 0);
    BOOST_TEST(!fs::exists(w.root / "other"));
}

BOOST_AUTO_TEST_CASE(an_edited_file_is_refused_with_a_difference_kept_or_merged) {
    const project_folder w;
    // As if an older version had generated a comment that is gone, and its owner had added a line elsewhere.
    const std::string current = w.read("web/CMakeLists.txt");
    const std::string older = "# A comment of an older version\n" + current;
    std::string text = w.read("web/PROJECT");
    text.replace(text.find(sha256(current)), 64, sha256(older));
    w.write("web/PROJECT", text);
    w.write("web/CMakeLists.txt", older);
    w.git({"init", "-q"}, "web");
    w.git({"add", "."}, "web");
    w.git({"commit", "-qm", "generated"}, "web");
    w.write("web/CMakeLists.txt", older + "# mine\n");
    result_of r = w.in_project({"edit", "--upgrade"});
    BOOST_TEST(r.code == 1, r.out);
    BOOST_TEST(has(r.out, "CMakeLists.txt was edited since it was generated"), r.out);
    BOOST_TEST(has(r.out, "\n-# A comment of an older version\n"), r.out);
    BOOST_TEST(w.read("web/CMakeLists.txt") == older + "# mine\n");
    r = w.in_project({"edit", "--upgrade", "--edited", "merge", "--dry-run"});
    BOOST_TEST(r.code == 0, r.out);
    BOOST_TEST(w.read("web/CMakeLists.txt") == older + "# mine\n");
    r = w.in_project({"edit", "--upgrade", "--edited", "merge"});
    BOOST_TEST(r.code == 0, r.out);
    BOOST_TEST(w.read("web/CMakeLists.txt") == current + "# mine\n");
    r = w.in_project({"edit", "--upgrade"});
    BOOST_TEST(r.out == "Nothing changes.");
}

BOOST_AUTO_TEST_CASE(changes_of_the_same_lines_are_not_merged) {
    const work_folder w;
    w.git({"init", "-q"});
    w.write("sub/file", "one\ntwo\nthree\n");
    w.git({"add", "."});
    w.git({"commit", "-qm", "one"});
    const merge_function merge = merger_of(w.root / "sub");
    const std::string hash = sha256("one\ntwo\nthree\n");
    BOOST_TEST(merge("file", hash, "one\ntwo\nthree\nmine\n", "new\none\ntwo\nthree\n").text.value_or("") ==
               "new\none\ntwo\nthree\nmine\n");
    BOOST_TEST(merge("file", hash, "one\nmine\nthree\n", "one\nnew\nthree\n").problem ==
               "both sides changed the same lines");
    BOOST_TEST(merge("file", sha256("never committed"), "one\n", "two\n").problem ==
               "none of its last 200 commits has the text that was generated before");
    const work_folder without_git;
    BOOST_TEST(merger_of(without_git.root)("file", hash, "one\n", "two\n").problem ==
               "the folder is in no Git repository that you may use (git status)");
    // Signatures, pagers and colours of a configuration do not get into what is read.
    for (const char* const setting : {"log.showSignature", "color.ui", "core.pager"})
        w.git({"config", setting, setting == std::string("core.pager") ? "false" : "always"});
    BOOST_TEST(merge("file", hash, "one\ntwo\nthree\nmine\n", "new\none\ntwo\nthree\n").text.has_value());
}

BOOST_AUTO_TEST_CASE(a_failure_in_the_middle_leaves_everything_as_it_was) {
    const work_folder w;
    w.write("kept", "old\n");
    w.write("gone", "old\n");
    w.write("a-file", "");
    using kind = file_change::kind;
    const auto before = w.content();
    // A file cannot be a folder.
    const std::vector<file_change> changes = {{kind::replace, "kept", "old\n", "new\n"},
                                              {kind::remove, "gone", "old\n", ""},
                                              {kind::create, "new/folder/file", "", "new\n"},
                                              {kind::create, "a-file/below", "", "new\n"}};
    BOOST_CHECK_EXCEPTION(write_changes(w.root, changes), fault, [](const fault& f) {
        return f.why().code == errc::bad_config && has(f.why().message, "a-file");
    });
    BOOST_TEST((w.content() == before));
    BOOST_TEST(!fs::exists(w.root / "new"));
    // Created by somebody else meanwhile.
    BOOST_CHECK_THROW(
        write_changes(w.root, {{kind::replace, "kept", "old\n", "new\n"}, {kind::create, "gone", "", ""}}),
        fault);
    BOOST_TEST((w.content() == before));
    write_changes(w.root, {changes[0], changes[1], changes[2]});
    BOOST_TEST(w.content().size() == 3u);
    BOOST_TEST(w.read("kept") == "new\n");
    BOOST_TEST(w.read("new/folder/file") == "new\n");
}

BOOST_AUTO_TEST_CASE(a_hostile_project_file_reads_and_writes_nothing_outside_of_its_folder) {
    const project_folder w;
    w.write("outside.txt", "outside\n");
    const std::string text = w.read("web/PROJECT");
    const std::string hash = sha256("outside\n");
    // With the right hash, `edit --upgrade` would remove what is no longer generated.
    for (const std::string& path : {std::string("../outside.txt"), (w.root / "outside.txt").string(),
                                    std::string("src/../../outside.txt")}) {
        w.write("web/PROJECT", text + "  " + path + ": " + hash + "\n");
        const result_of r = w.in_project({"edit", "--upgrade"});
        BOOST_TEST(r.code == 2, r.out);
        BOOST_TEST(has(r.out, "PROJECT: files has \"" + path + "\", which is no path of a file"), r.out);
    }
    BOOST_TEST(w.read("outside.txt") == "outside\n");
    w.write("web/PROJECT", text + std::string(2 << 20, '#'));
    BOOST_TEST(has(w.in_project(create_web).out, "PROJECT is larger than 1048576 bytes"));
}

BOOST_AUTO_TEST_CASE(symbolic_links_lead_nowhere_else) {
    const project_folder w;
    fs::create_directories(w.root / "elsewhere");
    fs::create_directory_symlink(w.root / "elsewhere", w.root / "web/src/web");
    const auto before = w.content();
    result_of r = w.in_project(create_web);
    BOOST_TEST(r.code == 2);
    BOOST_TEST(has(r.out, "src/web is a symbolic link that leads out of the project, to "), r.out);
    BOOST_TEST((w.content() == before));
    // One that stays inside is as good as a folder.
    fs::remove(w.root / "web/src/web");
    fs::create_directories(w.root / "web/kinds/web");
    fs::create_directory_symlink("../kinds/web", w.root / "web/src/web");
    r = w.in_project(create_web);
    BOOST_TEST(r.code == 0, r.out);
    BOOST_TEST(fs::exists(w.root / "web/kinds/web/types.hpp"));
    BOOST_TEST(fs::is_symlink(w.root / "web/src/web"));
    fs::rename(w.root / "web/PROJECT", w.root / "elsewhere/PROJECT");
    fs::create_symlink(w.root / "elsewhere/PROJECT", w.root / "web/PROJECT");
    BOOST_TEST(has(w.in_project({"edit", "--upgrade"}).out, "PROJECT is a symbolic link: make it a file"));
}

BOOST_AUTO_TEST_CASE(a_file_that_became_something_else_is_refused_and_stays) {
    const project_folder w;
    // As if all three had been generated by an older version.
    std::string text = w.read("web/PROJECT");
    for (const char* const path : {"README.md", "Dockerfile", "dev", ".gitignore"})
        text.replace(text.find(sha256(w.read(std::string("web/") + path))), 64, sha256("older"));
    w.write("web/PROJECT", text);
    w.write("web/shared.md", "older");
    fs::remove(w.root / "web/README.md");
    fs::create_symlink("shared.md", w.root / "web/README.md");
    fs::remove(w.root / "web/Dockerfile");
    fs::create_directories(w.root / "web/Dockerfile");
    w.write("web/dev", std::string("older\0", 6));
    w.write("web/.gitignore", "older");
    fs::permissions(w.root / "web/.gitignore", fs::perms::owner_read);
    const result_of r = w.in_project({"edit", "--upgrade"});
    BOOST_TEST(r.code == 1, r.out);
    for (const char* const line :
         {"README.md is a symbolic link, so it stays", "Dockerfile is a folder, so it stays",
          "dev is not a text, so it stays", ".gitignore is read-only, so it stays"})
        BOOST_TEST(has(r.out, line), r.out);
    BOOST_TEST(fs::is_symlink(w.root / "web/README.md"));
    BOOST_TEST(w.read("web/shared.md") == "older");
    BOOST_TEST(w.read("web/.gitignore") == "older");
    // A read-only PROJECT is said before anything is written.
    fs::permissions(w.root / "web/PROJECT", fs::perms::owner_read);
    const auto before = w.content();
    const result_of refused = w.in_project(create_web);
    BOOST_TEST(refused.code == 2);
    BOOST_TEST(has(refused.out, "PROJECT: it is read-only; chmod u+w"), refused.out);
    BOOST_TEST((w.content() == before));
}

BOOST_AUTO_TEST_CASE(a_replaced_file_keeps_its_mode) {
    const project_folder w;
    fs::permissions(w.root / "web/src/main.cpp", fs::perms::owner_read | fs::perms::owner_write);
    BOOST_TEST(w.in_project(create_web).code == 0);
    BOOST_CHECK(fs::status(w.root / "web/src/main.cpp").permissions() ==
                (fs::perms::owner_read | fs::perms::owner_write));
}

BOOST_AUTO_TEST_CASE(a_command_below_the_project_says_where_it_is) {
    const project_folder w;
    const result_of r = w.setpoint(create_web, "web/src");
    BOOST_TEST(r.code == 2);
    BOOST_TEST(has(r.out, "there is no file PROJECT here, but in "), r.out);
    BOOST_TEST(has(r.out, "web: cd .., or begin a project with `setpoint init`"), r.out);
}

BOOST_AUTO_TEST_CASE(a_command_that_was_killed_is_taken_back_by_the_next_one) {
    const project_folder w;
    const auto clean = w.content();
    const fs::path web = w.root / "web";
    // Killed between main.cpp and PROJECT: one file is in place, one is not.
    const std::string main = w.read("web/src/main.cpp");
    {
        staging_lock staging(web, staging_lock::use::make);
        staging.keep();
        fs::create_hard_link(web / "src/main.cpp", staging.old_file(0));
        fs::remove(web / "src/main.cpp");
        w.write("web/src/main.cpp", "new\n");
        w.write("web/src/web/types.hpp", "types\n");
        w.write("web/src/web/edited.hpp", "edited since\n");
        const journal j{{{file_change::kind::replace, "src/main.cpp", sha256("new\n")},
                         {file_change::kind::create, "src/web/types.hpp", sha256("types\n")},
                         {file_change::kind::create, "src/web/edited.hpp", sha256("x")},
                         {file_change::kind::create, "src/web/never.hpp", sha256("never")}},
                        {"src/web"}};
        w.write("web/.setpoint-changes/journal", to_text(j));
        w.write("web/.setpoint-changes/new-3", "never");
        BOOST_TEST(has(w.in_project({"edit", "--upgrade"}).out, "another command is changing"));
    }
    result_of r = w.in_project({"edit", "--upgrade", "--dry-run"});
    BOOST_TEST(r.code == 2);
    BOOST_TEST(has(r.out, "an earlier command was interrupted here"), r.out);
    r = w.in_project({"edit", "--upgrade"});
    BOOST_TEST(r.code == 0, r.out);
    BOOST_TEST(has(r.out,
                   "An earlier command was interrupted; taken back: src/web/types.hpp, src/main.cpp; edited "
                   "since, and left: src/web/edited.hpp."),
               r.out);
    BOOST_TEST(w.read("web/src/main.cpp") == main);
    fs::remove_all(web / "src/web");
    BOOST_TEST((w.content() == clean));
    // A journal from somebody else reaches no further than the project.
    w.write("web/.setpoint-changes/journal",
            R"({"changes":[{"what":"remove","path":"../outside.txt","sha256":""}],"folders":[]})");
    BOOST_TEST(has(w.in_project({"edit", "--upgrade"}).out, ".setpoint-changes/journal is damaged"));
}

BOOST_AUTO_TEST_CASE(a_disk_that_is_full_leaves_everything_as_it_was) {
    const project_folder w;
    const auto before = w.content();
    // A limit on the size of files fails as a full disk does, in the middle of a write.
    const result_of r = w.run({"sh", "-c",
                               "trap '' XFSZ; ulimit -f 1; exec " + apiserver_process::program() +
                                   " create api --version v1 --kind Web"},
                              "web");
    BOOST_TEST(r.code == 2, r.out);
    BOOST_TEST(has(r.out, "cannot write"), r.out);
    BOOST_TEST(has(r.out, "File too large"), r.out);
    BOOST_TEST((w.content() == before));
}

BOOST_AUTO_TEST_CASE(a_dirty_repository_and_its_index_stay_as_they_are) {
    const project_folder w;
    w.git({"init", "-q"}, "web");
    w.git({"add", "."}, "web");
    w.git({"commit", "-qm", "generated"}, "web");
    w.write("web/staged", "staged\n");
    w.git({"add", "staged"}, "web");
    w.write("web/staged", "edited since\n");
    w.write("web/README.md", "mine\n");
    BOOST_TEST(w.in_project({"edit", "--namespaced", "--edited", "merge"}).code == 2);
    BOOST_TEST(w.in_project(create_web).code == 0);
    BOOST_TEST(w.run({"git", "diff", "--cached", "--name-only"}, "web").out == "staged");
    BOOST_TEST(w.read("web/staged") == "edited since\n");
    BOOST_TEST(w.read("web/README.md") == "mine\n");
}

BOOST_AUTO_TEST_CASE(what_root_writes_belongs_to_the_owner_of_the_folder) {
    if (::geteuid() != 0) return;
    constexpr uid_t somebody = 12345;
    const work_folder w;
    fs::create_directories(w.root / "web");
    BOOST_REQUIRE(::chown((w.root / "web").c_str(), somebody, somebody) == 0);
    BOOST_REQUIRE(w.setpoint({"init", "--name", "web-operator"}, "web").code == 0);
    BOOST_REQUIRE(w.setpoint(create_web, "web").code == 0);
    for (const auto& entry : fs::recursive_directory_iterator(w.root / "web")) {
        struct stat info{};
        BOOST_REQUIRE(::lstat(entry.path().c_str(), &info) == 0);
        BOOST_TEST(info.st_uid == somebody, entry.path().string());
    }
}

BOOST_AUTO_TEST_SUITE_END()
