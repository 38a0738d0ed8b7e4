import type { Suite } from './suite'

/** Every suite by its name on the command line. A suite's modules are loaded when it runs. */
export const suites = {
  federation: async () => (await import('./federation/federation')).federation,
  tables: async () => (await import('./tables')).tables,
} satisfies Record<string, () => Promise<Suite>>
