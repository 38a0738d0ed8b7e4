import { join } from 'node:path'
import { setInterval } from 'node:timers/promises'
import serveStatic from '@fastify/static'
import { buildId } from 'build'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { asCommandError, buildOutOfDate, CommandError, type Package, type Scope } from 'workspace'
import { createHttpServer, listen, originOf } from './http-server'
import { requireUsablePorts } from './ports'
import { requireAnswer } from './readiness'
import { CROSS_ORIGIN_HEADERS } from './remotes-server'
import { REVALIDATE, staticFiles } from './static-files'

const CHECK_MS = 500

const Config = v.object({ securityUrl: v.string(), previewOrigins: v.optional(v.array(v.string()), []) })

/**
 * Serves the production build of a remote as a preview in a deployed shell, and builds it again with every change of
 * its sources, until the scope ends.
 *
 * @param shell address of the shell
 * @throws CommandError when the shell does not allow it, saying what to do, or the remote does not build
 */
export async function runPreview(remote: Package, port: number, shell: string, scope: Scope): Promise<void> {
  const shellUrl = shellOf(shell)
  await requireAllowed(shellUrl, originOf(port))
  await requireUsablePorts({ [remote.name]: port })
  await buildOutOfDate([remote], scope.signal)
  const origin = await listen(await scope.open(createPreviewServer(join(remote.directory, 'dist'))), port)
  console.log(`Preview of ${remote.name}: ${shellUrl}/main?preview=${origin}/release.json`)
  console.log('Open it, sign in, and press "Mostrar vista previa": the shell asks before it fetches the build.')
  await rebuildOnChange(remote, scope.signal)
}

function shellOf(address: string): string {
  if (/^https?:/.test(address) && URL.canParse(address)) return new URL(address).origin
  throw new CommandError(
    `--shell must be the address of a shell, such as https://office.example.com, not "${address}".`,
  )
}

async function requireAllowed(shellUrl: string, origin: string): Promise<void> {
  const address = `${shellUrl}/config.json`
  const json: unknown = await (await requireAnswer(address)).json().catch(() => undefined)
  const config = v.safeParse(Config, json)
  if (!config.success) throw new CommandError(`${address} is not the configuration of a shell: --shell is wrong.`)
  if (config.output.previewOrigins.some((allowed) => URL.canParse(allowed) && new URL(allowed).origin === origin))
    return
  throw new CommandError(
    `${shellUrl} allows no preview from ${origin}. Whoever runs it has to add "${origin}" to previewOrigins in its \
/config.json and to the policy of its page, as docs/preview.md says; for a shell of npm start: \
PREVIEW_ORIGINS=${origin} npm start`,
  )
}

async function createPreviewServer(dist: string): Promise<FastifyInstance> {
  const server = createHttpServer(CROSS_ORIGIN_HEADERS)
  await server.register(serveStatic, { ...staticFiles(dist, () => REVALIDATE), index: false })
  return server
}

/** A change is what gives another build id, wherever it is made: in the remote, in shared-ui, in the build itself. */
async function rebuildOnChange(remote: Package, signal: AbortSignal): Promise<void> {
  let built = buildId(remote.directory)
  for await (const _ of setInterval(CHECK_MS, undefined, { signal })) {
    try {
      const now = buildId(remote.directory)
      if (now === built) continue
      built = now
      await buildOutOfDate([remote], signal)
    } catch (error) {
      // What is half written does not build; the next change may.
      if (!signal.aborted) console.error(asCommandError(error).message)
    }
  }
}
