import { setTimeout } from 'node:timers/promises'
import { containerGlobal } from '@canje/registry'
import type { Browser } from 'playwright-core'
import { asCommandError } from '../../../project/command-error'
import type { Finding } from '../../findings'
import type { Staging } from '../../staging'
import { type Artifacts, artifactsOf } from '../artifacts'
import type { Rendering } from '../opened-module'
import type { LiveShell } from '../shells'
import { withStubbedShell } from '../stubbed-page'
import type { StubbedData } from '../stubbed-responses'
import type { DataState } from '../stubbed-rows'
import type { TabInPage } from './check'
import { CHECKS } from './checks'
import { openDialog } from './dialog'
import { type NeighbourPage, openNeighbour } from './neighbour-page'
import { type Watch, watch } from './watch'

/** Of a visit, which takes seconds. */
const TIME_LIMIT_MS = 90_000
const WIDE = { width: 1280, height: 720 }
const NARROW = { width: 390, height: 844 }

/** A staged release in a live shell. */
export interface Visit extends Rendering {
  browser: Browser
  shell: LiveShell
  staging: Staging
  states?: readonly DataState[]
}

/** Why a visit ends early. */
type Failure = Record<'reason' | 'fix', string>

/**
 * Opens the tab of a staged release beside another tab, with rows, a dialog, in a narrow window, without rows and with
 * services that fail, then its slots, and closes all of it.
 *
 * @returns a finding per check that the tab fails
 */
export async function visitTab({
  browser,
  shell,
  staging,
  stubs,
  artifacts,
  states = ['rows', 'empty', 'error'],
}: Visit): Promise<Finding[]> {
  const { published, neighbour, probe } = staging
  const data: StubbedData = { stubs, state: 'rows' }
  const subject = { release: `${published.name} ${published.release.version}`, shell: shell.url }
  const folder = artifactsOf(artifacts, shell.url, `${subject.release} beside another tab`)

  return withStubbedShell({ browser, shell, staging, data, folder }, async (context, recorded) => {
    const opened = await openNeighbour(context, shell, staging)
    const tab = {
      name: published.name,
      styles: containerGlobal(published.name, published.release),
      files: new URL(`${published.name}/${published.release.version}/`, shell.config.storeUrl).href,
    }
    const watched = await watch(CHECKS, { page: opened.page, tab })
    const visiting = visitStates()
    // Its page may be closed before it ends.
    visiting.catch(() => undefined)
    const failure = await Promise.race([visiting, late()]).catch((error) => {
      // Of a command that was interrupted.
      if (!browser.isConnected()) throw error
      // Without the call log of Playwright.
      return { reason: asCommandError(error).message.replace(/\n.*/s, ''), fix: BLOCKED }
    })
    const findings = watched.findings(subject)
    if (!failure) return findings
    const message = `${subject.release} does not render beside another tab in the shell at ${shell.url}\n${failure.reason}`
    return [...findings, { code: 'render-failed', message, fix: failure.fix }]

    async function visitStates(): Promise<Failure | undefined> {
      for (const state of states) {
        data.state = state
        await opened.list(published, neighbour)
        if (!(await opened.open(published))) return { reason: FAILED[state], fix: THROWN }
        await watched.lookAt('open', state)
        await recorded.screenshot(opened.page, state)
        if (state === 'rows') await lookAtOthers(opened, tab, watched, recorded)
        await showNeighbour()
      }
      if ((published.release.extensions ?? []).length > 0) {
        await opened.list(published, neighbour, probe)
        await opened.open(probe)
        await watched.lookAt('slot')
        await showNeighbour()
      }
      await watched.lookAt('closed')
    }

    async function showNeighbour(): Promise<void> {
      await opened.open(neighbour)
      await opened.list(neighbour)
    }
  })
}

/** Looks at a tab with rows in a narrow window, and with a dialog. */
async function lookAtOthers(opened: NeighbourPage, tab: TabInPage, watched: Watch, recorded: Artifacts): Promise<void> {
  const { page } = opened
  await page.setViewportSize(NARROW)
  await watched.lookAt('narrow')
  await recorded.screenshot(page, 'narrow')
  await page.setViewportSize(WIDE)
  const hasDialog = await openDialog(opened, tab)
  await watched.lookAt('pressed')
  if (!hasDialog) return
  await watched.lookAt('dialog')
  await recorded.screenshot(page, 'dialog')
  await page.keyboard.press('Escape')
}

/** A page whose thread is blocked responds to nothing. */
async function late(): Promise<never> {
  await setTimeout(TIME_LIMIT_MS, undefined, { ref: false })
  throw new Error(`The page did not respond for ${TIME_LIMIT_MS / 1000} s.`)
}

const FAILED: Record<DataState, string> = {
  rows: 'It shows an error with rows.',
  empty: 'It shows an error when its lists are empty.',
  error: 'It shows an error when its services fail.',
}

const THROWN = 'Show a text or a message in the tab instead of throwing (D6, unknown fields).'
const BLOCKED =
  'The tab blocks the page or leaves it, as a form without preventDefault does, or this machine is busy: --artifacts <folder> keeps a trace.'
