// Draws functions of a Go tree and says which calls of their names are calls of them, as go/types has it.
//
//	go run gotypes.go TREE COUNT SEED
//
// With the word names behind the seed it draws names instead, and says where each is declared.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

// A Site is a place where a name is called, or stands for its value.
type Site struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	// The line of the function or declaration around it.
	In int    `json:"in"`
	Is string `json:"is"`
}

// A Function is one that was drawn.
type Function struct {
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Name  string `json:"name"`
	Sites []Site `json:"sites"`
}

// A declared function; packages are checked with their tests and without, so that it is known by its place.
type declared struct {
	object *types.Func
	name   string
}

// A use of a name that is, or could be, a function's.
type use struct {
	path     string
	line, in int
	called   bool
	// The place of the function that is meant; empty where nothing is known.
	means  string
	object *types.Func
}

// A Named is a place where a name stands that is declared elsewhere, and what it is: here, elsewhere, builtin or local.
type Named struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Name string `json:"name"`
	Is   string `json:"is"`
	// Where it is declared, if that is in the tree.
	At   string `json:"at"`
	From int    `json:"from"`
}

type checker struct {
	tree, module string
	fset         *token.FileSet
	context      build.Context
	packages     map[string]*types.Package
	functions    map[string]declared
	uses         map[string][]use
	read         map[string]bool
	// The names of each sort, where names are drawn.
	names map[string][]Named
	lines map[string][]string
}

