import type { Config } from './config'
import { createLoader, createRemotes, type Remotes } from './remotes'

export { MainScreen } from './main/MainScreen'

/**
 * Begins to fetch what `/main` shows first.
 *
 * @param firstResponse of the registry, requested beside this code
 */
export function startRemotes(config: Config, firstResponse: Promise<string>): Remotes {
  const { reportUrl, previewOrigins } = config
  const loader = createLoader(config.registryKeys !== undefined)
  const remotes = createRemotes({ source: config, firstResponse, reportUrl, previewOrigins, loader })
  remotes.prefetchEntryCode()
  return remotes
}
