import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { aborted, findRemotes, orAborted, readPackage, repositoryOf, Scope } from '../../project'
import { announce } from '../announce'
import { startBackend } from '../backend'
import { prepareDataDirectory, releaseStoreIn } from '../data-directory'
import { listen } from '../http-server'
import { requireUsablePorts } from '../ports'
import { assertServing } from '../readiness'
import { reservePackaged } from '../release-authority'
import { buildAndRelease, keepStampFresh } from '../releases'
import { createRemotesServer } from '../remotes-server'
import { portsOf, readSettings, type Settings } from '../settings'
import { createShellServer } from '../shell-server'

export const usage = `Usage: npm start
Builds, releases and serves everything until Ctrl-C. Environment variables set it up: see docs/operations.md.`

/** `npm start`: builds, releases and serves everything until it is stopped. */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  parseArgs({ args })
  const settings = readSettings(process.env)
  await requireUsablePorts(portsOf(settings))
  await prepareDataDirectory(settings.dataDirectory)
  const scope = new Scope(stop)
  try {
    await orAborted(startStack(settings, scope), stop)
    await aborted(stop)
    return 0
  } finally {
    await scope.close()
  }
}

async function startStack(settings: Settings, scope: Scope): Promise<void> {
  const { dataDirectory } = settings
  const root = repositoryOf(process.cwd())
  const shell = readPackage(join(root, 'shell'))
  const [backend, authority] = await Promise.all([
    scope.open(startBackend(settings)),
    buildAndRelease(dataDirectory, shell, findRemotes(root), scope.signal),
  ])
  await scope.open(keepStampFresh(dataDirectory, authority))
  const remotesServer = await scope.open(createRemotesServer(releaseStoreIn(dataDirectory), settings.allowedHosts))
  const remotesUrl = await listen(remotesServer, settings.remotesPort)
  const config = {
    securityUrl: backend.securityUrl,
    apiUrl: backend.apiUrl,
    registryUrl: `${remotesUrl}/registry.json`,
    ...authority,
    get remotes() {
      return reservePackaged(authority, root).remotes
    },
    previewOrigins: settings.previewOrigins,
    connect: settings.connectOrigins,
    features: backend.features,
    ...(settings.reportUrl && { reportUrl: settings.reportUrl }),
  }
  const shellServer = await scope.open(createShellServer(join(shell.directory, 'dist'), config, settings.allowedHosts))
  const shellUrl = await listen(shellServer, settings.port)
  await assertServing(shellUrl, config)
  await announce(shellUrl, settings, backend, scope.signal)
}
