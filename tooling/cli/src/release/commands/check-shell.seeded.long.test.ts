import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ReleaseManifest, readAuthority } from '@canje/registry'
import { makeLive, openStore, publish } from '@canje/release-store'
import fc from 'fast-check'
import { ROOT } from 'repo'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { type Break, breakShell, breaksOf } from '../testing/broken-shell'
import { writeHandwritten } from '../testing/handwritten-build'
import { openTeam } from '../testing/team'

const SEED = Number(process.env.SEED ?? 40)
const RUNS = 50
const REMOTES = ['mf-users', 'mf-codes', 'mf-scores', 'mf-referrals', 'mf-reports']
const SHELL = join(ROOT, 'shell/dist')
const TIMEOUT_MS = RUNS * 60_000

/** What `check-shell` says of a broken shell. */
type Verdict = 'named' | 'noted' | 'missed'

it(`names breaks of the contract, seed ${SEED}`, { timeout: TIMEOUT_MS }, async () => {
  const team = await openTeam()
  try {
    const { uses, requires } = await needsOf(REMOTES)
    // It uses what the real tabs use, and opens sooner.
    const release = await writeHandwritten(team.folder, { tab: `{ default: () => 'Filas' }` }, { uses, requires })
    const store = openStore(team.store)
    await makeLive(store, await publish(store, release), team.key, { authority: readAuthority(team.trust()) })
    expect(await team.command('check-shell', SHELL)).toMatchObject({ exitCode: 0, notes: [] })
    const verdicts: { name: string; kind: Break['kind']; isHarmless: boolean; verdict: Verdict; reason: string }[] = []
    for (const one of await sample()) {
      const dist = join(team.folder, 'broken')
      await breakShell(SHELL, dist, one)
      const { exitCode, findings, notes, error } = await team.command('check-shell', dist)
      await rm(dist, { recursive: true })
      expect([0, 3], error).toContain(exitCode)
      const verdict = exitCode === 3 ? 'named' : notes.length > 0 ? 'noted' : 'missed'
      const reason = (findings.map(({ message }) => message.split('\n').at(-1))[0] ?? notes[0] ?? '').slice(0, 140)
      verdicts.push({ name: one.name, kind: one.kind, isHarmless: isHarmless(one, uses), verdict, reason })
    }
    console.table(verdicts)
    expect(verdicts.filter(({ isHarmless, verdict }) => !isHarmless && verdict !== 'named')).toEqual([])
  } finally {
    await team.close()
  }
})

type Uses = NonNullable<ReleaseManifest['uses']>

/** What the builds of remotes use of shared modules, and the ranges that they require, which are equal. */
async function needsOf(names: string[]): Promise<Pick<ReleaseManifest, 'requires'> & { uses: Uses }> {
  const texts = await Promise.all(names.map((name) => readFile(join(ROOT, name, 'dist/release.json'), 'utf8')))
  const manifests = texts.map((text) => v.parse(ReleaseManifest, JSON.parse(text)))
  const uses: Uses = {}
  expect(manifests.filter(({ uses }) => !uses)).toEqual([])
  for (const [key, used] of manifests.flatMap((manifest) => Object.entries(manifest.uses ?? {})))
    uses[key] = [...new Set([...(uses[key] ?? []), ...used])]
  return { uses, requires: manifests[0]?.requires ?? {} }
}

/** An export that no remote uses, and that is not part of the contract. */
function isHarmless({ kind, lost }: Break, uses: Uses): boolean {
  if (!lost || kind === 'shared-auth') return false
  const [module, name] = lost
  return !Object.entries(uses).some(([key, names]) => key.split('@', 1)[0] === module && names.includes(name))
}

/** Different breaks, of every kind equally often. */
async function sample(): Promise<Break[]> {
  const candidates = await breaksOf(SHELL)
  const kinds = [...new Set(candidates.map(({ kind }) => kind))]
  const ofKinds = kinds.map((kind) => fc.constantFrom(...candidates.filter((one) => one.kind === kind)))
  const chosen = fc.uniqueArray(fc.oneof(...ofKinds), { minLength: RUNS, maxLength: RUNS, size: 'max' })
  return fc.sample(chosen, { seed: SEED, numRuns: 1 }).flat()
}
