/** Lists the repository's files and their imports. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the paths of all files that git does not ignore. */
export function ownFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  return listed
    .toString()
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));
}

export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** `to` is a path in the repository, or the name of a package with its subpath. */
export type ImportLine = { from: string; to: string; kind: 'value' | 'type' | 'dynamic' };

/** Returns all imports and re-exports of a file. A relative `.js` path becomes the path of the `.ts` source. */
export function importsOf(file: string): ImportLine[] {
  const found: ImportLine[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const onlyTypes = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      add(node.moduleSpecifier, onlyTypes ? 'type' : 'value');
    }
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'value');
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, 'type');
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], 'dynamic');
    ts.forEachChild(node, visit);
  };
  const add = (target: ts.Node | undefined, kind: ImportLine['kind']): void => {
    if (target)
      found.push({ from: file, to: ts.isStringLiteral(target) ? resolved(file, target.text) : '(computed)', kind });
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
  return found;
}

function resolved(from: string, to: string): string {
  return to.startsWith('.') ? posix.join(posix.dirname(from), to).replace(/\.js$/u, '.ts') : to;
}
