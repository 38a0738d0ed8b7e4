import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { requireProjects } from '@canje/cli/project'
import { copyRepository } from 'repo/testing'
import type { Bench } from '../suite'
import { threshold } from '../threshold'
import { timeNpm } from './time-npm'

/** Measures the build of one remote against that of the whole product, without and with existing builds. */
export async function measureBuilds(bench: Bench): Promise<void> {
  const copy = await copyRepository()
  const build = (...args: string[]) => timeNpm(['run', 'build', ...args], copy, bench.stop)
  const one = () => build('-w', 'mf-codes')
  const whole = () => build()
  const cold = (timed: () => Promise<number>) => () => removeBuilds(copy).then(timed)
  try {
    await bench.measure('npm run build -w mf-codes, cold', {
      unit: 'ms',
      subject: cold(one),
      reference: cold(whole),
      threshold: threshold.ratioAtMost(0.33),
    })
    await whole()
    await bench.measure('npm run build -w mf-codes, cached', { unit: 'ms', subject: one, reference: whole })
  } finally {
    await rm(copy, { recursive: true })
  }
}

async function removeBuilds(root: string): Promise<void> {
  const dists = requireProjects(root).map(({ directory }) => join(directory, 'dist'))
  await Promise.all(dists.map((dist) => rm(dist, { recursive: true, force: true })))
}
