// compare compares the embedded server's rules with Kubernetes' own code: see ../README.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/pprof"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(2)
	}
}

type options struct {
	probe, root, known, kind, only, report, profile, dump string
	seed                                                  int64
	cases, show                                           int
	list, update, prune, selfTest, features               bool
}

func main() {
	var o options
	flag.StringVar(&o.probe, "probe", "", "the embedded server's side: build/.../strategies_probe")
	flag.StringVar(&o.root, "root", ".", "the project's folder, for samples and bases")
	flag.StringVar(&o.known, "known", "", "the list of known differences")
	flag.StringVar(&o.kind, "kind", "", "only kinds whose resource contains one of these words (comma-separated)")
	flag.StringVar(&o.only, "only", "", "show only differences whose line contains this text")
	flag.StringVar(&o.report, "report", "", "write every difference with its smallest request to this file")
	flag.Int64Var(&o.seed, "seed", 1, "the seed")
	flag.IntVar(&o.cases, "cases", 20000, "requests in all")
	flag.IntVar(&o.show, "show", 3, "new differences to show per kind")
	flag.BoolVar(&o.list, "list", false, "list all differences, without requests")
	flag.BoolVar(&o.update, "update", false, "write the differences found to the list of known differences")
	flag.BoolVar(&o.prune, "prune", false, "remove the known differences that did not occur from the list")
	flag.StringVar(&o.profile, "profile", "", "write a CPU profile to this file")
	flag.StringVar(&o.dump, "dump", "", "only write the requests and the answers of Kubernetes' code to this file, as JSON lines")
	flag.BoolVar(&o.selfTest, "self-test", false, "only test the comparison, and that the real server accepts every base")
	flag.BoolVar(&o.features, "features", false, "only write the feature gates of kube-apiserver as JSON")
	flag.Parse()
	if o.features {
		writeFeatures()
		return
	}
	debug.SetGCPercent(400)
	klog.SetLogger(logr.Discard())
	g := newGenerator(o)
	if o.selfTest {
		os.Exit(selfTest(g))
	}
	if o.dump != "" {
		dump(o, g)
		return
	}
	began := time.Now()
	run := newRun(o, g)
	if o.profile != "" {
		to, err := os.Create(o.profile)
		check(err)
		check(pprof.StartCPUProfile(to))
	}
	run.all()
	pprof.StopCPUProfile()
	os.Exit(run.finish(time.Since(began)))
}

func dump(o options, g *generator) {
	to, err := os.Create(o.dump)
	check(err)
	defer to.Close()
	r := run{o: o, g: g, kinds: kindsNamed(o.kind)}
	for _, k := range r.kinds {
		for n, all := 0, r.share(k); n < all; n++ {
			c := g.make(k, n)
			fmt.Fprintf(to, "%s\n", text(map[string]any{"query": c.query, "answer": k.answer(&c.query)}))
		}
	}
}
