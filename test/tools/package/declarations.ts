/**
 * Reads the shipped type declarations: their public names, and two mistakes, which are missing doc comments and public
 * types that are not exported.
 */
import { relative } from 'node:path';
import ts from 'typescript';

export type Findings = {
  /** The names without a doc comment, in the form `file: Type.member`. */
  mute: string[];
  /** Types that a public signature uses but no entry exports. */
  hidden: string[];
  /** The public names, such as `Type.member`. */
  names: string[];
  /** The files of all checked declarations. */
  files: string[];
};

/** @param folder The folder of this package's declarations. Other declarations need no doc comment. */
export function readDeclarations(folder: string, entries: readonly string[]): Findings {
  const program = ts.createProgram(
    entries.map((entry) => `${folder}/${entry}`),
    {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2022,
      skipLibCheck: true,
      types: [],
    },
  );
  return new DeclarationReader(program, folder).read(entries);
}

class DeclarationReader {
  readonly #checker: ts.TypeChecker;
  readonly #program: ts.Program;
  readonly #folder: string;
  readonly #mute = new Set<string>();
  readonly #hidden = new Set<string>();
  readonly #names = new Set<string>();
  readonly #files = new Set<string>();
  readonly #seen = new Set<ts.Symbol>();
  #exported = new Set<ts.Symbol>();

  constructor(program: ts.Program, folder: string) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
    this.#folder = folder;
  }

  read(entries: readonly string[]): Findings {
    const exports = entries.flatMap((entry) => {
      const file = this.#program.getSourceFile(`${this.#folder}/${entry}`);
      const module = file && this.#checker.getSymbolAtLocation(file);
      if (!module) throw new Error(`${entry} is missing, or is no module.`);
      return this.#checker.getExportsOfModule(module).map((symbol) => this.#resolved(symbol));
    });
    this.#exported = new Set(exports);
    for (const symbol of exports) this.#readSymbol(symbol);
    const [mute, hidden, names] = [this.#mute, this.#hidden, this.#names].map((set) => [...set].sort());
    return { mute: mute!, hidden: hidden!, names: names!, files: [...this.#files] };
  }

  #resolved(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #isOurs(node: ts.Node): boolean {
    return node.getSourceFile().fileName.startsWith(`${this.#folder}/`);
  }

  #readSymbol(symbol: ts.Symbol): void {
    if (this.#seen.has(symbol)) return;
    this.#seen.add(symbol);
    for (const node of symbol.declarations?.filter((each) => this.#isOurs(each)) ?? []) {
      this.#require(node, symbol.name);
      if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) {
        for (const member of node.members) this.#readMember(member, symbol.name);
        for (const clause of node.heritageClauses ?? []) this.#readBase(clause);
      } else {
        this.#follow(node, symbol.name);
      }
    }
  }

  /** Even if a base class is not exported, its members belong to the exported class. */
  #readBase(clause: ts.HeritageClause): void {
    for (const { expression, typeArguments } of clause.types) {
      const symbol = this.#checker.getSymbolAtLocation(expression);
      if (symbol) this.#readSymbol(this.#resolved(symbol));
      for (const argument of typeArguments ?? []) this.#follow(argument, expression.getText());
    }
  }

  #readMember(member: ts.ClassElement | ts.TypeElement, owner: string): void {
    const name = member.name?.getText() ?? 'constructor';
    if (ts.isPropertyDeclaration(member) && ts.isPrivateIdentifier(member.name)) return;
    const isPrivate = ts.canHaveModifiers(member) && this.#hasModifier(member, ts.SyntaxKind.PrivateKeyword);
    if (isPrivate || this.#isInherited(member, name)) return;
    const isPlainConstructor = ts.isConstructorDeclaration(member) && member.parameters.length === 0;
    if (!isPlainConstructor) this.#require(member, `${owner}.${name}`);
    // Only subclasses see protected members, and subclasses of the element are not supported.
    if (ts.canHaveModifiers(member) && this.#hasModifier(member, ts.SyntaxKind.ProtectedKeyword)) return;
    ts.forEachChild(member, (child) => {
      this.#follow(child, `${owner}.${name}`);
    });
  }

  #hasModifier(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
    return node.modifiers?.some((modifier) => modifier.kind === kind) ?? false;
  }

  /** Returns true for a member from Lit or the DOM library. Such members have their own documentation. */
  #isInherited(member: ts.ClassElement | ts.TypeElement, name: string): boolean {
    if (!ts.isClassDeclaration(member.parent)) return false;
    const isStatic = ts.canHaveModifiers(member) && this.#hasModifier(member, ts.SyntaxKind.StaticKeyword);
    const bases = member.parent.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
    return bases.some((base) => {
      const type = isStatic ? this.#checker.getTypeAtLocation(base.expression) : this.#checker.getTypeAtLocation(base);
      const inherited = type.getProperty(name)?.declarations ?? [];
      return inherited.length > 0 && !inherited.some((each) => this.#isOurs(each));
    });
  }

  /** Reads the members inside this node, at any depth. Also reads the types that this node names. */
  #follow(node: ts.Node, owner: string): void {
    if (ts.isTypeElement(node) && ts.isTypeLiteralNode(node.parent)) {
      this.#readMember(node, owner);
      return;
    }
    if (ts.isTypeReferenceNode(node)) this.#readReference(node.typeName);
    ts.forEachChild(node, (child) => {
      this.#follow(child, owner);
    });
  }

  #readReference(name: ts.EntityName): void {
    const found = this.#checker.getSymbolAtLocation(name);
    const symbol = found && this.#resolved(found);
    const [node] = symbol?.declarations ?? [];
    if (!symbol || !node || !this.#isOurs(node) || ts.isTypeParameterDeclaration(node)) return;
    if (!this.#exported.has(symbol)) this.#hidden.add(this.#placeOf(node, symbol.name));
    this.#readSymbol(symbol);
  }

  /**
   * Requires a doc comment for this name. All overloads of a function need only one comment. A getter and its setter
   * also need only one comment.
   */
  #require(node: ts.Node, name: string): void {
    this.#files.add(node.getSourceFile().fileName);
    const symbol = 'symbol' in node ? (node.symbol as ts.Symbol | undefined) : undefined;
    const text = ts.displayPartsToString(symbol?.getDocumentationComment(this.#checker));
    const isCall =
      ts.isCallSignatureDeclaration(node) || ts.isConstructorDeclaration(node) || ts.isIndexSignatureDeclaration(node);
    const own = ts.getJSDocCommentsAndTags(node).length > 0;
    if (!isCall) this.#names.add(name);
    if (isCall ? !own : text === '' && !own) this.#mute.add(this.#placeOf(node, name));
  }

  #placeOf(node: ts.Node, name: string): string {
    return `${relative(this.#folder, node.getSourceFile().fileName)}: ${name}`;
  }
}
