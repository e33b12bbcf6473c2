#include "kubeconfig_forms.hpp"

namespace setpoint { inline namespace v0 {

namespace {

std::string config_with(const std::string& cluster, const std::string& user = "token: abc",
                        const std::string& context = "") {
    return "apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters:\n- name: k\n  cluster: {" + cluster +
           "}\nusers:\n- name: u\n  user: {" + user +
           "}\ncontexts:\n- name: c\n  context: {cluster: k, user: u" +
           (context.empty() ? "" : ", " + context) + "}\n";
}

const std::string at_a = "server: 'https://a:6443'";
const std::string plain_config = config_with(at_a);

std::string in_utf_16(const std::string& text, bool little) {
    std::string out = little ? "\xff\xfe" : "\xfe\xff";
    for (const char c : text) out += little ? std::string{c, '\0'} : std::string{'\0', c};
    return out;
}

void add(std::vector<kubeconfig_form>& to, const std::string& what, const std::string& text) {
    to.push_back({what, {{"config", text}}});
}

void add_texts(std::vector<kubeconfig_form>& to) {
    add(to, "plain", plain_config);
    add(to, "a trailing ---", plain_config + "---\n");
    add(to, "two documents", plain_config + "---\nkind: Other\na: [\n");
    add(to, "a leading ---", "---\n" + plain_config);
    add(to, "an empty first document", "---\n---\n" + plain_config);
    add(to, "behind ...", plain_config + "...\nrest\n");
    add(to, "UTF-8 with a mark", "\xef\xbb\xbf" + plain_config);
    add(to, "UTF-16, little endian", in_utf_16(plain_config, true));
    add(to, "UTF-16, big endian", in_utf_16(plain_config, false));
    add(to, "UTF-16 without a mark", in_utf_16(plain_config, true).substr(2));
    add(to, "CRLF", [] {
        std::string out;
        for (const char c : plain_config) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
        return out;
    }());
    add(to, "not UTF-8", plain_config + "x: \xff\n");
    add(to, "a tab as indentation", "apiVersion: v1\nclusters:\n\t- name: k\n");
    add(to, "a key twice", "current-context: nope\n" + plain_config);
    add(to, "a key twice in a cluster", config_with("server: 'https://b', " + at_a));
    add(to, "merge keys",
        "x-base: &base {insecure-skip-tls-verify: yes}\n" + config_with("<<: *base, " + at_a));
    add(to, "anchors", "x: &s https://a:6443\n" + config_with("server: *s"));
    add(to, "an unknown anchor", config_with("server: *s"));
    add(to, "%YAML 1.1", "%YAML 1.1\n---\n" + plain_config);
    add(to, "%YAML 1.2", "%YAML 1.2\n---\n" + plain_config);
    add(to, "JSON", R"({"apiVersion":"v1","kind":"Config","current-context":"c",
	"clusters":[{"name":"k","cluster":{"server":"https://a:6443"}}],
	"users":[{"name":"u","user":{"token":"abc"}}],
	"contexts":[{"name":"c","context":{"cluster":"k","user":"u"}}]})");
    add(to, "JSON with escaped slashes",
        R"({"current-context":"c","clusters":[{"name":"k","cluster":{"server":"https:\/\/a"}}]})");
    add(to, "empty", "");
    add(to, "blank", " \n");
    add(to, "a comment", "# nothing\n");
    add(to, "null", "null\n");
    add(to, "~", "~\n");
    add(to, "a list", "[]\n");
    add(to, "a text", "hello\n");
    add(to, "no kind and version", plain_config.substr(plain_config.find("current")));
    add(to, "kind null", "kind:\napiVersion: ~\n" + plain_config.substr(plain_config.find("current")));
    add(to, "another kind",
        "kind: Pod\napiVersion: v1\n" + plain_config.substr(plain_config.find("current")));
    add(to, "another version",
        "kind: Config\napiVersion: v2\n" + plain_config.substr(plain_config.find("current")));
    add(to, "another group",
        "kind: Config\napiVersion: a/v1\n" + plain_config.substr(plain_config.find("current")));
    add(to, "kind in small letters",
        "kind: config\napiVersion: v1\n" + plain_config.substr(plain_config.find("current")));
    add(to, "a kind that is a number", "kind: 1\n" + plain_config.substr(plain_config.find("current")));
    add(to, "unknown keys",
        "x: {y: [1]}\npreferences: {colors: true}\n" +
            config_with(at_a + ", a: b", "token: abc, c: d", "e: f"));
    add(to, "keys in other letters", "Current-Context: c\n" + plain_config);
    add(to, "a server in other letters", config_with("Server: 'https://b', " + at_a));
    add(to, "preferences of a wrong type", "preferences: x\n" + plain_config);
    add(to, "extensions",
        "extensions: [{name: e, extension: {a: 1}}]\n" +
            config_with(at_a + ", extensions: [{name: e, extension: {a: 1}}]"));
    add(to, "an extension twice",
        "extensions: [{name: e, extension: {a: 1}}, {name: e, extension: {a: 1}}]\n" + plain_config);
    add(to, "extensions of a wrong type", "extensions: {a: b}\n" + plain_config);
}

void add_contexts(std::vector<kubeconfig_form>& to) {
    const std::string rest = plain_config.substr(plain_config.find("clusters:"));
    add(to, "current-context missing", rest);
    add(to, "current-context empty", "current-context: ''\n" + rest);
    add(to, "current-context null", "current-context: ~\n" + rest);
    add(to, "current-context unknown", "current-context: d\n" + rest);
    add(to, "current-context a number", "current-context: 1\n" + rest);
    add(to, "current-context yes", "current-context: yes\n" + rest);
    to.push_back({"--context", {{"config", "current-context: d\n" + rest}}, {}, "c"});
    to.push_back({"--context unknown", {{"config", plain_config}}, {}, "d"});
    add(to, "a context without cluster",
        "current-context: c\nusers: [{name: u, user: {token: a}}]\ncontexts: [{name: c, context: {user: "
        "u}}]\n");
    add(to, "a context with an unknown cluster",
        "current-context: c\ncontexts: [{name: c, context: {cluster: k}}]\n");
    add(to, "a context that is null",
        "current-context: c\nclusters: [{name: k, cluster: {server: 'https://a'}}]\ncontexts: [{name: c, "
        "context: ~}]\n");
    add(to, "a context without anything",
        "current-context: c\nclusters: [{name: k, cluster: {server: 'https://a'}}]\ncontexts: [{name: c}]\n");
    add(to, "a namespace", config_with(at_a, "token: abc", "namespace: dev"));
    add(to, "a namespace null", config_with(at_a, "token: abc", "namespace: ~"));
    add(to, "a namespace in capitals", config_with(at_a, "token: abc", "namespace: Dev"));
    add(to, "a namespace with a dot", config_with(at_a, "token: abc", "namespace: a.b"));
    add(to, "a namespace that is a number", config_with(at_a, "token: abc", "namespace: 1"));
    add(to, "a user with nothing", config_with(at_a, ""));
    add(to, "a user that is null",
        "current-context: c\nclusters: [{name: k, cluster: {server: 'https://a'}}]\n"
        "users: [{name: u, user: ~}]\ncontexts: [{name: c, context: {cluster: k, user: u}}]\n");
    add(to, "a user without a name elsewhere",
        "users: [{user: {token: b}}]\n"
        "current-context: c\nclusters: [{name: k, cluster: {server: 'https://a'}}]\n"
        "contexts: [{name: c, context: {cluster: k, user: ''}}]\n");
    add(to, "lists that are null", "clusters:\nusers: ~\ncontexts: null\n");
    add(to, "clusters a mapping", "clusters: {k: {server: x}}\n");
    add(to, "clusters a text", "clusters: k\n");
    add(to, "an entry that is a text", "clusters: [k]\n");
    add(to, "an entry that is null",
        "clusters: [~]\n" + plain_config.substr(0, plain_config.find("clusters:")));
    add(to, "a name that is a number",
        "users: [{name: 1, user: {token: a}}]\n" + plain_config.substr(0, plain_config.find("clusters:")));
    add(to, "a broken cluster that is not used", config_with(at_a) + "preferences: {}\n");
    for (const char* const list : {"clusters", "users", "contexts"}) {
        std::string text = plain_config;
        const std::size_t at = text.find(std::string(list) + ":\n") + std::string(list).size() + 2;
        const std::string inner = std::string(list).substr(0, std::string(list).size() - 1);
        text.insert(at, "- {name: z, " + inner + ": {}}\n- {name: z, " + inner + ": {}}\n");
        add(to, std::string("a name twice among ") + list, text);
        text = plain_config;
        text.insert(at, "- {name: z, " + inner + ": 1}\n");
        add(to, std::string("a number among ") + list, text);
        text = plain_config;
        text.insert(at, "- {name: z, unknown: 1}\n- {}\n");
        add(to, std::string("an empty entry among ") + list, text);
    }
}

void add_servers(std::vector<kubeconfig_form>& to) {
    for (const char* const server : {"https://a",
                                     "https://a/",
                                     "https://a:443",
                                     "https://a:443/",
                                     "https://a:6443/k8s/clusters/c-1",
                                     "https://a/k8s/",
                                     "https://a/k8s//",
                                     "https://a//k8s",
                                     "https://a/./b/../c",
                                     "https://a/b%20c",
                                     "http://a",
                                     "http://a:8080",
                                     "HTTPS://a",
                                     "https://A.Example:1",
                                     "127.0.0.1:8080",
                                     "127.0.0.1",
                                     "a",
                                     "a:80",
                                     "localhost:8080",
                                     "a.example.com:6443",
                                     "a/b",
                                     "127.0.0.1:8080/",
                                     "127.0.0.1:8080/b",
                                     "[::1]:80",
                                     "[::1]",
                                     "::1",
                                     "//a:80",
                                     "https:a",
                                     "https:/a",
                                     "https://",
                                     "https:///b",
                                     "https://[::1]:6443",
                                     "https://[::ffff:127.0.0.1]:6443",
                                     "https://[::FFFF:7F00:1]:6443",
                                     "https://[fe80::1%eth0]:6443",
                                     "https://[::1",
                                     "https://::1:6443",
                                     "https://[1.2.3.4]:1",
                                     "https://[a]:1",
                                     "https://a:0",
                                     "https://a:65535",
                                     "https://a:65536",
                                     "https://a:x",
                                     "https://a:",
                                     "https://a:/",
                                     "https://a:-1",
                                     "https://a:+1",
                                     "https://a b",
                                     "https://a_b",
                                     "https://a?x=1",
                                     "https://a/?x=1",
                                     "https://a/b?x=1",
                                     "https://a#f",
                                     "https://a/b#f",
                                     "https://u:p@a",
                                     "https://u@a",
                                     "http://u:p@a",
                                     "ftp://a",
                                     "unix:///a",
                                     " https://a",
                                     "https://a ",
                                     "https://127.1",
                                     "https://1.2.3.4.5",
                                     "https://xn--bcher-kva.example",
                                     "https://a.",
                                     "https://*",
                                     "https://a%41",
                                     "https://a%2f",
                                     "https://a\\\\b",
                                     "https://a|b",
                                     "https://a/b c",
                                     "https://a/{b}",
                                     "https://a/\xc3\xbc",
                                     "%",
                                     "https://a/%zz"})
        add(to, std::string("server ") + server,
            config_with("server: " + std::string("'") + server + "'", "token: abc"));
    add(to, "server missing", config_with(""));
    add(to, "server missing beside something", config_with("insecure-skip-tls-verify: true"));
    add(to, "server null", config_with("server: ~"));
    add(to, "server a number", config_with("server: 80"));
    add(to, "server a list", config_with("server: [a]"));
    add(to, "no scheme, with an authority",
        config_with("server: '127.0.0.1:8080', certificate-authority-data: CA64"));
    add(to, "http with everything",
        config_with("server: 'http://a', certificate-authority-data: CA64, tls-server-name: b",
                    "client-certificate-data: CERT64, client-key-data: KEY64"));
    add(to, "http with a token", config_with("server: 'http://a'", "token: abc, as: ann"));
    add(to, "http with two methods", config_with("server: 'http://a'", "token: abc, username: b"));
    add(to, "userinfo beside a token", config_with("server: 'https://u:p@a'", "token: abc"));
    add(to, "userinfo beside a user", config_with("server: 'https://u:p@a'", "username: v, password: w"));
}

void add_clusters(std::vector<kubeconfig_form>& to) {
    for (const char* const word : {"true", "yes", "on", "y", "True", "false", "no", "off", "n", "~", "'true'",
                                   "'yes'", "1", "TRUE", "tRUE", "!!bool 'yes'", "!!str yes", "[]"})
        add(to, std::string("insecure-skip-tls-verify: ") + word,
            config_with(at_a + ", insecure-skip-tls-verify: " + word));
    const auto ca = [&](const std::string& what, const std::string& fields) {
        add(to, what, config_with(at_a + ", " + fields));
    };
    ca("authority as data", "certificate-authority-data: CA64");
    ca("authority as data with !!binary", "certificate-authority-data: !!binary CA64");
    ca("authority as data that is PEM", "certificate-authority-data: \"CA\"");
    ca("authority as data of nothing", "certificate-authority-data: ''");
    ca("authority as data, null", "certificate-authority-data: ~");
    ca("authority as data, a number", "certificate-authority-data: 1234");
    ca("authority as data, a list of numbers", "certificate-authority-data: [1, 2]");
    ca("authority as data, not base64", "certificate-authority-data: '%%'");
    ca("authority as data without padding", "certificate-authority-data: Q0E");
    ca("authority as data, for URLs", "certificate-authority-data: '-_-_'");
    ca("authority as data that is no certificate", "certificate-authority-data: Q0E=");
    ca("authority and insecure", "certificate-authority-data: CA64, insecure-skip-tls-verify: true");
    ca("authority twice", "certificate-authority-data: CA64, certificate-authority: ca.crt");
    ca("authority missing", "certificate-authority: nope.crt");
    ca("tls-server-name", "tls-server-name: b");
    ca("tls-server-name null", "tls-server-name: ~");
    ca("tls-server-name a number", "tls-server-name: 1");
    ca("disable-compression", "disable-compression: yes");
    ca("disable-compression a text", "disable-compression: 'yes'");
    for (const char* const gap : {"\\n", " ", "\\t", "\\r\\n", "\\n "})
        add(to, std::string("authority as data with ") + gap,
            config_with(at_a + ", certificate-authority-data: \"CA64" + gap + "\""));
    to.push_back({"authority as data in a block",
                  {{"config",
                    "current-context: c\nclusters:\n- name: k\n  cluster:\n    server: https://a\n    "
                    "certificate-authority-data: |\n      CA64LINES\nusers: [{name: u, user: {token: "
                    "a}}]\ncontexts: [{name: c, context: {cluster: k, user: u}}]\n"}}});
    to.push_back({"authority as data folded",
                  {{"config",
                    "current-context: c\nclusters:\n- name: k\n  cluster:\n    server: https://a\n    "
                    "certificate-authority-data: >\n      CA64LINES\nusers: [{name: u, user: {token: "
                    "a}}]\ncontexts: [{name: c, context: {cluster: k, user: u}}]\n"}}});
    to.push_back({"authority in a file",
                  {{"config", config_with(at_a + ", certificate-authority: ca.crt")}, {"ca.crt", "CA"}}});
    to.push_back({"authority in a folder",
                  {{"config", config_with(at_a + ", certificate-authority: ./pki/../pki/ca.crt")},
                   {"pki/ca.crt", "CA"}}});
    to.push_back({"authority in a file without certificate",
                  {{"config", config_with(at_a + ", certificate-authority: ca.crt")}, {"ca.crt", "x"}}});
    for (const char* const proxy :
         {"http://p:3128", "https://p", "http://u:p%40@p:1", "p:3128", "ftp://p", "http://p:x", "~", "1"})
        add(to, std::string("proxy-url: ") + proxy,
            config_with(at_a + ", proxy-url: " +
                        (std::string(proxy) == "~"   ? "~"
                         : std::string(proxy) == "1" ? "1"
                                                     : "'" + std::string(proxy) + "'")));
}

void add_users(std::vector<kubeconfig_form>& to) {
    const auto user = [&](const std::string& fields) {
        add(to, fields.substr(0, 100), config_with(at_a, fields));
    };
    for (const char* const fields :
         {"token: abc",
          "token: 12",
          "token: yes",
          "token: ~",
          "token: ''",
          "token: [a]",

          "token: \"a\\nb\"",

          "token: 2001-01-01",
          "token: 0x1F",
          "token: !!str 12",
          "token: !!binary aGk=",
          "tokenFile: nope",
          "tokenFile: ''",
          "tokenFile: 1",
          "username: a",
          "username: a, password: b",

          "username: 1",
          "username: a, password: 1",
          "token: abc, username: a",
          "token: abc, password: b",
          "client-certificate-data: CERT64, client-key-data: KEY64",
          "client-certificate-data: CERT64, client-key-data: KEY64, token: abc",
          "client-certificate-data: CERT64, client-key-data: KEY64, username: a",
          "client-certificate-data: CERT64",

          "client-certificate-data: CERT64, client-key-data: OTHER64",
          "client-certificate-data: CERT64, client-key-data: CERT64",
          "client-certificate: nope, client-key: nope",
          "client-certificate-data: CERT64, client-certificate: x, client-key-data: KEY64",
          "client-certificate-data: CERT64, client-key-data: KEY64, client-key: x",

          "client-certificate-data: '%', client-key-data: KEY64",
          "client-certificate-data: CERT64, client-key-data: '%'",
          "client-certificate-data: Q0E=, client-key-data: KEY64",
          "auth-provider: {name: gcp}",
          "auth-provider: {name: oidc, config: {a: b}}",
          "auth-provider: ~",
          "auth-provider: {}",
          "auth-provider: {name: gcp}, token: abc",
          "as: ann",
          "as: ann, as-uid: '7', as-groups: [a, b], as-user-extra: {k: [v, w], L: [x]}",
          "as-groups: [a]",
          "as-uid: x",
          "as-user-extra: {a: [b]}",
          "as-groups: []",
          "as: '', as-groups: [a]",
          "as: ann, as-groups: a",
          "as: ann, as-groups: [1]",
          "as: ann, as-groups: ~",
          "as: ann, as-user-extra: {k: v}",
          "as: ann, as-user-extra: [k]",
          "as: 1",
          "as: ann, as-uid: 7",
          "as: \"a\\nb\"",
          "as: ann, token: abc",
          "impersonate: ann",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1, interactiveMode: IfAvailable, "
          "args: [a, '1'], env: [{name: N, value: v}], provideClusterInfo: yes, installHint: x}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1alpha1}",
          "exec: {command: c, apiVersion: x/v1, interactiveMode: Never}",
          "exec: {command: c}",
          "exec: {apiVersion: client.authentication.k8s.io/v1beta1}",
          "exec: {}",
          "exec: ~",
          "exec: []",
          "exec: x",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Maybe}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1, interactiveMode: never}",
          "exec: {command: ./c, apiVersion: client.authentication.k8s.io/v1beta1}",
          "exec: {command: bin/c, apiVersion: client.authentication.k8s.io/v1beta1}",
          "exec: {command: /c, apiVersion: client.authentication.k8s.io/v1beta1}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1, args: a}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1, args: [1]}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1, args: ~}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1, env: [{value: v}]}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1, env: {N: v}}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1, env: [{name: N}]}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1, env: [{name: N, value: 1}]}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1, provideClusterInfo: 'yes'}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1, provideClusterInfo: on}",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1}, as: ann",
          "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1}, auth-provider: {name: gcp}"})
        user(fields);
    to.push_back({"token in a file", {{"config", config_with(at_a, "tokenFile: t")}, {"t", " abc\n\n"}}});
    to.push_back({"token in a file and inline",
                  {{"config", config_with(at_a, "tokenFile: t, token: def")}, {"t", "abc\n"}}});
    to.push_back({"token inline, and a file that is missing",
                  {{"config", config_with(at_a, "tokenFile: t, token: def")}}});
    to.push_back({"token in an empty file", {{"config", config_with(at_a, "tokenFile: t")}, {"t", ""}}});
    to.push_back({"certificate in files",
                  {{"config", config_with(at_a, "client-certificate: a.crt, client-key: a.key")},
                   {"a.crt", "CERT"},
                   {"a.key", "KEY"}}});
    to.push_back({"certificate in a file, key as data",
                  {{"config", config_with(at_a, "client-certificate: a.crt, client-key-data: KEY64")},
                   {"a.crt", "CERT"}}});
    to.push_back({"key in an empty file",
                  {{"config", config_with(at_a, "client-certificate-data: CERT64, client-key: a.key")},
                   {"a.key", ""}}});
    to.push_back({"certificate in an empty file",
                  {{"config", config_with(at_a, "client-certificate: a.crt, client-key-data: KEY64")},
                   {"a.crt", ""}}});
}

