// Draws methods of a Java tree and says which calls of their names are calls of them, as javac has it.
//
//     java JavacCalls.java TREE COUNT SEED
//
// With the word names behind the seed it draws names instead, and says where each is declared.
//
// All files are compiled at once, module-info.java apart. What is missing (CLASSPATH is read) is open.

import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.tools.*;

public class JavacCalls {
  /** A call of a name: what is called (null: not known), and the method, field or block around it. */
  record Site(String path, long line, long in, boolean top, boolean unsure, ExecutableElement meant) {}

  record Place(String path, long line, String name) {}

  static Path root;
  static Trees trees;
  static Elements elements;
  static final Map<ExecutableElement, Place> defined = new LinkedHashMap<>();
  static final Map<String, List<Site>> calls = new HashMap<>();

  /** A name that stands once in its line, and what it is: here, elsewhere or local. */
  record Named(String path, long line, String name, String is, String at, long from) {}

  static final Map<String, List<Named>> names = new TreeMap<>();

  public static void main(String[] arguments) throws IOException {
    root = Path.of(arguments[0]).toRealPath();
    int count = Integer.parseInt(arguments[1]);
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files = all.filter(path -> path.toString().endsWith(".java") && !path.endsWith("module-info.java")).sorted().toList();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    StandardJavaFileManager manager = compiler.getStandardFileManager(said, null, StandardCharsets.UTF_8);
    List<String> options = List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "1000000", "-nowarn", "-encoding", "UTF-8");
    JavacTask task = (JavacTask) compiler.getTask(Writer.nullWriter(), manager, said, options, null, manager.getJavaFileObjectsFromPaths(files));
    trees = Trees.instance(task);
    elements = task.getElements();
    List<CompilationUnitTree> units = new ArrayList<>();
    task.parse().forEach(units::add);
    task.analyze();
    Set<String> twice = new HashSet<>();
    int errors = 0;
    for (Diagnostic<? extends JavaFileObject> problem : said.getDiagnostics()) {
      errors += problem.getKind() == Diagnostic.Kind.ERROR ? 1 : 0;
      if (problem.getCode().equals("compiler.err.duplicate.class")) {
        twice.add(relative(problem.getSource()));
      }
    }
    Set<String> read = new TreeSet<>();
    for (CompilationUnitTree unit : units) {
      String path = relative(unit.getSourceFile());
      if (!twice.contains(path)) {
        read.add(path);
        new Collector(unit, path).scan(unit, null);
      }
    }
    System.err.println(read.size() + " of " + files.size() + " files, " + errors + " errors, " + defined.size() + " methods");
    if (arguments.length > 3 && arguments[3].equals("names")) {
      for (CompilationUnitTree unit : units) {
        String path = relative(unit.getSourceFile());
        if (read.contains(path)) {
          new Names(unit, path).scan(unit, null);
        }
      }
      writeNames(count, Long.parseLong(arguments[2]));
      return;
    }
    write(drawn(count, Long.parseLong(arguments[2])), read);
  }

  static String relative(JavaFileObject file) {
    return root.relativize(Path.of(file.toUri())).toString().replace('\\', '/');
  }

  /** Five of six have a caller, of the sixth only the name is called. */
  static List<ExecutableElement> drawn(int count, long seed) {
    List<ExecutableElement> all = new ArrayList<>(defined.keySet());
    Collections.shuffle(all, new Random(seed));
    List<ExecutableElement> with = new ArrayList<>();
    List<ExecutableElement> without = new ArrayList<>();
    for (ExecutableElement method : all) {
      List<Site> sites = calls.getOrDefault(defined.get(method).name(), List.of());
      if (sites.stream().anyMatch(site -> is(method, site).equals("true"))) {
        with.add(method);
      } else if (!sites.isEmpty()) {
        without.add(method);
      }
    }
    List<ExecutableElement> out = new ArrayList<>(with.subList(0, Math.min(with.size(), count - count / 6)));
    out.addAll(without.subList(0, Math.min(without.size(), count / 6)));
    return out;
  }

  static boolean overrides(ExecutableElement below, ExecutableElement above) {
    return below.getEnclosingElement() instanceof TypeElement type && elements.overrides(below, above, type);
  }

  static String is(ExecutableElement method, Site site) {
    ExecutableElement meant = site.meant();
    if (meant == null || site.unsure() && meant.getEnclosingElement().equals(method.getEnclosingElement())) {
      return "open";
    }
    if (meant.equals(method)) {
      return "true";
    }
    // What libraries declare is not here.
    String dispatched = defined.containsKey(meant) ? "dispatch" : "open";
    return overrides(method, meant) ? dispatched : "false";
  }

  static class Collector extends TreePathScanner<Void, Void> {
    final CompilationUnitTree unit;
    final String path;
    final String text;
    long in = 1;
    boolean top = true;
    long anonymous = -1;

    Collector(CompilationUnitTree unit, String path) throws IOException {
      this.unit = unit;
      this.path = path;
      this.text = unit.getSourceFile().getCharContent(true).toString();
    }

    long start(Tree tree) {
      return trees.getSourcePositions().getStartPosition(unit, tree);
    }

    /** The line on which a tree ends: that of its last name. */
    long line(Tree tree) {
      long end = trees.getSourcePositions().getEndPosition(unit, tree);
      return unit.getLineMap().getLineNumber(end > 0 ? end - 1 : Math.max(start(tree), 0));
    }

    /** Where a method's name stands: behind modifiers, type parameters and its type. */
    long named(MethodTree tree) {
      long from = start(tree);
      for (Tree before : Stream.concat(Stream.of(tree.getModifiers(), tree.getReturnType()), tree.getTypeParameters().stream()).filter(Objects::nonNull).toList()) {
        from = Math.max(from, trees.getSourcePositions().getEndPosition(unit, before));
      }
      String name = tree.getName().contentEquals("<init>") ? "" : tree.getName().toString();
      long at = text.indexOf(name, (int) from);
      while (name.isEmpty() && Character.isWhitespace(text.charAt((int) from))) {
        at = ++from;
      }
      return unit.getLineMap().getLineNumber(at);
    }

    /** Runs with another method, field or block around what is called. */
    void inside(long line, boolean outside, Runnable scan) {
      long before = in;
      boolean was = top;
      in = line;
      top = outside;
      scan.run();
      in = before;
      top = was;
    }

    void call(Element meant, Tree name, String spelled, List<? extends ExpressionTree> values) {
      boolean unsure = values.stream().anyMatch(value -> {
        TypeMirror type = trees.getTypeMirror(new TreePath(getCurrentPath(), value));
        return type == null || type.getKind() == TypeKind.ERROR;
      });
      ExecutableElement method = meant instanceof ExecutableElement known && known.asType().getKind() != TypeKind.ERROR ? known : null;
      calls.computeIfAbsent(spelled, key -> new ArrayList<>()).add(new Site(path, line(name), in, top, unsure, method));
    }

    @Override
    public Void visitMethod(MethodTree tree, Void none) {
      ExecutableElement element = (ExecutableElement) trees.getElement(getCurrentPath());
      if (element == null) {
        return super.visitMethod(tree, none);
      }
      if (elements.getOrigin(element) != Elements.Origin.EXPLICIT) {
        // The constructor of an anonymous class passes its arguments on.
        return anonymous < 0 ? null : super.visitMethod(tree, none);
      }
      boolean constructor = element.getKind() == ElementKind.CONSTRUCTOR;
      long line = named(tree);
      defined.put(element, new Place(path, line, (constructor ? element.getEnclosingElement() : element).getSimpleName().toString()));
      long outer = anonymous;
      anonymous = -1;
      inside(line, false, () -> super.visitMethod(tree, none));
      anonymous = outer;
      return null;
    }

    @Override
    public Void visitVariable(VariableTree tree, Void none) {
      if (getCurrentPath().getParentPath().getLeaf() instanceof ClassTree) {
        inside(unit.getLineMap().getLineNumber(start(tree)), true, () -> super.visitVariable(tree, none));
        return null;
      }
      return super.visitVariable(tree, none);
    }

    @Override
    public Void visitBlock(BlockTree tree, Void none) {
      if (getCurrentPath().getParentPath().getLeaf() instanceof ClassTree) {
        inside(unit.getLineMap().getLineNumber(start(tree)), true, () -> super.visitBlock(tree, none));
        return null;
      }
      return super.visitBlock(tree, none);
    }

    @Override
    public Void visitClass(ClassTree tree, Void none) {
      long outer = anonymous;
      if (!(getCurrentPath().getParentPath().getLeaf() instanceof NewClassTree)) {
        anonymous = -1;
      }
      super.visitClass(tree, none);
      anonymous = outer;
      return null;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void none) {
      ExpressionTree called = tree.getMethodSelect();
      Element meant = trees.getElement(new TreePath(getCurrentPath(), called));
      String name = called instanceof MemberSelectTree member ? member.getIdentifier().toString() : called.toString();
      if (name.equals("super") || name.equals("this")) {
        String type = meant == null ? "" : meant.getEnclosingElement().getSimpleName().toString();
        long at = start(called);
        if (anonymous >= 0) {
          long line = anonymous;
          boolean outside = top;
          ExecutableElement method = meant instanceof ExecutableElement known ? known : null;
          calls.computeIfAbsent(type, key -> new ArrayList<>()).add(new Site(path, line, in, outside, false, method));
          return null;
        }
        // One that is not written is none.
        if (called instanceof MemberSelectTree || at >= 0 && text.startsWith(name, (int) at)) {
          call(meant, called, type, tree.getArguments());
        } else {
          return null;
        }
      } else {
        call(meant, called, name, tree.getArguments());
      }
      return super.visitMethodInvocation(tree, none);
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void none) {
      Element field = getCurrentPath().getParentPath().getLeaf() instanceof VariableTree ? trees.getElement(getCurrentPath().getParentPath()) : null;
      boolean constant = field != null && field.getKind() == ElementKind.ENUM_CONSTANT;
      long outer = anonymous;
      if (tree.getClassBody() != null) {
        anonymous = line(tree.getIdentifier());
      } else {
        Element meant = trees.getElement(getCurrentPath());
        ExpressionTree type = tree.getIdentifier();
        type = type instanceof AnnotatedTypeTree annotated ? annotated.getUnderlyingType() : type;
        Tree bare = type instanceof ParameterizedTypeTree generic ? generic.getType() : type;
        String name = bare instanceof MemberSelectTree member ? member.getIdentifier().toString() : bare.toString();
        call(meant, constant ? tree : bare, name, tree.getArguments());
      }
      super.visitNewClass(tree, none);
      anonymous = outer;
      return null;
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void none) {
      Element meant = trees.getElement(getCurrentPath());
      boolean made = tree.getMode() == MemberReferenceTree.ReferenceMode.NEW;
      String name = tree.getName().toString();
      if (made) {
        Tree type = tree.getQualifierExpression();
        type = type instanceof ParameterizedTypeTree generic ? generic.getType() : type;
        name = type instanceof MemberSelectTree member ? member.getIdentifier().toString() : type.toString();
      }
      call(meant, tree, name, List.of());
      return super.visitMemberReference(tree, none);
    }
  }

  /** What the names of a file mean. */
  static class Names extends TreePathScanner<Void, Void> {
    final CompilationUnitTree unit;
    final String path;
    final String text;

    Names(CompilationUnitTree unit, String path) throws IOException {
      this.unit = unit;
      this.path = path;
      this.text = unit.getSourceFile().getCharContent(true).toString();
    }

    void name(String name, long end) {
      Element meant = trees.getElement(getCurrentPath());
      if (meant == null || end < 0 || meant.asType().getKind() == TypeKind.ERROR || meant instanceof PackageElement || name.equals("this") || name.equals("super")) {
        return;
      }
      long line = unit.getLineMap().getLineNumber(end - 1);
      int from = text.lastIndexOf('\n', (int) end - 1) + 1;
      int to = text.indexOf('\n', (int) end);
      long count = Arrays.stream(text.substring(from, to < 0 ? text.length() : to).split("[^A-Za-z0-9_$]+")).filter(name::equals).count();
      if (count != 1 || !text.startsWith(name, (int) end - name.length())) {
        return;
      }
      Element declared = meant.getKind() == ElementKind.CONSTRUCTOR ? meant.getEnclosingElement() : meant;
      TreePath at = trees.getPath(declared);
      boolean local = List.of("LOCAL_VARIABLE", "PARAMETER", "EXCEPTION_PARAMETER", "RESOURCE_VARIABLE", "BINDING_VARIABLE", "TYPE_PARAMETER").contains(declared.getKind().name());
      String is = at == null ? local ? "local" : "elsewhere" : local ? "local" : "here";
      String file = at == null ? local ? path : "" : relative(at.getCompilationUnit().getSourceFile());
      long where = at == null ? local ? line : 0 : at.getCompilationUnit().getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(at.getCompilationUnit(), at.getLeaf()));
      names.computeIfAbsent(is, key -> new ArrayList<>()).add(new Named(path, line, name, is, file, where));
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void none) {
      name(tree.getName().toString(), trees.getSourcePositions().getEndPosition(unit, tree));
      return super.visitIdentifier(tree, none);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void none) {
      name(tree.getIdentifier().toString(), trees.getSourcePositions().getEndPosition(unit, tree));
      return super.visitMemberSelect(tree, none);
    }

    @Override
    public Void visitImport(ImportTree tree, Void none) {
      return null;
    }
  }

  static void writeNames(int count, long seed) {
    Random random = new Random(seed);
    StringBuilder out = new StringBuilder("[");
    String next = "";
    for (Map.Entry<String, List<Named>> entry : names.entrySet()) {
      Collections.shuffle(entry.getValue(), random);
      int share = entry.getKey().equals("local") ? count / 5 : count * 2 / 5;
      for (Named one : entry.getValue().subList(0, Math.min(share, entry.getValue().size()))) {
        out.append(next).append("\n{\"path\": ").append(quoted(one.path())).append(", \"line\": ").append(one.line())
            .append(", \"name\": ").append(quoted(one.name())).append(", \"is\": ").append(quoted(one.is()))
            .append(", \"at\": ").append(quoted(one.at())).append(", \"from\": ").append(one.from()).append('}');
        next = ",";
      }
    }
    System.out.println(out.append(']'));
  }

  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  static void write(List<ExecutableElement> methods, Set<String> read) {
    StringBuilder out = new StringBuilder("{\"functions\": [");
    String next = "";
    for (ExecutableElement method : methods) {
      Place place = defined.get(method);
      out.append(next).append("\n{\"path\": ").append(quoted(place.path())).append(", \"line\": ").append(place.line())
          .append(", \"name\": ").append(quoted(place.name())).append(", \"sites\": [");
      String comma = "";
      for (Site site : calls.getOrDefault(place.name(), List.of())) {
        out.append(comma).append("{\"path\": ").append(quoted(site.path())).append(", \"line\": ").append(site.line())
            .append(", \"in\": ").append(site.in()).append(", \"top\": ").append(site.top())
            .append(", \"is\": ").append(quoted(is(method, site))).append('}');
        comma = ", ";
      }
      out.append("]}");
      next = ",";
    }
    out.append("],\n\"read\": [").append(read.stream().map(JavacCalls::quoted).collect(Collectors.joining(", "))).append("]}\n");
    PrintStream stream = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    stream.print(out);
    stream.flush();
  }
}
