// image-reader reads references of images as kubelets do (k8s.io/kubernetes/pkg/util/parsers): tests compare our parser
// with it. Input: one reference a line, quoted as in JSON. Output: a line of JSON for each.
package main

import (
	"bufio"
	_ "crypto/sha256"
	_ "crypto/sha512"
	"encoding/json"
	"fmt"
	"os"

	"github.com/distribution/reference"
)

type answer struct {
	Name   string `json:"name"` // normalised: registry/repository
	Tag    string `json:"tag"`
	Digest string `json:"digest"`
	Error  string `json:"error"` // or why it is none
}

func read(text string) (a answer) {
	named, err := reference.ParseNormalizedNamed(text)
	if err != nil {
		return answer{Error: err.Error()}
	}
	a.Name = named.Name()
	if tagged, ok := named.(reference.Tagged); ok {
		a.Tag = tagged.Tag()
	}
	if digested, ok := named.(reference.Digested); ok {
		a.Digest = digested.Digest().String()
	}
	return a
}

func main() {
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	in.Buffer(nil, 1<<20)
	answers := json.NewEncoder(out)
	for in.Scan() {
		var text string
		if err := json.Unmarshal(in.Bytes(), &text); err != nil {
			fmt.Fprintf(os.Stderr, "image-reader: %v\n", err)
			os.Exit(2)
		}
		if err := answers.Encode(read(text)); err != nil {
			os.Exit(1)
		}
	}
}
