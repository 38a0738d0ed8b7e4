import type { Config } from './config'
import { createLoader, createRemotes, type Loader, type Remotes } from './remotes'

export { MainScreen } from './main/MainScreen'

/** The only one of the page: it registers a check of integrity with the federation runtime, which keeps the first. */
let loader: Loader | undefined

/**
 * Begins to fetch what `/main` shows first.
 *
 * @param firstResponse of the registry, requested beside this code
 */
export function startRemotes(config: Config, firstResponse: Promise<string>): Remotes {
  const { reportUrl, previewOrigins } = config
  loader ??= createLoader(config.registryKeys !== undefined)
  const remotes = createRemotes({ source: config, firstResponse, reportUrl, previewOrigins, loader })
  remotes.prefetchEntryCode()
  return remotes
}
