import type { ReleaseManifest } from '@canje/registry'
import type { Counts } from '../project/test-runner'
import type { Stubs } from './checks/stubs'
import type { Context } from './context'
import type { CheckResult } from './findings'

/** What `pack`, `publish` and `copy` check. */
export interface Source {
  name: string
  version: string
  /** Id of the build. */
  build: string
  /** Absolute path of the build. */
  dist: string
  /** Whether `pack` has opened it in the live shells, so that no browser opens it. */
  isOpened?: boolean
  /** Builds it, if it is built here, and checks its files. */
  prepare(context: Pick<Context, 'stop'>): Promise<Prepared>
}

/** The manifest of a checked build, unless it cannot be released. */
export interface Prepared extends CheckResult<ReleaseManifest> {
  /** Undefined for a build of another bundler. */
  tests?: Counts | undefined
  /** Its own responses for the browser check. */
  stubs?: Stubs | undefined
}
