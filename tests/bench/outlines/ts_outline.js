// Compares docql's outline of TypeScript with what TypeScript's own parser declares:
//
//     node ts_outline.js TREE DOCQL [MISSES]        with the package typescript where node finds it (NODE_PATH)
//
// An entity is an import, a function with a name, a class, an interface, an enum, an alias, a module, a variable outside of
// functions, a function in a variable or in an object outside of functions, and every member: of classes, interfaces, enums,
// and of the types that an alias spells out. It is found if docql has a declaration of that name there. False is what docql
// says where the parser has no name of that spelling.
"use strict";
const fs = require("fs");
const path = require("path");
const { execFileSync } = require("child_process");
const ts = require("typescript");
const S = ts.SyntaxKind;

const root = fs.realpathSync(process.argv[2]);
const docql = process.argv[3], shown = Number(process.argv[4] || 0);
const plain = (name) => name.replace(/^\[\s*|\s*\]$/g, "").replace(/^["'`]|["'`]$/g, "").replace(/\s+/g, " ");

const rows = execFileSync(docql, ["query", "$.code", "-f", "jsonl", "--all", "--no-index", "-g", "*.{ts,tsx,mts,cts}", root], {
  cwd: root, maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"],
}).toString().split("\n").filter(Boolean).map((line) => JSON.parse(line));
const said = new Map();
for (const row of rows) {
  if (!said.has(row.path)) said.set(row.path, []);
  said.get(row.path).push(row);
}

const isFunction = (node) => {
  while (node && (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
    || ts.isNonNullExpression(node) || ts.isTypeAssertionExpression(node))) node = node.expression;
  return node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
};
const isBody = (node) => ts.isFunctionLike(node) && node.body || ts.isClassStaticBlockDeclaration(node);

function entities(file) {
  const text = fs.readFileSync(path.join(root, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true,
    file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  if (source.parseDiagnostics.length) return null;
  const wanted = [], names = new Map();
  const line = (node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  function note(name, at) {
    if (!names.has(name)) names.set(name, new Set());
    names.get(name).add(at);
  }
  function want(kind, node, owner) {
    const name = plain(node.getText(source));
    wanted.push({ kind, name, line: line(node), owner });
    note(name, line(node));
  }
  function bound(name, kind, owner) {
    if (ts.isIdentifier(name)) want(kind, name, owner);
    else for (const one of name.elements) if (!ts.isOmittedExpression(one)) bound(one.name, kind, owner);
  }
  function visit(node, owner, inside, spelled) {
    const here = owner;
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isPrivateIdentifier(node) || ts.isNumericLiteral(node)
      || ts.isComputedPropertyName(node)) note(plain(node.getText(source)), line(node));
    if (ts.isConstructSignatureDeclaration(node)) note("new", line(node));
    if (ts.isImportDeclaration(node) && !node.importClause) note(node.moduleSpecifier.text.split("/").pop(), line(node));
    if (ts.isExportDeclaration(node) && !node.exportClause) note("*", line(node));
    if (ts.isImportClause(node) && node.name) want("import", node.name);
    else if (ts.isNamespaceImport(node) || ts.isImportSpecifier(node) || ts.isImportEqualsDeclaration(node)) want("import", node.name);
    else if (ts.isFunctionDeclaration(node) && node.name) { want("function", node.name); owner = node.name.text; }
    else if ((ts.isClassDeclaration(node) || ts.isClassExpression(node)) && node.name) { want("class", node.name); owner = node.name.text; }
    else if (ts.isInterfaceDeclaration(node)) { want("interface", node.name); owner = node.name.text; }
    else if (ts.isEnumDeclaration(node)) { want("enum", node.name); owner = node.name.text; }
    else if (ts.isEnumMember(node)) want("variant", node.name, here);
    else if (ts.isTypeAliasDeclaration(node)) { want("alias", node.name); owner = node.name.text; spelled = true; }
    else if (ts.isModuleDeclaration(node)) { if (!ts.isModuleDeclaration(node.parent)) { const n = node.name; wanted.push({ kind: "module", name: moduleName(node), line: line(n) }); note(moduleName(node), line(n)); } }
    else if (ts.isVariableDeclaration(node) && !ts.isCatchClause(node.parent)) {
      if (isFunction(node.initializer) && ts.isIdentifier(node.name)) { want("function", node.name); owner = node.name.text; }
      else if (node.initializer && ts.isClassExpression(node.initializer) && ts.isIdentifier(node.name)) { want("class", node.name); owner = node.name.text; }
      else if (!inside && ts.isVariableDeclarationList(node.parent) && ts.isVariableStatement(node.parent.parent)) { bound(node.name, "variable"); if (ts.isIdentifier(node.name)) owner = node.name.text; }
    } else if (ts.isMethodDeclaration(node) || ts.isGetAccessor(node) || ts.isSetAccessor(node)) {
      if (ts.isClassLike(node.parent) || !inside) want("method", node.name, ts.isClassLike(node.parent) ? here : undefined);
      owner = plain(node.name.getText(source));
    } else if (ts.isConstructorDeclaration(node)) { wanted.push({ kind: "constructor", name: "constructor", line: lineOf(node, "constructor"), owner: here }); owner = "constructor"; }
    else if (ts.isPropertyDeclaration(node)) { want(isFunction(node.initializer) ? "method" : "field", node.name, here); if (isFunction(node.initializer)) owner = plain(node.name.getText(source)); }
    else if (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent)) want("field", node.name);
    else if ((ts.isPropertySignature(node) || ts.isMethodSignature(node)) && (ts.isInterfaceDeclaration(node.parent) || spelled)) {
      want(ts.isPropertySignature(node) ? "field" : "method", node.name, ts.isInterfaceDeclaration(node.parent) || ts.isTypeAliasDeclaration(node.parent.parent) ? here : undefined);
      spelled = false;
    } else if (ts.isPropertyAssignment(node) && isFunction(node.initializer) && !inside) want("pair", node.name);
    if (ts.isParameter(node) || ts.isFunctionTypeNode(node) || ts.isMappedTypeNode(node) || ts.isTypeReferenceNode(node) || ts.isConditionalTypeNode(node)) spelled = false;
    const within = inside || Boolean(isBody(node));
    ts.forEachChild(node, (child) => visit(child, owner, within, spelled));
  }
  function lineOf(node, word) {
    const at = source.text.indexOf(word, node.getStart(source));
    note(word, source.getLineAndCharacterOfPosition(at).line + 1);
    return source.getLineAndCharacterOfPosition(at).line + 1;
  }
  function moduleName(node) {
    let name = plain(node.name.getText(source));
    while (node.body && ts.isModuleDeclaration(node.body)) { node = node.body; name += "." + node.name.text; }
    return name;
  }
  visit(source, undefined, false, false);
  return { wanted, names, text };
}

const table = Object.create(null), misses = {};
function count(kind, what) {
  table[kind] = table[kind] || { seen: 0, found: 0, owned: 0, same: 0 };
  table[kind][what] += 1;
}
function miss(kind, ...words) {
  (misses[kind] = misses[kind] || []).push(words.filter((word) => word !== undefined).join(" "));
}
let broken = 0, spoken = 0, wrong = 0, files = 0;
const list = execFileSync(docql, ["query", "$.files", "-f", "paths", "--all", "--no-index", "-g", "*.{ts,tsx,mts,cts}", root], { cwd: root, maxBuffer: 1 << 28 })
  .toString().split("\n").map((one) => one.trim()).filter(Boolean);
for (const file of list) {
  let found;
  try { found = entities(file); } catch (error) { if (error.code === "ENOENT") continue; throw error; }
  if (!found) { broken += 1; continue; }
  files += 1;
  const here = said.get(file) || [];
  const byName = new Map();
  for (const row of here) {
    const name = plain(row.name || "");
    for (const key of new Set([name, ...(row.alias ? [plain(row.alias)] : [])])) {
      if (!byName.has(key)) byName.set(key, []);
      byName.get(key).push(row);
    }
  }
  for (const one of found.wanted) {
    const hits = byName.get(one.name) || [];
    const hit = hits.filter((row) => row.line <= one.line && one.line <= row.end_line).sort((a, b) => b.line - a.line)[0]
      || (one.kind === "import" && hits.find((row) => row.type === "import"));
    count(one.kind, "seen");
    if (!hit) { miss("missed " + one.kind, `${file}:${one.line}`, one.name, one.owner); continue; }
    count(one.kind, "found");
    if (one.owner === undefined) continue;
    count(one.kind, "owned");
    if (plain((hit.parent || "").split(/::/).pop()) === one.owner || (hit.parent || "").split(".").pop() === one.owner) count(one.kind, "same");
    else miss("parent of " + one.kind, `${file}:${one.line}`, one.name, "is", one.owner, "said", hit.parent);
  }
  for (const row of here) {
    if (row.type === "test") continue;
    spoken += 1;
    const places = found.names.get(plain(row.name || "")) || found.names.get(plain(row.alias || ""));
    if (places && [...places].some((at) => row.line <= at && at <= row.end_line)) continue;
    wrong += 1;
    miss("false " + row.type, `${file}:${row.line}`, row.name);
  }
}
const all = { seen: 0, found: 0, owned: 0, same: 0 };
for (const [kind, row] of Object.entries(table)) {
  for (const key of Object.keys(all)) all[key] += row[key];
  console.log(kind.padEnd(12), row.found, "of", row.seen, (row.found / row.seen).toFixed(4));
}
console.log(`recall ${(all.found / all.seen).toFixed(4)} of ${all.seen}, precision ${(1 - wrong / spoken).toFixed(4)} of ${spoken}, `
  + `parents ${(all.same / all.owned).toFixed(4)} of ${all.owned}; ${files} files, ${broken} that the parser does not read`);
for (const [kind, words] of Object.entries(misses)) {
  console.error(kind, words.length);
  words.slice(0, shown).forEach((word) => console.error("   ", word));
}
