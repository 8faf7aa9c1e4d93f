// Package slots finds places on shelves.
package slots

import "sort"

// Slot is a place on a shelf.
type Slot struct {
	Shelf    int
	Free     bool
	Distance int
}

// Allocator hands out free slots, those near the exit first.
type Allocator struct {
	slots []Slot
}

// NewAllocator takes the slots of a hall.
func NewAllocator(slots []Slot) *Allocator {
	sort.Slice(slots, func(i, j int) bool { return slots[i].Distance < slots[j].Distance })
	return &Allocator{slots: slots}
}

// Reserve takes the nearest free slot; false if the hall is full.
func (a *Allocator) Reserve() (Slot, bool) {
	for i := range a.slots {
		if a.slots[i].Free {
			a.slots[i].Free = false
			return a.slots[i], true
		}
	}
	return Slot{}, false
}

// Release gives a slot back.
func (a *Allocator) Release(shelf int) {
	for i := range a.slots {
		if a.slots[i].Shelf == shelf {
			a.slots[i].Free = true
		}
	}
}

// occupancy is the share of slots in use.
func (a *Allocator) occupancy() float64 {
	used := 0
	for _, slot := range a.slots {
		if !slot.Free {
			used++
		}
	}
	return float64(used) / float64(len(a.slots))
}
