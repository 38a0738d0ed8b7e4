import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { requirePackage } from '@canje/build'
import { readPackage } from '@canje/project'
import { startShellDevServer } from './dev-server'
import { listen } from './http-server'
import type { ShellConfig } from './shell-config'
import { createShellServer } from './shell-server'

/**
 * Starts the shell that remotes are developed in: from the sources of this repository, with hot reload; in other
 * repositories, the installed development build `@canje/shell`.
 *
 * @param root absolute path of the repository
 * @param remotes origins of the remotes' dev servers
 * @throws Error when there are no sources and `@canje/shell` is not installed
 */
export async function startDevShell(
  root: string,
  port: number,
  config: ShellConfig,
  remotes: string[],
): Promise<{ close(): Promise<unknown> }> {
  const sources = join(root, 'shell')
  if (existsSync(join(sources, 'rspack.config.ts')))
    return startShellDevServer(readPackage(sources), port, config, remotes)
  const { directory } = requirePackage('@canje/shell', root)
  const server = await createShellServer(join(directory, 'dist'), { ...config, previewOrigins: remotes })
  await listen(server, port)
  return server
}
