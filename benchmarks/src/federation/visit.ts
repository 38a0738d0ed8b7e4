import type { Browser, BrowserContext, Page } from '@playwright/test'
import { NAMES_FOR_PAGES } from '../browser'
import { Traffic } from './traffic'

export const OTHER_TABS = ['Codigos', 'Puntaje', 'Referidos', 'Reportes'] as const
type OtherTab = (typeof OTHER_TABS)[number]

/** Waiting times of one visit, in milliseconds, and its traffic. */
export interface Visit {
  /** From navigation to a login screen that accepts input. */
  login: number
  /** From 'Iniciar sesión' to the first rows of Usuarios, after name and password were typed. */
  signIn: number
  /** From the first click on a tab to its first rows, with its code prefetched. */
  tabs: Record<OtherTab, number>
  /** The same for Usuarios, clicked before the browser was idle. */
  beforeIdle: number
  /** From navigation to the URL of a tab to its first rows, with a session. */
  deepLink: number
  /** The same with a warm cache. */
  warmDeepLink: number
  /** Size of scripts and style sheets from the network. */
  bytes: { login: number; firstTab: number; allTabs: number }
  /** Number of responses until the first rows. */
  requests: number
}

const DEEP_LINK = 'Codigos'

/** As in 120 words per minute, in milliseconds. */
const TYPING = { delay: 100 }

/** Visits every screen with an empty cache. */
export async function visit(browser: Browser, origin: string): Promise<Visit> {
  const [first, another] = await Promise.all([newContext(browser), newContext(browser)])
  const page = await first.newPage()
  const traffic = await Traffic.of(page)
  const login = await openLogin(page, `${origin}/login`)
  const bytesOfLogin = await traffic.codeBytes()
  const signIn = await submitLogin(page)
  const firstTab = { bytes: await traffic.codeBytes(), requests: traffic.requests }
  await runIdleTasks(page)
  const tabs = {} as Record<OtherTab, number>
  for (const label of OTHER_TABS) tabs[label] = await press(page, tabSelector(label), label)
  const allTabs = await traffic.codeBytes()

  const deep = await pageWithStorageOf(page, another)
  const times = {
    deepLink: await openDeepLink(deep, origin),
    beforeIdle: await press(deep, tabSelector('Usuarios'), 'Usuarios'),
    warmDeepLink: await openDeepLink(deep, origin),
  }
  await Promise.all([first.close(), another.close()])
  return {
    ...{ login, signIn, tabs, ...times },
    bytes: { login: bytesOfLogin, firstTab: firstTab.bytes, allTabs },
    requests: firstTab.requests,
  }
}

/** Creates a context whose idle callbacks wait for {@link runIdleTasks}, of a browser that has opened every tab before. */
async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'es-CO' })
  await context.addInitScript(NAMES_FOR_PAGES)
  await context.addInitScript(
    (opened) => {
      if (location.protocol !== 'about:') localStorage['canje.opened-tabs'] ??= opened
    },
    JSON.stringify(['mf-users', 'mf-codes', 'mf-scores', 'mf-referrals', 'mf-reports']),
  )
  await context.addInitScript(() => {
    const { requestIdleCallback } = window
    const isIdle = new Promise((resolve) => Reflect.set(window, 'runIdleTasks', resolve))
    Reflect.set(window, 'requestIdleCallback', (run: IdleRequestCallback) =>
      isIdle.then(() => requestIdleCallback(run)),
    )
  })
  return context
}

/** Signs in. @returns milliseconds from the click to the first rows */
async function submitLogin(page: Page): Promise<number> {
  await page.getByLabel('Usuario').pressSequentially('admin', TYPING)
  await page.getByLabel('Contraseña').pressSequentially('demo-1234', TYPING)
  return press(page, 'button[type=submit]', 'Usuarios')
}

/** Opens a page with the storage of another one and an empty cache. */
async function pageWithStorageOf(page: Page, context: BrowserContext): Promise<Page> {
  const stored = await page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }))
  await context.addInitScript(({ local, session }) => {
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value)
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
  }, stored)
  return context.newPage()
}

/** Runs the page's idle callbacks, and waits until all tabs are prefetched. */
async function runIdleTasks(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.get(window, 'runIdleTasks')())
  await page.waitForFunction(() => performance.getEntriesByName('tabs-loaded').length > 0)
}

const tabSelector = (label: string) => `#tab-${label.toLowerCase()}`
const rowSelector = (label: string) => `#panel-${label.toLowerCase()}:not([hidden]) tbody td`

/** @returns milliseconds from navigation to a login screen that accepts input */
async function openLogin(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  return page.evaluate(timeUntil, { selector: '#username' })
}

/** @returns milliseconds from navigation to the URL of a tab to its first rows */
async function openDeepLink(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/main?tab=${DEEP_LINK.toLowerCase()}`, { waitUntil: 'commit' })
  return page.evaluate(timeUntil, { selector: rowSelector(DEEP_LINK) })
}

/**
 * Clicks an element without hovering first, so that nothing is prefetched on hover.
 *
 * @returns milliseconds from the click to the first rows of the tab
 */
function press(page: Page, selector: string, label: string): Promise<number> {
  return page.evaluate(timeUntil, { press: selector, selector: rowSelector(label) })
}

/** Runs in the page. Without `press`, the time counts from the start of navigation. */
async function timeUntil({ press, selector }: { press?: string; selector: string }): Promise<number> {
  const start = press ? performance.now() : 0
  if (press) document.querySelector<HTMLElement>(press)?.click()
  // Skeleton rows have cells without text.
  const isPresent = () =>
    [...document.querySelectorAll(selector)].some((found) => found.matches('input') || found.textContent.trim() !== '')
  await new Promise<void>((resolve) => {
    const look = () => (isPresent() ? resolve() : requestAnimationFrame(look))
    look()
  })
  // A frame is painted before the next one begins.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - start
}
