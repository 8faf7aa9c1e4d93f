// Draws functions of a TypeScript or JavaScript tree and says which calls of their names are calls of them, as the checker
// of TypeScript has it.
//
//     node ts_calls.js TREE COUNT SEED        with the package typescript where node finds it (NODE_PATH)
//     node ts_calls.js TREE COUNT SEED names  draws names instead, and says where each is declared
"use strict";
const fs = require("fs");
const path = require("path");
const ts = require("typescript");

const root = fs.realpathSync(process.argv[2]);
const count = Number(process.argv[3]), seed = Number(process.argv[4]);
const SKIPPED = new Set(["node_modules", "dist", "build", "coverage", ".git", ".yarn"]);
const S = ts.SyntaxKind;

function walk(directory, found) {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const full = path.join(directory, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name) && !entry.name.startsWith(".")) walk(full, found);
    } else if (entry.isFile()) found.push(full);
  }
  return found;
}

const all = walk(root, []).sort();
const sources = all.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !/\.min\.js$/.test(file));

// What every tsconfig maps, and the packages of the workspace, as one list of paths.
const paths = {};
const packages = [];
function maps(from, to) {
  paths[from] = [...(paths[from] || []), ...to];
}
function readable(file) {
  return ["", ".ts", ".tsx", ".js", ".d.ts", "/index.ts", "/index.tsx", "/index.js"].some((end) => fs.existsSync(file + end)
    && fs.statSync(file + end).isFile());
}
for (const file of all) {
  const name = path.basename(file), directory = path.dirname(file);
  if (/^tsconfig.*\.json$/.test(name)) {
    const options = (ts.readConfigFile(file, ts.sys.readFile).config || {}).compilerOptions || {};
    const base = path.resolve(directory, options.baseUrl || ".");
    for (const [from, to] of Object.entries(options.paths || {})) maps(from, to.map((one) => path.resolve(base, one)));
  } else if (name === "package.json" && directory !== root) {
    let json;
    try { json = JSON.parse(fs.readFileSync(file, "utf8")); } catch { continue; }
    if (!json.name) continue;
    packages.push(json.name);
    const entries = ["src/index", "src/main", "index", "src/node/index"].map((one) => path.join(directory, one)).filter(readable);
    if (entries.length) maps(json.name, entries.slice(0, 1));
    maps(json.name + "/*", [path.join(directory, "src/*"), path.join(directory, "*")]);
  }
}

const program = ts.createProgram(sources, {
  allowJs: true, checkJs: false, noEmit: true, skipLibCheck: true, strict: true, jsx: ts.JsxEmit.Preserve, paths, types: [],
  target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true, experimentalDecorators: false, esModuleInterop: true, resolveJsonModule: true,
  maxNodeModuleJsDepth: 0, moduleDetection: ts.ModuleDetectionKind.Force,
});
const checker = program.getTypeChecker();
const own = new Set(sources);

const relative = (file) => path.relative(root, file).split(path.sep).join("/");
const lineOf = (node) => node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
const keyOf = (node) => `${relative(node.getSourceFile().fileName)}:${node.getStart()}`;
const isFunction = (node) => node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

// The name of a function, method or class that a node declares with a body, else nothing.
function declares(node) {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.body && node.name;
  if (ts.isClassDeclaration(node)) return node.name;
  const holds = ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node);
  if (holds && isFunction(node.initializer) && node.name) return node.name;
}

// The function, or the test, around a node; else the statement of the file.
function around(node) {
  let last = node;
  for (let at = node.parent; at && !ts.isSourceFile(at); last = at, at = at.parent) {
    if (ts.isConstructorDeclaration(at) || ts.isAccessor(at)) return [lineOf(at), false];
    const name = !ts.isClassDeclaration(at) && declares(at);
    // A computed name, a decorator or a default does not stand inside of the function.
    if (name && last !== name) return [lineOf(name), false];
    if (ts.isCallExpression(at) && /^(it|test)\b/.test(at.expression.getText()) && at.arguments.includes(last)) {
      return [lineOf(at), false];
    }
  }
  return [lineOf(last), true];
}

