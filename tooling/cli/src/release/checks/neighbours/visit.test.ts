import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../../../project/test-runner'
import type { Finding } from '../../findings'
import { createStagingStore } from '../../staging-store'
import { writeHandwritten } from '../../testing/handwritten-build'
import { openShell, type RunningShell } from '../../testing/live-shell'
import { openTeam } from '../../testing/team'
import { fetchShells, type LiveShell } from '../shells'
import type { DataState } from '../stubbed-rows'
import { CHECKS } from './checks'
import { GOOD_TABS } from './good-tabs'
import { HOSTILE_TABS } from './hostile-tabs'
import { visitTab } from './visit'

/** One tab of each finding in `npm test`, whose visit takes a second, and all with LONG_TESTS=1. */
const hostileTabs = HOSTILE_TABS.filter(
  ([, code], index) => process.env.LONG_TESTS || HOSTILE_TABS.findIndex((tab) => tab[1] === code) === index,
)
const goodTabs = GOOD_TABS.filter(([what]) => process.env.LONG_TESTS || /^a (table|form|chart)/.test(what))
const { signal } = new AbortController()
let team: Awaited<ReturnType<typeof openTeam>>
let shell: RunningShell
let live: LiveShell
let browser: Browser

beforeAll(async () => {
  team = await openTeam()
  shell = await openShell(team.publicKey)
  const { value = [] } = await fetchShells([shell.url], signal)
  live = value[0] as LiveShell
  browser = await chromium.launch({ executablePath: await findChromium(process.env, signal) })
})
afterAll(() => Promise.all([team.close(), shell.close(), browser.close()]))

/**
 * Visits a tab beside another one.
 *
 * @param component JavaScript of its body; `React` in it is the shell's, `shared` the modules by share key
 */
async function visit(
  component: string,
  states: DataState[],
  checks = CHECKS,
  slot?: string,
  artifacts?: string,
): Promise<Finding[]> {
  const before = `const shared = {}
    for (const [key, versions] of Object.entries(this.shared)) shared[key] = (await Object.values(versions)[0].get())()
    const React = shared.react, h = React.createElement
    const onOpen = (effect) => React.useEffect(() => { effect() }, [])`
  const tab = `{ default: (props) => { ${component} } }`
  const staging = await createStagingStore(
    await writeHandwritten(team.folder, { tab, before, ...(slot && { slot: `{ default: () => { ${slot} } }` }) }),
    team.key,
  )
  try {
    return (await visitTab({ browser, shell: live, staging, states, checks, artifacts })).findings
  } finally {
    await staging.close()
  }
}

describe.concurrent('refuses a tab that', () => {
  it.each(hostileTabs)('%s', async (_what, code, line, component) => {
    const findings = await visit(
      component,
      ['rows'],
      CHECKS.filter((check) => check.code === code),
    )
    const found = findings.find((finding) => finding.code === code)
    expect(found?.message ?? findings).toContain(line)
  })
})

describe.concurrent('accepts a tab with', () => {
  it.each(goodTabs)('%s', async (_what, component) => {
    expect(await visit(component, ['rows'])).toEqual([])
  })
})

it('says in which state a tab does not render', async () => {
  const component = `const [rows, setRows] = React.useState([{}])
    React.useEffect(() => void shared['shared-auth'].apiClient.get('SelectCodes').then(({ data }) => setRows(data), () => setRows(null)), [])
    return h('p', null, rows.map(String))`
  const artifacts = join(team.folder, 'artifacts')
  const [finding, ...others] = await visit(component, ['rows', 'empty', 'error'], CHECKS, undefined, artifacts)
  expect(others).toEqual([])
  expect(finding?.code).toBe('render-failed')
  expect(finding?.message).toContain('It shows an error when its services fail.')
  const files = await readdir(artifacts, { recursive: true })
  for (const name of ['rows.png', 'narrow.png', 'empty.png', 'console.txt', 'trace.zip'])
    expect(files).toContainEqual(expect.stringMatching(new RegExp(`${name}$`)))
})

it('checks a slot in another tab', async () => {
  const slot = `onOpen(() => { window.detalle = 1; addEventListener('keydown', () => undefined) }); return h('p', null, 'Detalle')`
  const findings = await visit(`return h('p', null, 'Premios')`, ['rows'], CHECKS, slot)
  expect(findings.map(({ code }) => code)).toEqual(['global-left', 'listener-left'])
})