func main() {
	tree, err := filepath.Abs(os.Args[1])
	check(err)
	count, err := strconv.Atoi(os.Args[2])
	check(err)
	seed, err := strconv.ParseInt(os.Args[3], 10, 64)
	check(err)
	context := build.Default
	context.CgoEnabled = false
	c := &checker{
		tree: tree, module: moduleOf(tree), fset: token.NewFileSet(), context: context,
		packages: map[string]*types.Package{}, functions: map[string]declared{},
		uses: map[string][]use{}, read: map[string]bool{}, lines: map[string][]string{},
	}
	if len(os.Args) > 4 && os.Args[4] == "names" {
		c.names = map[string][]Named{}
	}
	filepath.WalkDir(tree, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return nil
		}
		// The compiler knows the functions of unsafe itself; what is declared there is for readers.
		if c.module == "" && path == filepath.Join(tree, "unsafe") {
			return filepath.SkipDir
		}
		if name := entry.Name(); path != tree && (name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		}
		c.directory(path)
		return nil
	})
	if c.names != nil {
		c.printNames(count, seed)
	} else {
		c.print(count, seed)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// The path of the module; that of the standard library is empty.
func moduleOf(tree string) string {
	file, err := os.Open(filepath.Join(tree, "go.mod"))
	if err != nil {
		return ""
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if rest := strings.TrimPrefix(lines.Text(), "module "); rest != lines.Text() && rest != "std" {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}

// Reads the package of a directory, with its tests.
func (c *checker) directory(path string) {
	found, err := c.context.ImportDir(path, 0)
	if found == nil || err != nil && len(found.GoFiles)+len(found.TestGoFiles)+len(found.XTestGoFiles) == 0 {
		return
	}
	name := c.importPath(path)
	c.check(name, path, append(append([]string{}, found.GoFiles...), found.TestGoFiles...), true)
	if len(found.XTestGoFiles) > 0 {
		c.check(name+"_test", path, found.XTestGoFiles, true)
	}
}

func (c *checker) importPath(path string) string {
	rest, _ := filepath.Rel(c.tree, path)
	if rest == "." {
		return c.module
	}
	if c.module == "" {
		return filepath.ToSlash(rest)
	}
	return c.module + "/" + filepath.ToSlash(rest)
}

// Import finds a package in the tree, else among what is vendored there, else in Go's own library.
func (c *checker) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if known, ok := c.packages[path]; ok {
		if known == nil {
			return nil, fmt.Errorf("%s is not here", path)
		}
		return known, nil
	}
	c.packages[path] = nil
	roots := []string{filepath.Join(c.tree, "vendor", path), filepath.Join(runtime.GOROOT(), "src", path),
		filepath.Join(runtime.GOROOT(), "src", "vendor", path)}
	if c.module == "" {
		roots = append([]string{filepath.Join(c.tree, path)}, roots...)
	} else if path == c.module || strings.HasPrefix(path, c.module+"/") {
		roots = []string{filepath.Join(c.tree, strings.TrimPrefix(path, c.module))}
	}
	for _, root := range roots {
		found, _ := c.context.ImportDir(root, 0)
		if found != nil && len(found.GoFiles) > 0 {
			c.packages[path] = c.check(path, root, found.GoFiles, false)
			return c.packages[path], nil
		}
	}
	return nil, fmt.Errorf("%s is not here", path)
}

// Checks files as one package; what is wrong with them is passed over.
func (c *checker) check(name, directory string, files []string, whole bool) *types.Package {
	var parsed []*ast.File
	for _, file := range files {
		read, _ := parser.ParseFile(c.fset, filepath.Join(directory, file), nil, parser.SkipObjectResolution)
		if read != nil {
			parsed = append(parsed, read)
		}
	}
	info := &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	config := types.Config{Importer: c, Error: func(error) {}, FakeImportC: true, IgnoreFuncBodies: !whole}
	checked, _ := config.Check(name, c.fset, parsed, info)
	if whole {
		for _, file := range parsed {
			c.collect(file, info)
		}
	}
	return checked
}

func (c *checker) place(at token.Pos) (string, int) {
	position := c.fset.Position(at)
	path, err := filepath.Rel(c.tree, position.Filename)
	if err != nil || strings.HasPrefix(path, "..") {
		return "", 0
	}
	return filepath.ToSlash(path), position.Line
}

func (c *checker) key(function *types.Func) string {
	path, line := c.place(function.Pos())
	return fmt.Sprintf("%s:%d", path, line)
}

// Collects the functions that a file declares, and the names in it that are, or could be, those of functions.
func (c *checker) collect(file *ast.File, info *types.Info) {
	path, _ := c.place(file.Package)
	c.read[path] = true
	called := map[*ast.Ident]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok {
			if name := calledName(call.Fun); name != nil {
				called[name] = true
			}
		}
		return true
	})
	for _, declaration := range file.Decls {
		_, around := c.place(declaration.Pos())
		if function, ok := declaration.(*ast.FuncDecl); ok {
			_, around = c.place(function.Name.Pos())
		}
		ast.Inspect(declaration, func(node ast.Node) bool {
			name, ok := node.(*ast.Ident)
			if !ok {
				return true
			}
			_, line := c.place(name.Pos())
			if object := info.Uses[name]; object != nil && c.names != nil {
				c.name(path, line, name.Name, object)
			}
			if function, ok := info.Defs[name].(*types.Func); ok {
				c.functions[c.key(function)] = declared{function, name.Name}
				return true
			}
			if info.Defs[name] != nil {
				return true
			}
			function, isFunction := info.Uses[name].(*types.Func)
			found := use{path: path, line: line, in: around, called: called[name]}
			switch {
			case isFunction:
				function = origin(function)
				found.object, found.means = function, c.key(function)
			case info.Uses[name] != nil && called[name]:
				found.means = "something else"
			case info.Uses[name] != nil:
				return true
			}
			c.uses[name.Name] = append(c.uses[name.Name], found)
			return true
		})
	}
}

// Notes what a name means that stands once in its line.
func (c *checker) name(path string, line int, name string, object types.Object) {
	if c.lines[path] == nil {
		text, err := os.ReadFile(filepath.Join(c.tree, path))
		check(err)
		c.lines[path] = strings.Split(string(text), "\n")
	}
	isPart := func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	count := 0
	for _, word := range strings.FieldsFunc(c.lines[path][line-1], isPart) {
		if word == name {
			count++
		}
	}
	_, isPackage := object.(*types.PkgName)
	if count != 1 || isPackage || name == "_" {
		return
	}
	if function, ok := object.(*types.Func); ok {
		object = origin(function)
	}
	found := Named{Path: path, Line: line, Name: name, Is: "here"}
	variable, isVariable := object.(*types.Var)
	if object.Pos().IsValid() {
		found.At, found.From = c.place(object.Pos())
	}
	switch {
	case object.Pkg() == nil && !object.Pos().IsValid():
		found.Is = "builtin"
	case found.At == "":
		found.Is = "elsewhere"
	case !(isVariable && variable.IsField()) && object.Parent() != nil && object.Parent() != object.Pkg().Scope():
		found.Is = "local"
	}
	c.names[found.Is] = append(c.names[found.Is], found)
}

