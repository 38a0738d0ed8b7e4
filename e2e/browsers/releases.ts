import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releaseStoreIn } from '@canje/cli/dev-stack'
import { makeLive, openStore, publish, readKey, rollBack } from '@canje/release-store'
import { inject } from 'vitest'
import { buildOf, deriveBuild } from '../support/builds'
import { changeLastByte } from '../support/tampering'

const NAME = 'mf-scores'

/** Releases another version of Puntaje. @returns its folder in the store, and a function that rolls it back */
export async function releaseScores(version: string) {
  const folder = releaseStoreIn(inject('dataFolder'))
  const store = openStore(folder)
  const key = await readKey(join(inject('dataFolder'), 'release-key.pem'))
  const build = await mkdtemp(join(tmpdir(), 'canje-build-'))
  await deriveBuild(build, buildOf(NAME), version)
  const published = await publish(store, build)
  await rm(build, { recursive: true })
  const { previous: [before] = [] } = await makeLive(store, published, key, { command: 'publish' })
  return {
    /** Flips a bit of the tab's code in the store, also in its compressed copies. */
    async change() {
      const tab = Object.keys(published.release.integrity).find((file) => /^Tab\..*\.js$/.test(file))
      const file = join(folder, NAME, version, tab ?? '')
      await writeFile(file, changeLastByte(await readFile(file)))
      for (const compressed of [`${file}.br`, `${file}.gz`]) await rm(compressed, { force: true })
    },
    rollBack: () =>
      rollBack(store, { name: NAME, from: version, to: before?.version ?? '' }, key, { command: 'rollback' }),
  }
}
