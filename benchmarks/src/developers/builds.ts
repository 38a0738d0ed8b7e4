import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findProjects } from 'workspace'
import { copyRepository } from 'workspace/testing'
import type { Bench } from '../suite'
import { bound } from '../threshold'
import { timeNpm } from './command'

/** The build of one tab beside that of the whole product, from nothing and with everything built. */
export async function measureBuilds(bench: Bench): Promise<void> {
  const copy = await copyRepository()
  const build = (...of: string[]) => timeNpm(['run', 'build', ...of], copy, bench.stop)
  const one = () => build('-w', 'mf-codes')
  const whole = () => build()
  const fromNothing = (timed: () => Promise<number>) => () => removeBuilds(copy).then(timed)
  try {
    await bench.measure('npm run build -w mf-codes, cold', {
      unit: 'ms',
      subject: fromNothing(one),
      reference: fromNothing(whole),
      bound: bound.ratioAtMost(0.33),
    })
    await whole()
    await bench.measure('npm run build -w mf-codes, cached', { unit: 'ms', subject: one, reference: whole })
  } finally {
    await rm(copy, { recursive: true })
  }
}

async function removeBuilds(root: string): Promise<void> {
  const dists = findProjects(root).map(({ directory }) => join(directory, 'dist'))
  await Promise.all(dists.map((dist) => rm(dist, { recursive: true, force: true })))
}
