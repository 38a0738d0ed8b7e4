import type { ListedRemote } from './listed-remote'

/** The most bytes of settings in `/config.json`, and of a file beside it. */
const [MAX_INLINE, MAX_FILE] = [2048, 16_384]

/** Settings that no release gets: they are malformed, or break its schema. */
export class SettingsInvalid extends Error {
  override readonly name = 'SettingsInvalid'
}

/**
 * Reads the settings of a remote in one shell, deeply frozen (D44, settings): the object in its listing, or the file that its
 * listing names; empty without either.
 *
 * @param fetchText fetches the file, by its path beside `/config.json`
 * @throws SettingsInvalid for what is no such object, and the errors of `fetchText`
 */
export async function readSettings(
  { name, settings = {} }: Pick<ListedRemote, 'name' | 'settings'>,
  fetchText: (path: string) => Promise<string>,
): Promise<object> {
  const file = `settings/${name}.json`
  const [place, max] = settings === file ? [file, MAX_FILE] : [`remotes.${name}.settings`, MAX_INLINE]
  const fetched = settings === file ? await fetchText(file) : undefined
  try {
    const text = fetched ?? JSON.stringify(settings)
    const bytes = new TextEncoder().encode(text).length
    if (bytes > max) throw new Error(`has ${bytes} bytes: config.json may have ${MAX_INLINE}, ${file} ${MAX_FILE}`)
    // Inner values first, so that all of it is frozen.
    const read: unknown = JSON.parse(text, (key, value: unknown) => {
      if (/^(__proto__|constructor|prototype)$/.test(key)) throw new Error(`no value may be named ${key}`)
      return Object.freeze(value)
    })
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read
    throw new Error(`must be an object, or "${file}"`)
  } catch (error) {
    throw new SettingsInvalid(`${place}: ${error instanceof Error ? error.message : error}.`)
  }
}

/** What a listing has for settings: themselves, or the name of their file if they are too large. */
export function listedSettings(name: string, settings: object): unknown {
  return new TextEncoder().encode(JSON.stringify(settings)).length > MAX_INLINE ? `settings/${name}.json` : settings
}
