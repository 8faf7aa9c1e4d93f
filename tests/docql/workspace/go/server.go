// Package server answers requests.
package server

import (
	"fmt"
	"net/http"
)

// Version of the protocol.
const Version = 3

var started bool

// Store keeps things.
type Store interface {
	Get(key string) string
	Put(key, value string)
}

// Server listens for requests.
type Server struct {
	store Store
	Addr  string
}

// NewServer makes a server on a store.
func NewServer(store Store) *Server {
	return &Server{store: store, Addr: ":8080"}
}

// Start begins to listen.
func (s *Server) Start() error {
	started = true
	s.routes()
	return http.ListenAndServe(s.Addr, nil)
}

func report(format string) { fmt.Println(format) }
