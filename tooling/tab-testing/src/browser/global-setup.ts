import { dirname } from 'node:path'
import { serveShell, stageTab } from '@canje/cli/release/tab-in-shell'
import type { FullConfig } from '@playwright/test'
import { provideSite } from './site'

/** Playwright's global setup: builds the tab and, unless the tests have other shells, serves the installed one. */
export default async function openSite({ configFile = '' }: FullConfig): Promise<() => Promise<void>> {
  const folder = dirname(configFile)
  const { signal } = new AbortController()
  const { close, ...tab } = await stageTab(folder, signal)
  const shell = await serveShell(folder, tab, signal)
  provideSite({ tab, shell: shell.url })
  return async () => {
    await Promise.all([shell.close(), close()])
  }
}
