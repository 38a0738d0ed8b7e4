import type { ComponentType } from 'react'
import type { Config } from './config'
import { fetchRegistry } from './fetch-file'
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

type MainChunk = Pick<typeof import('./main-chunk'), 'MainScreen' | 'startRemotes' | 'openDocument'>

/** Loads the main screen once; a call after a failure loads it again. */
export type LoadMain = () => Promise<Main>

const importChunk = () => import(/* webpackChunkName: 'tabs' */ './main-chunk')

/**
 * Creates the loader of the main screen.
 *
 * @param load loads the code; that of tests is their own
 */
export function createMainLoader(config: Config, load: () => Promise<MainChunk> = importChunk): LoadMain {
  let main: Promise<Main> | undefined
  return () => {
    main ??= start(config, load).catch((error: unknown) => {
      main = undefined
      throw error
    })
    return main
  }
}

async function start(config: Config, load: () => Promise<MainChunk>): Promise<Main> {
  const registry = fetchRegistry(config.registryUrl)
  // The registry client reports the rejection; it may attach its handler later.
  registry.catch(() => undefined)
  const { MainScreen, startRemotes, openDocument } = await load()
  return { MainScreen, remotes: startRemotes(config, registry), openDocument }
}
