//go:build tools

// Package helm pins the Helm that tests/manifests runs.
package helm

import _ "helm.sh/helm/v3/cmd/helm"
