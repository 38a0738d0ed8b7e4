import type { PublishedRelease } from '@canje/release-store'
import type { Page } from '@playwright/test'
import { INJECTED_FAULTS } from './console'
import { openStore, type ReleaseOrigin, registered, type Store, serveStore } from './release-origin'
import { test as base, expect, loadedPanel, openMain, storedToken } from './test'

/** The remote into which faults are injected. */
export const SCORES = 'mf-scores'

/** The release store of a fault test, and two releases of Puntaje. */
interface Releases {
  store: Store
  /** The release of Puntaje that works, 1.0.0. */
  good: PublishedRelease
  /** Its successor, 1.1.0. It works until a test injects a fault. */
  newer: PublishedRelease
}

/** Tests with their own release store, which replaces the remotes' origin in a page. */
export const test = base.extend<{ origin: ReleaseOrigin }, { releases: Releases }>({
  releases: [
    async ({}, use) => {
      const store = await openStore()
      await use({ store, good: store.liveOf(SCORES), newer: await store.publishDerived(SCORES, '1.1.0') })
      await store.close()
    },
    { scope: 'worker' },
  ],
  origin: async ({ page, releases, allowConsoleErrors }, use) => {
    allowConsoleErrors(...INJECTED_FAULTS)
    await use(await serveStore(page, releases.store))
  },
})

/** Opens the main screen with a session, and waits for the rows of Usuarios. */
export async function openUsers(page: Page): Promise<void> {
  await openMain(page)
  await loadedPanel(page, 'Usuarios')
}

/** Makes a release live. */
export function makeLive(origin: ReleaseOrigin, live: PublishedRelease, previous: PublishedRelease[]): void {
  origin.change(origin.remotes.map((remote) => (remote.name === live.name ? registered(live, previous) : remote)))
}

export const openScores = (page: Page) => page.getByRole('tab', { name: 'Puntaje' }).click()

/** Waits until rows of a version of Puntaje are visible. */
export async function waitForRows(page: Page, version: string): Promise<void> {
  await waitUntilVisible(page, `[data-release="${SCORES}@${version}"] tbody td`)
}

/** Waits until rows of Usuarios are visible. */
export async function waitForUsers(page: Page): Promise<void> {
  await waitUntilVisible(page, '#panel-usuarios tbody td')
}

/** Requires that another tab works and that the session is still stored. */
export async function expectOtherTabsWork(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Referidos' }).click()
  await waitUntilVisible(page, '#panel-referidos tbody td')
  expect(await storedToken(page)).not.toBe('')
}

/** Waits for the frame in which an element with a text is visible. Polling from the test would be less accurate. */
function waitUntilVisible(page: Page, selector: string): Promise<void> {
  return page.evaluate(
    (selector) =>
      new Promise<void>((resolve) => {
        const hasText = ({ textContent }: Element) => /\S/.test(textContent)
        const look = () => {
          const isVisible = [...document.querySelectorAll(selector)].some((el) => el.checkVisibility() && hasText(el))
          if (isVisible) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
    selector,
  )
}
