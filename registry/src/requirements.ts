import { satisfy } from '@module-federation/runtime-core'

/**
 * What a release needs and a shell does not give, by the judgement of the federation runtime, which has the last word
 * in a page.
 *
 * @param requires ranges by package, of a release
 * @param provides versions by package, of a shell
 * @returns one sentence a finding, such as `shared-auth ^2.0.0 is required, the shell provides 1.4.0`
 */
export function unmetRequirements(requires: Record<string, string>, provides: Record<string, string>): string[] {
  return Object.entries(requires)
    .filter(([name, range]) => !satisfy(provides[name] ?? '', range))
    .map(([name, range]) => `${name} ${range} is required, the shell provides ${provides[name] ?? 'none'}`)
}

/**
 * The package that a module is of.
 *
 * @param request as a module is imported, such as `react-dom/client` or `@scope/ui/table`
 */
export function packageOf(request: string): string {
  return request.split('/', request.startsWith('@') ? 2 : 1).join('/')
}
