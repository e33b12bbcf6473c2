package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// The embedded server's side: a process that answers one line for each line.
type probe struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

func startProbe(program string) *probe {
	p := &probe{command: exec.Command(program)}
	p.command.Stderr = os.Stderr
	var err error
	p.in, err = p.command.StdinPipe()
	check(err)
	out, err := p.command.StdoutPipe()
	check(err)
	p.out = bufio.NewReaderSize(out, 1<<20)
	check(p.command.Start())
	return p
}

func (p *probe) answer(all []*query) []answer {
	go func() {
		to := bufio.NewWriterSize(p.in, 1<<20)
		for _, q := range all {
			to.Write(append(text(q), '\n'))
		}
		to.Flush()
	}()
	out := make([]answer, len(all))
	for i := range all {
		line, err := p.out.ReadBytes('\n')
		if err != nil {
			check(fmt.Errorf("the probe ended at %s: %w", text(all[i]), err))
		}
		check(json.Unmarshal(line, &out[i]))
	}
	return out
}

func (p *probe) stop() {
	p.in.Close()
	check(p.command.Wait())
}
