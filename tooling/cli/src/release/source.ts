import type { ReleaseManifest } from '@canje/registry'
import type { Counts } from '../project/test-runner'
import type { Stubs } from './checks/stubs'
import type { Context } from './context'
import type { CheckResult, Finding } from './findings'

/** What `pack` and `publish` check. */
export interface Source {
  name: string
  version: string
  /** Id of the build. */
  build: string
  /** Absolute path of the build. */
  dist: string
  /** Builds it, if it is built here, and checks its files. */
  prepare(context: Pick<Context, 'stop'>): Promise<Prepared>
  /** Compares the build with its size budget. */
  overBudget(): Finding[]
}

/** The manifest of a checked build, unless it cannot be released. */
interface Prepared extends CheckResult<ReleaseManifest> {
  /** Undefined for a build of another bundler. */
  tests?: Counts | undefined
  /** Its own responses for the browser check. */
  stubs?: Stubs | undefined
}