func (c *checker) printNames(count int, seed int64) {
	out := []Named{}
	random := rand.New(rand.NewSource(seed))
	for _, sort := range []string{"here", "elsewhere", "local", "builtin"} {
		all := c.names[sort]
		random.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
		share := count * 2 / 5
		if sort == "local" || sort == "builtin" {
			share = count / 10
		}
		if len(all) > share {
			all = all[:share]
		}
		out = append(out, all...)
	}
	check(json.NewEncoder(os.Stdout).Encode(out))
}

// The function as it is declared: methods of generic types are made anew with each use.
func origin(function *types.Func) *types.Func {
	receiver := function.Type().(*types.Signature).Recv()
	if receiver == nil {
		return function
	}
	named := namedOf(receiver.Type())
	if named == nil || named.Origin() == named {
		return function
	}
	from := named.Origin()
	for number := 0; number < from.NumMethods(); number++ {
		if from.Method(number).Name() == function.Name() {
			return from.Method(number)
		}
	}
	return function
}

func namedOf(of types.Type) *types.Named {
	if pointer, ok := of.(*types.Pointer); ok {
		of = pointer.Elem()
	}
	named, _ := of.(*types.Named)
	return named
}

func calledName(called ast.Expr) *ast.Ident {
	switch called := called.(type) {
	case *ast.Ident:
		return called
	case *ast.SelectorExpr:
		return called.Sel
	case *ast.ParenExpr:
		return calledName(called.X)
	case *ast.IndexExpr:
		return calledName(called.X)
	case *ast.IndexListExpr:
		return calledName(called.X)
	}
	return nil
}

// True if a call of `through` may be one of `target`: it is a method of an interface that the target's type has.
func mayDispatch(through, target *types.Func) bool {
	if through == nil || through.Name() != target.Name() {
		return false
	}
	receiver := through.Type().(*types.Signature).Recv()
	own := target.Type().(*types.Signature).Recv()
	if receiver == nil || own == nil {
		return false
	}
	above, ok := receiver.Type().Underlying().(*types.Interface)
	if !ok {
		return false
	}
	// Packages are checked with tests and without: types of the two are not the same, so names have to do.
	methods := types.NewMethodSet(types.NewPointer(own.Type()))
	if named := namedOf(own.Type()); named != nil {
		methods = types.NewMethodSet(types.NewPointer(named))
		if types.IsInterface(named) {
			methods = types.NewMethodSet(named)
		}
	}
	for number := 0; number < above.NumMethods(); number++ {
		method := above.Method(number)
		found := false
		for other := 0; other < methods.Len() && !found; other++ {
			found = methods.At(other).Obj().Name() == method.Name()
		}
		if !found {
			return false
		}
	}
	return true
}

func isOfInterface(method *types.Func) bool {
	receiver := method.Type().(*types.Signature).Recv()
	return receiver != nil && types.IsInterface(receiver.Type())
}

func (c *checker) verdict(found use, key string, target *types.Func) string {
	switch {
	case found.means == key && found.called:
		return "true"
	// What only an interface declares is not run, and interfaces of libraries are not here.
	case found.means != key && found.called && !strings.HasPrefix(found.means, ":") && !isOfInterface(target) &&
		mayDispatch(found.object, target):
		return "dispatch"
	case found.means == key, found.means == "", mayDispatch(found.object, target):
		return "open"
	default:
		return "false"
	}
}

func (c *checker) print(count int, seed int64) {
	var keys []string
	for key, function := range c.functions {
		called := false
		for _, found := range c.uses[function.name] {
			called = called || found.called
		}
		if called {
			keys = append(keys, key)
		}
	}
	sort.Strings(keys)
	rand.New(rand.NewSource(seed)).Shuffle(len(keys), func(a, b int) { keys[a], keys[b] = keys[b], keys[a] })
	if len(keys) > count {
		keys = keys[:count]
	}
	out := struct {
		Functions []Function `json:"functions"`
		Read      []string   `json:"read"`
	}{}
	for _, key := range keys {
		function := c.functions[key]
		path, line := c.place(function.object.Pos())
		one := Function{Path: path, Line: line, Name: function.name, Sites: []Site{}}
		for _, found := range c.uses[function.name] {
			is := c.verdict(found, key, function.object)
			one.Sites = append(one.Sites, Site{found.path, found.line, found.in, is})
		}
		out.Functions = append(out.Functions, one)
	}
	for path := range c.read {
		out.Read = append(out.Read, path)
	}
	sort.Strings(out.Read)
	check(json.NewEncoder(os.Stdout).Encode(out))
}
