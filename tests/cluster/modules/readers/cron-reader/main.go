// cron-reader parses schedules as kube-apiserver and kube-controller-manager do, and computes their next times: tests
// compare our parser with it. Input: lines of JSON with a schedule, a time zone and a time. Output: a line of JSON for each.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/robfig/cron/v3"
)

type question struct {
	Schedule string `json:"schedule"`
	Zone     string `json:"zone"`
	After    int64  `json:"after"` // Unix time
	Count    int    `json:"count"`
}

type answer struct {
	Next  []int64 `json:"next"` // as many as there are within five years each
	Error string  `json:"error"`
}

func ask(q question) (a answer, err error) {
	schedule, err := cron.ParseStandard(q.Schedule)
	if err != nil {
		return answer{Error: err.Error()}, nil
	}
	zone, err := time.LoadLocation(q.Zone)
	if err != nil {
		return a, err
	}
	if spec, ok := schedule.(*cron.SpecSchedule); ok {
		spec.Location = zone
	}
	at := time.Unix(q.After, 0).In(zone)
	for i := 0; i < q.Count; i++ {
		if at = schedule.Next(at); at.IsZero() {
			break
		}
		a.Next = append(a.Next, at.Unix())
	}
	return a, nil
}

func main() {
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	in.Buffer(nil, 1<<20)
	answers := json.NewEncoder(out)
	for in.Scan() {
		var q question
		err := json.Unmarshal(in.Bytes(), &q)
		var a answer
		if err == nil {
			a, err = ask(q)
		}
		if err == nil {
			err = answers.Encode(a)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "cron-reader: %v\n", err)
			os.Exit(2)
		}
	}
}
