module example.org/lamp

go 1.22

require (
	example.org/wick v1.2.0
	example.org/oil/v2 v2.0.1 // indirect
)
