// Our kubeconfigs beside client-go's: each form is refused by both, or gives both the same server,
// credentials and so on.
#include "framework/core/base64.hpp"
#include "kubeconfig_forms.hpp"
#include "setpoint/client/kubeconfig.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"
#include "support/go_reader.hpp"
#include "support/test_certs.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

using namespace setpoint;
namespace bj = boost::json;

BOOST_AUTO_TEST_SUITE(kubeconfig_reader_test,
                      *boost::unit_test::precondition(needs_go_reader("kubeconfig-reader")))

namespace {

void replace_all(std::string& in, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = in.find(from, at)) != in.npos; at += to.size())
        in.replace(at, from.size(), to);
}

std::string in_lines(const std::string& text, std::string_view before) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); i += 64)
        out += (i ? "\n" + std::string(before) : "") + text.substr(i, 64);
    return out;
}

// The folder of all forms; it goes with its owner.
class workshop {
public:
    workshop()
        : folder_(std::filesystem::temp_directory_path() / fmt::format("kubeconfig-forms-{}", ::getpid())) {
        std::filesystem::create_directories(folder_);
    }
    workshop(const workshop&) = delete;
    workshop& operator=(const workshop&) = delete;
    ~workshop() { std::filesystem::remove_all(folder_); }

    // Writes the files of a form; its folder.
    std::filesystem::path write(const kubeconfig_form& form, std::size_t number) {
        const auto folder = folder_ / std::to_string(number);
        std::filesystem::create_directories(folder);
        for (const auto& [name, content] : form.files) {
            const auto path = folder / name;
            std::filesystem::create_directories(path.parent_path());
            std::ofstream(path, std::ios::binary) << filled(content);
        }
        return folder;
    }

private:
    std::string filled(std::string text) const {
        const std::pair<std::string_view, const std::string*> pems[] = {
            {"OTHER", &other_.key_pem}, {"CERT", &cert_.cert_pem}, {"KEY", &cert_.key_pem}, {"CA", &ca_pem_}};
        for (const auto& [name, pem] : pems) {
            replace_all(text, fmt::format("{}64LINES", name), in_lines(base64_encode(*pem), "      "));
            replace_all(text, fmt::format("{}64", name), base64_encode(*pem));
            if (text == name) return *pem;
        }
        return text;
    }

    test_ca ca_;
    std::string ca_pem_ = ca_.pem();
    test_cert cert_ = ca_.issue({}), other_ = ca_.issue({});
    std::filesystem::path folder_;
};

bj::object question_of(const kubeconfig_form& form, const std::filesystem::path& folder) {
    bj::array list;
    for (const std::string& name : form.list) list.emplace_back((folder / name).string());
    const std::string file =
        !form.list.empty() ? ""
                           : (folder / (form.files.empty() ? "none" : form.files.front().first)).string();
    return {{"list", list}, {"file", file}, {"context", form.context}};
}

void put(bj::object& to, const char* key, const std::string& value) {
    if (!value.empty()) to[key] = value;
}

void put_all(bj::object& to, const char* key, const std::vector<std::string>& values) {
    bj::array list;
    for (const std::string& v : values) list.emplace_back(v);
    if (!list.empty()) to[key] = list;
}

void put_credentials(bj::object& to, const credential_settings& who) {
    put(to, "token", std::string(who.token.reveal()));
    put(to, "tokenFile", who.token_file);
    put(to, "username", who.username);
    put(to, "password", std::string(who.password.reveal()));
    put(to, "as", who.as.user);
    put(to, "asUid", who.as.uid);
    put_all(to, "asGroups", who.as.groups);
    bj::object extra;
    for (const auto& [key, values] : who.as.extra) {
        bj::array list;
        for (const std::string& v : values) list.emplace_back(v);
        extra[key] = list;
    }
    if (!extra.empty()) to["asExtra"] = extra;
    if (!who.exec) return;
    put(to, "execCommand", who.exec->command);
    put_all(to, "execArgs", who.exec->args);
    std::vector<std::string> env;
    for (const auto& [name, value] : who.exec->env) env.push_back(fmt::format("{}={}", name, value.reveal()));
    put_all(to, "execEnv", env);
    put(to, "execVersion", who.exec->api_version);
    if (!who.exec->cluster.empty()) to["execCluster"] = true;
}

