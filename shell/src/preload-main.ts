import type { ComponentType } from 'react'
import type { Config } from './config'
import { fetchRegistry } from './fetch-registry'
import type { Remotes } from './remotes'

/** The main screen and what it shows. The login screen does without their code. */
export interface Main {
  MainScreen: ComponentType<{ remotes: Remotes }>
  remotes: Remotes
}

/** Loads the main screen once; after a failure it may be tried again. */
export type LoadMain = () => Promise<Main>

/** The loader of the main screen with this configuration. */
export function createMainLoader(config: Config): LoadMain {
  let main: Promise<Main> | undefined
  return () => {
    main ??= load(config).catch((error: unknown) => {
      main = undefined
      throw error
    })
    return main
  }
}

async function load(config: Config): Promise<Main> {
  const registry = fetchRegistry(config.registryUrl)
  // Reported by the code that reads it, which may come later.
  registry.catch(() => undefined)
  const { MainScreen, startRemotes } = await import(/* webpackChunkName: 'tabs' */ './main-chunk')
  return { MainScreen, remotes: startRemotes(config, registry) }
}
