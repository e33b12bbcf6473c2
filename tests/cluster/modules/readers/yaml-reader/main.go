// yaml-reader reads YAML as kube-apiserver does: tests compare our reader with it. Input: documents, each as its length
// in bytes, a line end and the document. Output: one line of JSON for each.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	goyaml "go.yaml.in/yaml/v2"
	"sigs.k8s.io/yaml"
)

type answer struct {
	JSON   string `json:"json"`   // what YAMLToJSON makes of it
	Error  string `json:"error"`  // or why it makes nothing
	Strict string `json:"strict"` // what YAMLToJSONStrict says beyond that
	// Keys such as 1 and "1" became one, and which value it has is chance.
	Chance bool `json:"chance"`
}

func chance(v any) bool {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if chance(item) {
				return true
			}
		}
	case map[any]any:
		seen := map[string]bool{}
		for key, item := range v {
			text := fmt.Sprint(key)
			if number, ok := key.(float64); ok {
				text = strconv.FormatFloat(number, 'g', -1, 32)
			}
			if seen[text] || chance(item) {
				return true
			}
			seen[text] = true
		}
	}
	return false
}

func read(text []byte) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a = answer{Error: fmt.Sprintf("panic: %v", r)}
		}
	}()
	made, err := yaml.YAMLToJSON(text)
	if err != nil {
		return answer{Error: err.Error()}
	}
	a.JSON = string(made)
	if _, err := yaml.YAMLToJSONStrict(text); err != nil {
		a.Strict = err.Error()
	}
	var tree any
	a.Chance = goyaml.Unmarshal(text, &tree) == nil && chance(tree)
	return a
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	answers := json.NewEncoder(out)
	for {
		line, err := in.ReadString('\n')
		if err == io.EOF && line == "" {
			return
		}
		size, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			fmt.Fprintf(os.Stderr, "yaml-reader: %v\n", err)
			os.Exit(2)
		}
		text := make([]byte, size)
		if _, err := io.ReadFull(in, text); err != nil {
			fmt.Fprintf(os.Stderr, "yaml-reader: %v\n", err)
			os.Exit(2)
		}
		if err := answers.Encode(read(text)); err != nil {
			fmt.Fprintf(os.Stderr, "yaml-reader: %v\n", err)
			os.Exit(2)
		}
	}
}
