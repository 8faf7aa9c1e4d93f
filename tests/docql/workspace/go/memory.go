package server

// Memory is a Store that forgets.
type Memory struct{ values map[string]string }

func (m *Memory) Get(key string) string { return m.values[key] }

func (m *Memory) Put(key, value string) { m.values[key] = value }
