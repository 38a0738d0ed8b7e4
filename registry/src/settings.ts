import type { ListedRemote } from './listed-remote'

/** The most bytes of settings in `/config.json`, as JSON without white space. */
const MAX_INLINE = 2048
/** The most bytes of a file with settings. */
const MAX_FILE = 16_384

/** The settings of a remote, frozen (D44, settings). */
export type Settings = Readonly<Record<string, unknown>>

/** Settings that a page does not give to a release: they are malformed, or break the schema of the release. */
export class SettingsInvalid extends Error {
  override readonly name = 'SettingsInvalid'
}

/** The file with the settings of a remote, beside `/config.json`. */
export function settingsFile(name: string): string {
  return `settings/${name}.json`
}

/**
 * Reads the settings of a remote in one shell (D44, settings): the object in its listing, or the file that its listing names;
 * empty without either.
 *
 * @param fetchText fetches the file, by its path relative to `/config.json`
 * @throws SettingsInvalid for what is no such object, and the errors of `fetchText`
 */
export async function readSettings(
  { name, settings }: Pick<ListedRemote, 'name' | 'settings'>,
  fetchText: (path: string) => Promise<string>,
): Promise<Settings> {
  const file = settingsFile(name)
  if (settings === file) return parseSettings(await fetchText(file), MAX_FILE, file)
  const place = `remotes.${name}.settings`
  if (typeof settings === 'string') throw new SettingsInvalid(`${place}: must be an object, or "${file}".`)
  return parseSettings(JSON.stringify(settings ?? {}), MAX_INLINE, place)
}

function parseSettings(text: string, max: number, place: string): Settings {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > max) throw new SettingsInvalid(`${place}: has ${bytes} bytes, and may have ${max}.`)
  const settings = parseFrozen(text, place)
  if (isObject(settings)) return settings
  throw new SettingsInvalid(`${place}: must be an object.`)
}

function parseFrozen(text: string, place: string): unknown {
  try {
    // Inner values first, so that all of it is frozen.
    return JSON.parse(text, (name, value: unknown) => {
      if (/^(__proto__|constructor|prototype)$/.test(name)) throw new Error(`no value may be named ${name}`)
      return Object.freeze(value)
    })
  } catch (error) {
    throw new SettingsInvalid(`${place}: cannot be read: ${String(error)}.`)
  }
}

function isObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