function callee(name) {
  let node = name;
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) node = node.parent;
  const wraps = (at) => ts.isParenthesizedExpression(at) || ts.isNonNullExpression(at) || ts.isAsExpression(at)
    || ts.isExpressionWithTypeArguments(at);
  while (wraps(node.parent) && !ts.isHeritageClause(node.parent.parent)) node = node.parent;
  const up = node.parent;
  if ((ts.isCallExpression(up) || ts.isNewExpression(up)) && up.expression === node) return up;
  if (ts.isTaggedTemplateExpression(up) && up.tag === node) return up;
  if ((ts.isJsxOpeningElement(up) || ts.isJsxSelfClosingElement(up)) && up.tagName === node) {
    return /^[a-z]/.test(up.tagName.getText()) && !up.tagName.getText().includes(".") ? undefined : up;
  }
}

// True where a name is neither declared, nor a type's, an import's or a key's.
function isUse(node) {
  const up = node.parent;
  if (ts.isImportSpecifier(up) || ts.isImportClause(up) || ts.isNamespaceImport(up) || ts.isExportSpecifier(up)) return false;
  if (ts.isExportAssignment(up) || ts.isJsxClosingElement(up) || ts.isJsxAttribute(up)) return false;
  if (ts.isShorthandPropertyAssignment(up)) return true;
  if (up.name === node && !ts.isPropertyAccessExpression(up)) return false;
  if (up.propertyName === node || up.label === node) return false;
  for (let at = node; at && !ts.isStatement(at) && !ts.isExpressionWithTypeArguments(at); at = at.parent) {
    if (ts.isTypeNode(at)) return false;
    if (!ts.isPropertyAccessExpression(at) && at !== node) break;
  }
  return !ts.isQualifiedName(up);
}

function resolved(symbol) {
  for (let depth = 0; symbol && symbol.flags & ts.SymbolFlags.Alias && depth < 20; depth++) {
    const next = checker.getAliasedSymbol(symbol);
    if (next === symbol) break;
    symbol = next;
  }
  return symbol;
}

// A module that is a package from elsewhere.
function isForeign(specifier) {
  return !/^[./#~]/.test(specifier) && !specifier.startsWith("@/")
    && !packages.some((name) => specifier === name || specifier.startsWith(name + "/"))
    && !Object.keys(paths).some((from) => from.endsWith("*") && from !== "*" && specifier.startsWith(from.slice(0, -1)));
}

function importOf(symbol) {
  for (let at = symbol.declarations && symbol.declarations[0]; at; at = at.parent) {
    if ((ts.isImportDeclaration(at) || ts.isExportDeclaration(at)) && at.moduleSpecifier) return at.moduleSpecifier.text;
  }
}

// What a use means: the declarations, "elsewhere", or "unknown".
function meaning(node, call) {
  let first;
  try {
    first = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent) : checker.getSymbolAtLocation(node);
  } catch { return { is: "unknown", declarations: [] }; }
  const symbol = resolved(first);
  const declarations = (symbol && symbol.declarations) || [];
  const means = { is: "known", declarations, signed: undefined };
  if (!declarations.length) {
    const bare = !ts.isPropertyAccessExpression(node.parent) || node.parent.expression === node;
    const from = first && importOf(first);
    means.is = from ? (isForeign(from) ? "elsewhere" : "unknown") : bare && !first ? "global" : "unknown";
  }
  if (call) {
    try {
      const signature = checker.getResolvedSignature(call);
      means.signed = signature && signature.declaration;
    } catch { /* the checker gives up */ }
  }
  return means;
}

const functions = [], uses = [], byName = new Map(), byKey = new Map();
function add(map, key, one) {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(one);
}

// The nodes that stand for a declaration: a function and the variable that holds it are one.
function keysOf(declaration) {
  const keys = new Set([keyOf(declaration)]);
  if (isFunction(declaration) && declaration.parent && declares(declaration.parent)) keys.add(keyOf(declaration.parent));
  if (ts.isConstructorDeclaration(declaration)) keys.add(keyOf(declaration.parent));
  return keys;
}

function containerType(node) {
  const up = node.parent;
  try {
    if (ts.isClassLike(up)) return checker.getDeclaredTypeOfSymbol(up.symbol);
    if (ts.isObjectLiteralExpression(up)) return checker.getTypeAtLocation(up);
  } catch { /* none */ }
}

