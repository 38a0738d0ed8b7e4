import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  FAILURE,
  type LiveShell,
  readShell,
  requireShells,
  type StagedTab,
  stageNeighbour,
} from '@canje/cli/release/tab-in-shell'
import type { Page } from '@playwright/test'
import { ownSite } from './site'

/** The remotes beside the tab: those of this repository by name, or the live releases of `RELEASE_SHELLS`. */
export type Neighbours = 'live' | readonly string[]

/**
 * Serves staged neighbours to Playwright's workers, by name: in one place, which builds each once.
 *
 * @param folder absolute path of the tab under test
 */
export async function serveNeighbours(folder: string, stop: AbortSignal) {
  const staged = new Map<string, ReturnType<typeof stageNeighbour>>()
  const server = createServer(async ({ url = '' }, response) => {
    const name = url.slice(1)
    try {
      const staging = staged.get(name) ?? stageNeighbour(folder, name, stop)
      staged.set(name, staging)
      response.end(JSON.stringify(await staging))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.close()
      for (const staging of staged.values()) await staging.then(({ close }) => close()).catch(() => undefined)
    },
  }
}

/**
 * Opens the neighbours of a test.
 *
 * @param shellUrl that of the shell under test, whose live releases come first; empty for the one of the kit
 * @throws Error naming the one that does not build, or the shell that does not answer
 */
export async function openNeighbours(
  neighbours: Neighbours,
  shellUrl: string,
): Promise<{ tabs?: StagedTab[]; live?: LiveShell }> {
  const { signal } = new AbortController()
  if (neighbours === 'live') return { live: await readShell(shellUrl || (requireShells(process.env)[0] ?? ''), signal) }
  const tabs = neighbours.map(async (name) => {
    const response = await fetch(`${ownSite().neighbours}/${name}`)
    if (response.ok) return response.json()
    throw new Error(await response.text())
  })
  return { tabs: await Promise.all(tabs) }
}

/** @throws Error when a page shows that a neighbour, or the tab, failed */
export async function requireShown(page: Page): Promise<void> {
  const [failure] = page.isClosed() ? [] : await page.getByText(FAILURE).allTextContents()
  if (failure) throw new Error(`A neighbour, or the tab, did not load: the page shows "${failure}".`)
}