void add_lists(std::vector<kubeconfig_form>& to) {
    const std::string second =
        "current-context: d\nclusters: [{name: k, cluster: {server: 'https://b', certificate-authority: "
        "ca.crt, tls-server-name: x}}, {name: l, cluster: {server: 'https://l'}}]\n"
        "users: [{name: u, user: {token: def}}, {name: v, user: {token: ghi}}]\ncontexts: [{name: d, "
        "context: {cluster: l, user: v, namespace: dev}}, {name: c, context: {cluster: l, user: v}}]\n";
    to.push_back({"two files", {{"1", plain_config}, {"2", second}, {"ca.crt", "CA"}}, {"1", "2"}});
    to.push_back(
        {"two files, the other way", {{"1", plain_config}, {"2", second}, {"ca.crt", "CA"}}, {"2", "1"}});
    to.push_back({"two files and --context", {{"1", plain_config}, {"2", second}}, {"1", "2"}, "d"});
    to.push_back({"the first has no current-context",
                  {{"1", plain_config.substr(plain_config.find("clusters:"))}, {"2", second}},
                  {"1", "2"}});
    to.push_back(
        {"the first has only a current-context", {{"1", "current-context: c\n"}, {"2", second}}, {"1", "2"}});
    to.push_back({"entries that stand in several files",
                  {{"1", "clusters: [{name: k, cluster: {server: 'https://a'}}]\n"},
                   {"2", "users: [{name: u, user: {token: a}}]\n"},
                   {"3", "current-context: c\ncontexts: [{name: c, context: {cluster: k, user: u}}]\n"}},
                  {"1", "2", "3"}});
    to.push_back(
        {"a cluster is not made of two",
         {{"1", "clusters: [{name: k, cluster: {insecure-skip-tls-verify: true}}]\n"}, {"2", plain_config}},
         {"1", "2"}});
    to.push_back({"a cluster that is null first",
                  {{"1", "clusters: [{name: k}]\n"}, {"2", plain_config}},
                  {"1", "2"}});
    to.push_back({"a file that is missing", {{"1", plain_config}}, {"0", "1"}});
    to.push_back({"a file that is empty", {{"1", plain_config}, {"0", ""}}, {"0", "1"}});
    to.push_back({"a file that is broken", {{"1", plain_config}, {"0", "a: ["}}, {"1", "0"}});
    to.push_back(
        {"a file of another kind", {{"1", plain_config}, {"0", "kind: Pod\napiVersion: v1\n"}}, {"1", "0"}});
    to.push_back({"all files missing", {}, {"0", "1"}});
    to.push_back({"a file twice", {{"1", plain_config}}, {"1", "1"}});
    to.push_back(
        {"paths are relative to their file",
         {{"x/1",
           "current-context: c\ncontexts: [{name: c, context: {cluster: k, user: u}}]\nusers: [{name: u, "
           "user: {tokenFile: t}}]\n"},
          {"x/t", "abc"},
          {"y/2", "clusters: [{name: k, cluster: {server: 'https://a', certificate-authority: ca.crt}}]\n"},
          {"y/ca.crt", "CA"}},
         {"x/1", "y/2"}});
    to.push_back({"--kubeconfig that is missing", {}, {}});
}

}  // namespace

