import { containerGlobal, type RegisteredRemote } from '@canje/registry'
import { type PublishedRelease, signRegistry } from '@canje/release-store'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Finding } from '../../findings'
import type { StagingStore } from '../../staging-store'
import type { LiveShell } from '../shells'
import { withStubbedShell } from '../stubbed-page'
import type { StubbedData } from '../stubbed-responses'
import type { DataState } from '../stubbed-rows'
import type { Stubs } from '../stubs'
import { ACTIVITY, recordActivity } from './activity'
import type { Check, Moment, TabInPage } from './check'
import { CHECKS } from './checks'
import { NEIGHBOUR_CONTAINER } from './neighbour'

/** What ends later than the tab, such as a transition, ends within this time. */
const SETTLE_MS = [100, 300, 600]
const TIMEOUT_MS = 15_000
const MAX_LINES = 6

const STATES: readonly DataState[] = ['rows', 'empty', 'error']

export interface Visit {
  browser: Browser
  shell: LiveShell
  staging: StagingStore
  stubs?: Stubs | undefined
  checks?: readonly Check[]
  states?: readonly DataState[]
}

interface Watched {
  check: Check
  look: Awaited<ReturnType<Check['watch']>>
}

/** What a check has found, by line, and when it did first. */
type Problems = Map<Check, Map<string, string>>

/**
 * Opens the tab of a staged release beside another tab, in each state, and closes it.
 *
 * @returns a finding per check that the tab fails
 */
export async function visitTab(visit: Visit): Promise<Finding[]> {
  const { browser, shell, staging, stubs, checks = CHECKS, states = STATES } = visit
  const { published, neighbour, probe } = staging
  const data: StubbedData = { stubs, state: 'rows' }
  const releases = [published, neighbour, ...(probe ? [probe] : [])]
  return withStubbedShell(browser, shell, staging, releases, data, async (context) => {
    const registry = await serveRegistry(context, shell, staging)
    const page = await openNeighbour(context, shell, neighbour)
    const tab = tabInPage(shell, published)
    const problems: Problems = new Map()
    const watched: Watched[] = []
    for (const check of checks) watched.push({ check, look: await check.watch({ page, tab }) })

    const lookAt = async (moment: Moment, state: string) => {
      let pending = watched.filter(({ check }) => check.at.includes(moment))
      const waits = moment === 'closed' ? [...SETTLE_MS] : []
      for (;;) {
        const found: [Watched, string[]][] = []
        for (const one of pending) {
          const start = Date.now()
          found.push([one, await one.look(moment)])
          if (process.env.DEBUG_VISIT)
            console.log(
              state,
              moment,
              one.check.code,
              Date.now() - start,
              found.at(-1)?.[1].slice(0, 10),
              found.at(-1)?.[1].length,
            )
        }
        const failed = found.filter(([, lines]) => lines.length > 0)
        const wait = waits.shift()
        if (failed.length > 0 && wait !== undefined) {
          pending = failed.map(([one]) => one)
          await page.waitForTimeout(wait)
          continue
        }
        for (const [{ check }, found] of failed) {
          const lines = problems.get(check) ?? new Map()
          for (const line of found) if (!lines.has(line)) lines.set(line, state)
          problems.set(check, lines)
        }
        return
      }
    }
    for (const state of states) {
      data.state = state
      await registry.change(page, [published, neighbour])
      await openTab(page, published)
      await lookAt('open', state)
      await openTab(page, neighbour)
      await registry.change(page, [neighbour])
    }
    await lookAt('closed', 'closed')
    return [...problems].map(([check, lines]) => findingOf(check, lines, visit))
  })
}

function findingOf({ code, problem, fix }: Check, lines: Map<string, string>, { staging, shell }: Visit): Finding {
  const { name, release } = staging.published
  const shown = [...lines].slice(0, MAX_LINES).map(([line, when]) => `${line} (${when})`)
  const more = lines.size > MAX_LINES ? [`and ${lines.size - MAX_LINES} more`] : []
  const message = `${name} ${release.version} ${problem}, in the shell at ${shell.url}\n${[...shown, ...more].join('\n')}`
  return { code, message, fix }
}

function tabInPage({ url, config }: LiveShell, { name, release }: PublishedRelease): TabInPage {
  const { version, tab } = release
  const files = new URL(`${name}/${version}/`, new URL(config.registryUrl, url)).href
  return {
    name,
    version,
    id: tab.id,
    label: tab.label,
    styles: containerGlobal(name, release),
    files,
    neighbour: NEIGHBOUR_CONTAINER,
  }
}

/** Serves a registry that changes while the page is open. */
async function serveRegistry(context: BrowserContext, { url, config }: LiveShell, { key, neighbour }: StagingStore) {
  const registered = ({ name, release }: PublishedRelease): RegisteredRemote => ({ name, live: release, previous: [] })
  let serial = 1
  let json = await signRegistry({ schema: 2, serial, remotes: [registered(neighbour)] }, key)
  await context.route(new URL(config.registryUrl, url).href, (route) =>
    route.fulfill({ json, headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' } }),
  )
  return {
    /** Waits until the tabs of the page are those of these releases. */
    async change(page: Page, releases: PublishedRelease[]): Promise<void> {
      serial++
      json = await signRegistry({ schema: 2, serial, remotes: releases.map(registered) }, key)
      const ids = releases.map(({ release }) => `tab-${release.tab.id}`)
      await page.waitForFunction(
        (ids) => {
          const shown = [...document.querySelectorAll('[role=tab][id^="tab-"]')].map(({ id }) => id)
          if (shown.length === ids.length && ids.every((id) => shown.includes(id))) return true
          window.dispatchEvent(new Event('focus'))
          return false
        },
        ids,
        { timeout: TIMEOUT_MS, polling: 50 },
      )
    },
  }
}

async function openNeighbour(context: BrowserContext, { url }: LiveShell, neighbour: PublishedRelease): Promise<Page> {
  // The compiler of the command line calls this helper in named functions.
  await context.addInitScript({ content: 'globalThis.__name = (value) => value' })
  await context.addInitScript(recordActivity, ACTIVITY)
  const page = await context.newPage()
  await page.goto(`${url}main?tab=${neighbour.release.tab.id}`)
  await openTab(page, neighbour)
  return page
}

/** Presses a tab in the tab menu, and waits until it shows its release. */
async function openTab(page: Page, { name, release: { tab, version } }: PublishedRelease): Promise<void> {
  await page.locator(`#tab-${tab.id}`).evaluate((element: HTMLElement) => {
    element.focus()
    element.click()
  })
  await page.locator(`[data-release="${name}@${version}"]`).waitFor({ timeout: TIMEOUT_MS })
  await page.waitForLoadState('networkidle', { timeout: TIMEOUT_MS }).catch(() => undefined)
}