bj::object description_of(const cluster_config& c) {
    bj::object o;
    put(o, "scheme", c.server.scheme);
    put(o, "host", c.server.host);
    put(o, "port", c.server.port);
    put(o, "path", c.path_prefix.empty() ? "/" : c.path_prefix);
    put(o, "namespace", c.default_namespace);
    put(o, "ca", c.tls.ca_pem);
    put(o, "cert", c.tls.client_cert_pem);
    put(o, "key", std::string(c.tls.client_key_pem.reveal()));
    put(o, "serverName", c.tls.server_name);
    if (c.tls.insecure_skip_verify) o["insecure"] = true;
    if (c.proxy) {
        const std::string user = c.proxy->username.empty()
                                     ? ""
                                     : fmt::format(" {} {}", c.proxy->username, c.proxy->password.reveal());
        put(o, "proxy", fmt::format("{}://{}{}", c.proxy->at.scheme, c.proxy->at.authority(), user));
    }
    put_credentials(o, c.credentials);
    return o;
}

bj::object our_answer_to(const bj::object& question) {
    std::string list;
    for (const bj::value& v : question.at("list").as_array())
        list += (list.empty() ? "" : ":") + std::string(v.as_string());
    config_sources sources = system_sources();
    sources.getenv = [&](const std::string& name) -> std::optional<std::string> {
        if (name == "KUBECONFIG" && !list.empty()) return list;
        return std::nullopt;
    };
    config_flags flags;
    flags.kubeconfig = std::string(question.at("file").as_string());
    flags.context = std::string(question.at("context").as_string());
    const auto c = load_config(flags, sources, virtual_clock().wall_now());
    if (!c) return {{"error", c.error().message}};
    return description_of(*c);
}

struct answers {
    bj::object go, ours;
};

std::vector<answers> ask_both(const std::vector<kubeconfig_form>& forms) {
    workshop w;
    std::vector<bj::object> questions;
    std::string input;
    for (std::size_t i = 0; i < forms.size(); ++i) {
        questions.push_back(question_of(forms[i], w.write(forms[i], i)));
        input += json::encode(bj::value(questions.back())) + "\n";
    }
    const auto lines = ask_go_reader("kubeconfig-reader", input);
    BOOST_REQUIRE(lines.size() == forms.size());
    std::vector<answers> out;
    for (std::size_t i = 0; i < forms.size(); ++i)
        out.push_back({json::decode<bj::value>(lines[i]).value().as_object(), our_answer_to(questions[i])});
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_form_gives_the_same_configuration) {
    const auto forms = kubeconfig_forms();
    const auto both = ask_both(forms);
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const auto& [go, ours] = both[i];
        if (go.contains("error") && ours.contains("error")) continue;
        BOOST_TEST((go == ours), forms[i].what << "\nGo:   " << json::encode(bj::value(go))
                                               << "\nours: " << json::encode(bj::value(ours)));
    }
}

BOOST_AUTO_TEST_CASE(what_is_refused_here_alone_is_refused) {
    const auto forms = kubeconfig_forms_refused_here();
    const auto both = ask_both(forms);
    for (std::size_t i = 0; i < forms.size(); ++i) {
        BOOST_TEST(!both[i].go.contains("error"),
                   forms[i].what << ": " << json::encode(bj::value(both[i].go)));
        BOOST_TEST(both[i].ours.contains("error"), forms[i].what);
    }
}

BOOST_AUTO_TEST_SUITE_END()
