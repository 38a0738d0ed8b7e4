import type { PublishedRelease } from '@canje/release-store'
import { sessionForTests } from '@canje/shared-auth/testing'
import type { Browser, BrowserContext, Route } from 'playwright-core'
import type { StagingStore } from '../staging-store'
import type { LiveShell } from './shells'
import { type StubbedData, stubResponses } from './stubbed-responses'

/**
 * Runs an action in a new browser context, signed in to a live shell whose releases come from a staging store. No request
 * of its pages reaches a service.
 *
 * @param releases those in the store that the pages may load
 */
export async function withStubbedShell<T>(
  browser: Browser,
  shell: LiveShell,
  { store }: Pick<StagingStore, 'store'>,
  releases: readonly PublishedRelease[],
  data: StubbedData,
  action: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ locale: 'es-CO', serviceWorkers: 'block' })
  try {
    await context.addInitScript((session) => void Object.assign(sessionStorage, session), sessionForTests())
    await context.route('**/*', (route) => stubResponses(shell, store, releases, data)(route))
    await context.route(`${shell.url}main?*`, requireHashes)
    if (shell.checkKey) await context.route(`${shell.url}config.json`, trust(shell.checkKey))
    return await action(context)
  } finally {
    // Without stubbed responses, the telemetry of a page that is closing would be sent.
    await context.setOffline(true)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

/** Enforces the policy of today's shells in each shell, also in one of an earlier version or with previews. */
async function requireHashes(route: Route): Promise<void> {
  const response = await route.fetch()
  const headers = { ...response.headers(), 'integrity-policy': 'blocked-destinations=(script)' }
  await route.fulfill({ response, headers })
}

/** Replaces the keys that a shell trusts in its pages. */
function trust(registryKey: string): (route: Route) => Promise<void> {
  return async (route) => {
    const response = await route.fetch()
    const { registryKeys: _, storeId: __, operatorKeys: ___, remotes: ____, ...config } = await response.json()
    await route.fulfill({ response, json: { ...config, registryKey } })
  }
}
