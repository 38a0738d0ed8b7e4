import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeLive, publish } from '@canje/registry/store'
import fc from 'fast-check'
import { it } from 'vitest'
import { ROOT } from 'workspace'
import { breakShell, breaksOf } from '../testing/broken-shell'
import { openTeam } from '../testing/team'

const SEED = Number(process.env.SEED ?? 1)
const RUNS = Number(process.env.RUNS ?? (process.env.LONG_TESTS ? 50 : 3))
const SHELL = join(ROOT, 'shell/dist')

it('explore', { timeout: 3_600_000 }, async () => {
  const team = await openTeam()
  for (const name of ['mf-users', 'mf-codes', 'mf-scores', 'mf-referrals', 'mf-reports'])
    await makeLive(team.store, [await publish(team.store, join(ROOT, name, 'dist'))], team.key)
  const all = await breaksOf(SHELL)
  const kinds = [...new Set(all.map(({ kind }) => kind))]
  console.log(kinds.map((kind) => [kind, all.filter((one) => one.kind === kind).length]))
  const arbitrary = fc.oneof(...kinds.map((kind) => fc.constantFrom(...all.filter((one) => one.kind === kind))))
  const chosen = fc.sample(arbitrary, { seed: SEED, numRuns: RUNS })
  for (const one of chosen) {
    const dist = join(team.folder, 'broken')
    await breakShell(SHELL, dist, one)
    const { exitCode, findings, error, result } = await team.command('check-shell', dist)
    console.log(
      exitCode,
      one.name,
      error ?? '',
      findings.map(({ message }) => message.split('\n').slice(0, 2).join(' | ')).slice(0, 1),
      JSON.stringify(result.shown ?? ''),
    )
    await rm(dist, { recursive: true })
  }
  await team.close()
})
