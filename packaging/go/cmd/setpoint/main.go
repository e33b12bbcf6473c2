// Command setpoint runs the program that comes with the module, with the same arguments:
//
//	go get -tool setpoint.dev/apiserver/cmd/setpoint
//	eval "$(go tool setpoint assets bin/setpoint)"
//	go test ./...
package main

import (
	"fmt"
	"os"
	"syscall"

	setpoint "setpoint.dev/apiserver"
)

func main() {
	program, err := setpoint.Program("")
	if err == nil {
		err = syscall.Exec(program, append([]string{program}, os.Args[1:]...), os.Environ())
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}
