import type { Browser, BrowserContext, Page } from '@playwright/test'
import { NAMES_FOR_PAGES } from '../browser'
import { Traffic } from './traffic'

export const OTHER_TABS = ['Codigos', 'Puntaje', 'Referidos', 'Reportes'] as const
type OtherTab = (typeof OTHER_TABS)[number]

/** What a person waits for, in milliseconds, from what they do to what they can use. */
export interface Visit {
  /** From the address to a login screen that takes a name. */
  login: number
  /** From 'Iniciar sesión' to the first rows of Usuarios, after name and password were typed fast. */
  signIn: number
  /** The same, after they were put in by a program, in no time. */
  signInAtOnce: number
  /** From the first press on a tab to its first rows; its code came while the browser was idle. */
  tabs: Record<OtherTab, number>
  /** The same for Usuarios, pressed before the browser was idle. */
  atOnce: number
  /** From the address of a tab, with a session, to its first rows. */
  deepLink: number
  /** The same with everything in the cache that may be. */
  warmDeepLink: number
  /** What came over the network, of code and styles. */
  bytes: { login: number; firstTab: number; allTabs: number }
  /** How many answers came until the first rows. */
  requests: number
}

const DEEP_LINK = 'Codigos'

/** From one key to the next of somebody who types fast, 120 words a minute, in milliseconds. */
const KEY_INTERVAL = 100

/** Visits every screen as a person would who was never there before. */
export async function visit(browser: Browser, origin: string, bandwidth?: number): Promise<Visit> {
  const signInAtOnce = await enterAtOnce(browser, origin, bandwidth)
  return inContexts(browser, async (first, another) => {
    const page = await first.newPage()
    const traffic = await Traffic.of(page, bandwidth)
    const login = await untilUsable(page, `${origin}/login`)
    const bytesOfLogin = await traffic.codeBytes()
    const signIn = await enter(page, KEY_INTERVAL)
    const firstTab = { bytes: await traffic.codeBytes(), requests: traffic.requests }
    await beIdle(page)
    const tabs = {} as Record<OtherTab, number>
    for (const label of OTHER_TABS) tabs[label] = await press(page, tabCalled(label), label)
    const allTabs = await traffic.codeBytes()

    const deep = await withStorageOf(page, another)
    await Traffic.of(deep, bandwidth)
    return {
      login,
      signIn,
      signInAtOnce,
      tabs,
      deepLink: await untilRows(deep, origin),
      atOnce: await press(deep, tabCalled('Usuarios'), 'Usuarios'),
      warmDeepLink: await untilRows(deep, origin),
      bytes: { login: bytesOfLogin, firstTab: firstTab.bytes, allTabs },
      requests: firstTab.requests,
    }
  })
}

/** In a browser of its own, which is closed before anything else is timed. */
async function enterAtOnce(browser: Browser, origin: string, bandwidth?: number): Promise<number> {
  const context = await newContext(browser)
  try {
    const page = await context.newPage()
    await Traffic.of(page, bandwidth)
    await untilUsable(page, `${origin}/login`)
    return await enter(page)
  } finally {
    await context.close()
  }
}

/** @returns from the address of a tab, with a session and an empty cache, to its first rows, in milliseconds */
export function visitDeepLink(browser: Browser, origin: string): Promise<number> {
  return inContexts(browser, async (first, another) => {
    const page = await first.newPage()
    await untilUsable(page, `${origin}/login`)
    await enter(page)
    return untilRows(await withStorageOf(page, another), origin)
  })
}

/** Two browsers of nobody who was here before. */
export async function inContexts<Seen>(
  browser: Browser,
  see: (first: BrowserContext, another: BrowserContext) => Promise<Seen>,
): Promise<Seen> {
  const [first, another] = await Promise.all([newContext(browser), newContext(browser)])
  try {
    return await see(first, another)
  } finally {
    await Promise.all([first.close(), another.close()])
  }
}

/** The browser is not idle before {@link beIdle} says so. */
async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'es-CO' })
  await context.addInitScript(NAMES_FOR_PAGES)
  await context.addInitScript(() => {
    const { requestIdleCallback } = window
    const isIdle = new Promise((resolve) => Reflect.set(window, 'beIdle', resolve))
    Reflect.set(window, 'requestIdleCallback', (run: IdleRequestCallback) =>
      isIdle.then(() => requestIdleCallback(run)),
    )
  })
  return context
}

/** Signs in, and gives the time from the press to the first rows. */
export async function enter(page: Page, delay = 0): Promise<number> {
  await page.getByLabel('Usuario').pressSequentially('admin', { delay })
  await page.getByLabel('Contraseña').pressSequentially('demo-1234', { delay })
  return press(page, 'button[type=submit]', 'Usuarios')
}

/** A page with all that a visit leaves in the storage of a browser, and nothing in the cache. */
async function withStorageOf(page: Page, context: BrowserContext): Promise<Page> {
  const stored = await page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }))
  await context.addInitScript(({ local, session }) => {
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value)
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
  }, stored)
  return context.newPage()
}

/** Lets the page load what it does when the browser is idle, until it is there. */
export async function beIdle(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.get(window, 'beIdle')())
  await page.waitForFunction(() => performance.getEntriesByName('tabs-loaded').length > 0)
}

export const tabCalled = (label: string) => `#tab-${label.toLowerCase()}`
const rowsOf = (label: string) => `#panel-${label.toLowerCase()}:not([hidden]) tbody td`

/** @returns from the address of the login screen to one that takes a name, in milliseconds */
export async function untilUsable(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate(timeUntil, { selector: '#username' })
}

/** Of a tab's address. */
async function untilRows(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/main?tab=${DEEP_LINK.toLowerCase()}`, { waitUntil: 'commit' })
  return page.evaluate(timeUntil, { selector: rowsOf(DEEP_LINK) })
}

/** Presses without pointing first: nothing can be fetched on the way to the press. */
export function press(page: Page, selector: string, label: string): Promise<number> {
  return page.evaluate(timeUntil, { press: selector, selector: rowsOf(label) })
}

/** Runs in the page. Without a press, the time counts from when the page was asked for. */
async function timeUntil({ press, selector }: { press?: string; selector: string }): Promise<number> {
  const start = press ? performance.now() : 0
  if (press) document.querySelector<HTMLElement>(press)?.click()
  // Places held for rows that are on their way have cells without text.
  const isThere = () =>
    [...document.querySelectorAll(selector)].some((found) => found.matches('input') || found.textContent.trim() !== '')
  await new Promise<void>((resolve) => {
    const look = () => (isThere() ? resolve() : requestAnimationFrame(look))
    look()
  })
  // The frame that shows it is painted before the next one begins.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - start
}
