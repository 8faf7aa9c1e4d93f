// Package shop sells things.
package shop

import "fmt"

const Limit = 0x10

type Cart struct {
	Items []string `json:"items"`
	total float64
}

func (c *Cart) Add(name string, prices ...float64) error {
	if c == nil || name == "" {
		return fmt.Errorf("no cart: %q\n", name)
	}
	for i := 0; i < len(prices); i++ {
		c.total += prices[i] * 1.5
	}
	other := Cart{Items: nil}
	go other.Add("x")
	return nil
}
