// Command edge is for tests/language_packages/go: a server that starts, or does not, and a process that is killed.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"

	setpoint "setpoint.dev/apiserver"
)

const operator = `echo $$ $PPID > "$PIDS"; exec sleep 1000`

func main() {
	if text := os.Getenv("TO_BE_REFUSED"); text != "" {
		port, _ := strconv.Atoi(text)
		s, err := setpoint.New(setpoint.Options{Port: port})
		if err == nil {
			err = errors.Join(s.Stop(), errors.New("setpoint: it starts"))
		}
		fmt.Println(err)
		return
	}
	if os.Getenv("TO_BE_KILLED") == "explore" {
		_, err := setpoint.Exploration{Story: os.Getenv("STORY"), Command: []string{"sh", "-c", operator}}.Run(context.Background())
		fmt.Println(err)
		return
	}
	s, err := setpoint.New(setpoint.Options{})
	if err != nil {
		panic(err)
	}
	other := exec.Command("sleep", "300")
	if err := other.Start(); err != nil {
		panic(err)
	}
	fmt.Printf("server %d other %d\n", s.Pid(), other.Process.Pid)
	other.Wait()
}