function namesAbove(declaration) {
  const up = declaration.parent;
  if (!up || !(ts.isInterfaceDeclaration(up) || ts.isTypeLiteralNode(up) || ts.isClassLike(up))) return;
  return up.members.filter((one) => one.name && !one.questionToken && !ts.isConstructorDeclaration(one)).map((one) => one.name.getText());
}

// True if a call that means `declaration` may be dispatched to `target` when it runs.
function mayDispatch(declaration, target) {
  const type = containerType(target);
  const names = type && namesAbove(declaration);
  if (!names) return false;
  if (ts.isClassLike(declaration.parent)) {
    for (let seen = [type], at = 0; at < seen.length && at < 50; at++) {
      const class_ = seen[at].target || seen[at];
      if (!class_.isClassOrInterface()) continue;
      for (const base of checker.getBaseTypes(class_)) {
        if (base.symbol === declaration.parent.symbol) return true;
        seen.push(base);
      }
    }
    return false;
  }
  return names.every((name) => checker.getPropertyOfType(type, name));
}

for (const file of program.getSourceFiles()) {
  if (!own.has(file.fileName)) continue;
  const at = relative(file.fileName);
  (function visit(node) {
    const name = declares(node);
    if (name && ts.isIdentifier(name) && !file.isDeclarationFile) {
      functions.push({ node, name: name.text, path: at, line: lineOf(name), key: keyOf(node),
        kind: ts.isClassDeclaration(node) ? "class" : "function" });
    }
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && isUse(node)) uses.push(node);
    ts.forEachChild(node, visit);
  })(file);
}

const targets = new Map(functions.map((one) => [one.key, one]));
const names = new Set(functions.map((one) => one.name));
const told = new Map();
for (const node of uses) {
  const symbol = names.has(node.text) ? undefined : resolved(checker.getSymbolAtLocation(node));
  // A name that no function has is of interest only where it stands for one.
  if (!names.has(node.text) && !(symbol && (symbol.declarations || []).some((one) => targets.has(keyOf(one))))) continue;
  const call = callee(node);
  const means = meaning(node, call);
  if (!call && means.is === "known" && !means.declarations.some((one) => targets.has(keyOf(one)))) continue;
  const [line, top] = around(node);
  const use = { node, name: node.text, path: relative(node.getSourceFile().fileName), line: lineOf(node), in: line, top,
    called: Boolean(call), ...means };
  use.keys = new Set(means.declarations.filter((one) => own.has(one.getSourceFile().fileName)).map(keyOf));
  use.signedKeys = means.signed && own.has(means.signed.getSourceFile().fileName) ? keysOf(means.signed) : new Set();
  use.number = told.size;
  told.set(node, use);
  add(byName, use.name, use);
  for (const key of new Set([...use.keys, ...use.signedKeys])) add(byKey, key, use);
}

// The declarations with their overloads: all of one symbol.
function allKeys(one) {
  const symbol = one.node.symbol;
  return new Set([one.key, ...((symbol && symbol.declarations) || []).map(keyOf)]);
}

function isModule(file) {
  return file.statements.some((one) => ts.isImportDeclaration(one) || ts.isExportDeclaration(one) || ts.isExportAssignment(one)
    || (ts.canHaveModifiers(one) && (ts.getModifiers(one) || []).some((modifier) => modifier.kind === S.ExportKeyword)));
}

function holds(outer, inner) {
  for (let at = inner.parent; at; at = at.parent) if (at === outer) return true;
  return false;
}

function sitesOf(one) {
  const keys = allKeys(one);
  const meant = new Set(byName.get(one.name) || []);
  for (const key of keys) for (const use of byKey.get(key) || []) meant.add(use);
  const sites = [];
  for (const use of [...meant].sort((a, b) => a.number - b.number)) {
    const direct = [...use.keys].some((key) => keys.has(key));
    const signed = use.name === one.name && [...use.signedKeys].some((key) => keys.has(key));
    let is, why;
    if (direct) [is, why] = use.called ? ["true", "symbol"] : ["open", "value"];
    else if (signed) [is, why] = ["true", "signature"];
    // const f = (() => { function f() {} return f })(): one name for both.
    else if (use.declarations.some((declaration) => ts.isVariableDeclaration(declaration) && holds(declaration, one.node))) {
      [is, why] = ["open", "around"];
    } else if (use.name !== one.name) [is, why] = ["open", "renamed value"];
    else if (use.is === "unknown") [is, why] = ["open", "no type"];
    // Scripts without import and export, each read as a module here, may share their names.
    else if (use.is === "global" && !isModule(one.node.getSourceFile())) [is, why] = ["open", "global"];
    else if (use.is === "elsewhere" || use.is === "global") [is, why] = ["false", "outside"];
    else if (use.declarations.some((declaration) => mayDispatch(declaration, one.node))) [is, why] = ["dispatch", ""];
    else {
      const inside = use.declarations.some((declaration) => own.has(declaration.getSourceFile().fileName));
      [is, why] = ["false", inside ? S[use.declarations[0].kind] : "outside"];
    }
    sites.push({ path: use.path, line: use.line, in: use.in, top: use.top, is, why });
  }
  return sites;
}

