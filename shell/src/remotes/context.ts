import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Remotes } from './remotes'
import type { RemotesState } from './store'

/** The remotes of the page, for the main screen. */
export const RemotesContext = createContext<Remotes | null>(null)

/** @throws Error outside a `RemotesContext` */
export function useRemotes(): Remotes {
  const remotes = use(RemotesContext)
  if (!remotes) throw new Error('useRemotes was called outside a RemotesContext. Render the component within one.')
  return remotes
}

/** @param select returns part of the state, with the same identity while it is unchanged */
export function useRemotesState<Part>(select: (state: RemotesState) => Part): Part {
  return useStore(useRemotes().store, select)
}
