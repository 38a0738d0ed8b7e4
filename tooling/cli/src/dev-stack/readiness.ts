import { setTimeout } from 'node:timers/promises'
import { parseRegistry, readShellConfig, registryUrl } from '@canje/registry'
import { asCommandError, CommandError } from '../project'

const RESPONSE_TIMEOUT_MS = 3000
const RETRY_INTERVAL_MS = 500

/**
 * Checks that the shell's page, its configuration, the registry and every remote's entry are served.
 *
 * @param shellUrl origin of the shell
 * @throws CommandError naming the URL that fails, Error when the registry is invalid
 */
export async function assertServing(shellUrl: string): Promise<void> {
  await fetchOk(`${shellUrl}/main`)
  const { storeUrl, authority } = readShellConfig(await (await fetchOk(`${shellUrl}/config.json`)).json())
  const registry: unknown = await (await fetchOk(registryUrl(storeUrl))).json()
  const { remotes } = await parseRegistry(registry, storeUrl, authority)
  await Promise.all(remotes.map(({ live }) => fetchOk(live.entry)))
}

/**
 * Waits until a URL responds with any status. Prints a message if the first request fails.
 *
 * @throws the reason of `stop` when it is aborted
 */
export async function waitForResponse(url: string, stop: AbortSignal): Promise<void> {
  if (await responds(url)) return
  console.error(`Waiting for ${url}: it does not respond. Nobody can sign in until it does.`)
  do await setTimeout(RETRY_INTERVAL_MS, undefined, { signal: stop })
  while (!(await responds(url)))
}

function responds(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) }).then(
    () => true,
    () => false,
  )
}

/** @throws CommandError when a URL does not respond, or responds with an error status */
export async function fetchOk(url: string): Promise<Response> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new CommandError(`${url} does not respond: ${asCommandError(error).message}.`)
  })
  if (!response.ok) throw new CommandError(`${url} responded with ${response.status}.`)
  return response
}
