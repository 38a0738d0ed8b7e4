import { writeBuild } from '@canje/release-store/testing'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findChromium } from '../../project/test-runner'
import { stageBuild } from '../staging'
import { writeHandwritten } from '../testing/handwritten-build'
import { openShell, openShellWithoutTabs, type RunningShell } from '../testing/live-shell'
import { openTeam } from '../testing/team'
import { withBrowser } from './browser'
import { checkRender } from './render'
import { fetchShells } from './shells'

const { signal } = new AbortController()
let team: Awaited<ReturnType<typeof openTeam>>
let shell: RunningShell
let browser: Browser

beforeAll(async () => {
  team = await openTeam()
  shell = await openShell(team.trust())
  browser = await chromium.launch({ executablePath: await findChromium(process.env, signal) })
})
afterAll(() => Promise.all([team.close(), shell.close(), browser.close()]))

/**
 * Renders a release in a live shell.
 *
 * @param tabModule JavaScript expression for the module `./Tab`
 * @param before statements of the entry before the module is available
 * @param slot JavaScript expression for the module of the slot `detalle:mf-codes`; by default, there is none
 */
async function findingsFor(tabModule: string, before = '', slot?: string) {
  return findingsOf(
    await writeHandwritten(team.folder, { tab: tabModule, before, ...(slot !== undefined && { slot }) }),
  )
}

async function findingsOf(dist: string, { url }: RunningShell = shell) {
  const staging = await stageBuild(dist)
  const { value: shells = [] } = await fetchShells([url], signal)
  return checkRender(browser, shells, staging).finally(staging.close)
}

it('names what a tab uses and a live shell does not provide, beside its error', async () => {
  const uses = { 'shared-auth': ['apiClient', 'signOut'], react: ['useState'] }
  const dist = await writeHandwritten(team.folder, { tab: `{ default() { throw new Error('no rows') } }` }, { uses })
  const message = `mf-codes 1.0.0 uses what the shell at ${shell.url} does not provide: signOut of shared-auth.`
  expect(await findingsOf(dist)).toEqual([
    expect.objectContaining({ code: 'render-failed', message: expect.stringMatching(/does not render.*no rows/s) }),
    expect.objectContaining({ code: 'export-missing', message }),
  ])
  expect(shell.reports).toEqual([])
})

it('rejects a tab whose loader verifies no chunk', async () => {
  const load = `await new Promise((onload, onerror) => document.head.append(Object.assign(
    document.createElement('script'),
    { src: 'http://remotes.test/mf-codes/1.0.0/chunk.js', crossOrigin: 'anonymous', onload, onerror })))`
  const [finding, ...others] = await findingsFor(`{ default: () => 'Codigos' }`, load)
  expect(others).toEqual([])
  expect(finding?.code).toBe('render-failed')
  expect(finding?.message).toContain('http://remotes.test/mf-codes/1.0.0/chunk.js has no hash.')
})

it('rejects a tab that has no default export', async () => {
  const findings = await findingsFor(`{ Tab: () => 'Codigos' }`)
  expect(findings).toEqual([
    expect.objectContaining({ code: 'render-failed', message: expect.stringContaining('does not expose a tab') }),
  ])
  expect(findings[0]?.message).toContain(`mf-codes 1.0.0 does not render in the shell at ${shell.url}`)
  expect(shell.reports).toEqual([])
})

const openSlot = (slot: string) => findingsFor(`{ default: () => 'Codigos' }`, '', slot)

it('accepts a tab and a slot that render, also nothing for an unknown input, and then names what they leave', async () => {
  const slot = `{ default({ input }) {
    window.detalle = 1
    addEventListener('keydown', () => undefined)
    return Object.keys(input).map(() => 'Detalle')
  } }`
  expect(await openSlot(slot)).toEqual(
    ['global-left', 'listener-left'].map((code) => expect.objectContaining({ code })),
  )
})

it('rejects a slot that throws when it renders', async () => {
  const findings = await openSlot(`{ default() { throw new Error('no code') } }`)
  expect(findings).toEqual([
    expect.objectContaining({ code: 'render-failed', message: expect.stringContaining('no code') }),
  ])
  expect(findings[0]?.message).toContain(
    `detalle:mf-codes of mf-codes 1.0.0 does not render in the shell at ${shell.url}`,
  )
})

it('quotes the error page of a shell', async () => {
  const broken = await openShellWithoutTabs(team.trust(), {})
  const [finding] = await findingsOf(await writeBuild(team.folder), broken)
  await broken.close()
  expect(finding?.code).toBe('render-failed')
  expect(finding?.message).toContain('No se pudieron cargar las pestañas')
})

it('reports a missing Chromium', async () => {
  const environment = { CHROMIUM_PATH: '/no/such/file' }
  const refusal = { findings: [expect.objectContaining({ code: 'chromium-missing' })] }
  const opened = withBrowser(environment, signal, async () => expect.fail('opened'))
  await expect(opened).rejects.toMatchObject(refusal)
})
