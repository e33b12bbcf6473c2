package setpoint

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Exploration plays a story of an operator under faults: `setpoint explore`. The command-line reference describes each field.
type Exploration struct {
	Program        string   // see Options.Program
	Story          string   // the file with the story
	Command        []string // the operator's program and arguments; {kubeconfig}, {port} and {instance} are replaced
	Env            []string // further variables of the operator, as NAME=VALUE
	RBAC           string
	ServiceAccount string
	Only, Except   []string
	Replay         string
	Pairs          bool
	Time           time.Duration
	Plans          int
	Jobs           int
	Patience       time.Duration
	LongestRetry   time.Duration
	MaxFindings    int
	Logs           string
	// Page is the file for the page with the findings. Default: a file in the folder $SETPOINT_EXPLORE_PAGES, or a temporary file,
	// that is kept if there are findings. Their failures name it.
	Page string
}

func (e Exploration) arguments(page string) []string {
	all := []string{"explore", "--story", e.Story, "--page", page}
	text := func(flag, value string) {
		if value != "" {
			all = append(all, flag, value)
		}
	}
	number := func(flag string, value int) {
		if value != 0 {
			text(flag, strconv.Itoa(value))
		}
	}
	span := func(flag string, value time.Duration) {
		if value != 0 {
			text(flag, value.String())
		}
	}
	text("--rbac", e.RBAC)
	text("--service-account", e.ServiceAccount)
	text("--only", strings.Join(e.Only, ","))
	text("--except", strings.Join(e.Except, ","))
	text("--replay", e.Replay)
	text("--logs", e.Logs)
	number("--plans", e.Plans)
	number("--jobs", e.Jobs)
	number("--max-findings", e.MaxFindings)
	span("--time", e.Time)
	span("--patience", e.Patience)
	span("--longest-retry", e.LongestRetry)
	if e.Pairs {
		all = append(all, "--pairs")
	}
	return append(append(all, "--"), e.Command...)
}

// Finding is a wrong outcome under a fault.
type Finding struct {
	Title string // the check that failed, and what differs
	Text  string // with both timelines and the command that replays it
}

// Findings are the result of an exploration.
type Findings struct {
	All     []Finding
	Summary string // how much was tried
	Page    string // the file with the page; "" if nothing was found
}

// Explore plays the story. Each finding is a failed subtest, whose output names the page.
func Explore(t *testing.T, e Exploration) {
	t.Helper()
	ctx := context.Background()
	if end, ok := t.Deadline(); ok { // findings so far are better than a panic
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-5*time.Second))
		defer cancel()
	}
	found, err := e.Run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(found.Summary)
	if found.Page != "" {
		if attributes, ok := any(t).(interface{ Attr(key, value string) }); ok {
			attributes.Attr("setpoint-page", found.Page)
		}
	}
	for i, one := range found.All {
		t.Run(fmt.Sprintf("finding-%d", i+1), func(t *testing.T) {
			t.Errorf("%s\npage: %s\n[[ATTACHMENT|%s]]", one.Text, found.Page, found.Page) // as Jenkins and GitLab find it
		})
	}
}

// Run plays the story without a test. The end of ctx ends the exploration, with the findings so far.
func (e Exploration) Run(ctx context.Context) (*Findings, error) {
	program, err := Program(e.Program)
	if err != nil {
		return nil, err
	}
	page, err := e.page()
	if err != nil {
		return nil, err
	}
	found := &Findings{}
	if e.Page == "" {
		defer func() {
			if found.Page == "" {
				os.Remove(page)
			}
		}()
	}
	out, log, ended := runTied(ctx, program, e.arguments(page), e.Env)
	found = parseFindings(out)
	var exit *exec.ExitError
	switch {
	case ended == nil:
		return found, nil
	case errors.As(ended, &exit) && exit.ExitCode() == 1 && len(found.All) != 0:
		found.Page = page
		return found, nil
	case exit != nil && (exit.ExitCode() == 126 || exit.ExitCode() == 127): // the shell's, of a program that cannot be executed
		return nil, notStarted(program, syscall.ENOEXEC)
	}
	return nil, fmt.Errorf("setpoint: explore: %w: %s", ended, strings.TrimSpace(log+"\n"+out))
}

func (e Exploration) page() (string, error) {
	if e.Page != "" {
		return filepath.Abs(e.Page)
	}
	folder := os.Getenv("SETPOINT_EXPLORE_PAGES")
	if folder != "" {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return "", fmt.Errorf("setpoint: SETPOINT_EXPLORE_PAGES: %w", err)
		}
	}
	file, err := os.CreateTemp(folder, "explore-*.html")
	if err != nil {
		return "", fmt.Errorf("setpoint: cannot write the page: %w: set TMPDIR or SETPOINT_EXPLORE_PAGES to a folder that can be written", err)
	}
	file.Close()
	return filepath.Abs(file.Name())
}

// tied runs "$@" and ends it when the standard input ends: when this process closes it, or was killed.
const tied = `exec 3<&0 </dev/null
"$@" 3<&- & p=$!
{ read -r _ <&3 || kill -TERM $p; } >/dev/null 2>&1 & w=$!
wait $p; c=$?
kill $w 2>/dev/null
exit $c`

func runTied(ctx context.Context, program string, arguments, env []string) (out, log string, err error) {
	in, ours, err := os.Pipe() // close-on-exec
	if err != nil {
		return "", "", err
	}
	defer ours.Close()
	defer context.AfterFunc(ctx, func() { ours.Close() })()
	var stdout, stderr strings.Builder
	c := exec.Command("/bin/sh", append([]string{"-c", tied, "setpoint", program}, arguments...)...)
	c.Env = append(os.Environ(), env...)
	c.Stdin, c.Stdout, c.Stderr = in, &stdout, &stderr
	err = c.Start()
	in.Close()
	if err != nil {
		return "", "", err
	}
	err = c.Wait()
	return stdout.String(), stderr.String(), err
}

var (
	beginOfFinding = regexp.MustCompile(`^[0-9]+\. [a-z]`)
	summaryLine    = regexp.MustCompile(`^[0-9]+ points, `)
	progressLine   = regexp.MustCompile(`^[0-9]+ of [0-9]+ plans`)
)

// parseFindings reads what `setpoint explore` prints.
func parseFindings(out string) *Findings {
	found := &Findings{}
	var block []string
	end := func() {
		if block != nil {
			found.All = append(found.All, findingOf(block))
		}
		block = nil
	}
	for _, line := range strings.Split(out, "\n") {
		switch {
		case beginOfFinding.MatchString(line):
			end()
			block = []string{line}
		case summaryLine.MatchString(line):
			end()
			found.Summary = line
		case progressLine.MatchString(line):
		case block != nil:
			block = append(block, line)
		}
	}
	end()
	return found
}

func findingOf(block []string) Finding {
	_, title, _ := strings.Cut(block[0], ". ")
	for _, more := range block[1:] { // a long title is wrapped
		if more == "" || strings.HasPrefix(more, " ") {
			break
		}
		title += " " + more
	}
	return Finding{Title: title, Text: strings.TrimSpace(strings.Join(block, "\n"))}
}
