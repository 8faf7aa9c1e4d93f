package broken

func before() int { return 1 }

func unfinished(a int, {

type T struct {
	A int
	B

func after() {
	x := [
}

func last() {}
