import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPackage } from '@canje/build'
import { buildOutOfDate, CommandError, type Package, readPackage } from '../project'
import type { ConfigJson } from './config-json'
import { startShellDevServer } from './dev-server'
import { listen } from './http-server'
import { createShellServer } from './shell-server'

/**
 * Starts the shell that remotes are developed in.
 *
 * @param remotes origins of the remotes' dev servers
 * @param hosts those of `createHttpServer`
 */
export type StartDevShell = (
  port: number,
  config: ConfigJson,
  remotes: string[],
  hosts: readonly string[],
) => Promise<{ close(): Promise<unknown> }>

/**
 * Finds the shell for development: the sources in this repository, with hot reload; in other repositories, the installed
 * development build `@canje/shell`.
 *
 * @param root absolute path of the repository
 * @throws CommandError when there is neither
 */
export function findDevShell(root: string): StartDevShell {
  const sources = shellSources(root)
  if (sources) return (...args) => startShellDevServer(sources, ...args)
  const installed = installedShell(root)
  return async (port, config, remotes, hosts) => {
    const server = await createShellServer(
      join(installed, 'dist'),
      { ...config, previewOrigins: [...remotes, ...(config.previewOrigins ?? [])] },
      hosts,
    )
    await listen(server, port)
    return server
  }
}

/**
 * Finds the production build of the shell: that of the sources in this repository, built if it is out of date; in other
 * repositories, the installed one of `@canje/shell`.
 *
 * @param root absolute path of the repository
 * @returns absolute path of a folder
 * @throws CommandError when there is neither, or the build fails
 */
export async function shellBuild(root: string, stop: AbortSignal): Promise<string> {
  const sources = shellSources(root)
  if (!sources) return join(installedShell(root), 'production')
  await buildOutOfDate([sources], stop)
  return join(sources.directory, 'dist')
}

function shellSources(root: string): Package | undefined {
  const sources = join(root, 'shell')
  return existsSync(join(sources, 'rspack.config.ts')) ? readPackage(sources) : undefined
}

function installedShell(root: string): string {
  const installed = findPackage('@canje/shell', root)
  if (installed) return installed.directory
  throw new CommandError('@canje/shell is not installed: run npm install -D @canje/shell.')
}
