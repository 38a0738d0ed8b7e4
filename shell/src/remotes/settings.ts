import { excerpt, listingOf, readSettings, type Settings } from '@canje/registry'
import { fetchFile, textOf } from '../fetch-file'
import type { RemotesStore } from './store'

const MAX_SHOWN = 2048

/** The settings of the remotes of a page. */
export interface PageSettings {
  /** Those of a remote, as they were when the page first read them; rejects as `readSettings`. */
  of(name: string): Promise<Settings>
  /** A line for each remote whose settings the page has read. */
  lines(): string[]
}

/**
 * Creates the settings of a page (D44, settings), and reads none. A setting that the operator changes counts at the next load
 * of the page: open tabs keep theirs.
 *
 * @param previewStarted resolves once the preview is known, which may list a remote
 */
export function createSettings(store: RemotesStore, previewStarted: Promise<void>): PageSettings {
  const reads = new Map<string, Promise<Settings>>()
  const shown = new Map<string, string>()

  async function read(name: string): Promise<Settings> {
    await previewStarted
    const { menu, authority } = store.getState()
    const listed = menu.find((remote) => remote.name === name) ?? listingOf(authority, name)
    const fetchText = async (path: string) => textOf(await fetchFile(`/${path}`, 'no-store'))
    return readSettings({ name, settings: listed?.settings }, fetchText)
  }

  return {
    of(name) {
      const known = reads.get(name)
      if (known) return known
      const settings = read(name)
      reads.set(name, settings)
      settings.then(
        (values) => shown.set(name, JSON.stringify(values)),
        (error: unknown) => {
          shown.set(name, String(error))
          // The operator may correct them.
          reads.delete(name)
        },
      )
      return settings
    },
    lines: () =>
      [...shown].flatMap(([name, text]) => (text === '{}' ? [] : [`${name}: ${excerpt(text, MAX_SHOWN)}`])).sort(),
  }
}
