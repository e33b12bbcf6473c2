// go-formats reads lines of a format, a tab and a string as JSON, and writes for each whether kube-openapi's
// strfmt, which the API server checks custom resources with, takes the string: ok or err.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/strfmt"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		format, text, _ := strings.Cut(in.Text(), "\t")
		var value string
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			fmt.Fprintln(os.Stderr, "go-formats:", text, err)
			os.Exit(1)
		}
		if strfmt.Default.Validates(format, value) {
			fmt.Fprintln(out, "ok")
		} else {
			fmt.Fprintln(out, "err")
		}
	}
}
