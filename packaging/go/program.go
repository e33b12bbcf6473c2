package setpoint

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
)

// bundle is the program of this platform, which files that packaging/go/build writes embed. Empty on other platforms.
type bundle struct {
	compressed []byte
	sha256     string // of the program
	size       int64
}

var (
	bundled   bundle
	unpacking sync.Mutex
)

// Program returns the path of setpoint: named, $SETPOINT, the program of this module, or the one in $PATH, in this order.
// The program of this module is unpacked once, into the user's cache folder or the folder $SETPOINT_CACHE.
func Program(named string) (string, error) {
	for _, one := range []struct{ path, by string }{{named, "Options.Program"}, {os.Getenv("SETPOINT"), "SETPOINT"}} {
		if one.path == "" {
			continue
		}
		path, err := exec.LookPath(one.path)
		if err != nil {
			return "", fmt.Errorf("setpoint: %s names a program that cannot be run: %w", one.by, withAdvice(one.path, err))
		}
		return filepath.Abs(path)
	}
	if bundled.compressed != nil {
		return unpack(bundled)
	}
	path, err := exec.LookPath("setpoint")
	if err != nil {
		return "", fmt.Errorf("setpoint: this module has no program for %s/%s, and there is none in PATH: "+
			"install setpoint, or set SETPOINT to its path", runtime.GOOS, runtime.GOARCH)
	}
	return filepath.Abs(path)
}

type cache struct {
	folder string
	shared bool // others may write beside it
}

// caches returns the folders in which the program can be kept, best first.
func caches() []cache {
	if folder := os.Getenv("SETPOINT_CACHE"); folder != "" {
		return []cache{{folder: folder}}
	}
	var all []cache
	if folder, err := os.UserCacheDir(); err == nil {
		all = append(all, cache{folder: filepath.Join(folder, "setpoint")})
	}
	return append(all, cache{filepath.Join(os.TempDir(), fmt.Sprintf("setpoint-%d", os.Getuid())), true})
}

func unpack(b bundle) (string, error) {
	unpacking.Lock()
	defer unpacking.Unlock()
	var failed []string
	for _, c := range caches() {
		path := filepath.Join(c.folder, b.sha256[:16], "setpoint")
		err := unpackTo(b, c, path)
		if err == nil {
			return path, nil
		}
		failed = append(failed, err.Error())
	}
	return "", fmt.Errorf("setpoint: there is no place for the program: %s: set SETPOINT_CACHE to a folder in which files can be written and "+
		"executed, or SETPOINT to an installed program", strings.Join(failed, "; "))
}

// unpackTo writes a file of another name and renames it, since other processes do the same at the same time.
func unpackTo(b bundle, c cache, path string) error {
	if err := os.MkdirAll(c.folder, 0o700); err != nil {
		return err
	}
	if err := c.isOurs(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	// The size is enough: the folder is ours and named by the sum, and the file got its name when it was complete, checked and on disk.
	// The sum takes 35 ms, at each start of a test program.
	if have, err := os.Stat(path); err == nil && have.Size() == b.size {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".unpacking-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // which fails once it is renamed
	in, err := gzip.NewReader(bytes.NewReader(b.compressed))
	if err != nil {
		return errors.Join(err, file.Close())
	}
	hash := sha256.New()
	if _, err := io.Copy(io.MultiWriter(file, hash), in); err != nil {
		return errors.Join(err, file.Close())
	}
	if hex.EncodeToString(hash.Sum(nil)) != b.sha256 {
		return errors.Join(errors.New("the program of this module is damaged"), file.Close())
	}
	if err := errors.Join(file.Chmod(0o700), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// isOurs refuses a folder that another user could have prepared. In a shared folder such as /tmp, that is also a link.
func (c cache) isOurs() error {
	look := os.Stat
	if c.shared {
		look = os.Lstat
	}
	status, err := look(c.folder)
	if err != nil {
		return err
	}
	if unix, ok := status.Sys().(*syscall.Stat_t); ok && (int(unix.Uid) != os.Getuid() || status.Mode().Perm()&0o022 != 0) {
		return fmt.Errorf("%s is a link, belongs to another user, or others may write to it", c.folder)
	}
	return nil
}

// notStarted explains why the process could not be started.
func notStarted(program string, err error) error {
	return fmt.Errorf("setpoint: cannot start %s: %w", program, withAdvice(program, err))
}

func withAdvice(program string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: build or install setpoint, or leave it out to use the program of the module", err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w: make it executable, or move it to a file system that is not mounted with noexec", err)
	}
	if other := otherProcessor(program); other != "" {
		return errors.New(other)
	}
	return err
}

// otherProcessor returns a sentence if the program is for another processor or system than this one.
func otherProcessor(program string) string {
	head := make([]byte, 20)
	file, err := os.Open(program)
	if err == nil {
		defer file.Close()
		_, err = io.ReadFull(file, head)
	}
	if err != nil || string(head[:4]) != elf.ELFMAG {
		return fmt.Sprintf("it is not a program for %s: set SETPOINT to another one", runtime.GOOS)
	}
	machine := elf.Machine(binary.LittleEndian.Uint16(head[18:]))
	if name := map[elf.Machine]string{elf.EM_X86_64: "amd64", elf.EM_AARCH64: "arm64"}[machine]; name != runtime.GOARCH {
		return fmt.Sprintf("it is for another processor (%v), and this one is %s: set SETPOINT to a program for %s", machine,
			runtime.GOARCH, runtime.GOARCH)
	}
	return ""
}

// notReady explains why the process ended before the server was ready.
func notReady(program string, ended error, log string) error {
	how := "in order"
	if ended != nil {
		how = "with " + ended.Error()
	}
	switch {
	case log == "":
		log = "it printed nothing"
	case strings.Contains(log, "--control"):
		log += ": this program is older than the module; set SETPOINT to version " + Version
	}
	return fmt.Errorf("setpoint: %s ended %s before it was ready: %s", program, how, log)
}

// checkVersion accepts other patch releases.
func checkVersion(program, version string) error {
	minor := func(v string) string {
		parts := strings.SplitN(v, ".", 3)
		return strings.Join(parts[:min(2, len(parts))], ".")
	}
	if Version == "0.0.0" || minor(version) == minor(Version) {
		return nil
	}
	return fmt.Errorf("setpoint: %s has version %s, and the module setpoint.dev/apiserver has version %s: "+
		"use setpoint %s.x, or unset SETPOINT to use the program of the module", program, version, Version, minor(Version))
}
