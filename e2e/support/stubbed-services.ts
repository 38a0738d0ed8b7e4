import { sessionForTests } from '@canje/shared-auth/testing'
import type { Page, Route } from '@playwright/test'

/** URLs of the services that {@link stubServices} stubs. */
export const STUBBED_SERVICES = { securityUrl: 'http://security.test/', apiUrl: 'http://api.test/' }

/** Stores a session in a page, and stubs the services with one user, Ana, who has referred nobody. */
export async function stubServices(page: Page): Promise<void> {
  await page.addInitScript((session) => void Object.assign(sessionStorage, session), sessionForTests())
  await page.route(`${STUBBED_SERVICES.securityUrl}**`, (route) => respond(route, { data: { id: 1 } }))
  await page.route(`${STUBBED_SERVICES.apiUrl}**`, (route) => respond(route, { data: [{ id: 1, name: 'Ana' }] }))
  await page.route(`${STUBBED_SERVICES.apiUrl}SelectScoreReferrals`, (route) => respond(route, { data: [] }))
}

function respond(route: Route, json: unknown): Promise<void> {
  return route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
}
