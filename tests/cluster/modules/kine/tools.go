//go:build tools

// Package tools pins kine, which lets kube-apiserver store in SQLite instead of etcd.
package tools

import _ "github.com/k3s-io/kine"
