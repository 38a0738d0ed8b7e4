import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from '@canje/cli/project'

/** An npm registry on loopback for the packages of Canje. All others come from the machine's usual registry. */
export interface NpmRegistry {
  /** Environment of npm commands that use it, with an empty cache. */
  environment: NodeJS.ProcessEnv
  close(): Promise<void>
}

/** Starts Verdaccio on a free port, with empty storage in a temporary folder. */
export async function startNpmRegistry(): Promise<NpmRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-registry-'))
  // Loaded here, because Playwright loads each spec in every run.
  const { runServer } = await import('verdaccio')
  const server: Server = await runServer({
    storage: join(folder, 'storage'),
    self_path: folder,
    uplinks: {},
    packages: { '@canje/*': { access: '$all', publish: '$all' } },
    log: { type: 'stdout', format: 'pretty', level: 'fatal' },
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const settings = join(folder, 'npmrc')
  await writeFile(
    settings,
    [
      await userSettings(),
      `@canje:registry=http://127.0.0.1:${port}/`,
      // npm publishes with a token only; the registry accepts any.
      `//127.0.0.1:${port}/:_authToken=any`,
      `cache=${join(folder, 'cache')}`,
    ].join('\n'),
  )
  return {
    environment: {
      npm_config_userconfig: settings,
      npm_config_cache: join(folder, 'cache'),
      // It would send the names of all installed packages to the usual registry, after each installation.
      npm_config_audit: 'false',
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}

/** The user's own settings, which may name the usual registry. */
async function userSettings(): Promise<string> {
  const { output } = await runChild('npm', ['config', 'get', 'userconfig'], { stdio: ['ignore', 'pipe', 'ignore'] })
  return readFile(output.trim(), 'utf8').catch(() => '')
}
