<?php
// Declarations of PHP files as PHP's own parser reads them (extension ast): paths on standard input, JSON lines out
// (see declared.py).
use ast\Node;

function say(string $path, int $line, string $kind, string $name, ?string $owner): void
{
    echo json_encode(['path' => $path, 'line' => $line, 'kind' => $kind, 'name' => $name, 'owner' => $owner],
        JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}

function walk(mixed $node, string $path, ?string $owner, bool $inside): void
{
    if (!$node instanceof Node) {
        return;
    }
    $children = $node->children;
    switch ($node->kind) {
        case ast\AST_CLASS:
            $anonymous = $node->flags & ast\flags\CLASS_ANONYMOUS;
            if (!$anonymous) {
                say($path, $node->lineno, 'class', $children['name'], null);
            }
            $owner = $anonymous ? null : $children['name'];
            $inside = false;
            break;
        case ast\AST_NAMESPACE:
            if ($children['name'] !== null) {
                say($path, $node->lineno, 'namespace', $children['name'], null);
            }
            break;
        case ast\AST_METHOD:
        case ast\AST_FUNC_DECL:
            say($path, $node->lineno, 'function', $children['name'], $node->kind === ast\AST_METHOD ? $owner : null);
            foreach ($children['params']->children ?? [] as $param) {
                if ($param->flags & (ast\flags\PARAM_MODIFIER_PUBLIC | ast\flags\PARAM_MODIFIER_PROTECTED | ast\flags\PARAM_MODIFIER_PRIVATE)) {
                    say($path, $param->lineno, 'property', $param->children['name'], $owner);
                }
            }
            $inside = true;
            break;
        case ast\AST_CLOSURE:
        case ast\AST_ARROW_FUNC:
            $inside = true;
            break;
        case ast\AST_ASSIGN:
            $value = $children['expr'];
            $is_function = $value instanceof Node && in_array($value->kind, [ast\AST_CLOSURE, ast\AST_ARROW_FUNC], true);
            if ($is_function && $children['var']->kind === ast\AST_VAR) {
                say($path, $node->lineno, 'function', $children['var']->children['name'], null);
            }
            break;
        case ast\AST_PROP_ELEM:
            say($path, $node->lineno, 'property', $children['name'], $owner);
            break;
        case ast\AST_CONST_ELEM:
            say($path, $node->lineno, 'constant', $children['name'], $owner);
            break;
        case ast\AST_ENUM_CASE:
            say($path, $node->lineno, 'variant', $children['name'], $owner);
            break;
        case ast\AST_CALL:
            $called = $children['expr'];
            $first = $children['args']->children[0] ?? null;
            if ($called instanceof Node && $called->kind === ast\AST_NAME && $called->children['name'] === 'define' && is_string($first)) {
                say($path, $node->lineno, 'constant', $first, null);
            }
            break;
    }
    foreach ($node->kind === ast\AST_DECLARE ? [$children['stmts']] : $children as $child) {
        walk($child, $path, $owner, $inside);
    }
}

foreach (explode("\n", stream_get_contents(STDIN)) as $path) {
    if ($path === '') {
        continue;
    }
    try {
        $tree = ast\parse_code(file_get_contents($path), 90);
    } catch (Throwable) {
        continue;
    }
    echo json_encode(['path' => $path, 'read' => true]), "\n";
    walk($tree, $path, null, false);
}