// mulberry32
function random(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const next = random(seed);
function shuffled(all) {
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}

// Where the name at a node is declared: here, in a function, elsewhere; nothing if that is not known.
function declaredAt(node) {
  const means = meaning(node);
  if (!means.declarations.length) return means.is === "elsewhere" ? { is: "elsewhere", at: "", from: 0 } : undefined;
  const own_ = means.declarations.filter((one) => own.has(one.getSourceFile().fileName));
  if (!own_.length) return { is: "elsewhere", at: "", from: 0 };
  // Several declarations, and what has no name of its own, are another question.
  const [one] = own_;
  if (own_.length > 1 || means.declarations.length > 1 || ts.isSourceFile(one) || !one.name) return;
  const inFunction = (at) => at && !ts.isSourceFile(at) && (ts.isFunctionLike(at) || inFunction(at.parent));
  const isLocal = ts.isParameter(one) || ts.isTypeParameterDeclaration(one) || ts.isBindingElement(one)
    || (ts.isVariableDeclaration(one) && inFunction(one.parent));
  if (!isLocal && ts.isTypeLiteralNode(one.parent) || ts.isPropertyAssignment(one)) return;
  return { is: isLocal ? "local" : "here", at: relative(one.getSourceFile().fileName), from: lineOf(one.name) };
}

if (process.argv[5] === "names") {
  const all = [];
  for (const file of program.getSourceFiles()) {
    if (!own.has(file.fileName) || file.isDeclarationFile) continue;
    const lines = file.text.split("\n");
    (function visit(node) {
      const up = node.parent;
      const isTypeUse = up && ts.isTypeReferenceNode(up) && up.typeName === node;
      if (ts.isIdentifier(node) && (isTypeUse || isUse(node)) && node.text.length > 1) {
        const line = lineOf(node);
        const words = lines[line - 1].split(/[^\w$]+/).filter((word) => word === node.text);
        if (words.length === 1) all.push({ node, line });
      }
      ts.forEachChild(node, visit);
    })(file);
  }
  const wanted = { here: Math.round(count * 2 / 5), elsewhere: Math.round(count * 2 / 5) };
  wanted.local = count - wanted.here - wanted.elsewhere;
  const out = [];
  for (const { node, line } of shuffled(all)) {
    if (out.length >= count) break;
    const told = declaredAt(node);
    if (!told || !wanted[told.is]) continue;
    wanted[told.is]--;
    out.push({ name: node.text, path: relative(node.getSourceFile().fileName), line, ...told });
  }
  process.stdout.write(JSON.stringify(out));
  process.exit(0);
}

const fit = functions.filter((one) => (byName.get(one.name) || []).some((use) => use.called)
  || (byKey.get(one.key) || []).some((use) => use.called));
shuffled(fit);
// Five of six have a caller.
const out = [];
let with_ = 0, without = 0;
for (const one of fit) {
  if (out.length >= count) break;
  const sites = sitesOf(one);
  const called = sites.some((site) => site.is === "true");
  if (called ? with_ >= Math.ceil((count * 5) / 6) : without >= Math.floor(count / 6)) continue;
  called ? with_++ : without++;
  out.push({ path: one.path, line: one.line, name: one.name, kind: one.kind, sites });
}
process.stderr.write(`${sources.length} files, ${functions.length} declared, ${fit.length} to draw from, ${with_} called, ${without} not\n`);
process.stdout.write(JSON.stringify({ functions: out, read: sources.map(relative) }));
