package setpoint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// control speaks with a server: a line of JSON for each command, and one for each answer.
type control struct {
	lock    sync.Mutex
	in      *os.File
	lines   <-chan []byte
	timeout time.Duration
	last    int // id of the last command
}

var errTooLate = errors.New("no answer in time")

// line returns io.EOF after the last line of a server that has ended.
func (c *control) line(until time.Time) ([]byte, error) {
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case line, ok := <-c.lines:
		if !ok {
			return nil, io.EOF
		}
		return bytes.TrimRight(line, "\n"), nil
	case <-timer.C:
		return nil, errTooLate
	}
}

// call stores the members of the answer in result, which may be nil.
func (c *control) call(do string, members map[string]any, result any) error {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.last++
	request := map[string]any{"do": do, "id": c.last}
	maps.Copy(request, members)
	text, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("setpoint: %s: %w", do, err)
	}
	until := time.Now().Add(c.timeout)
	c.in.SetWriteDeadline(until)
	if _, err := c.in.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("setpoint: %s: the server has ended, or is stopped: %w", do, err)
	}
	answer, err := c.answer(until)
	if err != nil {
		return fmt.Errorf("setpoint: %s: %w", do, err)
	}
	if result == nil {
		return nil
	}
	if err := json.Unmarshal(answer, result); err != nil {
		return fmt.Errorf("setpoint: %s: the answer %.200s: %w", do, answer, err)
	}
	return nil
}

// answer skips answers to commands that were given up.
func (c *control) answer(until time.Time) ([]byte, error) {
	for {
		line, err := c.line(until)
		if errors.Is(err, io.EOF) {
			return nil, errors.New("the server has ended")
		}
		if err != nil {
			return nil, fmt.Errorf("%w (%v)", err, c.timeout)
		}
		var head struct {
			ID    int
			OK    bool
			Error string
		}
		if err := json.Unmarshal(line, &head); err != nil {
			return nil, fmt.Errorf("the server printed %.200q, which is not an answer", line)
		}
		if head.ID != c.last {
			continue
		}
		if !head.OK {
			return nil, errors.New(head.Error)
		}
		return line, nil
	}
}

func absolute(paths ...string) ([]string, error) {
	all := make([]string, 0, len(paths))
	for _, path := range paths {
		path, err := filepath.Abs(path)
		if err != nil {
			return nil, fmt.Errorf("setpoint: %w", err)
		}
		all = append(all, path)
	}
	return all, nil
}

// Install creates or updates the CustomResourceDefinitions in these files and folders, waits until they are established, and returns
// their names.
func (s *Server) Install(paths ...string) ([]string, error) {
	files, err := absolute(paths...)
	if err != nil {
		return nil, err
	}
	return s.install(map[string]any{"files": files})
}

// InstallObjects is Install for definitions that are values: *apiextensionsv1.CustomResourceDefinition with its kind and apiVersion
// set, or map[string]any.
func (s *Server) InstallObjects(definitions ...any) ([]string, error) {
	return s.install(map[string]any{"objects": definitions})
}

func (s *Server) install(what map[string]any) ([]string, error) {
	var answer struct{ Names []string }
	err := s.control.call("install", what, &answer)
	return answer.Names, err
}

// Snapshot keeps all objects in the server's memory under this name.
func (s *Server) Snapshot(name string) error {
	return s.control.call("snapshot", map[string]any{"name": name}, nil)
}

// Restore makes the objects equal to those of the snapshot of this name, with ordinary watch events: clients continue.
func (s *Server) Restore(name string) error {
	return s.control.call("restore", map[string]any{"name": name}, nil)
}

// SnapshotFile writes all objects to a file, for RestoreFile and Options.Snapshot.
func (s *Server) SnapshotFile(path string) error { return s.withFile("snapshot", path) }

// RestoreFile is Restore with a file of SnapshotFile.
func (s *Server) RestoreFile(path string) error { return s.withFile("restore", path) }

func (s *Server) withFile(do, path string) error {
	files, err := absolute(path)
	if err != nil {
		return err
	}
	return s.control.call(do, map[string]any{"file": files[0]}, nil)
}

// ExpireHistory makes the server answer 410 to resourceVersions before this moment, as after a compaction. Open watches stay.
func (s *Server) ExpireHistory() error { return s.control.call("expire-history", nil, nil) }
