import { join } from 'node:path'
import { setInterval } from 'node:timers/promises'
import { buildId, CROSS_ORIGIN_HEADERS } from '@canje/build'
import { Connect, listingOf, readShellConfig, type ShellConfig } from '@canje/registry'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { asCommandError, buildOutOfDate, CommandError, type Package, type Scope } from '../project'
import { createHttpServer, listen } from './http-server'
import { originOf } from './origin'
import { requireUsablePorts } from './ports'
import { fetchOk } from './readiness'
import { REVALIDATE, staticFiles } from './static-files'

const CHECK_MS = 500

/**
 * Serves the production build of a remote as a preview in a deployed shell, and rebuilds it with every change of its
 * sources, until the scope ends.
 *
 * @param shell URL of the shell
 * @param hosts those of {@link createHttpServer}
 * @throws CommandError when the shell does not allow the preview, or the build fails
 */
export async function runPreview(
  remote: Package,
  port: number,
  shell: string,
  hosts: readonly string[],
  scope: Scope,
): Promise<void> {
  const shellUrl = shellOriginOf(shell)
  const { authority } = await requireAllowed(shellUrl, originOf(port))
  await requireUsablePorts({ [remote.name]: port })
  await buildOutOfDate([remote], scope.signal)
  const origin = await listen(await scope.open(createPreviewServer(join(remote.directory, 'dist'), hosts)), port)
  console.log(`Preview of ${remote.name}: ${shellUrl}/main?preview=${origin}/release.json`)
  console.log('Open it, sign in, and press "Mostrar vista previa": the shell asks before it fetches the build.')
  const granted = listingOf(authority, remote.name)?.connect ?? []
  const missing = v.parse(Connect, remote.connect ?? []).filter((needed) => !granted.includes(needed))
  if (missing.length > 0)
    console.log(`${shellUrl} does not let ${remote.name} send requests to ${missing.join(' and ')}: ask its operator.`)
  await rebuildOnChange(remote, scope.signal)
}

function shellOriginOf(url: string): string {
  if (/^https?:/.test(url) && URL.canParse(url)) return new URL(url).origin
  throw new CommandError('--shell must be the URL of a shell, such as https://office.example.com.')
}

async function requireAllowed(shellUrl: string, origin: string): Promise<ShellConfig> {
  const configUrl = `${shellUrl}/config.json`
  const json: unknown = await (await fetchOk(configUrl)).json().catch(() => undefined)
  const config = configIn(json, configUrl)
  if (config.previewOrigins?.includes(origin)) return config
  throw new CommandError(
    `${shellUrl} allows no preview from ${origin}. Its operator must add "${origin}" to previewOrigins in its \
/config.json and to the Content-Security-Policy of its page (docs/preview.md in the repository of the shell). For a shell of npm start: \
PREVIEW_ORIGINS=${origin} npm start`,
  )
}

function configIn(json: unknown, url: string): ShellConfig {
  try {
    return readShellConfig(json)
  } catch (error) {
    throw new CommandError(
      `${url} is not the configuration of a shell. ${asCommandError(error).message}. Check --shell.`,
    )
  }
}

async function createPreviewServer(dist: string, hosts: readonly string[]): Promise<FastifyInstance> {
  const server = createHttpServer(CROSS_ORIGIN_HEADERS, hosts)
  await server.register(serveStatic, { ...staticFiles(dist, () => REVALIDATE), index: false })
  return server
}

/** Compares build ids, so that changes to the remote, to shared-ui and to the build configuration all count. */
async function rebuildOnChange(remote: Package, signal: AbortSignal): Promise<void> {
  let built = buildId(remote.directory)
  for await (const _ of setInterval(CHECK_MS, undefined, { signal })) {
    try {
      const current = buildId(remote.directory)
      if (current === built) continue
      built = current
      await buildOutOfDate([remote], signal)
    } catch (error) {
      // A half-written source does not build; the next change may.
      if (!signal.aborted) console.error(asCommandError(error).message)
    }
  }
}
