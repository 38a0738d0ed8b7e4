import type { Page } from '@playwright/test'
import type { PublishedRelease } from 'registry/store'
import { FAULT_NAMED } from './console'
import { openStore, type ReleaseOrigin, registered, type Store, serveStore } from './release-origin'
import { test as base, expect, loadedPanel, openMain, storedToken } from './test'

/** The remote that faults happen to. */
export const SCORES = 'mf-scores'

/** What a file of fault tests works with. */
interface Releases {
  store: Store
  /** The release of Puntaje that staff have had, 1.0.0. */
  good: PublishedRelease
  /** The one that is to take its place, 1.1.0: good too, until something happens to it. */
  newer: PublishedRelease
}

/** Tests with a release store of their own, which a page finds in the place of the remotes' origin. */
export const test = base.extend<{ origin: ReleaseOrigin }, { releases: Releases }>({
  releases: [
    async ({}, use) => {
      const store = await openStore()
      await use({ store, good: store.liveOf(SCORES), newer: await store.publishAnother(SCORES, '1.1.0') })
      await store.close()
    },
    { scope: 'worker' },
  ],
  origin: async ({ page, releases, allowConsoleErrors }, use) => {
    allowConsoleErrors(...FAULT_NAMED)
    await use(await serveStore(page, releases.store))
  },
})

/** A member of staff is on Usuarios. */
export async function enter(page: Page): Promise<void> {
  await openMain(page)
  await loadedPanel(page, 'Usuarios')
}

/** Makes a release of Puntaje live; beside previous ones it has 1 s to be shown, which a busy machine may not give it. */
export function makeLive(origin: ReleaseOrigin, live: PublishedRelease, previous: PublishedRelease[]): void {
  origin.change(origin.remotes.map((remote) => (remote.name === SCORES ? registered(live, previous) : remote)))
}

export const openScores = (page: Page) => page.getByRole('tab', { name: 'Puntaje' }).click()
export const retry = (page: Page) => page.getByRole('button', { name: 'Reintentar' }).click()

/** Rows of a version of Puntaje are on screen. */
export async function rowsOf(page: Page, version: string): Promise<void> {
  await drawn(page, `[data-release="${SCORES}@${version}"] tbody td`)
}

/** Rows of Usuarios are on screen. */
export async function rowsOfUsers(page: Page): Promise<void> {
  await drawn(page, '#panel-usuarios tbody td')
}

/** A heading says what has failed. */
export async function sentence(page: Page, text = 'No se pudo mostrar la pestaña Puntaje'): Promise<void> {
  await drawn(page, 'h2', text)
}

/** The other tabs work, and the session is there. */
export async function requireTheRest(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Referidos' }).click()
  await drawn(page, '#panel-referidos tbody td')
  expect(await storedToken(page)).not.toBe('')
}

/** Waits for the very frame in which an element with a text is visible: what is asked every so often comes late. */
function drawn(page: Page, selector: string, text = ''): Promise<void> {
  return page.evaluate(
    ([selector = '', text = '']) =>
      new Promise<void>((resolve) => {
        const isText = ({ textContent }: Element) => /\S/.test(textContent) && textContent.includes(text)
        const look = () => {
          const isDrawn = [...document.querySelectorAll(selector)].some((el) => el.checkVisibility() && isText(el))
          if (isDrawn) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
    [selector, text],
  )
}

interface FaultRow {
  fault: string
  shown: string
  'ms to it': number
  /** What a tab takes with which nothing is wrong, on the same machine in the same minute. */
  'ms of a good tab'?: number
}

/** A table of what users see of each fault, and after how long. */
export class FaultTable {
  readonly #rows: FaultRow[] = []

  /** Does something and waits for what it leads to; the time is noted. */
  async time(fault: string, shown: string, act: () => Promise<unknown>, outcome: () => Promise<unknown>) {
    this.#rows.push({ fault, shown, 'ms to it': await timeOf(async () => [await act(), await outcome()]) })
  }

  /** Does the same to compare the last one with. */
  async compare(openGoodTab: () => Promise<unknown>) {
    const last = this.#rows.at(-1)
    if (last) last['ms of a good tab'] = await timeOf(openGoodTab)
  }

  print(): void {
    console.table(this.#rows)
  }
}

async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const start = Date.now()
  await action()
  return Date.now() - start
}
