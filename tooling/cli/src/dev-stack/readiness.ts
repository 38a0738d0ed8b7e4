import { setTimeout } from 'node:timers/promises'
import { readShellConfig, readState, stateUrl } from '@canje/registry'
import { asCommandError, CommandError } from '../project'

const RESPONSE_TIMEOUT_MS = 3000
const RETRY_INTERVAL_MS = 500

/**
 * Checks that the shell's page, its configuration, and the state and the entry of remotes are served.
 *
 * @param shellUrl origin of the shell
 * @param remotes names of released remotes
 * @throws CommandError naming the URL that fails, StateRefused for a state that a page would refuse
 */
export async function assertServing(shellUrl: string, remotes: readonly string[]): Promise<void> {
  await fetchOk(`${shellUrl}/main`)
  const { storeUrl, authority } = readShellConfig(await (await fetchOk(`${shellUrl}/config.json`)).json())
  await Promise.all(
    remotes.map(async (name) => {
      const json: unknown = await (await fetchOk(stateUrl(storeUrl, name))).json()
      const { remote } = await readState(json, { storeUrl, authority, name })
      if (remote) await fetchOk(remote.live.entry)
    }),
  )
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
async function fetchOk(url: string): Promise<Response> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new CommandError(`${url} does not respond: ${asCommandError(error).message}.`)
  })
  if (!response.ok) throw new CommandError(`${url} responded with ${response.status}.`)
  return response
}
