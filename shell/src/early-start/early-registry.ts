import { fetchRegistry } from '../fetch-registry'

declare global {
  /** Where the script in the page leaves what the registry answers. */
  var canjeEarlyRegistry: { registryUrl: string; answer: Promise<string> } | undefined
}

/** Asks for the registry where it was the last time, before the configuration tells where it is. */
export function askRegistryEarly(registryUrl: string): void {
  globalThis.canjeEarlyRegistry = { registryUrl, answer: askRegistry(registryUrl) }
}

/** What the registry answers: as the page has asked already, if it was there. Nothing of it is verified. */
export function firstRegistry(registryUrl: string): Promise<string> {
  const early = globalThis.canjeEarlyRegistry
  globalThis.canjeEarlyRegistry = undefined
  return early?.registryUrl === registryUrl ? early.answer : askRegistry(registryUrl)
}

/** What goes wrong is told by who reads the answer, which may be later. */
function askRegistry(registryUrl: string): Promise<string> {
  const answer = fetchRegistry(registryUrl)
  answer.catch(() => undefined)
  return answer
}
