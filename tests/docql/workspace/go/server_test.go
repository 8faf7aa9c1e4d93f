package server

import "testing"

func TestStart(t *testing.T) {
	if err := NewServer(&Memory{}).Start(); err != nil {
		t.Fatal(err)
	}
}
