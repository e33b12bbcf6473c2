package setpoint

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Options of a server. The zero value is a server with its controllers and one fake node, on which pods become ready.
type Options struct {
	// Program is the path of setpoint. Default: $SETPOINT, the program of this module, or the one in $PATH, in this order.
	Program string
	// NoControllers runs the API alone, as controller-runtime's envtest does: nothing creates the pods of a Deployment.
	NoControllers bool
	// CRDs are files and folders with CustomResourceDefinitions, which are established when Start returns.
	CRDs []string
	// Snapshot is a file with objects to start with: of SnapshotFile, of `setpoint snapshot save`, or of `kubectl get -o yaml`.
	Snapshot string
	// Port to listen on, at 127.0.0.1. Default: any free port.
	Port int
	// Flags are further flags of `setpoint apiserver`, such as "--authorization-mode=RBAC".
	Flags []string
	// Log receives what the server logs: warnings and errors. Default: the test's log, or standard error without a test.
	Log io.Writer
	// Timeout limits the start and each command. Default: one minute.
	Timeout time.Duration
}

// Server is a running server. Its methods may be called by several goroutines.
type Server struct {
	control    *control
	process    *exec.Cmd
	log        *tail
	stop       sync.Once
	stopped    error
	url        string
	kubeconfig []byte
	kubernetes string
	folder     func() (string, error)
	remove     string // folder of New, with the kubeconfig
	file       struct {
		once sync.Once
		path string
		err  error
	}
}

// Start starts a server for a test. It fails the test if that is impossible; the server ends with the test.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	if o.Log == nil {
		o.Log = testLog{t}
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	s.folder = func() (string, error) { return t.TempDir(), nil }
	return s
}

// New starts a server outside of a test, as in TestMain. Call Stop; otherwise it ends with this process.
func New(o Options) (*Server, error) {
	if o.Log == nil {
		o.Log = os.Stderr
	}
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	program, err := Program(o.Program)
	if err != nil {
		return nil, err
	}
	s := &Server{log: &tail{to: o.Log}}
	s.folder = func() (string, error) {
		folder, err := os.MkdirTemp("", "setpoint-")
		s.remove = folder
		return folder, err
	}
	if err := s.run(program, o); err != nil {
		return nil, err
	}
	if len(o.CRDs) != 0 {
		if _, err := s.Install(o.CRDs...); err != nil {
			return nil, errors.Join(err, s.Stop())
		}
	}
	return s, nil
}

func (o Options) flags() []string {
	flags := []string{"apiserver", "--control", "--port", strconv.Itoa(o.Port)}
	if o.NoControllers {
		flags = append(flags, "--nodes", "0", "--without", "garbage-collection,namespaces,workloads,addresses,endpoints,nodes")
	}
	if o.Snapshot != "" {
		flags = append(flags, "--snapshot", o.Snapshot)
	}
	return append(flags, o.Flags...)
}

func (s *Server) run(program string, o Options) error {
	// os.Pipe is close-on-exec: other children of this process do not keep the server alive.
	in, commands, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("setpoint: %w", err)
	}
	answers, out, err := os.Pipe()
	if err != nil {
		return errors.Join(fmt.Errorf("setpoint: %w", err), in.Close(), commands.Close())
	}
	s.process = exec.Command(program, o.flags()...)
	s.process.Stdin, s.process.Stdout, s.process.Stderr = in, out, s.log
	// In a session of its own: Ctrl-C in a terminal ends the tests, which may still need the server to clean up.
	s.process.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	s.process.WaitDelay = 5 * time.Second
	err = startProcess(s.process)
	in.Close()
	out.Close()
	if err != nil {
		commands.Close()
		answers.Close()
		return notStarted(program, err)
	}
	s.control = &control{in: commands, lines: readLines(answers), timeout: o.Timeout}
	if err := s.greet(program, o.Timeout); err != nil {
		s.process.Process.Kill()
		s.Stop()
		return err
	}
	return nil
}

// startProcess tries again while the file of the program is open for writing in a child that another goroutine has just forked.
func startProcess(c *exec.Cmd) error {
	for try := 0; ; try++ {
		err := c.Start()
		if !errors.Is(err, syscall.ETXTBSY) || try == 100 {
			return err
		}
		time.Sleep(10 * time.Millisecond)
		again := exec.Command(c.Path, c.Args[1:]...)
		again.Stdin, again.Stdout, again.Stderr = c.Stdin, c.Stdout, c.Stderr
		again.SysProcAttr, again.WaitDelay = c.SysProcAttr, c.WaitDelay
		*c = *again
	}
}

