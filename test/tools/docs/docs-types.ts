/** Describes types for the documentation, from their declarations in the sources. */
import ts from 'typescript';
import { code, table } from './docs-table.js';
import { ownFiles, read } from '../sources.js';

type Declared = ts.TypeAliasDeclaration | ts.InterfaceDeclaration | ts.ClassDeclaration;

let found: Map<string, Declared[]> | undefined;

/** @throws If the folder has no declaration of this name, or more than one */
function declarationOf(name: string, folder = 'src/'): Declared {
  found ??= collect();
  const [node, another] = (found.get(name) ?? []).filter((each) => each.getSourceFile().fileName.startsWith(folder));
  if (!node || another) throw new Error(`${folder} exports ${node ? 'several types' : 'no type'} called ${name}.`);
  return node;
}

function collect(): Map<string, Declared[]> {
  const all = new Map<string, Declared[]>();
  for (const file of ownFiles().filter((each) => /^src\/.*\.ts$/u.test(each))) {
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
    for (const node of source.statements) {
      const isType = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node);
      if (!isType || !node.name) continue;
      if (!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
      all.set(node.name.text, [...(all.get(node.name.text) ?? []), node]);
    }
  }
  return all;
}

/** Returns the source text of these types as one code block. */
export function typesOf(names: readonly string[]): string {
  const texts = names.map((name) => {
    const node = declarationOf(name);
    return node
      .getSourceFile()
      .text.slice(node.getStart(undefined, true), node.end)
      .replaceAll(/^export /gmu, '');
  });
  return `\`\`\`ts\n${texts.join('\n\n')}\n\`\`\``;
}

export function typeOfMember(name: string, member: string): string {
  const node = declarationOf(name);
  const members = ts.isTypeAliasDeclaration(node) ? membersIn(node.type) : [...node.members];
  const found = members.find((each) => each.name?.getText() === member);
  if (!found || !ts.isPropertySignature(found)) throw new Error(`${name} has no member ${member}.`);
  return found.type?.getText() ?? '';
}

/** Returns the type of each event's `detail` as one code block. `change` is a plain event, which has no detail. */
export function eventDetails(): string {
  const lines = literalMembers('HubPayEventMap').flatMap((member) => {
    const { type } = member;
    if (!type || !ts.isTypeReferenceNode(type) || type.typeName.getText() !== 'CustomEvent') return [];
    return [`  ${member.name.getText()}: ${detailText(type.typeArguments?.[0])};`];
  });
  return `\`\`\`ts\ntype Details = {\n${lines.join('\n')}\n};\n\`\`\``;
}

/** Returns the source text of a detail without `TestMark`, which every detail has. */
function detailText(node: ts.TypeNode | undefined): string {
  const parts = node && ts.isIntersectionTypeNode(node) ? [...node.types] : node ? [node] : [];
  const [own, ...others] = parts.filter((each) => each.getText() !== 'TestMark');
  if (!own) return '{}';
  if (others.length > 0) throw new Error(`${node?.getText()} has more than one part beside TestMark.`);
  const ofSession = /^SessionEventMap\[('[a-z-]+')\]$/u.exec(own.getText())?.[1];
  const member = literalMembers('SessionEventMap').find(({ name }) => name.getText() === ofSession);
  const lines = (member?.type ?? own).getText().split('\n');
  const surplus = Math.max(/^ */u.exec(lines.at(-1) ?? '')![0].length - 2, 0);
  return lines.map((line, at) => (at === 0 ? line : line.slice(surplus))).join('\n');
}

function literalMembers(name: string): ts.PropertySignature[] {
  const node = declarationOf(name);
  return ts.isTypeAliasDeclaration(node) ? membersIn(node.type).filter(ts.isPropertySignature) : [];
}

/** Returns the members of a union of strings. */
export function unionOf(name: string): string[] {
  const node = declarationOf(name);
  if (!ts.isTypeAliasDeclaration(node) || !ts.isUnionTypeNode(node.type)) throw new Error(`${name} is not a union.`);
  return node.type.types.map((each) => each.getText().replaceAll("'", ''));
}

