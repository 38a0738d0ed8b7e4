import { join } from 'node:path'
import { buildId } from '@canje/build'
import type { Package } from '@canje/project'
import type { Counts } from '@canje/project/test-runner'
import type { ReleaseManifest } from '@canje/registry'
import { tooLarge } from './checks/budget'
import { buildRemote } from './checks/build'
import type { LiveShell } from './checks/shells'
import { testRemote } from './checks/tests'
import { checkTypes } from './checks/types'
import type { Context } from './context'
import type { CheckResult, Finding } from './findings'
import { otherBuild } from './other-build'
import { step } from './progress'
import { chosenRemote } from './target'

/** What `publish` releases. */
export interface Source {
  name: string
  version: string
  /** Id of the build. */
  build: string
  /** Absolute path of the build. */
  dist: string
  /** Builds it, if it is built here, and checks its files. */
  prepare(context: Context): Promise<Prepared>
  /** Compares the build with its size budget. */
  overBudget(manifest: ReleaseManifest, shells: LiveShell[]): Finding[]
}

/** The manifest of a checked build, unless it cannot be released. */
export interface Prepared extends CheckResult<ReleaseManifest> {
  /** Undefined for a build of another bundler. */
  tests?: Counts | undefined
}

/** @param target name of the remote; by default, the remote of the current folder, or that of `--dist` */
export async function chosenSource(context: Context, target: string | undefined): Promise<CheckResult<Source>> {
  if (context.dist !== undefined) return otherBuild(context.dist, context.folder, target)
  const { value: remote, findings } = chosenRemote(target, context.folder)
  return remote ? { value: ownBuild(remote), findings } : { findings }
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
      return { ...build, tests: tests.value, findings: [types, build, tests].flatMap(({ findings }) => findings) }
    },
    overBudget: (manifest, shells) => tooLarge(remote, manifest, shells),
  }
}