// greet waits until the server is ready, and compares its version with that of this package.
func (s *Server) greet(program string, timeout time.Duration) error {
	line, err := s.control.line(time.Now().Add(timeout))
	if errors.Is(err, io.EOF) {
		return notReady(program, s.process.Wait(), s.log.String())
	}
	if err != nil {
		return fmt.Errorf("setpoint: %s is not ready after %v", program, timeout)
	}
	if !strings.HasPrefix(string(line), "ready on ") {
		return fmt.Errorf("setpoint: %s printed %q in place of 'ready on ...': it is not setpoint", program, line)
	}
	var info struct{ Version, Kubernetes, URL, Kubeconfig string }
	if err := s.control.call("info", nil, &info); err != nil {
		return err
	}
	s.url, s.kubernetes, s.kubeconfig = info.URL, info.Kubernetes, []byte(info.Kubeconfig)
	return checkVersion(program, info.Version)
}

// Stop ends the server and removes its files. It returns an error if the server had ended before, or did not end in order.
func (s *Server) Stop() error {
	s.stop.Do(func() {
		s.control.in.Close() // which ends the server
		kill := time.AfterFunc(10*time.Second, func() { s.process.Process.Kill() })
		err := s.process.Wait()
		kill.Stop()
		if err != nil && s.process.ProcessState != nil && !s.process.ProcessState.Success() {
			s.stopped = fmt.Errorf("setpoint: the server ended with %v%s", err, s.log.quoted())
		}
		if s.remove != "" {
			os.RemoveAll(s.remove)
		}
	})
	return s.stopped
}

// URL returns the address, such as https://127.0.0.1:35123.
func (s *Server) URL() string { return s.url }

// KubernetesVersion returns the version of Kubernetes that the server imitates, such as v1.37.2.
func (s *Server) KubernetesVersion() string { return s.kubernetes }

// Pid returns the id of the server's process.
func (s *Server) Pid() int { return s.process.Process.Pid }

// Kubeconfig returns the text of a kubeconfig of a cluster administrator.
func (s *Server) Kubeconfig() []byte { return append([]byte(nil), s.kubeconfig...) }

// KubeconfigFile writes the kubeconfig into a temporary folder at its first call, and returns the file's path.
func (s *Server) KubeconfigFile() (string, error) {
	s.file.once.Do(func() {
		folder, err := s.folder()
		if err == nil {
			s.file.path = filepath.Join(folder, "kubeconfig")
			err = os.WriteFile(s.file.path, s.kubeconfig, 0o600)
		}
		if err != nil {
			s.file.err = fmt.Errorf("setpoint: cannot write a kubeconfig: %w: set TMPDIR to a folder that can be written", err)
		}
	})
	return s.file.path, s.file.err
}

// readLines ends, and closes the file, when the process ends.
func readLines(from *os.File) <-chan []byte {
	lines := make(chan []byte, 16)
	go func() {
		defer close(lines)
		defer from.Close()
		in := bufio.NewReader(from)
		for {
			line, err := in.ReadBytes('\n')
			if err != nil {
				return
			}
			lines <- line
		}
	}()
	return lines
}

// testLog writes to the log of a test.
type testLog struct{ t testing.TB }

func (l testLog) Write(text []byte) (int, error) {
	l.t.Logf("setpoint: %s", strings.TrimRight(string(text), "\n"))
	return len(text), nil
}

// tail passes on what it gets, and keeps the end for messages.
type tail struct {
	to   io.Writer
	lock sync.Mutex
	kept []byte
}

func (l *tail) Write(text []byte) (int, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.kept = append(l.kept, text...)
	if over := len(l.kept) - 4096; over > 0 {
		l.kept = append([]byte(nil), l.kept[over:]...)
	}
	return l.to.Write(text)
}

func (l *tail) String() string {
	l.lock.Lock()
	defer l.lock.Unlock()
	return strings.TrimSpace(string(l.kept))
}

func (l *tail) quoted() string {
	if text := l.String(); text != "" {
		return ": " + text
	}
	return ""
}
