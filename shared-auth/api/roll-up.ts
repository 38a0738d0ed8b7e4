import { join } from 'node:path'
import type { Node } from 'typescript/unstable/ast'
import { isIdentifier, isSourceFile } from 'typescript/unstable/ast/is'
import { API, type Symbol as Declared, type Project, SymbolFlags } from 'typescript/unstable/sync'

/**
 * Rolls a project of declarations up into one list.
 *
 * @param project absolute path of its tsconfig.json; its entry is `types/index.d.ts` beside it
 * @returns imports of other packages, then what is exported and what that is made of, each by name
 */
export function rollUp(project: string): string[] {
  const api = new API()
  try {
    const opened = api.updateSnapshot({ openProjects: [project] }).getProject(project)
    const entry = opened?.program.getSourceFile(join(project, '../types/index.d.ts'))
    const module = entry && opened?.checker.getSymbolAtLocation(entry)
    if (!opened || !module) throw new Error(`${project} exports nothing.`)
    return new RollUp(opened).of(module)
  } finally {
    api.close()
  }
}

class RollUp {
  private readonly exported = new Set<Node>()
  private readonly visited = new Set<Node>()
  private readonly declarations = new Map<string, string[]>()
  private readonly imports = new Set<string>()

  constructor(private readonly project: Project) {}

  of(module: Declared): string[] {
    const exports = this.project.checker.getExportsOfModule(module)
    const origins = exports.map((symbol) => this.originOf(symbol))
    const underOwnName = origins.filter((origin, index) => origin.name === exports[index]?.name)
    for (const statement of underOwnName.flatMap((origin) => this.statementsOf(origin))) this.exported.add(statement)
    for (const origin of origins) this.add(origin)
    const renamed = exports.flatMap(({ name }, index) => {
      const origin = origins[index]?.name
      return origin === name ? [] : [`export { ${origin} as ${name} }`]
    })
    const byName = [...this.declarations].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, texts]) => texts.join('\n'))
    return [...[...this.imports].sort(), ...byName, ...renamed.sort()]
  }

  private add(symbol: Declared): void {
    for (const statement of this.statementsOf(symbol)) {
      if (this.visited.has(statement)) continue
      this.visited.add(statement)
      const text = statement.getText().replace(/^export /, '')
      const texts = this.declarations.get(symbol.name) ?? []
      this.declarations.set(symbol.name, [...texts, this.exported.has(statement) ? `export ${text}` : text])
      this.addReferences(statement)
    }
  }

  /** What a declaration is made of belongs to the API too. */
  private addReferences(node: Node): void {
    const symbol = isIdentifier(node) && this.project.checker.getSymbolAtLocation(node)
    if (symbol) {
      const origin = this.originOf(symbol)
      if (origin.declarations.length > 0) this.add(origin)
      else for (const statement of this.statementsOf(symbol)) this.imports.add(statement.getText())
    }
    node.forEachChild((child) => this.addReferences(child))
  }

  /** Where it is declared; other packages cannot be found from here, so that what is theirs has no declaration. */
  private originOf(symbol: Declared): Declared {
    return symbol.flags & SymbolFlags.Alias ? this.project.checker.getAliasedSymbol(symbol) : symbol
  }

  private statementsOf(symbol: Declared): Node[] {
    return symbol.declarations.flatMap((declaration) => {
      const node = declaration.resolve()
      return node && !this.isOfTheLanguage(node) ? [statementAround(node)] : []
    })
  }

  private isOfTheLanguage(node: Node): boolean {
    return this.project.program.isSourceFileDefaultLibrary(node.getSourceFile())
  }
}

function statementAround(node: Node): Node {
  return isSourceFile(node.parent) ? node : statementAround(node.parent)
}
