import type { ListedRemote } from '@canje/registry'
import { entryPath } from '../return-path'
import { listedByTab } from './menu'
import type { RemotesStore } from './store'

/** The remote whose tab a path names (D18, deep link), by default that of the page, or the first one of the menu. */
export function listedOfPath(store: RemotesStore, path = entryPath()): ListedRemote | undefined {
  const { menu } = store.getState()
  return listedByTab(menu, new URL(path, location.origin).searchParams.get('tab')) ?? menu[0]
}
