import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findChromium } from '../../project/test-runner'
import { stageBuild } from '../staging'
import { writeHandwritten } from '../testing/handwritten-build'
import { openShell, type RunningShell } from '../testing/live-shell'
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
afterAll(() => Promise.all([shell.close(), browser.close()]))

/**
 * Renders a release in a live shell.
 *
 * @param tabModule JavaScript expression for the module `./Tab`
 * @param before statements of the entry before the module is available
 * @param slot JavaScript expression for the module of the slot `detalle:mf-codes`; by default, there is none
 */
async function findingsFor(tabModule: string, before = '', slot?: string) {
  const code = { tab: tabModule, before, ...(slot !== undefined && { slot }) }
  const staging = await stageBuild(await writeHandwritten(team.folder, code))
  const { value: shells = [] } = await fetchShells([shell.url], signal)
  return checkRender(browser, shells, staging).finally(staging.close)
}

it('rejects a tab whose loader verifies no chunk', async () => {
  const load = `await new Promise((onload, onerror) => document.head.append(Object.assign(
    document.createElement('script'),
    { src: 'http://remotes.test/mf-codes/1.0.0/chunk.js', crossOrigin: 'anonymous', onload, onerror })))`
  const [finding, ...others] = await findingsFor(`{ default: () => 'Codigos' }`, load)
  expect(others).toEqual([])
  expect(finding?.code).toBe('render-failed')
  expect(finding?.message).toContain('http://remotes.test/mf-codes/1.0.0/chunk.js has no hash.')
})

it('accepts a tab and a slot that render, also nothing for an unknown input, and then names what they leave', async () => {
  const slot = `{ default({ input }) {
    window.detalle = 1
    addEventListener('keydown', () => undefined)
    return Object.keys(input).map(() => 'Detalle')
  } }`
  expect(await findingsFor(`{ default: () => 'Codigos' }`, '', slot)).toEqual(
    ['global-left', 'listener-left'].map((code) => expect.objectContaining({ code })),
  )
})

it('reports a missing Chromium', async () => {
  const environment = { CHROMIUM_PATH: '/no/such/file' }
  const refusal = { findings: [expect.objectContaining({ code: 'chromium-missing' })] }
  const opened = withBrowser(environment, signal, async () => expect.fail('opened'))
  await expect(opened).rejects.toMatchObject(refusal)
})
