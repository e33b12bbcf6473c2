// agnhost is the part of Kubernetes' test image of that name that conformance specs of the API machinery and of access run in pods.
package main

import (
	"flag"
	"os"

	"github.com/spf13/cobra"
	"k8s.io/klog/v2"
	crdconvwebhook "k8s.io/kubernetes/test/images/agnhost/crd-conversion-webhook"
	"k8s.io/kubernetes/test/images/agnhost/inclusterclient"
	"k8s.io/kubernetes/test/images/agnhost/mounttest"
	"k8s.io/kubernetes/test/images/agnhost/openidmetadata"
	"k8s.io/kubernetes/test/images/agnhost/webhook"
)

func main() {
	root := &cobra.Command{Use: "agnhost"}
	klog.InitFlags(nil)
	root.PersistentFlags().AddGoFlagSet(flag.CommandLine)
	root.AddCommand(crdconvwebhook.CmdCrdConversionWebhook, inclusterclient.CmdInClusterClient, mounttest.CmdMounttest,
		openidmetadata.CmdTestServiceAccountIssuerDiscovery, webhook.CmdWebhook)
	if root.Execute() != nil {
		os.Exit(1)
	}
}
