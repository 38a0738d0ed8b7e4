import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { ROOT } from 'repo'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findChromium } from '../../../project/test-runner'
import { createStagingStore } from '../../staging-store'
import { writeHandwritten } from '../../testing/handwritten-build'
import { openShell, type RunningShell } from '../../testing/live-shell'
import { openTeam } from '../../testing/team'
import { fetchShells } from '../shells'
import { visitTab } from './visit'

const { signal } = new AbortController()
let team: Awaited<ReturnType<typeof openTeam>>
let shell: RunningShell
let browser: Browser

beforeAll(async () => {
  team = await openTeam()
  shell = await openShell(team.publicKey)
  browser = await chromium.launch({ executablePath: await findChromium(process.env, signal) })
})
afterAll(() => Promise.all([team.close(), shell.close(), browser.close()]))

async function findingsOf(dist: string) {
  const staging = await createStagingStore(dist, team.key)
  const { value: [live] = [] } = await fetchShells([shell.url], signal)
  if (!live) throw new Error('no shell')
  const findings = await visitTab({ browser, shell: live, staging })
  await staging.close()
  return findings
}

it('accepts a tab that renders', async () => {
  expect(await findingsOf(await writeHandwritten(team.folder, { tab: `{ default: () => 'Codigos' }` }))).toEqual([])
})

it.each((process.env.REMOTES ?? '').split(',').filter(Boolean))('accepts %s', async (name) => {
  expect(await findingsOf(join(ROOT, name, 'dist'))).toEqual([])
})
