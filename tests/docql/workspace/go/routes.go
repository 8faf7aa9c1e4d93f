package server

import "net/http"

// routes declares what the server answers.
func (s *Server) routes() {
	http.HandleFunc("/items", s.listItems)
	report("routes declared")
}

func (s *Server) listItems(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte(s.store.Get("items")))
}
