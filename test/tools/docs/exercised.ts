/** Finds the tests that use a name, by reading the source code of the tests. */
import ts from 'typescript';
import { ownFiles, read } from '../sources.js';

/** `title` is the source text of the test's title, so it can contain placeholders. */
export type Reading = { file: string; title: string; names: ReadonlySet<string> };

const TESTS = new Set(['it', 'test']);

/**
 * Returns every test in these folders. Each test has all names from its code and from the declarations that it uses.
 */
export function readTests(folders: RegExp): Reading[] {
  const files = ownFiles().filter((file) => file.endsWith('.test.ts') && folders.test(file));
  return files.flatMap((file) => {
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
    const declared = declarationsOf(source);
    const found: Reading[] = [];
    const visit = (node: ts.Node): void => {
      const title = titleOf(node);
      if (title === null) ts.forEachChild(node, visit);
      else found.push({ file, title, names: reachable(scopeOf(node), declared) });
    };
    visit(source);
    return found;
  });
}

/** Returns the declarations outside tests. */
function declarationsOf(source: ts.SourceFile): Map<string, ts.Node> {
  const declared = new Map<string, ts.Node>();
  const visit = (node: ts.Node): void => {
    if (titleOf(node) !== null) return;
    const isNamed = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node);
    if (isNamed && node.name && ts.isIdentifier(node.name)) declared.set(node.name.text, node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return declared;
}

/** Returns the code that a test uses. A test inside a `for … of` loop also uses the list of the loop. */
function scopeOf(test: ts.Node): ts.Node[] {
  const scope = [test];
  for (let node = test.parent as ts.Node | undefined; node; node = node.parent as ts.Node | undefined) {
    if (ts.isForOfStatement(node)) scope.push(node.expression);
    if (ts.isFunctionDeclaration(node)) scope.push(...callsOf(node));
  }
  return scope;
}

/** Finds the calls of a function that declares tests. These tests also use the names in the calls' arguments. */
function callsOf({ name }: ts.FunctionDeclaration): ts.Node[] {
  const calls: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name?.text) {
      calls.push(node);
    }
    ts.forEachChild(node, visit);
  };
  if (name) visit(name.getSourceFile());
  return calls;
}

function titleOf(node: ts.Node): string | null {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return null;
  const [title] = node.arguments;
  return TESTS.has(node.expression.text) && title ? title.getText().slice(1, -1) : null;
}

function reachable(from: readonly ts.Node[], declared: ReadonlyMap<string, ts.Node>): Set<string> {
  const names = new Set<string>();
  const visited = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (visited.has(node)) return;
    visited.add(node);
    if (ts.isIdentifier(node)) {
      names.add(node.text);
      const source = declared.get(node.text);
      if (source) visit(source);
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      for (const name of node.text.match(/\w+/gu) ?? []) names.add(name);
    }
    ts.forEachChild(node, visit);
  };
  from.forEach(visit);
  return names;
}

/** Returns the names of all members, at any depth. */
export function membersOf(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return [];
  const own = Array.isArray(json) ? [] : Object.keys(json);
  return [...own, ...Object.values(json).flatMap(membersOf)];
}
