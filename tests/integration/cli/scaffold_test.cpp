// `setpoint init`, `create` and `edit` in folders: what is written, what is refused, and that nothing is half
// written.
#include "cli/scaffold/folder_writer.hpp"
#include "cli/scaffold/git_merge.hpp"
#include "cli/scaffold/sha256.hpp"
#include "support/apiserver_process.hpp"
#include "support/control_plane.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <map>

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
    BOOST_TEST(merge("file", hash, "one\ntwo\nthree\nmine\n", "new\none\ntwo\nthree\n").value_or("") ==
               "new\none\ntwo\nthree\nmine\n");
    BOOST_TEST(!merge("file", hash, "one\nmine\nthree\n", "one\nnew\nthree\n"));
    BOOST_TEST(!merge("file", sha256("never committed"), "one\n", "two\n"));
    const work_folder without_git;
    BOOST_TEST(!merger_of(without_git.root)("file", hash, "one\n", "two\n"));
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

BOOST_AUTO_TEST_SUITE_END()
