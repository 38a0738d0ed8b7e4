import { dirname } from 'node:path'
import { serveShell, stageTab } from '@canje/cli/release/tab-in-shell'
import type { FullConfig } from '@playwright/test'
import { serveNeighbours } from './neighbours'
import { provideSite } from './site'

/** Playwright's global setup: builds the tab and, unless the tests have other shells, serves the installed one. */
export default async function openSite({ configFile = '' }: FullConfig): Promise<() => Promise<void>> {
  const folder = dirname(configFile)
  const { signal } = new AbortController()
  const { close, other, ...tab } = await stageTab(folder, signal)
  const shell = await serveShell(folder, tab, signal)
  const neighbours = await serveNeighbours(folder, signal)
  provideSite({ tab, other, shell: shell.url, neighbours: neighbours.url })
  return async () => {
    await Promise.all([shell.close(), close(), neighbours.close()])
  }
}
