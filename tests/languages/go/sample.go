// Package a does.
package a

import (
	"fmt"
	str "strings"
)

// Doc of T.
// More.
type T[K any] struct {
	fmt.Stringer
	*Base
	A, b int // trailing
	C string
}

type (
	// I is.
	I interface {
		// M does.
		M(x int) string
		fmt.Stringer
	}
	F func(int)
)

const (
	// X doc
	X = iota
	Y
)

var f = func() { g := func() {
	return
} }

// Foo.
func (t *T[K]) Foo(x int) error {
	h := func() {
		t.Run("x", func() { k := func() {
		} })
	}
	var loc int
	return nil
}

func TestX(t *testing.T) {}

type Al = T
