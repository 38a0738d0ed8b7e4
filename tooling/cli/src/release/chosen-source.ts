import { join } from 'node:path'
import { buildId } from '@canje/build/build-inputs'
import type { Package } from '../project/project'
import { tooLarge } from './checks/budget'
import { buildRemote } from './checks/build'
import { readStubs } from './checks/stubs'
import { testRemote } from './checks/tests'
import { checkTypes } from './checks/types'
import type { Context } from './context'
import { otherBuild } from './other-build'
import { step } from './progress'
import type { Source } from './source'
import { chosenRemote, remoteNameIn } from './target'

/** @param target name of the remote; by default, the remote of the current folder, or that of `--dist` */
export async function chosenSource(context: Context, target: string | undefined): Promise<Source> {
  const { folder, options } = context
  if (options.dist !== undefined) return otherBuild(options.dist, target ?? remoteNameIn(folder))
  return ownBuild(chosenRemote(target, folder))
}

function ownBuild(remote: Package): Source {
  const { name, version, directory } = remote
  return {
    name,
    version,
    build: buildId(directory),
    dist: join(directory, 'dist'),
    async prepare({ stop }) {
      const types = await step(`Check the types of ${name}`, () => checkTypes(remote, stop))
      const build = await step(`Build ${name}`, () => buildRemote(remote, stop))
      const tests = await step(`Test ${name}`, () => testRemote(remote, stop))
      const stubs = await readStubs(remote)
      const size = build.value ? tooLarge(remote) : []
      const findings = [...[types, build, tests, stubs].flatMap(({ findings }) => findings), ...size]
      return { ...build, tests: tests.value, stubs: stubs.value, findings }
    },
  }
}
