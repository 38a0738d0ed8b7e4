import type { Suite } from './suite'

/** The reference backend against its database. */
export const backend: Suite = {
  title: 'The reference backend against its database',
  run: async () => undefined,
}
