import type { StagedTab } from '@canje/cli/release/tab-in-shell'

/** The tab under test, another one, and the URLs of the installed shell and of `serveNeighbours`. */
export interface Site {
  tab: StagedTab
  other: StagedTab
  shell: string
  neighbours: string
}

const VARIABLE = 'CANJE_TEST_SITE'

/** Hands the site to the workers, which inherit the environment. */
export function provideSite(site: Site): void {
  process.env[VARIABLE] = JSON.stringify(site)
}

/** @throws Error without the global setup */
export function ownSite(): Site {
  const site = process.env[VARIABLE]
  if (!site)
    throw new Error('No tab was built: export browserTests() of @canje/tab-testing/browser in playwright.config.ts.')
  return JSON.parse(site)
}
