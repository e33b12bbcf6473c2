module setpoint.dev/apiserver

go 1.22
