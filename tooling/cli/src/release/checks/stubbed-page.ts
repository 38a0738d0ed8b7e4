import { sessionForTests } from '@canje/shared-auth/testing'
import type { Browser, BrowserContext, Route } from 'playwright-core'
import type { TrustJson } from '../../dev-stack'
import { fetchForPage, respondToPage } from '../http/page-request'
import type { Staging } from '../staging'
import { type Artifacts, recordArtifacts } from './artifacts'
import type { LiveShell } from './shells'
import { type StubbedData, stubResponses } from './stubbed-responses'

/** The messages of a shell for a tab, a slot or all tabs that it cannot show. */
export const FAILURE = /No se pudo mostrar (la pestaña|este contenido)|No se pudieron cargar las pestañas/

/** What the pages of a context see. */
export interface StubbedShell {
  browser: Browser
  shell: LiveShell
  staging: Staging
  data: StubbedData
  /** Receives screenshots, console and trace. */
  folder?: string | undefined
}

/**
 * Runs an action in a new browser context, signed in to a live shell which shows staged releases. No request of its
 * pages reaches a service.
 */
export async function withStubbedShell<T>(
  { browser, shell, staging, data, folder }: StubbedShell,
  action: (context: BrowserContext, artifacts: Artifacts) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ locale: 'es-CO', serviceWorkers: 'block' })
  const { published, probe, neighbour, trust } = staging
  const releases = [published, probe, neighbour]
  const artifacts = await recordArtifacts(context, folder)
  try {
    await context.addInitScript((session) => void Object.assign(sessionStorage, session), sessionForTests())
    await context.route(`${shell.url}**`, (route) => respondToPage(route))
    await context.route('**/*', stubResponses(shell, releases, data))
    await context.route(`${shell.url}config.json`, showing(trust(...releases)))
    return await action(context, artifacts)
  } finally {
    await artifacts.close()
    // Without stubbed responses, the telemetry of a page that is closing would be sent.
    await context.setOffline(true)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

/** Replaces the menu of a shell, and the keys that it trusts, in its pages. Remotes keep the settings that it gives them. */
export function showing(trust: TrustJson): (route: Route) => Promise<void> {
  return async (route) => {
    const { body, ...response } = await fetchForPage(route)
    const config = JSON.parse(body.toString())
    const remotes = Object.entries(trust.remotes).map(([name, listing]) => {
      return [name, { settings: config.remotes?.[name]?.settings, ...Object(listing) }] as const
    })
    await route.fulfill({ ...response, json: { ...config, ...trust, remotes: Object.fromEntries(remotes) } })
  }
}
