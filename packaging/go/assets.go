package setpoint

import (
	"fmt"
	"os/exec"
	"strings"
)

// Assets fills a folder for the variable KUBEBUILDER_ASSETS, or BinaryAssetsDirectory, of controller-runtime's envtest: suites that use
// envtest then run on setpoint, without a change and without controllers. On the command line: go tool setpoint assets FOLDER.
func Assets(folder string) error {
	program, err := Program("")
	if err != nil {
		return err
	}
	if out, err := exec.Command(program, "assets", folder).CombinedOutput(); err != nil {
		return fmt.Errorf("setpoint: assets: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return nil
}
