// kubeconfig-reader says what client-go makes of kubeconfigs: tests compare our reader with it. Input: questions, each a
// line of JSON. Output: a line of JSON for each, with the effective configuration or the error.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"strconv"
	"strings"

	"golang.org/x/net/http/httpguts"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/client-go/transport"
)

type question struct {
	List    []string `json:"list"`    // KUBECONFIG's files
	File    string   `json:"file"`    // --kubeconfig
	Context string   `json:"context"` // --context
}

type answer struct {
	Error       string              `json:"error,omitempty"`
	Scheme      string              `json:"scheme,omitempty"`
	Host        string              `json:"host,omitempty"`
	Port        string              `json:"port,omitempty"`
	Path        string              `json:"path,omitempty"` // as it is sent, in front of /api
	Namespace   string              `json:"namespace,omitempty"`
	CA          string              `json:"ca,omitempty"`
	Cert        string              `json:"cert,omitempty"`
	Key         string              `json:"key,omitempty"`
	Insecure    bool                `json:"insecure,omitempty"`
	ServerName  string              `json:"serverName,omitempty"`
	Token       string              `json:"token,omitempty"`
	TokenFile   string              `json:"tokenFile,omitempty"`
	Username    string              `json:"username,omitempty"`
	Password    string              `json:"password,omitempty"`
	Proxy       string              `json:"proxy,omitempty"`
	As          string              `json:"as,omitempty"`
	AsUID       string              `json:"asUid,omitempty"`
	AsGroups    []string            `json:"asGroups,omitempty"`
	AsExtra     map[string][]string `json:"asExtra,omitempty"`
	ExecCommand string              `json:"execCommand,omitempty"`
	ExecArgs    []string            `json:"execArgs,omitempty"`
	ExecEnv     []string            `json:"execEnv,omitempty"`
	ExecVersion string              `json:"execVersion,omitempty"`
	ExecCluster bool                `json:"execCluster,omitempty"`
}

func read(q question) (answer, error) {
	rules := &clientcmd.ClientConfigLoadingRules{Precedence: q.List, ExplicitPath: q.File}
	overrides := &clientcmd.ConfigOverrides{CurrentContext: q.Context}
	loader := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, overrides)
	config, err := loader.ClientConfig()
	if err != nil {
		return answer{}, err
	}
	a := answer{Insecure: config.Insecure, ServerName: config.ServerName, Token: config.BearerToken,
		TokenFile: config.BearerTokenFile, Username: config.Username, Password: config.Password,
		As: config.Impersonate.UserName, AsUID: config.Impersonate.UID, AsGroups: config.Impersonate.Groups,
		AsExtra: config.Impersonate.Extra}
	if a.Namespace, _, err = loader.Namespace(); err != nil {
		return answer{}, err
	}
	if e := config.ExecProvider; e != nil {
		a.fillExec(e)
	}
	// What a client checks before its first request.
	if _, err := rest.HTTPClientFor(config); err != nil {
		return answer{}, err
	}
	if err := a.fillServer(config); err != nil {
		return answer{}, err
	}
	if err := a.fillToken(config); err != nil {
		return answer{}, err
	}
	wanted, err := http.NewRequest("GET", "https://example.com", nil)
	if err != nil {
		return answer{}, err
	}
	if config.Proxy != nil {
		proxy, err := config.Proxy(wanted)
		if err != nil {
			return answer{}, err
		}
		port := proxy.Port()
		if port == "" {
			port = map[string]string{"http": "80", "https": "443"}[proxy.Scheme]
		}
		a.Proxy = proxy.Scheme + "://" + net.JoinHostPort(proxy.Hostname(), port)
		if proxy.User != nil {
			password, _ := proxy.User.Password()
			a.Proxy += " " + proxy.User.Username() + " " + password
		}
	}
	return a, a.fillFiles(config)
}

// Where requests go. What a request would fail with at once is refused.
func (a *answer) fillServer(config *rest.Config) error {
	defaultTLS := config.Insecure || config.CAFile != "" || len(config.CAData) != 0 || config.CertFile != "" ||
		len(config.CertData) != 0
	base, _, err := rest.DefaultServerURL(config.Host, "/api", schema.GroupVersion{Version: "v1"}, defaultTLS)
	if err != nil {
		return err
	}
	a.Scheme, a.Host, a.Port, a.Path = base.Scheme, base.Hostname(), base.Port(), (&url.URL{Path: path.Join("/", base.Path)}).EscapedPath()
	if a.Scheme != "http" && a.Scheme != "https" {
		return fmt.Errorf("unsupported protocol scheme %q", a.Scheme)
	}
	if a.Host == "" {
		return fmt.Errorf("no host in %q", config.Host)
	}
	if a.Port == "" {
		a.Port = map[string]string{"http": "80", "https": "443"}[a.Scheme]
	}
	if n, err := strconv.Atoi(a.Port); err != nil || n < 1 || n > 65535 {
		return fmt.Errorf("invalid port %q", a.Port)
	}
	// http.Client sends what stands in the URL, and the credentials stay away.
	if base.User != nil {
		a.Username = base.User.Username()
		a.Password, _ = base.User.Password()
		a.Token, a.TokenFile, a.ExecCommand, a.ExecVersion = "", "", "", ""
		a.ExecArgs, a.ExecEnv, a.ExecCluster = nil, nil, false
	}
	return nil
}

// A file goes before a token.
func (a *answer) fillToken(config *rest.Config) error {
	if a.TokenFile != "" {
		if content, err := os.ReadFile(a.TokenFile); err == nil {
			a.Token = strings.TrimSpace(string(content))
		}
	}
	for _, value := range []string{a.Token, a.As, a.AsUID} {
		if !httpguts.ValidHeaderFieldValue(value) {
			return fmt.Errorf("invalid header field value")
		}
	}
	return nil
}

func (a *answer) fillExec(e *clientcmdapi.ExecConfig) {
	a.ExecCommand, a.ExecArgs, a.ExecVersion, a.ExecCluster = e.Command, e.Args, e.APIVersion, e.ProvideClusterInfo
	for _, v := range e.Env {
		a.ExecEnv = append(a.ExecEnv, v.Name+"="+v.Value)
	}
}

// The contents that files or data give.
func (a *answer) fillFiles(config *rest.Config) error {
	tls, err := config.TransportConfig()
	if err != nil {
		return err
	}
	if _, err := transport.TLSConfigFor(tls); err != nil {
		return err
	}
	a.CA, a.Cert, a.Key = string(tls.TLS.CAData), string(tls.TLS.CertData), string(tls.TLS.KeyData)
	return nil
}

func main() {
	in, out := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)
	for in.Scan() {
		var q question
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			fmt.Fprintf(os.Stderr, "kubeconfig-reader: %v\n", err)
			os.Exit(2)
		}
		a, err := read(q)
		if err != nil {
			a = answer{Error: err.Error()}
		}
		if err := out.Encode(a); err != nil {
			fmt.Fprintf(os.Stderr, "kubeconfig-reader: %v\n", err)
			os.Exit(2)
		}
	}
}
