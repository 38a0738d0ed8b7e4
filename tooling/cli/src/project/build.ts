import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildId, buildInputs } from '@canje/build/build-inputs'
import { revisionOf } from '@canje/build/revision'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { CommandError } from './command-error'
import { secondsSince } from './duration'
import type { Package } from './project'
import { runRspack } from './rspack'

const CONCURRENCY = 2

const Built = v.object({
  build: v.string(),
  commit: v.optional(v.nullable(v.string())),
  commitUnknown: v.optional(v.string()),
})

/**
 * Builds for production the projects without a build of their present sources.
 *
 * @param stop cancels the builds; the promise then rejects
 * @throws CommandError with the compiler's output, when a build fails; builds that have not started are then skipped
 */
export async function buildOutOfDate(projects: Package[], stop: AbortSignal): Promise<void> {
  const failure = new AbortController()
  const signal = AbortSignal.any([stop, failure.signal])
  await pLimit(CONCURRENCY).map(projects.filter(isOutOfDate), (project) =>
    build(project, signal).catch((error: unknown) => {
      failure.abort()
      throw error
    }),
  )
}

/** True unless `dist/release.json` has the build id of the present sources, and their commit if there is one by now. */
export function isOutOfDate({ directory }: Pick<Package, 'directory'>): boolean {
  const built = readBuilt(directory)
  if (built?.build !== buildId(directory)) return true
  return built.commit === null && revisionOf(directory, buildInputs(directory)).commit !== null
}

function readBuilt(directory: string): v.InferOutput<typeof Built> | undefined {
  try {
    return v.parse(Built, JSON.parse(readFileSync(join(directory, 'dist/release.json'), 'utf8')))
  } catch {
    return undefined
  }
}

async function build({ name, directory }: Package, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const start = Date.now()
  // The build does so too, if its configuration loads.
  await rm(join(directory, 'dist/release.json'), { force: true })
  const { code, output } = await runRspack(join(directory, 'rspack.config.ts'), signal)
  if (code !== 0) throw new CommandError(`${name} does not build:\n${output}`)
  // Standard output is reserved for a command's result, such as JSON.
  const reason = readBuilt(directory)?.commitUnknown
  console.error(`Built ${name} (${secondsSince(start)})${reason ? `. Its commit is unknown: ${reason}` : ''}`)
}
