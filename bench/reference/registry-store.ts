import type { RegisteredRemote } from 'registry'
import { create } from 'zustand'
import type { TabFiles } from './tab-files-plugin'
import { TABS } from './tabs'

/** The files of each tab and their hashes, which the page names; none in development. */
const files: TabFiles = JSON.parse(document.getElementById('tab-files')?.textContent ?? '{}')

const remotes = TABS.map(remoteOf)

export const useRegistry = create(() => ({
  status: 'ready' as const,
  serial: 1,
  remotes,
  reread: async () => undefined,
}))

function remoteOf({ name, load: _, ...described }: (typeof TABS)[number]): RegisteredRemote {
  const integrity = files[name] ?? {}
  const [first = name, ...preload] = Object.keys(integrity)
  const built = { version: 'reference', build: 'reference', commit: null, builtAt: '', requires: {} }
  const live = { ...built, ...described, entry: `${location.origin}/${first}`, integrity, preload }
  return { name, live, previous: [] }
}
