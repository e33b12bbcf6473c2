package setpoint

import (
	"maps"
	"time"
)

// Always, as Requests.Times, is until the fault is cleared.
const Always = -1

// Effect is what a fault does to a request: Refuse, RefuseWith, Delay, LoseRequest, LoseAnswer or HoldWatches.
type Effect struct{ members map[string]any }

// Refusal is a Status that a request is answered with.
type Refusal struct {
	Code       int           // such as 409
	Reason     string        // such as "Conflict"; default: that of the code
	Message    string        // default: a message that names the fault
	RetryAfter time.Duration // in whole seconds; default: none
}

// Refuse answers requests with this code and does not execute them.
func Refuse(code int) Effect { return RefuseWith(Refusal{Code: code}) }

// RefuseWith answers requests with this Status and does not execute them.
func RefuseWith(r Refusal) Effect {
	members := map[string]any{"refuse": r.Code}
	if r.Reason != "" {
		members["reason"] = r.Reason
	}
	if r.Message != "" {
		members["message"] = r.Message
	}
	if r.RetryAfter != 0 {
		members["retryAfter"] = int(r.RetryAfter / time.Second)
	}
	return Effect{members}
}

// Delay executes requests after this time.
func Delay(d time.Duration) Effect { return Effect{map[string]any{"delay": d.String()}} }

// LoseRequest ends the connection and executes nothing.
func LoseRequest() Effect { return Effect{map[string]any{"lose": "request"}} }

// LoseAnswer executes requests, and ends the connection in place of an answer.
func LoseAnswer() Effect { return Effect{map[string]any{"lose": "answer"}} }

// HoldWatches lets watches, open and new ones, deliver nothing until the fault is cleared; then they deliver what was held back.
func HoldWatches() Effect { return Effect{map[string]any{"hold-watches": true}} }

// Requests selects requests. A field that is not set selects all.
type Requests struct {
	Verbs       []string // get, list, watch, create, update, patch, delete, deletecollection
	Resource    string   // plural, such as "configmaps"
	Group       string   // such as "apps"
	Subresource string   // such as "status"
	Namespace   string
	Name        string
	UserAgent   string // its beginning
	Skip        int    // the first Skip requests pass
	Times       int    // how many requests the fault concerns; default: one; Always: all until it is cleared
}

func (r Requests) members() map[string]any {
	members := map[string]any{}
	for name, value := range map[string]string{"resource": r.Resource, "group": r.Group, "subresource": r.Subresource,
		"namespace": r.Namespace, "name": r.Name, "userAgent": r.UserAgent} {
		if value != "" {
			members[name] = value
		}
	}
	if len(r.Verbs) != 0 {
		members["verbs"] = r.Verbs
	}
	if r.Skip != 0 {
		members["skip"] = r.Skip
	}
	switch {
	case r.Times == Always:
		members["times"] = 0
	case r.Times != 0:
		members["times"] = r.Times
	}
	return members
}

// Fault is a fault of a server. It concerns requests of clients, not those of the server's own controllers.
type Fault struct {
	server *Server
	number int
}

// FaultState describes a fault, and how many requests it has met.
type FaultState struct {
	Fault       int    // its number
	Description string // in words
	Matched     int    // requests that it selects, so far
	Applied     int    // requests that it had an effect on, so far
}

// Inject adds a fault.
func (s *Server) Inject(effect Effect, on Requests) (*Fault, error) {
	var answer struct{ Fault int }
	members := on.members()
	members["effect"] = maps.Clone(effect.members)
	if err := s.control.call("fault", members, &answer); err != nil {
		return nil, err
	}
	return &Fault{s, answer.Fault}, nil
}

// Clear removes the fault. Watches that it held continue.
func (f *Fault) Clear() error {
	return f.server.control.call("clear", map[string]any{"fault": f.number}, nil)
}

// State returns what the fault has done. The zero value stands for a fault that was cleared.
func (f *Fault) State() (FaultState, error) {
	all, err := f.server.Faults()
	for _, one := range all {
		if one.Fault == f.number {
			return one, err
		}
	}
	return FaultState{}, err
}

// Faults returns all faults that are not cleared.
func (s *Server) Faults() ([]FaultState, error) {
	var answer struct{ Faults []FaultState }
	err := s.control.call("faults", nil, &answer)
	return answer.Faults, err
}

// ClearFaults removes all faults.
func (s *Server) ClearFaults() error { return s.control.call("clear", nil, nil) }

// Watches selects watches. A field that is not set selects all.
type Watches struct{ Resource, Group, Namespace, UserAgent string }

// DropWatches ends the connections of these watches now, and returns how many they were.
func (s *Server) DropWatches(w Watches) (int, error) {
	var answer struct{ Dropped int }
	on := Requests{Resource: w.Resource, Group: w.Group, Namespace: w.Namespace, UserAgent: w.UserAgent}
	err := s.control.call("drop-watches", on.members(), &answer)
	return answer.Dropped, err
}
