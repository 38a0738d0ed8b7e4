import { setTimeout } from 'node:timers/promises'
import { parseRegistry, verifyRegistry } from 'registry'
import { asCommandError, CommandError } from 'workspace'
import type { ShellConfig } from './shell-server'

const ANSWER_MS = 3000
const BETWEEN_ASKS_MS = 500

/**
 * Makes sure that a browser gets what the shell needs: its page, its configuration, the registry and every remote's entry.
 *
 * @param shellUrl origin of the shell
 * @throws CommandError naming what does not answer, Error when the registry would be refused
 */
export async function requireServing(shellUrl: string, { registryUrl, registryKey }: ShellConfig): Promise<void> {
  await requireAnswer(`${shellUrl}/main`)
  await requireAnswer(`${shellUrl}/config.json`)
  const registry: unknown = await (await requireAnswer(registryUrl)).json()
  if (registryKey) await verifyRegistry(registry, registryKey)
  const { remotes } = parseRegistry(registry, registryUrl)
  await Promise.all(remotes.map(({ live }) => requireAnswer(live.entry)))
}

/**
 * Waits until anything answers at an address, with whatever status, and says so when that is not at once.
 *
 * @throws the reason of `stop` when that ends the wait
 */
export async function untilAnswers(url: string, stop: AbortSignal): Promise<void> {
  if (await answers(url)) return
  console.error(`Waiting for ${url}: it does not answer, and nobody can sign in until it does.`)
  do await setTimeout(BETWEEN_ASKS_MS, undefined, { signal: stop })
  while (!(await answers(url)))
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  )
}

/** @throws CommandError when an address does not answer, or with an error */
export async function requireAnswer(url: string): Promise<Response> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new CommandError(`${url} does not answer: ${asCommandError(error).message}.`)
  })
  if (!response.ok) throw new CommandError(`${url} answered ${response.status}.`)
  return response
}
