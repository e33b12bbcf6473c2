#include "framework/http/system_certificates.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(system_certificates_test)

namespace {

namespace fs = std::filesystem;

// A host's files, in a temporary folder.
class host {
public:
    host() {
        std::string pattern = (fs::temp_directory_path() / "certificates-XXXXXX").string();
        if (!mkdtemp(pattern.data())) throw std::runtime_error("mkdtemp");
        root_ = pattern;
    }
    host(const host&) = delete;
    host& operator=(const host&) = delete;
    ~host() { fs::remove_all(root_); }

    std::string path(const std::string& name) const { return (root_ / name).string(); }
    void add(const std::string& name) const {
        fs::create_directories((root_ / name).parent_path());
        std::ofstream(root_ / name) << '\n';
    }
    std::string to_load() const {
        const std::string first = path("debian.crt"), second = path("fedora.crt");
        const std::array bundles{first.c_str(), second.c_str()};
        return bundle_to_load(path("ssl/cert.pem"), path("ssl/certs"), bundles);
    }

private:
    fs::path root_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(first_bundle_that_exists_is_loaded) {
    const host h;
    BOOST_TEST(h.to_load() == "");
    h.add("fedora.crt");
    BOOST_TEST(h.to_load() == h.path("fedora.crt"));
    h.add("debian.crt");
    BOOST_TEST(h.to_load() == h.path("debian.crt"));
}

BOOST_AUTO_TEST_CASE(no_bundle_when_default_file_exists) {
    const host h;
    h.add("debian.crt");
    h.add("ssl/cert.pem");
    BOOST_TEST(h.to_load() == "");
}

// Fedora's folder contains the bundle alone, without the names by which OpenSSL looks a certificate up.
BOOST_AUTO_TEST_CASE(no_bundle_when_default_folder_has_hashes) {
    const host h;
    h.add("debian.crt");
    h.add("ssl/certs/ca-bundle.crt");
    h.add("ssl/certs/0123456g.0");
    h.add("ssl/certs/01234567.x");
    BOOST_TEST(h.to_load() == h.path("debian.crt"));
    h.add("ssl/certs/0a1b2c3d.0");
    BOOST_TEST(h.to_load() == "");
}

BOOST_AUTO_TEST_SUITE_END()
