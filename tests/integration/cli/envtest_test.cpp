// `setpoint kube-apiserver`, `setpoint etcd` and `setpoint assets`: what envtest starts.
#include "setpoint/api/core_v1.hpp"
#include "setpoint/client/api_connection.hpp"
#include "support/apiserver_process.hpp"
#include "support/control_plane.hpp"
#include "support/real_world.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <filesystem>
#include <fstream>

using namespace setpoint;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(envtest_test)

namespace {

struct outcome_of {
    std::string out;
    int code;
};

outcome_of run_command(std::vector<std::string> arguments) {
    std::vector<std::string> words = {"timeout", "20", apiserver_process::program()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    auto [text, code] = detail::run_command(words);
    return {text, code};
}

struct folder {
    folder() {
        char name[] = "/tmp/setpoint-envtest-XXXXXX";
        path = ::mkdtemp(name);
    }
    ~folder() { fs::remove_all(path); }
    fs::path path;
};

}  // namespace

BOOST_AUTO_TEST_CASE(help_lists_only_flags_of_today) {
    for (const char* program : {"kube-apiserver", "etcd"}) {
        const outcome_of help = run_command({program, "--help"});
        BOOST_TEST(help.code == 0);
        // envtest looks for this one, to find out whether it must turn it off.
        BOOST_TEST(help.out.find("insecure-port") == std::string::npos);
        BOOST_TEST(run_command({program, "--version"}).code == 0);
    }
    BOOST_TEST(run_command({"kube-apiserver", "--version"}).out.starts_with("Kubernetes v1."));
}

BOOST_AUTO_TEST_CASE(flags_that_the_real_program_does_not_have_are_refused) {
    for (const auto& [words, said] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"kube-apiserver", "--nonsense"}, "unknown flag: --nonsense"},
             {{"etcd", "--nonsense=1"}, "unknown flag: --nonsense"},
             {{"kube-apiserver", "nonsense"}, "\"nonsense\" is not a flag"},
             {{"kube-apiserver", "--secure-port=x"}, "--secure-port: \"x\" is not a port"},
             {{"kube-apiserver", "--bind-address=here"}, "--bind-address: \"here\" is not an IP address"},
             {{"kube-apiserver", "--secure-port"}, "flag needs an argument: --secure-port"},
             {{"kube-apiserver", "--cert-dir", "--profiling=false"}, "flag needs an argument: --cert-dir"},
             {{"kube-apiserver", "--event-ttl=-1h"}, "--event-ttl: \"-1h\" is not a duration such as 1h"},
             {{"kube-apiserver", "--tls-cert-file=/nonexistent"}, "give --tls-private-key-file too"},
             {{"kube-apiserver", "--tls-cert-file=/nonexistent", "--tls-private-key-file=/nonexistent"},
              "/nonexistent"},
             {{"etcd", "--listen-client-urls="}, "expected at least one URL"},
             {{"etcd", "--data-dir"}, "flag needs an argument: --data-dir"},
             {{"etcd", "--listen-client-urls=https://127.0.0.1:1"}, "is not like http://127.0.0.1:2379"}}) {
        const outcome_of r = run_command(words);
        BOOST_TEST(r.code == 2);
        BOOST_TEST(r.out.find(said) != std::string::npos, r.out);
    }
}

BOOST_AUTO_TEST_CASE(half_a_pair_of_certificate_files_is_refused) {
    const folder dir;
    std::ofstream(dir.path / "apiserver.crt") << "x";
    const outcome_of r =
        run_command({"kube-apiserver", "--secure-port=0", "--cert-dir=" + dir.path.string()});
    BOOST_TEST(r.code == 2);
    BOOST_TEST(r.out.find("has apiserver.crt without apiserver.key") != std::string::npos, r.out);
    std::ofstream(dir.path / "apiserver.key") << "x";
    const outcome_of bad =
        run_command({"kube-apiserver", "--secure-port=0", "--cert-dir=" + dir.path.string()});
    BOOST_TEST(bad.code == 2);
    BOOST_TEST(bad.out.find("apiserver.crt") != std::string::npos, bad.out);
}

BOOST_AUTO_TEST_CASE(assets_are_links_that_behave_like_the_programs) {
    const folder dir;
    const std::string assets = (dir.path / "assets").string();
    for (int i = 0; i < 2; ++i) {
        const outcome_of made = run_command({"assets", assets});
        BOOST_TEST(made.code == 0, made.out);
        BOOST_TEST(made.out.find("export KUBEBUILDER_ASSETS=" + assets) != std::string::npos, made.out);
    }
    const auto [help, code] = detail::run_command({"timeout", "20", assets + "/kube-apiserver", "--help"});
    BOOST_TEST(code == 0);
    BOOST_TEST(help.find("--secure-port") != std::string::npos);
    fs::remove(fs::path(assets) / "etcd");
    std::ofstream(fs::path(assets) / "etcd") << "of somebody else";
    const outcome_of refused = run_command({"assets", assets});
    BOOST_TEST(refused.code == 2);
    BOOST_TEST(refused.out.find("etcd") != std::string::npos, refused.out);
    fs::remove(fs::path(assets) / "etcd");
    fs::create_symlink("/opt/etcd/etcd", fs::path(assets) / "etcd");
    const outcome_of kept = run_command({"assets", assets});
    BOOST_TEST(kept.code == 2);
    BOOST_TEST(kept.out.find("/etcd is a link to /opt/etcd/etcd already") != std::string::npos, kept.out);
}

BOOST_AUTO_TEST_SUITE_END()