std::vector<kubeconfig_form> kubeconfig_forms() {
    std::vector<kubeconfig_form> out;
    add_texts(out);
    add_contexts(out);
    add_servers(out);
    add_clusters(out);
    add_users(out);
    add_lists(out);
    return out;
}

std::vector<kubeconfig_form> kubeconfig_forms_refused_here() {
    std::vector<kubeconfig_form> out;
    add(out, "a context with an unknown user",
        "current-context: c\nclusters: [{name: k, cluster: {server: 'https://a'}}]\ncontexts: [{name: c, "
        "context: {cluster: k, user: v}}]\n");
    for (const char* const server : {"https://[fe80::1%25eth0]:6443", "https://u%3Aq:p@a", "https://:p@a",
                                     "https://b\xc3\xbc"
                                     "cher.example",
                                     "https://a\"b"})
        add(out, std::string("server ") + server, config_with("server: '" + std::string(server) + "'"));
    out.push_back({"authority in an empty file",
                   {{"config", config_with(at_a + ", certificate-authority: ca.crt")}, {"ca.crt", ""}}});
    for (const char* const proxy : {"http://", "socks5://p:1"})
        add(out, std::string("proxy-url: ") + proxy, config_with(at_a + ", proxy-url: '" + proxy + "'"));
    const std::string exec =
        "exec: {command: c, apiVersion: client.authentication.k8s.io/v1, interactiveMode: ";
    for (const std::string& user :
         {std::string("token: 'a b'"), std::string("token: ' a'"), std::string("password: b"),
          std::string("username: '', password: b"), std::string("username: 'a:b', password: c"),
          std::string("client-key-data: KEY64"), std::string("client-key: x, client-key-data: KEY64"),
          exec + "Never}, token: a", exec + "Never}, username: a",
          exec + "Never}, client-certificate-data: CERT64, client-key-data: KEY64", exec + "Always}"})
        add(out, user.substr(0, 120), config_with(at_a, user));
    return out;
}

}}  // namespace setpoint::v0
