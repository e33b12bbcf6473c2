// kubeconfig-reader says what client-go makes of kubeconfigs: tests compare our reader with it. Input: questions, each a
// line of JSON. Output: a line of JSON for each, with the effective configuration or the error.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

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
	Server      string              `json:"server,omitempty"` // scheme://host/path
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
	defaultTLS := config.Insecure || config.CAFile != "" || len(config.CAData) != 0 || config.CertFile != "" ||
		len(config.CertData) != 0
	base, _, err := rest.DefaultServerURL(config.Host, "/api", schema.GroupVersion{Version: "v1"}, defaultTLS)
	if err != nil {
		return answer{}, err
	}
	a.Server = base.String()
	wanted, err := http.NewRequest("GET", "https://example.com", nil)
	if err != nil {
		return answer{}, err
	}
	if config.Proxy != nil {
		proxy, err := config.Proxy(wanted)
		if err != nil {
			return answer{}, err
		}
		a.Proxy = proxy.String()
	}
	return a, a.fillFiles(config)
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
