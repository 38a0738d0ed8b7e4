import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Remotes } from './remotes'
import type { RemotesState } from './store'

/** The remotes of the page, for the main screen. */
export const RemotesContext = createContext<Remotes | null>(null)

/** @throws Error outside of a `RemotesContext` */
export function useRemotes(): Remotes {
  const remotes = use(RemotesContext)
  if (!remotes) throw new Error('The main screen must be rendered within a RemotesContext.')
  return remotes
}

/** @param select part of the state, the same object as long as nothing in it changes */
export function useRemotesState<Part>(select: (state: RemotesState) => Part): Part {
  return useStore(useRemotes().store, select)
}
