import { excerpt, readSettings, type Settings } from '@canje/registry'
import { fetchFile, textOf } from '../fetch-file'
import type { RemotesStore } from './store'

const MAX_SHOWN = 2048

/** The settings of the remotes of a page. */
export interface PageSettings {
  /** Those of a remote, as they were when the page first read them; rejects as `readSettings`. */
  of(name: string): Promise<Settings>
  /** The same, once they are read. */
  known(name: string): Settings | undefined
  /** A line for each remote with settings that the page has read. */
  lines(): string[]
}

/**
 * Creates the settings of a page (D44, settings), and reads none. A setting that the operator changes counts at the next load of
 * the page.
 */
export function createSettings(store: RemotesStore): PageSettings {
  const reads = new Map<string, Promise<Settings>>()
  const known = new Map<string, Settings>()

  async function read(name: string): Promise<Settings> {
    try {
      const listed = store.getState().menu.find((remote) => remote.name === name)
      const fetchText = async (path: string) => textOf(await fetchFile(`/${path}`, 'no-store'))
      const settings = await readSettings({ name, settings: listed?.settings }, fetchText)
      known.set(name, settings)
      return settings
    } catch (error) {
      // The operator may correct them.
      reads.delete(name)
      throw error
    }
  }

  return {
    of(name) {
      const reading = reads.get(name) ?? read(name)
      reads.set(name, reading)
      // Whoever awaits them handles it.
      reading.catch(() => undefined)
      return reading
    },
    known: (name) => known.get(name),
    lines: () =>
      [...known].flatMap(([name, settings]) => {
        const text = JSON.stringify(settings)
        return text === '{}' ? [] : [`Ajustes de ${name}: ${excerpt(text, MAX_SHOWN)}`]
      }),
  }
}