/**
 * Returns a Markdown table of the members of a union of strings, from the list in its comment.
 * @throws If the list lacks a member, or has another one
 */
export function unionTable(name: string, heading: string): string {
  const [comment] = ts.getJSDocCommentsAndTags(declarationOf(name)).filter(ts.isJSDoc);
  const list = `${ts.getTextOfJSDocComment(comment?.comment) ?? ''}\n`.split(/^- (?=`)/mu).slice(1);
  const rows = list.flatMap((item) => {
    const [, members = '', meaning = ''] = /^((?:`[^`]+`(?:, )?)+): ([\s\S]*)$/u.exec(item) ?? [];
    return [...members.matchAll(/`([^`]+)`/gu)].map(([, member = '']) => [member, oneLine(meaning)]);
  });
  const listed = rows.map(([member = '']) => member);
  if (listed.join() !== unionOf(name).join()) throw new Error(`The comment of ${name} lists ${listed.join(', ')}.`);
  return table(
    [heading, 'Meaning'],
    rows.map(([member = '', meaning = '']) => [code(member), meaning.replace(/^./u, (letter) => letter.toUpperCase())]),
  );
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** Returns the first paragraph of a member's comment, and the text of its tag `@default`. */
function partsOf(node: ts.Node): [text: string, fallback: string] {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'default');
  const [text = '', value = ''] = [comment, tag].map((each) => oneLine(ts.getTextOfJSDocComment(each?.comment) ?? ''));
  return [text, value.replace(/\.$/u, '')];
}

/** Returns the first paragraph of a member's comment, and its default. */
function commentOf(node: ts.Node): string {
  const [text, fallback] = partsOf(node);
  return fallback ? `${text} Default: ${fallback}.` : text;
}

/** Returns a Markdown table of the members of a type. */
export function membersTable(name: string, folder?: string): string {
  const rows = membersOf(name, folder).map((member) => [...headOf(member), commentOf(member)]);
  return table(['Name', 'Type', 'Meaning'], rows);
}

/** Returns a Markdown table of the members of a type, with their defaults in a column. */
export function defaultsTable(name: string): string {
  const rows = membersOf(name).map((member) => {
    const [text, fallback] = partsOf(member);
    return [...headOf(member), fallback, text];
  });
  return table(['Name', 'Type', 'Default', 'Meaning'], rows);
}

function membersOf(name: string, folder?: string): readonly (ts.TypeElement | ts.ClassElement)[] {
  const node = declarationOf(name, folder);
  return ts.isTypeAliasDeclaration(node) ? membersIn(node.type) : [...node.members];
}

/** Returns the cells with the name and the type of a member. */
function headOf(member: ts.TypeElement | ts.ClassElement): [name: string, type: string] {
  const optional = 'questionToken' in member && member.questionToken ? '?' : '';
  return [code(`${member.name?.getText() ?? ''}${optional}`), code(typeTextOf(member))];
}

function membersIn(type: ts.TypeNode): ts.TypeElement[] {
  if (ts.isTypeLiteralNode(type)) return [...type.members];
  throw new Error('The type is not an object.');
}

function typeTextOf(member: ts.TypeElement | ts.ClassElement): string {
  if (ts.isMethodSignature(member)) {
    return oneLine(
      `(${member.parameters.map((each) => each.getText()).join(', ')}) => ${member.type?.getText() ?? ''}`,
    );
  }
  return ts.isPropertySignature(member) ? oneLine(member.type?.getText() ?? '') : '';
}

/** Returns a Markdown table of the public methods of a class. */
export function methodsTable(name: string): string {
  const node = declarationOf(name);
  if (!ts.isClassDeclaration(node)) throw new Error(`${name} is not a class.`);
  const methods = node.members.filter(ts.isMethodDeclaration).filter(({ name: each }) => !ts.isPrivateIdentifier(each));
  return table(
    ['Method', 'Meaning'],
    methods.map((method) => {
      const parameters = method.parameters.map((each) => each.name.getText()).filter((each) => each !== 'o');
      return [code(`${method.name.getText()}(${parameters.join(', ')})`), commentOf(method)];
    }),
  );
}
