import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../../../project/test-runner'
import type { Finding } from '../../findings'
import { stageBuild } from '../../staging'
import { GOOD_TABS } from '../../testing/good-tabs'
import { writeHandwritten } from '../../testing/handwritten-build'
import { HOSTILE_TABS, TEXT } from '../../testing/hostile-tabs'
import { LEAVING_TABS } from '../../testing/leaving-tabs'
import { openShell, type RunningShell } from '../../testing/live-shell'
import { openTeam } from '../../testing/team'
import { fetchShells, type LiveShell } from '../shells'
import { type Visit, visitTab } from './visit'

/**
 * A visit takes seconds: in `npm test`, one tab does what these do, one of each finding. With LONG_TESTS=1, all of them and the
 * good tabs visit; kit.spec.ts releases a good tab.
 */
const hostileTabs = [...HOSTILE_TABS, ...LEAVING_TABS].filter(
  ([, code], index, all) => process.env.LONG_TESTS || all.findIndex((tab) => tab[1] === code) === index,
)
const { signal } = new AbortController()
let team: Awaited<ReturnType<typeof openTeam>>
let shell: RunningShell
let live: LiveShell
let browser: Browser

beforeAll(async () => {
  team = await openTeam()
  shell = await openShell(team.trust())
  const { value = [] } = await fetchShells([shell.url], signal)
  live = value[0] as LiveShell
  browser = await chromium.launch({ executablePath: await findChromium(process.env, signal) })
})
afterAll(() => Promise.all([shell.close(), browser.close()]))

/**
 * Visits a tab beside another one.
 *
 * @param component JavaScript of its body; `React` in it is the shell's, `shared` the modules by share key
 */
async function visit(
  component: string,
  options: Pick<Visit, 'states' | 'artifacts'> = { states: ['rows'] },
): Promise<Finding[]> {
  const before = `const shared = {}
    for (const [key, versions] of Object.entries(this.shared)) shared[key] = (await Object.values(versions)[0].get())()
    const React = shared.react, h = React.createElement
    const onOpen = (effect) => React.useEffect(effect, [])
    const addStyles = (text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets.push(sheet)
    }`
  const tab = `{ default: (props) => { ${component} } }`
  const staging = await stageBuild(await writeHandwritten(team.folder, { tab, before }))
  try {
    return await visitTab({ browser, shell: live, staging, ...options })
  } finally {
    await staging.close()
  }
}

if (process.env.LONG_TESTS) {
  describe.concurrent('refuses a tab that', () => {
    it.each(hostileTabs)('%s', async (_what, code, line, component) => {
      const findings = await visit(component)
      expect(findings.find((finding) => finding.code === code)?.message ?? findings).toContain(line)
    })
  })
  describe.concurrent('accepts a tab with', () => {
    it.each(GOOD_TABS)('%s', async (_what, component) => {
      expect(await visit(component)).toEqual([])
    })
  })
} else {
  it('refuses a tab for each of its findings', async () => {
    // The one that throws would end the others.
    const together = hostileTabs.filter(([, code]) => code !== 'render-failed')
    // The first one returns another text.
    const [returns = '', ...effects] = together.map(([, , , component]) => component.replace(TEXT, ''))
    const findings = await visit([...effects, returns].join('\n'))
    const expected = together.map(([, code, line]) => ({ code, message: expect.stringContaining(line) }))
    expect(findings).toEqual(expect.arrayContaining(expected.map((finding) => expect.objectContaining(finding))))
  })
}

it('names what a tab appends to the body while it is open and once it is closed, and accepts its overlays', async () => {
  const component = `React.useEffect(() => {
      const [overlay, temporary, left, late] = ['i', 'b', 'u', 's'].map((name) => document.createElement(name))
      props.overlays.append(overlay)
      document.body.append(temporary, left)
      return () => {
        temporary.remove()
        document.body.append(late)
      }
    }, [])
    return h('p', null, 'Premios')`
  const [finding] = await visit(component)
  expect(finding?.message.split('\n').slice(1)).toEqual([
    '<html > body > b> was added (<b></b>) (rows)',
    '<html > body > u> was added (<u></u>) (rows)',
    '<html > body > s> was added (<s></s>) (closed)',
  ])
})

it('says in which state a tab does not render', async () => {
  const component = `const [rows, setRows] = React.useState([{}])
    React.useEffect(() => void shared['shared-auth'].apiClient.get('SelectCodes').then(({ data }) => setRows(data), () => setRows(null)), [])
    return h('p', null, rows.map(String))`
  const artifacts = join(team.folder, 'artifacts')
  const findings = await visit(component, { artifacts })
  const message = expect.stringContaining('It shows an error when its services fail.')
  expect(findings).toEqual([expect.objectContaining({ code: 'render-failed', message })])
  const files = await readdir(artifacts, { recursive: true })
  for (const name of ['rows.png', 'narrow.png', 'empty.png', 'console.txt', 'trace.zip'])
    expect(files).toContainEqual(expect.stringMatching(new RegExp(`${name}$`)))
})
