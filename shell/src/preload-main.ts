import type { ComponentType } from 'react'
import type { Config } from './config'
import { fetchRegistry } from './fetch-registry'
import type { MainScreenProps } from './main/MainScreen'
import type { OpenDocument } from './new-document'
import type { Remotes } from './remotes'

/** The main screen and its remotes, in a chunk that the login screen does not need. */
export interface Main {
  MainScreen: ComponentType<MainScreenProps>
  remotes: Remotes
  /** Leaves a document in which code of a tab may run (D35). */
  openDocument: OpenDocument
}

/** Loads the main screen once; a call after a failure loads it again. */
export type LoadMain = () => Promise<Main>

/** Creates the loader of the main screen. */
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
  // The registry client reports the rejection; it may attach its handler later.
  registry.catch(() => undefined)
  const { MainScreen, startRemotes, openDocument } = await import(/* webpackChunkName: 'tabs' */ './main-chunk')
  return { MainScreen, remotes: startRemotes(config, registry), openDocument }
}
