import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeLive, openStore, publish } from '@canje/release-store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ROOT } from 'workspace'
import { type Break, breakShell, breaksOf } from '../testing/broken-shell'
import { openTeam } from '../testing/team'

const SEED = Number(process.env.SEED ?? 40)
const RUNS = process.env.LONG_TESTS ? 50 : 1
const REMOTES = process.env.LONG_TESTS
  ? ['mf-users', 'mf-codes', 'mf-scores', 'mf-referrals', 'mf-reports']
  : ['mf-codes']
const SHELL = join(ROOT, 'shell/dist')
const TIMEOUT_MS = RUNS * 60_000

/** Every tab uses these when it opens, so each must be named. */
const ALWAYS_NAMED = /^(react|primereact) \d|^shared-ui: (TabRoot|RowsTable|useTable|CsvButton|useFeature) /

/** What `check-shell` says of a broken shell. */
type Verdict = 'named' | 'noted' | 'missed'

it(`names breaks of the contract, seed ${SEED}`, { timeout: TIMEOUT_MS }, async () => {
  const team = await openTeam()
  try {
    const store = openStore(team.store)
    for (const name of REMOTES) await makeLive(store, [await publish(store, join(ROOT, name, 'dist'))], team.key)
    const verdicts: { name: string; kind: Break['kind']; verdict: Verdict; reason: string }[] = []
    for (const one of await sample()) {
      const dist = join(team.folder, 'broken')
      await breakShell(SHELL, dist, one)
      const { exitCode, findings, notes, error } = await team.command('check-shell', dist)
      await rm(dist, { recursive: true })
      expect([0, 3], error).toContain(exitCode)
      const verdict = exitCode === 3 ? 'named' : notes.length > 0 ? 'noted' : 'missed'
      const reason = (findings.map(({ message }) => message.split('\n').at(-1))[0] ?? notes[0] ?? '').slice(0, 140)
      verdicts.push({ name: one.name, kind: one.kind, verdict, reason })
    }
    if (process.env.LONG_TESTS) console.table(verdicts)
    const certain = verdicts.filter(({ name }) => ALWAYS_NAMED.test(name))
    expect(certain.filter(({ verdict }) => verdict !== 'named')).toEqual([])
    expect(certain.length).toBeGreaterThan(0)
  } finally {
    await team.close()
  }
})

/** Different breaks, of every kind equally often; the few of `npm test` are certain to be named. */
async function sample(): Promise<Break[]> {
  const all = await breaksOf(SHELL)
  const candidates = process.env.LONG_TESTS ? all : all.filter(({ name }) => ALWAYS_NAMED.test(name))
  const kinds = [...new Set(candidates.map(({ kind }) => kind))]
  const ofKinds = kinds.map((kind) => fc.constantFrom(...candidates.filter((one) => one.kind === kind)))
  const chosen = fc.uniqueArray(fc.oneof(...ofKinds), { minLength: RUNS, maxLength: RUNS, size: 'max' })
  return fc.sample(chosen, { seed: SEED, numRuns: 1 }).flat()
}
