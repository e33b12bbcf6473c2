package main

import "testing"

func TestAStaleReadIsFound(t *testing.T) {
	if got := step("b", operation{Method: "GET", Status: 200, Value: "a"}); got != nil {
		t.Error("a read of an older value passes", got)
	}
	if got := step("a", operation{Method: "PUT", Status: 0, Value: "b"}); len(got) != 2 {
		t.Error("a write without an answer must have two outcomes", got)
	}
	if got := step("a", operation{Method: "POST", Status: 201, Value: "b"}); got != nil {
		t.Error("an object is created twice", got)
	}
}
