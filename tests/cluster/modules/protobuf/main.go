// go-protobuf encodes and decodes the built-in kinds with Kubernetes' own types, for comparison.
//
//	go-protobuf generate SEED COUNT   writes COUNT objects of each kind, one a line: apiVersion, kind, the bytes of the object, its
//	                                  JSON after a round trip through them, and the bytes after a round trip through that JSON
//	go-protobuf decode                reads lines of apiVersion, kind and bytes, and writes for each the JSON, or "error: " and why
//
// Fields are separated by tabs, and bytes are in hexadecimal.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"setpoint/tests/cluster/modules/protobuf/groups"
)

var all = groups.NewScheme()
var codec = protobuf.NewSerializer(all, all)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "go-protobuf:", err)
		os.Exit(1)
	}
}

// The kinds that have protobuf, but no options except DeleteOptions.
func kinds() []schema.GroupVersionKind {
	var out []schema.GroupVersionKind
	for kind, t := range all.AllKnownTypes() {
		_, ok := reflect.PointerTo(t).MethodByName("MarshalToSizedBuffer")
		isOptions := strings.HasSuffix(kind.Kind, "Options") && (kind.Kind != "DeleteOptions" || kind.Group != "")
		if ok && !isOptions && kind.Kind != "WatchEvent" && kind.Version != runtime.APIVersionInternal {
			out = append(out, kind)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].String() < out[j].String() })
	return out
}

func encode(o runtime.Object) []byte {
	out, err := runtime.Encode(codec, o)
	check(err)
	return out
}

func decode(bytes []byte) (runtime.Object, error) {
	o, _, err := codec.Decode(bytes, nil, nil)
	return o, err
}

func generate(seed int64, count int) {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, kind := range kinds() {
		for n := 0; n < count; n++ {
			o, err := all.New(kind)
			check(err)
			if n != 0 {
				filler(seed + int64(n)).Fill(o)
			}
			o.GetObjectKind().SetGroupVersionKind(kind)
			bytes := encode(o)
			decoded, err := decode(bytes)
			check(err)
			text, err := json.Marshal(decoded)
			check(err)
			again, err := all.New(kind)
			check(err)
			check(json.Unmarshal(text, again))
			fmt.Fprintf(out, "%s\t%s\t%x\t%s\t%x\n", kind.GroupVersion(), kind.Kind, bytes, text, encode(again))
		}
	}
}

func decodeLines() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		bytes, err := hex.DecodeString(in.Text())
		check(err)
		o, err := decode(bytes)
		var text []byte
		if err == nil {
			text, err = json.Marshal(o)
		}
		if err != nil {
			fmt.Fprintf(out, "error: %s\n", strings.ReplaceAll(err.Error(), "\n", " "))
		} else {
			fmt.Fprintf(out, "%s\n", text)
		}
	}
	check(in.Err())
}

func main() {
	if len(os.Args) == 4 && os.Args[1] == "generate" {
		seed, err := strconv.ParseInt(os.Args[2], 10, 64)
		check(err)
		count, err := strconv.Atoi(os.Args[3])
		check(err)
		generate(seed, count)
		return
	}
	if len(os.Args) == 2 && os.Args[1] == "decode" {
		decodeLines()
		return
	}
	fmt.Fprintln(os.Stderr, "usage: go-protobuf generate SEED COUNT | decode")
	os.Exit(2)
}
