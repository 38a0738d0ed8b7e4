import { satisfy } from '@module-federation/runtime-core'

/**
 * Lists the requirements of a release that a shell does not meet. Ranges are matched by the federation runtime, which
 * decides in the browser too.
 *
 * @param requires the release's version ranges by package
 * @param provides the shell's versions by package
 * @returns one sentence per finding, such as `shared-auth ^2.0.0 is required, the shell provides 1.4.0`
 */
export function unmetRequirements(requires: Record<string, string>, provides: Record<string, string>): string[] {
  return Object.entries(requires)
    .filter(([name, range]) => !satisfy(provides[name] ?? '', range))
    .map(([name, range]) => `${name} ${range} is required, the shell provides ${provides[name] ?? 'none'}`)
}

/**
 * Returns the package name of a module request.
 *
 * @param request an import specifier, such as `react-dom/client` or `@scope/ui/table`
 */
export function packageOf(request: string): string {
  return request.split('/', request.startsWith('@') ? 2 : 1).join('/')
}
